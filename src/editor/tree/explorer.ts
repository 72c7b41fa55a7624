import {
  EventEmitter,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  type Uri,
  type Event as VscodeEvent,
} from "vscode";
import { AbsentRoutes } from "../../core/absentRoutes.ts";
import type { KeptFilter } from "../../core/artifactFilter.ts";
import type { ArtifactFilters, TrackerKey } from "../../core/artifactFilters.ts";
import type { Catalog } from "../../core/catalog/catalog.ts";
import type { CatalogService } from "../../core/catalog/ports.ts";
import type { Artifact, TrackerReference } from "../../core/model/artifact.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import type { PinnedProjects } from "../../core/pinnedProjects.ts";
import type { ArtifactSummary, Remembered } from "../../core/remembered.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { PinnedRepositories } from "../../core/svn/pinnedRepositories.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import { type Disposable, DisposableStore } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import type { CatalogChange } from "../catalog/catalogs.ts";
import type { AccessKeys } from "../connections/accessKeys.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import type { Log } from "../log.ts";
import type { RefreshScope } from "../refreshScope.ts";
import { resourceOf } from "../resourceUri.ts";
import type { Branch } from "./branch.ts";
import { Groups, type SavedQueryList } from "./groups.ts";
import { Listings } from "./listings.ts";
import type {
  AllArtifactsNode,
  ArtifactNode,
  ConnectionNode,
  FailedNode,
  GroupNode,
  MessageNode,
  MoreNode,
  Node,
  ProjectNode,
  RepositoriesNode,
  TrackerNode,
} from "./nodes.ts";
import { RowMaker } from "./rowMaker.ts";
import { childOf, isAtOrBelow, Rows } from "./rows.ts";
import { hasRepositories, tooltipOf, treeItemOf, withMark } from "./treeItem.ts";

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
  readonly #changed = this.#disposables.add(new EventEmitter<Node | undefined>());
  readonly #branches = new Map<string, Branch>();
  readonly #rows = new Rows();
  readonly #closed = new Set<string>();
  readonly #absent = new AbsentRoutes();
  readonly #make: RowMaker;
  readonly #listings: Listings;
  readonly #groups: Groups;
  /** The addresses of the connections that are shown. */
  #urls: ReadonlyMap<string, string>;
  /** When the page of a list that is read last was asked for. */
  readonly #askedAt = new WeakMap<Branch, number>();
  /** The groups that each connection was last shown with. */
  readonly #shownGroups = new Map<string, string>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(around: ExplorerSurroundings) {
    this.#around = around;
    const { registry, catalogs, keys, remembered, pins, projectPins, queries, filters, view } = around;
    this.#urls = urlsOf(registry.connections);
    this.#make = new RowMaker(this.#rows, around);
    this.#listings = new Listings(
      (connectionId) => registry.service(connectionId),
      (connectionId) => catalogs.of(connectionId),
      this.#rows,
      this.#make,
    );
    const isChosen = (connectionId: string, artifactId: number) =>
      view.visible &&
      view.selection.some(
        (row) => row.kind === "artifact" && row.connectionId === connectionId && row.artifactId === artifactId,
      );
    this.#groups = new Groups({ remembered, pins, queries, isChosen }, this.#rows, this.#make);
    for (const listening of [
      registry.onDidChange(() => this.#connectionsChanged()),
      catalogs.onDidChange((change) => {
        this.#namesChanged(change).catch((error: unknown) =>
          around.log.failure("Showing a list that has changed on the service", error),
        );
      }),
      registry.onDidReadArtifact(({ connectionId, artifact }) => {
        this.#artifactRead(connectionId, artifact).catch((error: unknown) =>
          around.log.failure("Showing the attachments of an artifact that was read", error),
        );
      }),
      keys.onDidChange(({ connectionId }) => {
        this.#keyChanged(connectionId).catch((error: unknown) =>
          around.log.failure("Showing what another key may see", error),
        );
      }),
      remembered.onDidChange(({ connectionId }) => this.#rememberedChanged(connectionId)),
      remembered.onDidSee(({ connectionId, summary }) => this.#seen(connectionId, summary)),
      pins.onDidChange(({ connectionId }) => this.#rememberedChanged(connectionId)),
      projectPins.onDidChange(({ connectionId }) => this.#projectsPinned(connectionId)),
      queries.onDidChange(() => this.#queriesChanged()),
      filters.onDidChange((tracker) => this.#filterChanged(tracker)),
      around.marks.onDidChange((documents) => this.#marksChanged(documents)),
      queries.onDidCount((query) => this.#fire(this.#groups.counted(query))),
    ]) {
      this.#disposables.add(listening);
    }
  }

  getTreeItem(node: Node): TreeItem {
    const item = treeItemOf(node);
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
    switch (node?.kind) {
      case undefined:
        return this.#around.registry.connections.map((connection) =>
          this.#rows.row<ConnectionNode>({
            kind: "connection",
            id: connection.id,
            connectionId: connection.id,
            connection,
          }),
        );
      case "connection":
        return await this.#connectionChildren(node);
      case "group":
        return await this.#groupChildren(node);
      case "project":
        return await this.#projectChildren(node);
      case "tracker":
        return await this.#trackerChildren(node);
      case "artifact":
        return await this.#artifactChildren(node);
      case "allArtifacts":
      case "report":
      case "query":
      case "links":
      case "repositories":
        return await this.#listed(this.#branchOf(node));
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

  /** Reads a row and all below it again, the names that are told there included; without a row, everything but names. */
  async refresh(node?: Node): Promise<void> {
    this.#settle();
    await this.#forgetNames(node);
    switch (node?.kind) {
      case undefined:
        this.#refreshAll();
        break;
      case "group":
        await this.#refreshGroup(node);
        break;
      case "artifact":
        this.#dropBelow(node);
        await this.#branchOf(node).listing.load();
        this.#fire(node);
        break;
      case "attachment":
      case "repository":
      case "more":
      case "failed":
      case "message":
        await this.refresh(node.parent);
        break;
      case "connection":
        this.#absent.clear(node.connectionId);
        this.#dropBelow(node);
        this.#fire(node);
        break;
      case "project":
      case "repositories":
      case "tracker":
      case "allArtifacts":
      case "report":
      case "query":
      case "links":
        this.#dropBelow(node);
        this.#fire(node);
        break;
      default:
        assertNever(node);
    }
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

  /** A repository was created or deleted: lists of them that were read are read again. */
  repositoriesChanged(connectionId: string): void {
    for (const node of this.#rows.ofKind("repositories", connectionId)) {
      this.#dropBelow(node);
      this.#fire(node);
    }
  }

  /** The row of a project, put among those that were read where its page was not; undefined without its connection. */
  async rowOfProject(connectionId: string, project: ProjectSummary): Promise<Node | undefined> {
    const connection = (await this.getChildren()).find((row) => row.connectionId === connectionId);
    if (connection?.kind !== "connection") {
      return undefined;
    }
    const projects = this.#branchOf(connection);
    await projects.rows();
    const row = this.#make.project(connection, project);
    projects.listing.include(row);
    this.#fire(connection);
    return row;
  }

  /** What the tree knows of a project. */
  projectOf(connectionId: string, projectId: number): ProjectSummary | undefined {
    return this.#rows.ofKind("project", connectionId).find(({ project }) => project.id === projectId)?.project;
  }

  /** Reads again what could not be read; what was read before it stays. */
  async retry(node: FailedNode): Promise<void> {
    const branch = this.#branches.get(node.branchId);
    this.#around.catalogs.of(node.connectionId).askAgain();
    if (branch?.listing.isLoaded) {
      await this.#readMore(branch);
    } else {
      this.#dropBranch(node.branchId);
      this.#fire(node.parent);
    }
  }

  /** Reads the next page of the list that `node` ends, or gives up the one under way. */
  async loadMore(node: MoreNode): Promise<void> {
    const branch = this.#branches.get(node.branchId);
    if (branch?.listing.isReading) {
      // The second of two clicks in a row is no wish to stop.
      if (this.#nowMs() - (this.#askedAt.get(branch) ?? 0) > doubleClickMs) {
        branch.listing.cancel();
        this.#fire(branch.more());
      }
    } else if (branch) {
      await this.#readMore(branch);
    }
  }

  /** An artifact was created: it stands at the end of its tracker's list, where that was read to its end. */
  created(connectionId: string, trackerId: number, artifact: ArtifactSummary): void {
    const lists = [
      ...this.#rows.ofKind("tracker", connectionId),
      ...this.#rows.ofKind("allArtifacts", connectionId),
    ].filter(({ tracker }) => tracker.id === trackerId);
    for (const node of lists) {
      const branch = this.#branches.get(node.id);
      if (branch && node.filter) {
        // Whether and where it belongs there is for the service to say.
        this.#dropBelow(node);
        this.#fire(node);
      } else if (branch?.listing.isLoaded && !branch.listing.hasMore) {
        branch.listing.add(this.#make.artifact(node, artifact));
        this.#fire(node);
      }
    }
  }

  /** An artifact was deleted: its rows go. */
  deleted(connectionId: string, artifactId: number): void {
    this.#groups.settle(connectionId);
    for (const { id, parent } of this.#rows.ofArtifact(connectionId, artifactId)) {
      this.#drop((each) => isAtOrBelow(each, id));
      if (parent) {
        this.#branches.get(parent.id)?.listing.remove(id);
        this.#fire(parent);
      }
    }
  }

  /** The row is closed: gives up the page under way, which nobody waits for. */
  closed(node: Node): void {
    this.#closed.add(node.id);
    for (const branch of this.#branchesOf(node)) {
      if (branch.listing.isReading) {
        branch.listing.cancel();
      }
    }
    this.#settle();
  }

  /** The row is open again. VS Code keeps what it showed below: after a list that was given up that would be nothing. */
  opened(node: Node): void {
    this.#closed.delete(node.id);
    if (this.#branchesOf(node).some(({ isUnread }) => isUnread)) {
      this.#fire(node);
    }
    this.#settle();
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
    return rows.find((row) => !this.#isHidden(row)) ?? rows[0];
  }

  /** The rows of artifacts that no closed row hides. */
  get artifactsInSight(): readonly ArtifactNode[] {
    return this.#rows.artifacts().filter((row) => !this.#isHidden(row));
  }

  /** The person is somewhere else now: rows may move. */
  left(): void {
    this.#settle();
  }

  dispose(): void {
    this.#drop(() => true);
    this.#disposables.dispose();
  }

  #isHidden({ parent }: Node): boolean {
    return parent !== undefined && (this.#closed.has(parent.id) || this.#isHidden(parent));
  }

  async #connectionChildren(node: ConnectionNode): Promise<Node[]> {
    const projects = this.#branchOf(node);
    const groups = this.#groupsOf(node);
    const favourites = this.#around.projectPins
      .list(node.connectionId)
      .map((project) => this.#make.project(node, project));
    const hasContent = favourites.length > 0 || groups.some(({ group }) => group !== "assigned");
    if (hasContent && projects.isUnread) {
      void projects.listing.load().then(() => this.#fire(node));
    }
    if (hasContent && !projects.listing.isLoaded && projects.listing.isReading) {
      // What needs no request does not wait for one.
      const state = { kind: "message", ...childOf(node, "state"), parent: node } as const;
      const text = "Loading projects…";
      return [
        ...groups,
        ...favourites,
        this.#rows.row<MessageNode>({ ...state, text, whole: text, isReading: true, isWayToOpen: false }),
      ];
    }
    const favouriteRows = new Set<Node>(favourites);
    const others = (await projects.rows()).filter((row) => !favouriteRows.has(row));
    // A service that lists no projects tells nothing of what is assigned to anybody.
    return [...this.#groupsOf(node), ...favourites, ...others, ...endOf(projects)];
  }

  #groupsOf(node: ConnectionNode): readonly GroupNode[] {
    const hasAssigned =
      !this.#absent.has(node.connectionId, "assigned") && this.#branches.get(node.id)?.isNotListed !== true;
    const groups = this.#groups.of(node, hasAssigned);
    this.#shownGroups.set(node.connectionId, groups.map(({ group }) => group).join());
    return groups;
  }

  async #groupChildren(node: GroupNode): Promise<Node[]> {
    if (node.group === "queries") {
      void this.#groups.count(node.connectionId);
    }
    if (node.group !== "assigned") {
      return [...this.#groups.rowsOf(node)];
    }
    const branch = this.#branchOf(node);
    const rows = await this.#listed(branch);
    if (branch.isNotListed) {
      this.#absent.add(node.connectionId, "assigned");
      this.#fire(node.parent);
      return [];
    }
    return rows;
  }

  async #projectChildren(node: ProjectNode): Promise<Node[]> {
    const trackers = this.#branchOf(node);
    // Of a project without trackers there is nothing to say about them.
    const listed = node.project.hasTrackers === false ? await trackers.rows() : await this.#listed(trackers);
    if (!hasRepositories(node)) {
      return [...listed];
    }
    const repositories = { kind: "repositories", ...childOf(node, "svn"), project: node.project } as const;
    return [...listed, this.#rows.row<RepositoriesNode>(repositories)];
  }

  async #trackerChildren(node: TrackerNode): Promise<Node[]> {
    if (this.#absent.has(node.connectionId, "reports")) {
      return await this.#listed(this.#branchOf(this.#withFilter(node)));
    }
    const reports = this.#branch(reportsId(node), () => this.#listings.reports(node, reportsId(node)));
    const rows = await reports.rows();
    if (reports.isUnread) {
      return [];
    }
    if (!reports.isNotListed && (rows.length > 0 || !reports.listing.isLoaded)) {
      const all = { kind: "allArtifacts", ...childOf(node, "all"), tracker: node.tracker } as const;
      const filter = this.#filterOf(node);
      return [
        this.#rows.row<AllArtifactsNode>({ ...all, filter }),
        ...rows.toSorted(byDefaultFirst),
        ...endOf(reports),
      ];
    }
    const artifacts = this.#branchOf(this.#withFilter(node));
    const listed = await this.#listed(artifacts);
    if (reports.isNotListed && artifacts.listing.isLoaded) {
      // It knows the tracker, so what it does not have is the route.
      this.#absent.add(node.connectionId, "reports");
    }
    return listed;
  }

  #markOf({ kind }: Node, { resourceUri }: TreeItem): string | undefined {
    return kind === "artifact" && resourceUri ? this.#around.marks.of(resourceUri) : undefined;
  }

  #marksChanged(documents: readonly Uri[]): void {
    const rows = documents.flatMap((uri) => {
      const { connectionId = "", resource } = resourceOf(uri) ?? {};
      return resource?.kind === "artifact" ? this.#rows.ofArtifact(connectionId, resource.artifactId) : [];
    });
    for (const row of new Set(rows)) {
      this.#fire(row);
    }
  }

  #filterOf({ connectionId, tracker }: TrackerNode | AllArtifactsNode): KeptFilter | null {
    return this.#around.filters.get({ connectionId, trackerId: tracker.id }) ?? null;
  }

  // A tracker whose artifacts stand right below it is the row that tells of the filter.
  #withFilter(node: TrackerNode): TrackerNode {
    const isNew = node.filter === undefined;
    const row = this.#rows.row<TrackerNode>({ ...node, filter: this.#filterOf(node) });
    if (isNew && row.filter) {
      this.#fire(row);
    }
    return row;
  }

  #filterChanged({ connectionId, trackerId }: TrackerKey): void {
    const rows = [
      ...this.#rows.ofKind("tracker", connectionId).filter(({ filter }) => filter !== undefined),
      ...this.#rows.ofKind("allArtifacts", connectionId),
    ];
    for (const row of rows.filter(({ tracker }) => tracker.id === trackerId)) {
      this.#dropBelow(row);
      this.#fire(this.#rows.row<TrackerNode | AllArtifactsNode>({ ...row, filter: this.#filterOf(row) }));
    }
  }

  async #artifactChildren(node: ArtifactNode): Promise<Node[]> {
    const attachments = this.#branchOf(node);
    const links = this.#absent.has(node.connectionId, "links")
      ? undefined
      : this.#branch(linksId(node), () => this.#listings.links(node, linksId(node)));
    const [attached, linked] = await Promise.all([attachments.rows(), links?.rows() ?? []]);
    if (!attachments.listing.isLoaded) {
      return endOf(attachments);
    }
    if (links?.isNotListed) {
      // The artifact is there, so what the service does not have is the route.
      this.#absent.add(node.connectionId, "links");
    }
    const rows = [...attached, ...endOf(attachments), ...linked, ...(links?.isNotListed ? [] : endOf(links))];
    if (rows.length > 0 || links?.isUnread) {
      return rows;
    }
    const text = links && !links.isNotListed ? "No attachments or links" : "No attachments";
    return [this.#rows.row<MessageNode>({ kind: "message", ...childOf(node, "state"), parent: node, text })];
  }

  async #listed(branch: Branch): Promise<Node[]> {
    const rows = await branch.rows();
    return [...rows, ...endOf(branch)];
  }

  #branchOf(node: BranchNode): Branch {
    return this.#branch(node.id, () => this.#createBranch(node));
  }

  #branch(id: string, create: () => Branch): Branch {
    const branch = this.#branches.get(id) ?? create();
    this.#branches.set(id, branch);
    return branch;
  }

  #createBranch(node: BranchNode): Branch {
    switch (node.kind) {
      case "connection":
        return this.#listings.projects(node);
      case "group":
        return this.#listings.assigned(node);
      case "query":
        return this.#listings.query(node);
      case "project":
        return this.#listings.trackers(node);
      case "tracker":
      case "allArtifacts":
        return this.#listings.artifacts(node);
      case "report":
        return this.#listings.reportArtifacts(node);
      case "artifact":
        return this.#listings.attachments(node);
      case "links":
        return this.#listings.linkedArtifacts(node);
      case "repositories":
        return this.#listings.repositories(node);
      default:
        return assertNever(node);
    }
  }

  #branchesOf(node: Node): readonly Branch[] {
    return [...this.#branches.values()].filter(({ owner }) => owner.id === node.id);
  }

  async #readMore(branch: Branch): Promise<void> {
    const shown = branch.listing.items.length;
    this.#askedAt.set(branch, this.#nowMs());
    const reading = branch.listing.loadMore();
    const isFailed = branch.listing.failure !== undefined;
    // A row that ends a list is drawn again alone; where another takes its place, the list is.
    this.#fire(isFailed ? branch.owner : branch.more());
    await reading;
    if (this.#branches.get(branch.id) === branch) {
      const isSame = branch.listing.items.length === shown && branch.listing.failure === undefined;
      this.#fire(isSame && branch.listing.hasMore ? branch.more() : branch.owner);
    }
  }

  // An artifact that was read, for whatever reason, shows its attachments without another request.
  async #artifactRead(connectionId: string, artifact: Artifact): Promise<void> {
    for (const node of this.#rows.ofArtifact(connectionId, artifact.id)) {
      const known = this.#branches.get(node.id);
      if (known && !known.listing.isReading) {
        const branch = this.#listings.attachmentsOf(node, artifact);
        await branch.listing.load();
        if (this.#branches.get(node.id) === known) {
          this.#branches.set(node.id, branch);
          this.#fire(node);
        }
      }
    }
  }

  // What is shown was known from before, and the service lists something else now: rows that remain stay as they are.
  async #namesChanged({ connectionId, subject }: CatalogChange): Promise<void> {
    for (const id of this.#listsOf(connectionId, subject)) {
      const branch = this.#branches.get(id);
      if (!branch?.listing.isLoaded) {
        continue;
      }
      const before = branch.listing.items.map((row) => row.id);
      const failure = await branch.listing.renew();
      if (this.#branches.get(id) !== branch) {
        continue;
      }
      if (failure === undefined) {
        const kept = new Set(branch.listing.items.map((row) => row.id));
        for (const gone of before.filter((each) => !kept.has(each))) {
          this.#drop((each) => isAtOrBelow(each, gone));
        }
        this.#fire(branch.owner);
      } else if (isServiceError(failure) && failure.kind === "notFound") {
        this.#dropBranch(id);
        this.#fire(branch.owner);
      }
    }
  }

  /** The ids of the branches that a part of the catalog is shown in. */
  #listsOf(connectionId: string, subject: CatalogChange["subject"]): readonly string[] {
    switch (subject.kind) {
      case "projects":
        return subject.isMember ? [] : [connectionId];
      case "trackers":
        return this.#rows
          .ofKind("project", connectionId)
          .flatMap(({ id, project }) => (project.id === subject.projectId ? [id] : []));
      case "reports":
        return this.#rows
          .ofKind("tracker", connectionId)
          .flatMap((row) => (row.tracker.id === subject.trackerId ? [reportsId(row)] : []));
      case "tracker":
      case "users":
        return [];
      default:
        return assertNever(subject);
    }
  }

  async #forgetNames(node: Node | undefined): Promise<void> {
    switch (node?.kind) {
      case "connection":
        await this.#around.catalogs.of(node.connectionId).clear();
        break;
      case "project":
        await this.#around.catalogs.of(node.connectionId).forget({ projectId: node.project.id });
        break;
      case "tracker":
        await this.#around.catalogs.of(node.connectionId).forget({ trackerId: node.tracker.id });
        break;
      default:
    }
  }

  #seen(connectionId: string, summary: ArtifactSummary): void {
    for (const node of this.#rows.ofArtifact(connectionId, summary.id)) {
      if (JSON.stringify(node.summary) !== JSON.stringify(summary)) {
        this.#fire(this.#rows.row<ArtifactNode>({ ...node, summary }));
      }
    }
  }

  // What is remembered needs no request to be shown, so reading it again takes one for each artifact.
  async #refreshGroup(node: GroupNode): Promise<void> {
    if (node.group === "assigned") {
      this.#dropBelow(node);
      this.#fire(node);
      return;
    }
    if (node.group === "queries") {
      this.#dropBelow(node);
      this.#fire(node);
      await this.#groups.recount(node.connectionId);
      return;
    }
    const { log, registry, pins, remembered } = this.#around;
    const { group, connectionId } = node;
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
    this.#dropBelow(node);
    this.#fire(node);
  }

  #refreshAll(): void {
    this.#absent.clear();
    this.#drop(() => true);
    this.#changed.fire(undefined);
  }

  // Connections that stay what they are keep what was read of them, and what is under way.
  #connectionsChanged(): void {
    const urls = urlsOf(this.#around.registry.connections);
    for (const [connectionId, url] of this.#urls) {
      if (urls.get(connectionId) !== url) {
        this.#absent.clear(connectionId);
        this.#drop((id) => isAtOrBelow(id, connectionId));
      }
    }
    this.#urls = urls;
    this.#changed.fire(undefined);
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

  #rememberedChanged(connectionId: string): void {
    this.#groups.rememberedChanged(connectionId);
    this.#updatePins(connectionId);
    this.#fireGroups(connectionId);
  }

  #updatePins(connectionId: string): void {
    const { remembered, pins } = this.#around;
    const pinned = new Set(remembered.pinned(connectionId).map(({ id }) => id));
    for (const row of this.#rows.ofKind("artifact", connectionId)) {
      if (row.isPinned !== pinned.has(row.artifactId)) {
        this.#fire(this.#rows.row<ArtifactNode>({ ...row, isPinned: pinned.has(row.artifactId) }));
      }
    }
    for (const row of this.#rows.ofKind("repository", connectionId)) {
      const isPinned = pins.has(connectionId, row.repositoryId);
      if (row.isPinned !== isPinned) {
        this.#fire(this.#rows.row({ ...row, isPinned }));
      }
    }
  }

  #projectsPinned(connectionId: string): void {
    for (const row of this.#rows.ofKind("project", connectionId)) {
      this.#rows.row<ProjectNode>({ ...row, isPinned: this.#around.projectPins.has(connectionId, row.project.id) });
    }
    this.#fire(this.#rows.get(connectionId));
  }

  #queriesChanged(): void {
    for (const { id } of this.#around.registry.connections) {
      this.#drop((each) => each.startsWith(`${id}/queries/`));
      this.#fireGroups(id);
    }
  }

  #settle(): void {
    for (const { id } of this.#around.registry.connections) {
      if (this.#groups.settle(id)) {
        this.#fireGroups(id);
      }
    }
  }

  /** Draws the groups of a connection again, and the connection only where there are others than before. */
  #fireGroups(connectionId: string): void {
    const node = this.#rows.get(connectionId);
    const before = this.#shownGroups.get(connectionId);
    if (node?.kind !== "connection" || before === undefined) {
      return;
    }
    const groups = this.#groupsOf(node);
    if (groups.map(({ group }) => group).join() !== before) {
      this.#fire(node);
      return;
    }
    for (const group of groups) {
      if (this.#groups.isStale(group)) {
        this.#fire(group);
      }
    }
  }

  #drop(isDropped: (id: string) => boolean): void {
    for (const [id, branch] of this.#branches) {
      if (isDropped(id)) {
        branch.listing.cancel();
        this.#branches.delete(id);
      }
    }
    this.#rows.drop(isDropped);
  }

  #dropBelow(node: Node): void {
    this.#drop((id) => id.startsWith(`${node.id}/`));
    this.#dropBranch(node.id);
  }

  #dropBranch(id: string): void {
    this.#branches.get(id)?.listing.cancel();
    this.#branches.delete(id);
  }

  #nowMs(): number {
    return this.#around.nowMs?.() ?? performance.now();
  }

  #fire(node: Node | undefined): void {
    if (node) {
      this.#changed.fire(node);
    }
  }
}

type BranchNode = Exclude<Node, { readonly kind: "attachment" | "repository" | "more" | "failed" | "message" }>;

function urlsOf(connections: readonly Connection[]): ReadonlyMap<string, string> {
  return new Map(connections.map(({ id, url }) => [id, url]));
}

function endOf(branch: Branch | undefined): Node[] {
  const end = branch?.end();
  return end ? [end] : [];
}

function reportsId({ id }: TrackerNode): string {
  return `${id}/reports`;
}

function linksId({ id }: ArtifactNode): string {
  return `${id}/links`;
}

function byDefaultFirst(a: Node, b: Node): number {
  const isDefault = (node: Node) => node.kind === "report" && node.report.isDefault;
  return Number(isDefault(b)) - Number(isDefault(a));
}

/** As long as systems take two clicks for one thing. */
const doubleClickMs = 500;

const longestGroupRefreshMs = 60_000;
