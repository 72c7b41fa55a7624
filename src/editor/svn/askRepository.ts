import { ProgressLocation, window } from "vscode";
import type { Catalog } from "../../core/known/catalog.ts";
import type { Connection } from "../../core/model/connection.ts";
import { isNumberId } from "../../core/model/id.ts";
import { pagesOf } from "../../core/model/pages.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import {
  createRepositoryTitle,
  inWhichProject,
  namesNoRepository,
  noProjectUsesSvn,
  projectNumberProblem,
  projectNumberPrompt,
  projectsNotRead,
  readingProjects,
  repositoryExamples,
  repositoryNameIsMissing,
  repositoryNamePrompt,
  repositoryPrompt,
} from "../../core/sentences/repositories.ts";
import { nameSentence } from "../../core/sentences/svn.ts";
import { notAProject } from "../../core/sentences/targets.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { repositoryIdIn } from "../../core/svn/repositoryAddress.ts";
import { nameProblem } from "../../core/svn/repositoryName.ts";
import { withCancellableProgress } from "../dialog/cancellation.ts";
import { explained, HumanError } from "../dialog/present.ts";
import { checkedRepositoryId } from "../targets/repositoryTarget.ts";

// What a command on SVN repositories asks for where it was not given, and checks where it was.

/** As many projects as anybody looks through in a list. */
const atMost = 20;

/** The id of the project to create a repository in; undefined when nothing is chosen. */
export async function askProject(
  connection: Connection,
  catalog: Pick<Catalog, "listProjects">,
): Promise<number | undefined> {
  const projects = await readProjects(connection, catalog);
  if (!projects) {
    return await askProjectId(connection);
  }
  const items = projects
    .filter(({ hasSvn }) => hasSvn !== false)
    .map(({ id, label, shortname }) => ({ label, ...(shortname && { description: shortname }), id }));
  if (items.length === 0) {
    throw new HumanError(noProjectUsesSvn(connection.label));
  }
  const question = { title: createRepositoryTitle, placeHolder: inWhichProject, matchOnDescription: true };
  return (await window.showQuickPick(items, question))?.id;
}

/** Undefined where the service lists none. */
async function readProjects(
  connection: Connection,
  catalog: Pick<Catalog, "listProjects">,
): Promise<readonly ProjectSummary[] | undefined> {
  return await explained(projectsNotRead, connection.id, () =>
    withCancellableProgress({ location: ProgressLocation.Window, title: readingProjects }, async (signal) => {
      const projects: ProjectSummary[] = [];
      try {
        for await (const { items } of pagesOf((offset) => catalog.listProjects(offset, signal), { atMost })) {
          projects.push(...items);
        }
      } catch (error) {
        if (isServiceError(error) && error.kind === "notFound") {
          return undefined;
        }
        throw error;
      }
      return projects;
    }),
  );
}

/** A name as it is sent; throws a HumanError for one that the service refuses. */
export function checkedName(name: string): string {
  const problem = nameSentence(name);
  if (problem !== undefined) {
    throw new HumanError(problem);
  }
  return name.trim();
}

/** The id of a project; undefined where none is given. Throws a HumanError for what is none. */
export function checkedProjectId(id: unknown): number | undefined {
  if (id === undefined || id === null) {
    return undefined;
  }
  const number = typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id;
  if (!isNumberId(number)) {
    throw new HumanError(notAProject(id));
  }
  return number;
}

/** The name of a repository to be created. */
export async function askName(): Promise<string | undefined> {
  const name = await window.showInputBox({
    title: createRepositoryTitle,
    prompt: repositoryNamePrompt,
    ignoreFocusOut: true,
    // An empty box is no mistake yet, but it is no name either: Enter does nothing then.
    validateInput: (text) =>
      nameProblem(text) === "empty" ? { message: repositoryNameIsMissing, severity: 1 } : nameSentence(text),
  });
  return name === undefined || nameProblem(name) !== undefined ? undefined : name.trim();
}

async function askProjectId(connection: Connection): Promise<number | undefined> {
  const text = await window.showInputBox({
    title: createRepositoryTitle,
    prompt: projectNumberPrompt(connection.label),
    ignoreFocusOut: true,
    validateInput: (each) => (/^[1-9]\d{0,14}$/.test(each.trim()) || each === "" ? undefined : projectNumberProblem),
  });
  return text ? Number(text) : undefined;
}

/** The id of one of the repositories of a connection. */
export async function askRepositoryId(title: string, connection: Connection): Promise<number | undefined> {
  const text = await window.showInputBox({
    title: `${title}: ${connection.label}`,
    prompt: repositoryPrompt,
    placeHolder: repositoryExamples,
    ignoreFocusOut: true,
    validateInput: (each) => (each === "" || repositoryIdIn(each) !== undefined ? undefined : namesNoRepository),
  });
  const id = text === undefined ? undefined : repositoryIdIn(text);
  return id === undefined ? undefined : checkedRepositoryId(id);
}
