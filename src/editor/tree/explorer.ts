import { EventEmitter, type TreeDataProvider, type TreeItem, window } from "vscode";
import { explorerViewId } from "../../contributions.ts";
import { Listing } from "../../core/listing.ts";
import type { Artifact, Attachment } from "../../core/model/artifact.ts";
import type { Page } from "../../core/model/tracker.ts";
import { type ArtifactSummary, type Remembered, summaryOf } from "../../core/remembered.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { KnownRepository, PinnedRepositories } from "../../core/svn/pinnedRepositories.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import { type Disposable, DisposableStore } from "../../core/util/disposable.ts";
import type { AccessKeys } from "../connections/accessKeys.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import type { Log } from "../log.ts";
import type {
  ArtifactNode,
  AttachmentNode,
  ConnectionNode,
  FailedNode,
  GroupNode,
  MessageNode,
  MoreNode,
  Node,
  ProjectNode,
  RepositoriesNode,
  RepositoryNode,
  TrackerNode,
} from "./nodes.ts";
import { hasRepositories, treeItemOf } from "./treeItem.ts";

export interface ExplorerSurroundings {
  readonly registry: Pick<ConnectionRegistry, "connections" | "service" | "onDidChange" | "onDidReadArtifact">;
  readonly keys: Pick<AccessKeys, "onDidChange">;
  readonly remembered: Remembered;
  readonly pins: PinnedRepositories;
  readonly log: Pick<Log, "failure">;
}

/**
 * The tree of connections: pinned and recent artifacts, which need no request, and what the service lists.
 *
 * Each branch that the service gives in pages is a `Listing`, kept by the id of its row until it is refreshed, so that
 * showing a row again asks nothing of the service. A branch whose row is closed gives up the page under way.
 */
export class Explorer implements TreeDataProvider<Node>, Disposable {
  readonly #around: ExplorerSurroundings;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new EventEmitter<Node | undefined>());
  readonly #branches = new Map<string, Branch>();
  // VS Code knows a row by its object: a row of the same id stays the same object, with what is known of it now.
  readonly #nodes = new Map<string, Node>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(around: ExplorerSurroundings) {
    this.#around = around;
    const { registry, keys, remembered, pins } = around;
    this.#disposables.add(registry.onDidChange(() => this.#refreshAll()));
    this.#disposables.add(keys.onDidChange(({ connectionId }) => this.#retryFailed(connectionId)));
    this.#disposables.add(remembered.onDidChange(({ connectionId }) => this.#rememberedChanged(connectionId)));
    this.#disposables.add(pins.onDidChange(({ connectionId }) => this.#rememberedChanged(connectionId)));
    this.#disposables.add(remembered.onDidSee(({ connectionId, summary }) => this.#seen(connectionId, summary)));
    this.#disposables.add(
      registry.onDidReadArtifact(({ connectionId, artifact }) => {
        this.#artifactRead(connectionId, artifact).catch((error: unknown) =>
          around.log.failure("Taking over an artifact that was read", error),
        );
      }),
    );
  }

  /** Shows the tree in its view. */
  show(): Disposable {
    const shown = new DisposableStore();
    const view = shown.add(
      window.createTreeView<Node>(explorerViewId, {
        treeDataProvider: this,
        showCollapseAll: true,
        canSelectMany: true,
      }),
    );
    shown.add(view.onDidCollapseElement(({ element }) => this.closed(element)));
    shown.add(view.onDidExpandElement(({ element }) => this.opened(element)));
    return shown;
  }

  getTreeItem(node: Node): TreeItem {
    return treeItemOf(node);
  }

  getParent(node: Node): Node | undefined {
    return node.parent;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    switch (node?.kind) {
      case undefined:
        return this.#around.registry.connections.map((connection) =>
          this.#row<ConnectionNode>({
            kind: "connection",
            id: connection.id,
            connectionId: connection.id,
            connection,
          }),
        );
      case "connection":
        return await this.#connectionChildren(node);
      case "group":
        return [
          ...this.#remembered(node.group, node.connectionId).map((summary) => this.#artifactRow(node, summary)),
          ...this.#pinnedRepositories(node).map((repository) => this.#repositoryRow(node, repository)),
        ];
      case "project":
      case "tracker":
      case "artifact":
      case "repositories":
        return await this.#branchChildren(node, this.#branchOf(node));
      default:
        return [];
    }
  }

  /** Reads a row and all below it again; without a row, everything. */
  async refresh(node?: Node): Promise<void> {
    switch (node?.kind) {
      case undefined:
        this.#refreshAll();
        break;
      case "group":
        await this.#refreshGroup(node);
        break;
      case "artifact":
        this.#dropBranches((id) => id === node.id);
        await this.#branchOf(node).listing.load();
        this.#changed.fire(node);
        break;
      case "attachment":
      case "repository":
      case "more":
      case "failed":
      case "message":
        await this.refresh(node.parent);
        break;
      case "connection":
      case "project":
      case "repositories":
      case "tracker":
        this.#dropBranches((id) => isAtOrBelow(id, node.id));
        this.#changed.fire(node);
        break;
      default:
        assertNever(node);
    }
  }

  /** A repository was created or deleted: lists of them that were read are read again. */
  repositoriesChanged(connectionId: string): void {
    for (const node of [...this.#nodes.values()]) {
      if (node.kind === "repositories" && node.connectionId === connectionId) {
        this.#dropBranches((id) => id === node.id);
        this.#changed.fire(node);
      }
    }
  }

  /** Reads again what could not be read; what was read before it stays. */
  async retry(node: FailedNode): Promise<void> {
    const branch = this.#branches.get(node.parent.id);
    if (branch?.listing.isLoaded) {
      await this.#readMore(node.parent, branch);
    } else {
      await this.refresh(node.parent);
    }
  }

  /** Reads the next page of the list that `node` ends, or gives up the one under way. */
  async loadMore(node: MoreNode): Promise<void> {
    const branch = this.#branches.get(node.parent.id);
    if (branch?.listing.isReading) {
      branch.listing.cancel();
      this.#changed.fire(node.parent);
    } else if (branch) {
      await this.#readMore(node.parent, branch);
    }
  }

  /** An artifact was created: it stands at the end of its tracker's list, where that was read to its end. */
  created(connectionId: string, trackerId: number, artifact: ArtifactSummary): void {
    for (const node of [...this.#nodes.values()]) {
      if (node.kind === "tracker" && node.connectionId === connectionId && node.tracker.id === trackerId) {
        this.#branches.get(node.id)?.listing.add(artifact);
        this.#changed.fire(node);
      }
    }
  }

  /** An artifact was deleted: its rows go. */
  deleted(connectionId: string, artifactId: number): void {
    for (const { id, parent } of this.#rowsOf(connectionId, artifactId)) {
      this.#nodes.delete(id);
      this.#dropBranches((branchId) => isAtOrBelow(branchId, id));
      if (parent) {
        this.#branches.get(parent.id)?.listing.remove(artifactId);
        this.#changed.fire(parent);
      }
    }
  }

  /** The row is closed: gives up the page under way, which nobody waits for. */
  closed(node: Node): void {
    const branch = this.#branches.get(node.id);
    if (branch?.listing.isReading) {
      branch.listing.cancel();
    }
  }

  /** The row is open again. VS Code keeps what it showed below: after a list that was given up that would be nothing. */
  opened(node: Node): void {
    const listing = this.#branches.get(node.id)?.listing;
    if (listing && !listing.isLoaded && !listing.isReading && listing.failure === undefined) {
      this.#changed.fire(node);
    }
  }

  dispose(): void {
    this.#dropBranches(() => true);
    this.#disposables.dispose();
  }

  // An artifact that was read, for whatever reason, shows its attachments without another request.
  async #artifactRead(connectionId: string, artifact: Artifact): Promise<void> {
    for (const node of this.#rowsOf(connectionId, artifact.id)) {
      const known = this.#branches.get(node.id);
      if (known && !known.listing.isReading) {
        const branch = this.#attachmentBranch(node, async () => ({ items: artifact.attachments }));
        await branch.listing.load();
        this.#branches.set(node.id, branch);
        this.#changed.fire(node);
      }
    }
    await this.#around.remembered.seen(connectionId, summaryOf(artifact));
  }

  #seen(connectionId: string, summary: ArtifactSummary): void {
    for (const node of this.#rowsOf(connectionId, summary.id)) {
      if (JSON.stringify(node.summary) !== JSON.stringify(summary)) {
        this.#changed.fire(this.#row<ArtifactNode>({ ...node, summary }));
      }
    }
  }

  #rowsOf(connectionId: string, artifactId: number): readonly ArtifactNode[] {
    return [...this.#nodes.values()].filter(
      (node): node is ArtifactNode =>
        node.kind === "artifact" && node.connectionId === connectionId && node.artifactId === artifactId,
    );
  }

  async #connectionChildren(node: ConnectionNode): Promise<Node[]> {
    const groups = (["pinned", "recent"] as const)
      .filter(
        (group) =>
          this.#remembered(group, node.connectionId).length > 0 ||
          (group === "pinned" && this.#around.pins.list(node.connectionId).length > 0),
      )
      .map((group) => this.#row<GroupNode>({ kind: "group", ...childOf(node, group), group }));
    const { listing } = this.#branchOf(node);
    if (groups.length > 0 && !listing.isLoaded && listing.failure === undefined) {
      // What needs no request does not wait for one.
      void listing.load().then(() => this.#changed.fire(node));
      const text = "Loading projects…";
      return [
        ...groups,
        this.#row<MessageNode>({ kind: "message", ...childOf(node, "state"), parent: node, text, isReading: true }),
      ];
    }
    return [...groups, ...(await this.#branchChildren(node, this.#branchOf(node)))];
  }

  async #branchChildren(node: BranchNode, branch: Branch): Promise<Node[]> {
    const { listing } = branch;
    if (!listing.isLoaded && listing.failure === undefined) {
      await listing.load();
    }
    const rows = branch.rows();
    const end = this.#endOf(node, branch, rows.length);
    const listed = end ? [...rows, end] : rows;
    if (node.kind !== "project" || !hasRepositories(node)) {
      return listed;
    }
    const repositories = this.#row<RepositoriesNode>({
      kind: "repositories",
      ...childOf(node, "svn"),
      project: node.project,
    });
    // Of a project without trackers there is nothing to say about them.
    return [...(node.project.hasTrackers === false ? rows : listed), repositories];
  }

  // The row after the last one of a list: what failed, what there is more of, or that there is nothing.
  #endOf(node: BranchNode, { listing, texts }: Branch, shown: number): Node | undefined {
    if (listing.failure !== undefined && !listing.isReading) {
      return isNotFound(listing.failure) && texts.notListed !== undefined
        ? this.#row<MessageNode>({
            kind: "message",
            ...childOf(node, "state"),
            ...{ parent: node, text: texts.notListed, isWayToOpen: true },
          })
        : this.#row<FailedNode>({ kind: "failed", ...childOf(node, "failed"), parent: node, error: listing.failure });
    }
    if (listing.hasMore) {
      return this.#row<MoreNode>({
        kind: "more",
        ...childOf(node, "more"),
        ...{ parent: node, shown, isReading: listing.isReading },
        ...(listing.total === undefined ? {} : { total: listing.total }),
      });
    }
    return shown === 0 && listing.isLoaded
      ? this.#row<MessageNode>({ kind: "message", ...childOf(node, "state"), parent: node, text: texts.empty })
      : undefined;
  }

  #branchOf(node: BranchNode): Branch {
    const known = this.#branches.get(node.id);
    if (known) {
      return known;
    }
    const branch = this.#createBranch(node);
    this.#branches.set(node.id, branch);
    return branch;
  }

  #createBranch(node: BranchNode): Branch {
    switch (node.kind) {
      case "connection":
        return branchOf({
          read: (offset, signal) => this.#ask(node, (service) => service.listProjects(offset, signal)),
          rowOf: (project) =>
            this.#row<ProjectNode>({ kind: "project", ...childOf(node, `projects/${project.id}`), project }),
          texts: {
            empty: "No projects that you may see",
            notListed: "This service does not list projects; open artifacts by number",
          },
        });
      case "project":
        return branchOf({
          read: async (offset, signal) =>
            node.project.hasTrackers === false
              ? { items: [] }
              : await this.#ask(node, (service) => service.listTrackers(node.project.id, offset, signal)),
          rowOf: (tracker) =>
            this.#row<TrackerNode>({ kind: "tracker", ...childOf(node, `trackers/${tracker.id}`), tracker }),
          texts: { empty: "No trackers that you may see" },
        });
      case "tracker":
        return branchOf({
          read: (offset, signal) =>
            this.#ask(node, (service) => service.listArtifacts(node.tracker.id, offset, pageSize, signal)),
          rowOf: (artifact: ArtifactSummary) => this.#artifactRow(node, artifact),
          texts: { empty: "No artifacts that you may see" },
        });
      case "repositories":
        return branchOf({
          read: (offset, signal) =>
            this.#ask(node, (service) => service.listRepositories(node.project.id, offset, signal)),
          rowOf: (repository: KnownRepository) => this.#repositoryRow(node, repository),
          texts: {
            empty: "No SVN repositories that you may see",
            notListed: "This service does not list SVN repositories; pin them by number",
          },
        });
      case "artifact":
        return this.#attachmentBranch(node, async (_offset, signal) => {
          const { artifact } = await this.#ask(node, (service) => service.readArtifact(node.artifactId, signal));
          return { items: artifact.attachments };
        });
      default:
        throw new Error(`Rows of the kind ${(node as Node).kind} have no branch`);
    }
  }

  #attachmentBranch(
    node: ArtifactNode,
    read: (offset: number, signal: AbortSignal) => Promise<Page<Attachment>>,
  ): Branch {
    return branchOf({
      read,
      keyOf: (attachment) => attachment.n,
      rowOf: (attachment) =>
        this.#row<AttachmentNode>({
          kind: "attachment",
          ...childOf(node, `attachments/${attachment.n}`),
          ...{ artifactId: node.artifactId, n: attachment.n, attachment },
        }),
      texts: { empty: "No attachments" },
    });
  }

  async #ask<T>(node: Node, ask: (service: ServiceClient) => Promise<T>): Promise<T> {
    return await ask(await this.#around.registry.service(node.connectionId));
  }

  async #readMore(node: Node, { listing }: Branch): Promise<void> {
    const reading = listing.loadMore();
    this.#changed.fire(node);
    await reading;
    this.#changed.fire(node);
  }

  // What is remembered needs no request to be shown, so reading it again takes one for each artifact.
  async #refreshGroup(node: GroupNode): Promise<void> {
    const { log, registry, pins } = this.#around;
    const service = await registry.service(node.connectionId);
    const signal = AbortSignal.timeout(longestGroupRefreshMs);
    const readings = this.#remembered(node.group, node.connectionId).map(({ id }) => service.readArtifact(id, signal));
    const repositories = this.#pinnedRepositories(node).map(async ({ id }) =>
      pins.seen(node.connectionId, await service.readRepository(id, signal)),
    );
    for (const outcome of await Promise.allSettled([...readings, ...repositories])) {
      if (outcome.status === "rejected") {
        // The row keeps what was known: one that is gone must not keep the others from being read.
        log.failure("Reading what is pinned or recent again", outcome.reason);
      }
    }
    this.#dropBranches((id) => id.startsWith(`${node.id}/`));
    this.#changed.fire(node);
  }

  #refreshAll(): void {
    this.#dropBranches(() => true);
    this.#nodes.clear();
    this.#changed.fire(undefined);
  }

  #retryFailed(connectionId: string): void {
    const failed = [...this.#branches].filter(
      ([id, { listing }]) => isAtOrBelow(id, connectionId) && listing.failure !== undefined && !listing.isLoaded,
    );
    for (const [id] of failed) {
      this.#branches.delete(id);
      const node = this.#nodes.get(id);
      if (node) {
        this.#changed.fire(node);
      }
    }
  }

  #rememberedChanged(connectionId: string): void {
    const node = this.#nodes.get(connectionId);
    for (const each of this.#nodes.values()) {
      if (each.kind === "artifact" && each.connectionId === connectionId) {
        const isPinned = this.#around.remembered.isPinned(connectionId, each.artifactId);
        if (isPinned !== each.isPinned) {
          this.#row<ArtifactNode>({ ...each, isPinned });
        }
      }
      if (each.kind === "repository" && each.connectionId === connectionId) {
        const isPinned = this.#around.pins.has(connectionId, each.repositoryId);
        this.#row<RepositoryNode>({ ...each, isPinned });
      }
    }
    if (node) {
      this.#changed.fire(node);
    }
  }

  #dropBranches(isDropped: (id: string) => boolean): void {
    for (const [id, branch] of this.#branches) {
      if (isDropped(id)) {
        branch.listing.cancel();
        this.#branches.delete(id);
      }
    }
  }

  #remembered(group: GroupNode["group"], connectionId: string): readonly ArtifactSummary[] {
    const { remembered } = this.#around;
    return group === "pinned" ? remembered.pinned(connectionId) : remembered.recent(connectionId);
  }

  #artifactRow(parent: GroupNode | TrackerNode, artifact: ArtifactSummary): ArtifactNode {
    return this.#row<ArtifactNode>({
      kind: "artifact",
      ...childOf(parent, `${artifact.id}`),
      ...{ artifactId: artifact.id, summary: summaryOf(artifact) },
      isPinned: this.#around.remembered.isPinned(parent.connectionId, artifact.id),
    });
  }

  #pinnedRepositories({ group, connectionId }: GroupNode): readonly KnownRepository[] {
    return group === "pinned" ? this.#around.pins.list(connectionId) : [];
  }

  #repositoryRow(parent: GroupNode | RepositoriesNode, repository: KnownRepository): RepositoryNode {
    return this.#row<RepositoryNode>({
      kind: "repository",
      ...childOf(parent, parent.kind === "group" ? `svn-${repository.id}` : `${repository.id}`),
      ...{ repositoryId: repository.id, repository },
      isPinned: this.#around.pins.has(parent.connectionId, repository.id),
    });
  }

  #row<T extends Node>(row: T): T {
    const known = this.#nodes.get(row.id);
    if (known?.kind === row.kind) {
      return Object.assign(known, row) as T;
    }
    this.#nodes.set(row.id, row);
    return row;
  }
}

type BranchNode = ConnectionNode | ProjectNode | RepositoriesNode | TrackerNode | ArtifactNode;

/** A list that the service gives in pages, and the rows of it. */
interface Branch {
  readonly listing: Pick<
    Listing<unknown>,
    "load" | "loadMore" | "add" | "remove" | "cancel" | "isLoaded" | "isReading" | "hasMore" | "total" | "failure"
  >;
  readonly rows: () => Node[];
  readonly texts: BranchTexts;
}

interface BranchTexts {
  readonly empty: string;
  /** What a service without this listing is told as; undefined: as a failure. */
  readonly notListed?: string;
}

function branchOf<T>(of: {
  readonly read: (offset: number, signal: AbortSignal) => Promise<Page<T>>;
  readonly keyOf?: (item: T) => number;
  readonly rowOf: (item: T) => Node;
  readonly texts: BranchTexts;
}): Branch {
  const listing = new Listing<T>(of.read, of.keyOf ?? ((item) => (item as { readonly id: number }).id));
  return { listing, rows: () => listing.items.map(of.rowOf), texts: of.texts };
}

function childOf(
  parent: Node,
  segment: string,
): { readonly id: string; readonly connectionId: string; readonly parent: Node } {
  return { id: `${parent.id}/${segment}`, connectionId: parent.connectionId, parent };
}

function isNotFound(error: unknown): boolean {
  return isServiceError(error) && error.kind === "notFound";
}

function isAtOrBelow(id: string, ancestorId: string): boolean {
  return id === ancestorId || id.startsWith(`${ancestorId}/`);
}

// As many as a tracker's page shows by default (API document, 13.1).
const pageSize = 100;
const longestGroupRefreshMs = 60_000;
