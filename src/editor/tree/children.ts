import type { AbsentRoutes } from "../../core/absentRoutes.ts";
import type { KeptFilter } from "../../core/artifactFilter.ts";
import type { ArtifactFilters } from "../../core/artifactFilters.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { PinnedProjects } from "../../core/pinnedProjects.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import type { Branch } from "./branch.ts";
import type { Branches } from "./branches.ts";
import type { Groups } from "./groups.ts";
import type {
  AllArtifactsNode,
  ArtifactNode,
  ConnectionNode,
  GroupNode,
  MessageNode,
  Node,
  ProjectNode,
  RepositoriesNode,
  TrackerNode,
} from "./nodes.ts";
import type { Redraw } from "./redraw.ts";
import type { RowMaker } from "./rowMaker.ts";
import { childOf, type Rows } from "./rows.ts";
import { hasRepositories } from "./treeItem.ts";

export interface ChildrenSurroundings {
  readonly registry: { readonly connections: readonly Connection[] };
  readonly projectPins: Pick<PinnedProjects, "list">;
  readonly filters: Pick<ArtifactFilters, "get">;
  readonly rows: Rows;
  readonly make: RowMaker;
  readonly branches: Branches;
  readonly groups: Groups;
  readonly absent: AbsentRoutes;
  readonly redraw: Redraw;
}

/** What stands below each kind of row: branches, and rows that are known without asking the service. */
export class Children {
  readonly #around: ChildrenSurroundings;
  /** The connections whose projects were shown: what is read again stays in view, and unfolded, until it has arrived. */
  readonly #listed = new Set<string>();

  constructor(around: ChildrenSurroundings) {
    this.#around = around;
  }

  async of(node: Node): Promise<Node[]> {
    switch (node.kind) {
      case "connection":
        return await this.#ofConnection(node);
      case "group":
        return await this.#ofGroup(node);
      case "project":
        return await this.#ofProject(node);
      case "tracker":
        return await this.#ofTracker(node);
      case "artifact":
        return await this.#ofArtifact(node);
      case "allArtifacts":
      case "report":
      case "query":
      case "links":
      case "repositories":
        return await listed(this.#around.branches.of(node));
      case "attachment":
      case "repository":
      case "more":
      case "failed":
      case "message":
        return [];
      default:
        return assertNever(node);
    }
  }

  connections(): ConnectionNode[] {
    const { registry, rows } = this.#around;
    return registry.connections.map((connection) =>
      rows.row<ConnectionNode>({
        ...{ kind: "connection", id: connection.id, connectionId: connection.id },
        connection,
      }),
    );
  }

  async #ofConnection(node: ConnectionNode): Promise<Node[]> {
    const { projectPins, rows, make, branches, groups, redraw } = this.#around;
    const projects = branches.of(node);
    const shownGroups = groups.of(node);
    const favourites = projectPins.list(node.connectionId).map((project) => make.project(node, project));
    const hasContent =
      !this.#listed.has(node.id) && (favourites.length > 0 || shownGroups.some(({ group }) => group !== "assigned"));
    if (hasContent && projects.isUnread) {
      void projects.listing.load().then(() => redraw.row(node));
    }
    if (hasContent && !projects.listing.isLoaded && projects.listing.isReading) {
      // What needs no request does not wait for one.
      const state = { kind: "message", ...childOf(node, "state"), parent: node } as const;
      const text = "Loading projects…";
      return [
        ...shownGroups,
        ...favourites,
        rows.row<MessageNode>({ ...state, text, whole: text, isReading: true, isWayToOpen: false }),
      ];
    }
    const favouriteRows = new Set<Node>(favourites);
    const others = (await projects.rows()).filter((row) => !favouriteRows.has(row));
    this.#listed.add(node.id);
    // The groups may be others, now that it is known whether the service lists projects.
    return [...groups.of(node), ...favourites, ...others, ...endOf(projects)];
  }

  async #ofGroup(node: GroupNode): Promise<Node[]> {
    const { branches, groups, absent, redraw } = this.#around;
    if (node.group === "queries") {
      void groups.count(node.connectionId);
    }
    if (node.group !== "assigned") {
      return [...groups.rowsOf(node)];
    }
    const assigned = branches.of(node);
    const rows = await listed(assigned);
    if (assigned.isNotListed) {
      absent.add(node.connectionId, "assigned");
      redraw.row(node.parent);
      return [];
    }
    return rows;
  }

  async #ofProject(node: ProjectNode): Promise<Node[]> {
    const { rows, branches } = this.#around;
    const trackers = branches.of(node);
    // Of a project without trackers there is nothing to say about them.
    const below = node.project.hasTrackers === false ? await trackers.rows() : await listed(trackers);
    if (!hasRepositories(node)) {
      return [...below];
    }
    const repositories = { kind: "repositories", ...childOf(node, "svn"), project: node.project } as const;
    return [...below, rows.row<RepositoriesNode>(repositories)];
  }

  async #ofTracker(node: TrackerNode): Promise<Node[]> {
    const { rows, branches, absent } = this.#around;
    if (absent.has(node.connectionId, "reports")) {
      return await listed(branches.of(this.#withFilter(node)));
    }
    const reports = branches.reportsOf(node);
    const reportRows = await reports.rows();
    if (reports.isUnread) {
      return [];
    }
    if (!reports.isNotListed && (reportRows.length > 0 || !reports.listing.isLoaded)) {
      const all = { kind: "allArtifacts", ...childOf(node, "all"), tracker: node.tracker } as const;
      const filter = this.#filterOf(node);
      return [
        rows.row<AllArtifactsNode>({ ...all, filter }),
        ...reportRows.toSorted(byDefaultFirst),
        ...endOf(reports),
      ];
    }
    const artifacts = branches.of(this.#withFilter(node));
    const below = await listed(artifacts);
    if (reports.isNotListed && artifacts.listing.isLoaded) {
      // It knows the tracker, so what it does not have is the route.
      absent.add(node.connectionId, "reports");
    }
    return below;
  }

  async #ofArtifact(node: ArtifactNode): Promise<Node[]> {
    const { rows, branches, absent } = this.#around;
    const attachments = branches.of(node);
    const links = absent.has(node.connectionId, "links") ? undefined : branches.linksOf(node);
    const [attached, linked] = await Promise.all([attachments.rows(), links?.rows() ?? []]);
    if (!attachments.listing.isLoaded) {
      return endOf(attachments);
    }
    if (links?.isNotListed) {
      // The artifact is there, so what the service does not have is the route.
      absent.add(node.connectionId, "links");
    }
    const below = [...attached, ...endOf(attachments), ...linked, ...(links?.isNotListed ? [] : endOf(links))];
    if (below.length > 0 || links?.isUnread) {
      return below;
    }
    const text = links && !links.isNotListed ? "No attachments or links" : "No attachments";
    return [rows.row<MessageNode>({ kind: "message", ...childOf(node, "state"), parent: node, text })];
  }

  #filterOf({ connectionId, tracker }: TrackerNode): KeptFilter | null {
    return this.#around.filters.get({ connectionId, trackerId: tracker.id }) ?? null;
  }

  // A tracker whose artifacts stand right below it is the row that tells of the filter.
  #withFilter(node: TrackerNode): TrackerNode {
    const { rows, redraw } = this.#around;
    const isNew = node.filter === undefined;
    const row = rows.row<TrackerNode>({ ...node, filter: this.#filterOf(node) });
    if (isNew && row.filter) {
      redraw.row(row);
    }
    return row;
  }
}

async function listed(branch: Branch): Promise<Node[]> {
  const rows = await branch.rows();
  return [...rows, ...endOf(branch)];
}

function endOf(branch: Branch | undefined): Node[] {
  const end = branch?.end();
  return end ? [end] : [];
}

function byDefaultFirst(a: Node, b: Node): number {
  const isDefault = (node: Node) => node.kind === "report" && node.report.isDefault;
  return Number(isDefault(b)) - Number(isDefault(a));
}
