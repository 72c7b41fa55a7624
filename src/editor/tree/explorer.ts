import {
  type TreeDataProvider,
  type TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  type Uri,
  type Event as VscodeEvent,
} from "vscode";
import { AbsentRoutes } from "../../core/absentRoutes.ts";
import type { ArtifactFilters } from "../../core/artifactFilters.ts";
import type { Catalog } from "../../core/catalog/catalog.ts";
import type { CatalogService } from "../../core/catalog/ports.ts";
import type { TrackerReference } from "../../core/model/artifact.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import type { PinnedProjects } from "../../core/pinnedProjects.ts";
import type { ArtifactSummary, Remembered } from "../../core/remembered.ts";
import type { PinnedRepositories } from "../../core/svn/pinnedRepositories.ts";
import { type Disposable, DisposableStore } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import type { CatalogChange } from "../catalog/catalogs.ts";
import type { AccessKeys } from "../connections/accessKeys.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import type { Log } from "../log.ts";
import type { RefreshScope } from "../targets/refreshScope.ts";
import { ArtifactUpkeep } from "./artifactUpkeep.ts";
import { Branches } from "./branches.ts";
import { Children } from "./children.ts";
import { ClosedRows } from "./closedRows.ts";
import type { Expansion } from "./expansion.ts";
import { Groups, type SavedQueryList } from "./groups.ts";
import { GroupUpkeep } from "./groupUpkeep.ts";
import { Listings } from "./listings.ts";
import { ListUpkeep } from "./listUpkeep.ts";
import type { ArtifactNode, FailedNode, MoreNode, Node } from "./nodes.ts";
import { Redraw } from "./redraw.ts";
import { Refresher } from "./refresher.ts";
import { RowMaker } from "./rowMaker.ts";
import { Rows } from "./rows.ts";
import { tooltipOf, treeItemOf, withMark } from "./treeItem.ts";

export interface ExplorerSurroundings {
  readonly registry: Pick<ConnectionRegistry, "connections" | "service" | "onDidChange" | "onDidReadArtifact">;
  readonly keys: Pick<AccessKeys, "onDidChange" | "read">;
  readonly remembered: Remembered;
  readonly pins: PinnedRepositories;
  readonly projectPins: PinnedProjects;
  readonly queries: SavedQueryList;
  readonly filters: Pick<ArtifactFilters, "get" | "onDidChange">;
  /** What is known of the names of a connection; throws for an unknown id. */
  readonly catalogs: {
    of(connectionId: string): CatalogService & Pick<Catalog, "askAgain" | "clear" | "forget">;
    readonly onDidChange: Event<CatalogChange>;
  };
  readonly view: Pick<TreeView<Node>, "visible" | "selection">;
  readonly marks: Marks;
  readonly expansion: Pick<Expansion, "isOpen" | "note">;
  readonly log: Pick<Log, "failure">;
  readonly nowMs?: () => number;
}

/** What the letters at rows and tabs stand for, in words. */
export interface Marks {
  of(document: Uri): string | undefined;
  /** Documents whose mark is another. */
  readonly onDidChange: VscodeEvent<readonly Uri[]>;
}

/**
 * The tree of connections: what needs no request first, then what the service lists.
 *
 * What is below a row is made up of branches, each a list of the service, and of rows that are known without one. A branch
 * whose row is closed gives up the page under way.
 */
export class Explorer implements TreeDataProvider<Node>, Disposable {
  readonly #around: ExplorerSurroundings;
  readonly #disposables = new DisposableStore();
  readonly #redraw = this.#disposables.add(new Redraw());
  readonly #rows = new Rows();
  readonly #make: RowMaker;
  readonly #branches: Branches;
  readonly #groups: Groups;
  readonly #children: Children;
  readonly #closedRows: ClosedRows;
  readonly #refresher: Refresher;
  readonly #artifactUpkeep: ArtifactUpkeep;
  readonly #listUpkeep: ListUpkeep;
  readonly #groupUpkeep: GroupUpkeep;

  readonly onDidChangeTreeData = this.#redraw.onDidChangeTreeData;

  constructor(around: ExplorerSurroundings) {
    const absent = new AbsentRoutes();
    const [rows, redraw] = [this.#rows, this.#redraw];
    const make = new RowMaker(rows, around);
    const listings = new Listings(
      (connectionId) => around.registry.service(connectionId),
      (connectionId) => around.catalogs.of(connectionId),
      rows,
      make,
    );
    const branches = new Branches(listings, rows, redraw, around.nowMs);
    const groups = new Groups(
      {
        ...around,
        isChosen: (...artifact) => isChosen(around.view, ...artifact),
        // A service that lists no projects tells nothing of what is assigned to anybody.
        hasAssigned: (connectionId) =>
          !absent.has(connectionId, "assigned") && branches.get(connectionId)?.isNotListed !== true,
      },
      rows,
      make,
    );
    const parts = { ...around, absent, rows, make, listings, branches, groups, redraw };
    this.#around = around;
    this.#make = make;
    this.#branches = branches;
    this.#groups = groups;
    this.#children = new Children(parts);
    this.#closedRows = new ClosedRows(branches, redraw);
    this.#refresher = new Refresher(parts);
    this.#artifactUpkeep = new ArtifactUpkeep(parts);
    this.#listUpkeep = new ListUpkeep(parts);
    this.#groupUpkeep = new GroupUpkeep(parts);
    this.#follow();
  }

  getTreeItem(node: Node): TreeItem {
    const item = treeItemOf(node);
    const isOpen = this.#around.expansion.isOpen(node.id);
    if (isOpen !== undefined && item.collapsibleState) {
      item.collapsibleState = isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
    }
    const mark = this.#markOf(node, item);
    return mark === undefined ? item : withMark(item, mark);
  }

  /** Tooltips of long lists are made when one is looked at. */
  resolveTreeItem(item: TreeItem, node: Node): TreeItem {
    const { connections } = this.#around.registry;
    item.tooltip ??= tooltipOf(
      node,
      connections.find(({ id }) => id === node.connectionId),
      this.#markOf(node, item),
    );
    return item;
  }

  getParent(node: Node): Node | undefined {
    return node.parent;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    return node ? await this.#children.of(node) : this.#children.connections();
  }

  /** Reads a row and all below it again, the names that are told there included; without a row, everything but names. */
  async refresh(node?: Node): Promise<void> {
    this.left();
    await this.#refresher.refresh(node);
  }

  /** What a row and the rows below it stand for. */
  scopeOf(node: Node): RefreshScope {
    const { connectionId, kind, parent } = node;
    if (kind === "connection") {
      return { connectionId };
    }
    const isPartOfParent = kind === "attachment" || kind === "more" || kind === "failed" || kind === "message";
    return isPartOfParent && parent ? this.scopeOf(parent) : { connectionId, only: this.#rows.idsAt(node) };
  }

  /** Reads again what could not be read; what was read before it stays. */
  async retry(node: FailedNode): Promise<void> {
    await this.#refresher.retry(node);
  }

  /** Reads the next page of the list that `node` ends, or gives up the one under way. */
  async loadMore(node: MoreNode): Promise<void> {
    await this.#refresher.loadMore(node);
  }

  /** A repository was created or deleted: lists of them that were read are read again. */
  repositoriesChanged(connectionId: string): void {
    this.#listUpkeep.repositoriesChanged(connectionId);
  }

  /** An artifact was created: it stands at the end of its tracker's list, where that was read to its end. */
  created(connectionId: string, trackerId: number, artifact: ArtifactSummary): void {
    this.#artifactUpkeep.created(connectionId, trackerId, artifact);
  }

  /** An artifact was deleted: its rows go. */
  deleted(connectionId: string, artifactId: number): void {
    this.#groups.settle(connectionId);
    this.#artifactUpkeep.deleted(connectionId, artifactId);
  }

  /** The row is closed: gives up the page under way, which nobody waits for. */
  closed(node: Node): void {
    this.#note(node, false);
    this.#closedRows.closed(node);
    this.left();
  }

  /** The row is open again. */
  opened(node: Node): void {
    this.#note(node, true);
    this.#closedRows.opened(node);
    this.left();
  }

  /** The person is somewhere else now: rows may move. */
  left(): void {
    this.#groupUpkeep.settle();
  }

  /** The row of a project, put among those that were read where its page was not; undefined without its connection. */
  async rowOfProject(connectionId: string, project: ProjectSummary): Promise<Node | undefined> {
    const connection = this.#children.connections().find(({ id }) => id === connectionId);
    if (!connection) {
      return undefined;
    }
    const projects = this.#branches.of(connection);
    await projects.rows();
    const row = this.#make.project(connection, project);
    projects.listing.include(row);
    this.#redraw.row(connection);
    return row;
  }

  /** What the tree knows of a project. */
  projectOf(connectionId: string, projectId: number): ProjectSummary | undefined {
    return this.#rows.ofKind("project", connectionId).find(({ project }) => project.id === projectId)?.project;
  }

  /** The trackers whose rows were opened. */
  openedTrackers(connectionId: string): readonly TrackerReference[] {
    return this.#rows.ofKind("allArtifacts", connectionId).map(({ tracker: { id, label }, parent }) => ({
      ...{ id, label },
      ...(parent?.parent?.kind === "project" && { projectLabel: parent.parent.project.label }),
    }));
  }

  /** The first row of the artifact, closed branches last; undefined when it has none. */
  rowOfArtifact(connectionId: string, artifactId: number): Node | undefined {
    const rows = this.#rows.ofArtifact(connectionId, artifactId);
    return rows.find((row) => !this.#closedRows.hides(row)) ?? rows[0];
  }

  /** The rows of artifacts that no closed row hides. */
  get artifactsInSight(): readonly ArtifactNode[] {
    return this.#rows.artifacts().filter((row) => !this.#closedRows.hides(row));
  }

  dispose(): void {
    this.#branches.drop(() => true);
    this.#disposables.dispose();
  }

  #note(node: Node, isOpen: boolean): void {
    const { expansion, log } = this.#around;
    expansion.note(node.id, isOpen).catch((error: unknown) => log.failure("Keeping which rows are unfolded", error));
  }

  #follow(): void {
    const { registry, catalogs, keys, remembered, pins, projectPins, queries, filters, marks, log } = this.#around;
    for (const listening of [
      registry.onDidChange(() => this.#listUpkeep.connectionsChanged()),
      catalogs.onDidChange((change) => {
        this.#listUpkeep
          .namesChanged(change)
          .catch((error: unknown) => log.failure("Showing a list that has changed on the service", error));
      }),
      registry.onDidReadArtifact(({ connectionId, artifact }) => {
        this.#artifactUpkeep
          .read(connectionId, artifact)
          .catch((error: unknown) => log.failure("Showing the attachments of an artifact that was read", error));
      }),
      keys.onDidChange(({ connectionId }) => {
        this.#keyChanged(connectionId).catch((error: unknown) =>
          log.failure("Showing what another key may see", error),
        );
      }),
      remembered.onDidChange(({ connectionId }) => this.#groupUpkeep.rememberedChanged(connectionId)),
      remembered.onDidSee(({ connectionId, summary }) => this.#artifactUpkeep.seen(connectionId, summary)),
      pins.onDidChange(({ connectionId }) => this.#groupUpkeep.rememberedChanged(connectionId)),
      projectPins.onDidChange(({ connectionId }) => this.#groupUpkeep.projectsPinned(connectionId)),
      queries.onDidChange(() => this.#groupUpkeep.queriesChanged()),
      queries.onDidCount((query) => this.#redraw.row(this.#groups.counted(query))),
      filters.onDidChange((tracker) => this.#listUpkeep.filterChanged(tracker)),
      marks.onDidChange((documents) => this.#artifactUpkeep.marked(documents)),
    ]) {
      this.#disposables.add(listening);
    }
  }

  // Another key may be another person's, who sees other things.
  async #keyChanged(connectionId: string): Promise<void> {
    const { registry, keys } = this.#around;
    const connection = registry.connections.find(({ id }) => id === connectionId);
    const row = this.#rows.get(connectionId);
    // One that has no key any more is about to go.
    if (connection && row && (await keys.read(connection)) !== undefined) {
      await this.refresh(row);
    }
  }

  #markOf({ kind }: Node, { resourceUri }: TreeItem): string | undefined {
    return kind === "artifact" && resourceUri ? this.#around.marks.of(resourceUri) : undefined;
  }
}

/** Whether a row of this artifact is chosen in the tree, where it can be seen. */
function isChosen(
  { visible, selection }: ExplorerSurroundings["view"],
  connectionId: string,
  artifactId: number,
): boolean {
  return (
    visible &&
    selection.some(
      (row) => row.kind === "artifact" && row.connectionId === connectionId && row.artifactId === artifactId,
    )
  );
}
