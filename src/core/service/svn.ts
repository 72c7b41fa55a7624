import type { NewSettings, SvnRepository, SvnSettings } from "../model/svnRepository.ts";
import { answerLost, invalidAnswer, parseJson } from "./answer.ts";
import { answerLimits } from "./answerLimits.ts";
import type { AuthorizedClient } from "./authorizedClient.ts";
import { header } from "./headers.ts";
import { readRepositories, readRepository } from "./readRepository.ts";
import { type Answer, factsOf, type Request } from "./request.ts";
import { isServiceError, ServiceError } from "./serviceError.ts";
import { idInAddress, member, text } from "./wire.ts";

interface NewRepository {
  readonly projectId: number;
  readonly name: string;
  readonly settings?: NewSettings;
}

// The service gives no more at once (test/service/README.md, Pages).
const repositoriesPerPage = 50;

export type SvnRoutes = ReturnType<typeof svnRoutes>;

/**
 * Makes the routes of SVN repositories. A minimal service (test/service/README.md) has neither the listing nor GET and
 * DELETE /svn/{id}: its 404 is a `notFound` without `serviceMessage`, while the 404 for a project or a repository says
 * what was not found.
 */
export function svnRoutes(client: AuthorizedClient) {
  return {
    /** Gives repositories without settings. A project without SVN is a `notFound` with a message, or an empty page. */
    listRepositories: (projectId: number, offset: number, signal: AbortSignal) => {
      const page = { offset, limit: repositoriesPerPage };
      const elements = (json: unknown) => member(json, "repositories");
      return client.readPage(`/projects/${projectId}/svn`, page, readRepositories, signal, { elements });
    },

    /** Gives a repository, with its settings for those who may change them. */
    readRepository: (repositoryId: number, signal: AbortSignal) =>
      client.readModel(settingsRequest(client, repositoryId), (json) => readRepository(json, repositoryId), signal),

    /**
     * POST /svn, which is never sent twice; a lost answer is `answerLost`. A name that is taken or against the rules is
     * `rejected` with status 409. It gives undefined where the repository was created and the answer told nothing. The
     * repository appears on the service's disk some time later.
     */
    createRepository: async (
      { projectId, name, settings }: NewRepository,
      signal: AbortSignal,
    ): Promise<SvnRepository | undefined> => {
      const json = { project_id: projectId, name, settings };
      const request = client.request("POST", "/svn", { json, limits: answerLimits.settings });
      return createdIn(request, await client.write(request, signal), { projectId, name });
    },

    /**
     * Sends PUT /svn/{id}, never twice; a lost answer is `answerLost`. The service replaces all settings, part by part,
     * so that a refusal may leave some of them stored. It gives what is stored now; undefined where the answer does not
     * tell.
     */
    updateRepository: async (repositoryId: number, settings: SvnSettings, signal: AbortSignal) => {
      const limits = answerLimits.settings;
      const request = client.request("PUT", `/svn/${repositoryId}`, { json: { settings }, limits });
      const answer = await client.write(request, signal);
      const stored = readRepository(parseJson(answer.body).value, repositoryId);
      return stored?.settings && stored;
    },

    /**
     * Sends DELETE /svn/{id}. The service removes the repository some time later, and does not find it from now on. So
     * where the answer is not its own 202 we look for the repository, and throw `invalidAnswer` where it is still
     * there, or `answerLost` where we cannot look.
     */
    deleteRepository: async (repositoryId: number, signal: AbortSignal) => {
      const request = client.request("DELETE", `/svn/${repositoryId}`);
      const answer = await client.write(request, signal);
      if (answer.status !== 202 && (await isThere(client, request, repositoryId, signal))) {
        throw invalidAnswer(request, answer, "incomplete");
      }
    },
  };
}

/** Gives the repository that an answer tells of; undefined where it was created and the answer tells nothing. */
function createdIn(request: Request, answer: Answer, { projectId, name }: NewRepository): SvnRepository | undefined {
  const told = parseJson(answer.body).value;
  const repository = readRepository(told);
  if (repository) {
    return { ...repository, name: repository.name || name };
  }
  const id = idInAddress([text(member(told, "uri")), header(answer.headers, "location")], "svn");
  if (id === undefined && answer.status !== 201 && answer.body.length > 0) {
    // The service answers 201, or says nothing: any other answer comes from something before it.
    throw answerLost(request, answer, "incomplete");
  }
  return id === undefined ? undefined : { id, name, projectId };
}

function settingsRequest(client: AuthorizedClient, repositoryId: number): Request {
  return client.get(`/svn/${repositoryId}`, { limits: answerLimits.settings });
}

async function isThere(
  client: AuthorizedClient,
  request: Request,
  repositoryId: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await client.readJson(settingsRequest(client, repositoryId), signal);
    return true;
  } catch (error) {
    if (isServiceError(error) && error.kind === "notFound") {
      return false;
    }
    throw new ServiceError({ kind: "answerLost", ...factsOf(request), problem: "incomplete", cause: error });
  }
}
