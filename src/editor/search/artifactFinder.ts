import { commands } from "vscode";
import type { TrackerReference } from "../../core/model/artifact.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import { ArtifactSearch } from "../../core/search/artifactSearch.ts";
import { ConnectionSearch, type SearchScope } from "../../core/search/connectionSearch.ts";
import { askWhereToSearch, findTitle, searchInTracker, trackerToSearch } from "../../core/sentences/search.ts";
import { after } from "../../core/util/after.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import { noConnection } from "../dialog/pickConnection.ts";
import { pickProject, pickTracker } from "../dialog/pickTracker.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { TrackerTarget } from "../targets/trackerTarget.ts";
import { showSearch } from "./searchPicker.ts";

/** The places of a connection where a person works: these are searched first. */
export interface UsedPlaces {
  trackers(connectionId: string): readonly TrackerReference[];
  projects(connectionId: string): readonly ProjectSummary[];
}

type Open = (artifact: ArtifactTarget, isToSide: boolean) => Promise<void>;

/** Saves a query, after asking for what is missing of it. */
type SaveQuery = (connectionId: string, tracker: TrackerReference, text: string) => Promise<void>;

/** Lets a person find artifacts by number, address or words, over all connections or in one place. */
export class ArtifactFinder {
  readonly #services: Services;
  readonly #used: UsedPlaces;
  readonly #open: Open;
  readonly #saveQuery: SaveQuery;
  // These are kept, since what a service has told of its searches holds for as long as its connection does.
  readonly #searches = new Map<string, ConnectionSearch>();

  constructor(services: Services, used: UsedPlaces, open: Open, saveQuery: SaveQuery) {
    this.#services = services;
    this.#used = used;
    this.#open = open;
    this.#saveQuery = saveQuery;
  }

  /** Lets the person search in all connections, or in the one that is given. */
  async find(connectionId: string | undefined, words = ""): Promise<void> {
    const { registry } = this.#services;
    const connections = connectionId === undefined ? registry.connections : [registry.get(connectionId)];
    if (connections.length === 0) {
      throw noConnection();
    }
    await this.#run({ connections, scope: { kind: "all" }, text: words });
  }

  async findInTracker({ connectionId, tracker }: TrackerTarget, words = ""): Promise<void> {
    const connections = [this.#services.registry.get(connectionId)];
    await this.#run({ connections, scope: { kind: "tracker", tracker }, text: words });
  }

  async #run(first: Look): Promise<void> {
    for (let look: Look | undefined = first; look; ) {
      look = await this.#look(look);
    }
  }

  /** Shows one list, and gives the one to show after it, if any. */
  async #look(look: Look): Promise<Look | undefined> {
    const { registry, catalogOf } = this.#services;
    const { connections, scope } = look;
    const search = new ArtifactSearch(
      connections.map((connection) => this.#searchOf(connection)),
      scope,
      after,
    );
    const openInBrowser = (connectionId: string, artifactId: number) =>
      commands.executeCommand(commandIds.openInBrowser, { connectionId, artifactId });
    const [only] = connections;
    const structure =
      scope.kind === "tracker" && only
        ? catalogOf(only.id).tracker(scope.tracker.id, new AbortController().signal)
        : undefined;
    const allConnections = registry.connections;
    const choice = await showSearch({ search, ...look, allConnections, structure, openInBrowser });
    search.dispose();
    if (!choice) {
      return undefined;
    }
    const { text } = choice;
    switch (choice.kind) {
      case "open":
        await this.#open({ connectionId: choice.connectionId, artifactId: choice.artifactId }, choice.isToSide);
        return undefined;
      case "searchTracker": {
        const { connectionId, tracker } = choice;
        return { connections: [registry.get(connectionId)], scope: { kind: "tracker", tracker }, text };
      }
      case "pickTracker":
      case "pickProject":
        return (await this.#narrowed(look, choice.kind, text)) ?? { ...look, text };
      case "setAccessKey":
        await commands.executeCommand(commandIds.setAccessKey, { connectionId: choice.connectionId });
        return { ...look, text };
      case "saveQuery": {
        const [connection] = connections;
        if (connection && scope.kind === "tracker") {
          await this.#saveQuery(connection.id, scope.tracker, text);
        }
        return undefined;
      }
      default:
        return assertNever(choice);
    }
  }

  /** Has the person choose a place to look for the text in; undefined when none was chosen. */
  async #narrowed(look: Look, kind: "pickTracker" | "pickProject", text: string): Promise<Look | undefined> {
    const [only] = look.connections;
    const connection = look.connections.length === 1 ? only : await this.#services.pickConnection(askWhereToSearch);
    if (!connection) {
      return undefined;
    }
    const service = this.#services.catalogOf(connection.id);
    const connections = [connection];
    if (kind === "pickProject") {
      const project = await pickProject({ connection, service, title: findTitle });
      return project && { connections, scope: { kind: "project", project }, text };
    }
    const pick = { connection, service, title: searchInTracker, placeHolder: trackerToSearch };
    const projectId = look.scope.kind === "project" ? look.scope.project.id : undefined;
    const tracker = await pickTracker(pick, projectId);
    return tracker && { connections, scope: { kind: "tracker", tracker }, text };
  }

  #searchOf({ id, url }: Connection): ConnectionSearch {
    const key = `${id} ${url}`;
    const known = this.#searches.get(key);
    if (known) {
      return known;
    }
    const { remembered, serviceOf, catalogOf } = this.#services;
    const search = new ConnectionSearch({
      connectionId: id,
      service: () => serviceOf(id),
      catalog: () => catalogOf(id),
      known: () => remembered.all(id),
      usedTrackers: () => this.#used.trackers(id),
      favouriteProjects: () => this.#used.projects(id),
    });
    this.#searches.set(key, search);
    return search;
  }
}

/** A list to show. */
interface Look {
  readonly connections: readonly Connection[];
  readonly scope: SearchScope;
  readonly text: string;
}
