import type { AbsentRoutes } from "../../core/absentRoutes.ts";
import type { ArtifactFilters, TrackerKey } from "../../core/artifactFilters.ts";
import type { Connection } from "../../core/model/connection.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import type { CatalogChange } from "../catalog/catalogs.ts";
import type { Branch } from "./branch.ts";
import type { Branches } from "./branches.ts";
import { reportsIdOf } from "./listings.ts";
import type { AllArtifactsNode, TrackerNode } from "./nodes.ts";
import type { Redraw } from "./redraw.ts";
import { isAtOrBelow, type Rows } from "./rows.ts";

export interface ListUpkeepSurroundings {
  readonly registry: { readonly connections: readonly Connection[] };
  readonly filters: Pick<ArtifactFilters, "get">;
  readonly rows: Rows;
  readonly branches: Branches;
  readonly absent: AbsentRoutes;
  readonly redraw: Redraw;
}

/** Keeps lists that were read up with what they are lists of. */
export class ListUpkeep {
  readonly #around: ListUpkeepSurroundings;
  /** The addresses of the connections that are shown. */
  #urls: ReadonlyMap<string, string>;

  constructor(around: ListUpkeepSurroundings) {
    this.#around = around;
    this.#urls = urlsOf(around.registry.connections);
  }

  /** Connections that stay what they are keep what was read of them, and what is under way. */
  connectionsChanged(): void {
    const { registry, branches, absent, redraw } = this.#around;
    const urls = urlsOf(registry.connections);
    for (const [connectionId, url] of this.#urls) {
      if (urls.get(connectionId) !== url) {
        absent.clear(connectionId);
        branches.drop((id) => isAtOrBelow(id, connectionId));
      }
    }
    this.#urls = urls;
    redraw.all();
  }

  /** What is shown was known from before, and the service lists something else now: rows that remain stay as they are. */
  async namesChanged({ connectionId, subject }: CatalogChange): Promise<void> {
    const { branches } = this.#around;
    for (const id of this.#listsOf(connectionId, subject)) {
      const branch = branches.get(id);
      if (branch?.listing.isLoaded) {
        await this.#renew(branch);
      }
    }
  }

  filterChanged({ connectionId, trackerId }: TrackerKey): void {
    const { filters, rows, branches } = this.#around;
    const filter = filters.get({ connectionId, trackerId }) ?? null;
    for (const row of rows.ofTracker(connectionId, trackerId)) {
      if (row.filter !== undefined) {
        branches.reread(rows.row<TrackerNode | AllArtifactsNode>({ ...row, filter }));
      }
    }
  }

  /** A repository was created or deleted: lists of them that were read are read again. */
  repositoriesChanged(connectionId: string): void {
    const { rows, branches } = this.#around;
    for (const node of rows.ofKind("repositories", connectionId)) {
      branches.reread(node);
    }
  }

  async #renew(branch: Branch): Promise<void> {
    const { branches, redraw } = this.#around;
    const before = branch.listing.items.map((row) => row.id);
    const failure = await branch.listing.renew();
    if (!branches.isCurrent(branch)) {
      return;
    }
    if (failure === undefined) {
      const kept = new Set(branch.listing.items.map((row) => row.id));
      for (const gone of before.filter((each) => !kept.has(each))) {
        branches.drop((each) => isAtOrBelow(each, gone));
      }
      redraw.row(branch.owner);
    } else if (isServiceError(failure) && failure.kind === "notFound") {
      branches.dropAlone(branch.id);
      redraw.row(branch.owner);
    }
  }

  /** The ids of the branches that a part of the catalog is shown in. */
  #listsOf(connectionId: string, subject: CatalogChange["subject"]): readonly string[] {
    const { rows } = this.#around;
    switch (subject.kind) {
      case "projects":
        return subject.isMember ? [] : [connectionId];
      case "trackers":
        return rows
          .ofKind("project", connectionId)
          .flatMap(({ id, project }) => (project.id === subject.projectId ? [id] : []));
      case "reports":
        return rows
          .ofKind("tracker", connectionId)
          .flatMap((row) => (row.tracker.id === subject.trackerId ? [reportsIdOf(row)] : []));
      case "tracker":
      case "users":
        return [];
      default:
        return assertNever(subject);
    }
  }
}

function urlsOf(connections: readonly Connection[]): ReadonlyMap<string, string> {
  return new Map(connections.map(({ id, url }) => [id, url]));
}
