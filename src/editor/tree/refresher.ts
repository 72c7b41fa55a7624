import type { AbsentRoutes } from "../../core/absentRoutes.ts";
import type { Catalog } from "../../core/catalog/catalog.ts";
import type { Remembered } from "../../core/remembered.ts";
import type { PinnedRepositories } from "../../core/svn/pinnedRepositories.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import type { Log } from "../log.ts";
import type { Branches } from "./branches.ts";
import type { Groups } from "./groups.ts";
import type { FailedNode, GroupNode, MoreNode, Node } from "./nodes.ts";
import type { Redraw } from "./redraw.ts";

export interface RefresherSurroundings {
  readonly registry: Pick<ConnectionRegistry, "service">;
  readonly catalogs: { of(connectionId: string): Pick<Catalog, "askAgain" | "clear" | "forget"> };
  readonly remembered: Pick<Remembered, "pinned" | "recent">;
  readonly pins: Pick<PinnedRepositories, "list" | "seen">;
  readonly branches: Branches;
  readonly groups: Groups;
  readonly absent: AbsentRoutes;
  readonly redraw: Redraw;
  readonly log: Pick<Log, "failure">;
}

const longestGroupRefreshMs = 60_000;

/** As long as systems take two clicks for one thing. */
const doubleClickMs = 500;

/** Reads again, or further, because the person asks for it. */
export class Refresher {
  readonly #around: RefresherSurroundings;

  constructor(around: RefresherSurroundings) {
    this.#around = around;
  }

  /** Reads a row and all below it again, the names that are told there included; without a row, everything but names. */
  async refresh(node?: Node): Promise<void> {
    const { branches, absent, redraw } = this.#around;
    await this.#forgetNames(node);
    switch (node?.kind) {
      case undefined:
        absent.clear();
        branches.drop(() => true);
        redraw.all();
        break;
      case "group":
        await this.#refreshGroup(node);
        break;
      case "artifact":
        branches.dropBelow(node);
        await branches.of(node).listing.load();
        redraw.row(node);
        break;
      case "attachment":
      case "repository":
      case "more":
      case "failed":
      case "message":
        await this.refresh(node.parent);
        break;
      case "connection":
        absent.clear(node.connectionId);
        branches.reread(node);
        break;
      case "project":
      case "repositories":
      case "tracker":
      case "allArtifacts":
      case "report":
      case "query":
      case "links":
        branches.reread(node);
        break;
      default:
        assertNever(node);
    }
  }

  /** Reads again what could not be read; what was read before it stays. */
  async retry(node: FailedNode): Promise<void> {
    const { catalogs, branches, redraw } = this.#around;
    const branch = branches.get(node.branchId);
    catalogs.of(node.connectionId).askAgain();
    if (branch?.listing.isLoaded) {
      await branches.readMore(branch);
    } else {
      branches.dropAlone(node.branchId);
      redraw.row(node.parent);
    }
  }

  /** Reads the next page of the list that `node` ends, or gives up the one under way. */
  async loadMore(node: MoreNode): Promise<void> {
    const { branches, redraw } = this.#around;
    const branch = branches.get(node.branchId);
    if (branch?.listing.isReading) {
      // The second of two clicks in a row is no wish to stop.
      if (branches.readingMoreForMs(branch) > doubleClickMs) {
        branch.listing.cancel();
        redraw.row(branch.more());
      }
    } else if (branch) {
      await branches.readMore(branch);
    }
  }

  async #forgetNames(node: Node | undefined): Promise<void> {
    const { catalogs } = this.#around;
    switch (node?.kind) {
      case "connection":
        await catalogs.of(node.connectionId).clear();
        break;
      case "project":
        await catalogs.of(node.connectionId).forget({ projectId: node.project.id });
        break;
      case "tracker":
        await catalogs.of(node.connectionId).forget({ trackerId: node.tracker.id });
        break;
      default:
    }
  }

  async #refreshGroup(node: GroupNode): Promise<void> {
    const { branches, groups } = this.#around;
    if (node.group === "pinned" || node.group === "recent") {
      await this.#readRemembered(node.connectionId, node.group);
    }
    branches.reread(node);
    if (node.group === "queries") {
      await groups.recount(node.connectionId);
    }
  }

  // What is remembered needs no request to be shown, so reading it again takes one for each artifact.
  async #readRemembered(connectionId: string, group: "pinned" | "recent"): Promise<void> {
    const { log, registry, pins, remembered } = this.#around;
    const service = await registry.service(connectionId);
    const signal = AbortSignal.timeout(longestGroupRefreshMs);
    const artifacts = group === "pinned" ? remembered.pinned(connectionId) : remembered.recent(connectionId);
    const readings = artifacts.map(({ id }) => service.readArtifact(id, signal));
    const repositories = (group === "pinned" ? pins.list(connectionId) : []).map(async ({ id }) =>
      pins.seen(connectionId, await service.readRepository(id, signal)),
    );
    for (const outcome of await Promise.allSettled([...readings, ...repositories])) {
      if (outcome.status === "rejected") {
        // The row keeps what was known: one that is gone must not keep the others from being read.
        log.failure("Reading what is pinned or recent again", outcome.reason);
      }
    }
  }
}
