import type { Catalog } from "../../core/known/catalog.ts";
import type { Connection } from "../../core/model/connection.ts";
import { projectsNotListed } from "../../core/sentences/lists.ts";
import {
  createRepositoryTitle,
  inWhichProject,
  noProjectUsesSvn,
  projectNumberProblem,
  projectNumberPrompt,
  repositoryNameIsMissing,
  repositoryNamePrompt,
} from "../../core/sentences/repositories.ts";
import { nameSentence } from "../../core/sentences/svn.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { nameProblem } from "../../core/svn/settingsProblem.ts";
import { pickFromPages } from "../dialog/pickFromPages.ts";
import { projectItem } from "../dialog/pickTracker.ts";
import { explained, HumanError } from "../dialog/present.ts";
import { askInput } from "../dialog/quickInput.ts";

// These functions ask for what a command on SVN repositories was not given, and check what it was given.

/** Asks for the project to create a repository in, and gives its id; undefined when nothing is chosen. */
export async function askProject(connection: Connection, catalog: Catalog): Promise<number | undefined> {
  const read = async (offset: number, signal: AbortSignal) => {
    const page = await catalog.listProjects(offset, signal);
    return { ...page, items: page.items.filter(({ hasSvn }) => hasSvn !== false) };
  };
  const words = {
    title: createRepositoryTitle,
    placeHolder: inWhichProject,
    nothing: noProjectUsesSvn(connection.label),
  };
  try {
    return (await pickFromPages({ ...words, read, itemOf: projectItem }))?.id;
  } catch (error) {
    if (isServiceError(error) && error.kind === "notFound") {
      return await askProjectId(connection);
    }
    return await explained(projectsNotListed(connection.label), connection.id, () => Promise.reject(error));
  }
}

/** Gives a name as it is sent; throws a HumanError for a name that the service refuses. */
export function checkedName(name: string): string {
  const problem = nameSentence(name);
  if (problem !== undefined) {
    throw new HumanError(problem);
  }
  return name.trim();
}

/** Asks for the name of a repository to be created. */
export async function askName(): Promise<string | undefined> {
  const name = await askInput({
    title: createRepositoryTitle,
    prompt: repositoryNamePrompt,
    ignoreFocusOut: true,
    // An empty box is no mistake yet, and needs no message; Enter does nothing then.
    validateInput: (text) =>
      nameProblem(text) === "empty" ? { message: repositoryNameIsMissing, severity: 1 } : nameSentence(text),
  });
  return name === undefined || nameProblem(name) !== undefined ? undefined : name.trim();
}

async function askProjectId(connection: Connection): Promise<number | undefined> {
  const text = await askInput({
    title: createRepositoryTitle,
    prompt: projectNumberPrompt(connection.label),
    ignoreFocusOut: true,
    validateInput: (each) => (/^[1-9]\d{0,14}$/.test(each.trim()) || each === "" ? undefined : projectNumberProblem),
  });
  return text ? Number(text) : undefined;
}
