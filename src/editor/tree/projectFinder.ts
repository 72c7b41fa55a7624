import { ThemeIcon } from "vscode";
import type { CatalogService } from "../../core/known/ports.ts";
import { projectByNumber } from "../../core/labels/values.ts";
import type { Connection } from "../../core/model/connection.ts";
import { type Page, type ProjectSummary, pagesOf } from "../../core/model/tracker.ts";
import type { PinnedProjects } from "../../core/pins/pinned.ts";
import { projectsNotListed } from "../../core/sentences/lists.ts";
import { notRead } from "../../core/sentences/targets.ts";
import { findProjectTitle, noProjects, projectName } from "../../core/sentences/tree.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { pickFromPages } from "../dialog/pickFromPages.ts";
import { projectItem } from "../dialog/pickTracker.ts";
import { explained, HumanError } from "../dialog/present.ts";

/** Finds a project among all of a connection, which are too many to page through. */
export class ProjectFinder {
  readonly #catalogOf: (connectionId: string) => CatalogService;
  readonly #pins: PinnedProjects;

  constructor(catalogOf: (connectionId: string) => CatalogService, pins: PinnedProjects) {
    this.#catalogOf = catalogOf;
    this.#pins = pins;
  }

  /** Asks for a project, and offers favourites first. Gives undefined when the question was closed. */
  async pick({ id, label }: Connection): Promise<ProjectSummary | undefined> {
    const pins = this.#pins;
    return await this.#telling(id, projectsNotListed(label), () =>
      pickFromPages({
        title: findProjectTitle(label),
        placeHolder: projectName,
        read: async (offset, signal) => {
          const page = await this.#read(id, offset, signal);
          const others = page.items.filter((project) => !pins.has(id, project.id));
          return { ...page, items: offset === 0 ? [...pins.list(id), ...others] : others };
        },
        itemOf: (project) => ({
          ...projectItem(project),
          ...(pins.has(id, project.id) && { iconPath: new ThemeIcon("star-full") }),
        }),
      }),
    );
  }

  /** Gives the project of that id; undefined where the service does not list it. */
  async find(connectionId: string, projectId: number, signal: AbortSignal): Promise<ProjectSummary | undefined> {
    return await this.#telling(connectionId, notRead(projectByNumber(projectId)), async () => {
      for await (const { items } of pagesOf((offset) => this.#read(connectionId, offset, signal))) {
        const found = items.find(({ id }) => id === projectId);
        if (found) {
          return found;
        }
      }
      return undefined;
    });
  }

  async #read(connectionId: string, offset: number, signal: AbortSignal): Promise<Page<ProjectSummary>> {
    return await this.#catalogOf(connectionId).listProjects(offset, signal);
  }

  async #telling<T>(connectionId: string, what: string, work: () => Promise<T>): Promise<T> {
    return await explained(what, connectionId, async () => {
      try {
        return await work();
      } catch (error) {
        if (isServiceError(error) && error.kind === "notFound") {
          throw new HumanError(noProjects, { connectionId, cause: error });
        }
        throw error;
      }
    });
  }
}
