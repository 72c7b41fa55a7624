import type { ArtifactSummary, TrackerReference } from "../../model/artifact.ts";
import type { Connection } from "../../model/connection.ts";
import type { RefreshScope } from "../../model/refreshScope.ts";
import type { ProjectSummary } from "../../model/tracker.ts";
import { type Disposable, DisposableStore } from "../../util/disposable.ts";
import { Emitter, type Event } from "../../util/event.ts";
import { BranchRegistry } from "../branchRegistry.ts";
import { Groups } from "../groups.ts";
import { projectsOf } from "../kinds/connection.ts";
import { retry } from "../kinds/failed.ts";
import { kindOf } from "../kinds/kindOf.ts";
import { loadMore } from "../kinds/more.ts";
import { type Look, spokenOf, type Tooltip } from "../look.ts";
import { projectRow } from "../pinnableRows.ts";
import type { TreePorts } from "../ports.ts";
import { Redraw } from "../redraw.ts";
import { Refusals, type Route } from "../refusals.ts";
import type { LookContext, Tree } from "../rowKind.ts";
import { RowRegistry } from "../rowRegistry.ts";
import {
  type ArtifactRow,
  type ConnectionRow,
  type FailedRow,
  isAtOrBelow,
  type MoreRow,
  type Row,
  type StartRow,
  type SuggestionRow,
} from "../rows.ts";
import { artifactCreated, artifactDeleted, artifactSeen } from "./artifactChanges.ts";
import { favouritesChanged, queriesChanged, rememberedChanged, settleGroups } from "./groupChanges.ts";
import { connectionsChanged, filterChanged, namesChanged } from "./listChanges.ts";

/**
 * Makes the tree of connections. Below a connection the rows that need no request come first, then those that the
 * service lists.
 *
 * The rows below a row come from branches, each of which is a list of the service, and from what is known without a
 * request.
 */
export class Explorer implements Disposable {
  readonly #tree: Tree;
  readonly #lookContext: LookContext;
  readonly #disposables = new DisposableStore();
  readonly #lookChanged = this.#disposables.add(new Emitter<Row>());
  /** Fires when `look` may tell something else of a row. `onDidChange` tells whether the row is to be drawn again. */
  readonly onDidChangeLook = this.#lookChanged.event;
  #connections: readonly Connection[];

  constructor(ports: TreePorts) {
    this.#tree = treeOf(ports);
    const { redraw, rows, formats, refusedDeletions } = this.#tree;
    this.#lookContext = { formats, refusedDeletions, below: (row) => kindOf(row).below?.(row) ?? "artifacts" };
    this.#connections = [...ports.registry.connections];
    this.#disposables.add(redraw);
    this.#disposables.add(rows.onDidUpdate((row) => this.#lookChanged.fire(row)));
    this.#disposables.add(redraw.onDidChange((row) => row && this.#lookChanged.fire(row)));
    this.#listen();
  }

  /** Fires with a row to draw again, with all below it; with undefined for all rows. */
  get onDidChange(): Event<Row | undefined> {
    return this.#tree.redraw.onDidChange;
  }

  /** Tells how a row looks. `mark` is the meaning of the letter at the row. */
  look(row: Row, mark?: string): Look {
    const look = kindOf(row).look(row, this.#lookContext);
    const isOpen = look.state && this.#tree.expansion.isOpen(row.id);
    const shown: Look = isOpen === undefined ? look : { ...look, state: isOpen ? "expanded" : "collapsed" };
    return mark === undefined ? shown : { ...shown, spoken: spokenOf(look.spoken, mark) };
  }

  /** Gives the tooltip of a row whose look has none; undefined if there is nothing to tell. */
  tooltip(row: Row, mark?: string): Tooltip | undefined {
    const { registry, formats } = this.#tree;
    const connection = registry.connections.find(({ id }) => id === row.connectionId);
    return kindOf(row).tooltip?.(row, { formats, connection, mark });
  }

  /** Gives the rows of the connections. */
  connections(): readonly ConnectionRow[] {
    const { registry, rows } = this.#tree;
    return registry.connections.map((connection) =>
      rows.row<ConnectionRow>({ kind: "connection", id: connection.id, connectionId: connection.id, connection }),
    );
  }

  /** Gives the rows below a row, or those of the connections. It never throws: a row tells what failed. */
  async children(row?: Row): Promise<readonly Row[]> {
    if (row) {
      return (await kindOf(row).children?.(row, this.#tree)) ?? [];
    }
    const connections = this.connections();
    return connections.length > 0 ? connections : this.#suggestions();
  }

  /** Reads a row and all below it again, with their names; without a row, everything but names. */
  async refresh(row?: Row): Promise<void> {
    this.left();
    await this.#refresh(row);
  }

  /** Tells what a row and the rows below it stand for. */
  scopeOf(row: Row): RefreshScope {
    const { connectionId, kind, parent } = row;
    if (kind === "connection") {
      return { connectionId };
    }
    return kindOf(row).isPartOfParent && parent
      ? this.scopeOf(parent)
      : { connectionId, only: this.#tree.rows.idsAt(row) };
  }

  /** Reads again what could not be read; what was read before stays. */
  async retry(row: FailedRow): Promise<void> {
    await retry(row, this.#tree);
  }

  /** Reads the next page of the list that the row ends, or gives up the one under way. */
  async loadMore(row: MoreRow): Promise<void> {
    await loadMore(row, this.#tree);
  }

  /** Reads the lists of repositories again that were read: a repository was created or deleted. */
  repositoriesChanged(connectionId: string): void {
    const { rows, branches } = this.#tree;
    for (const row of rows.ofKind("repositories", connectionId)) {
      branches.reread(row);
    }
  }

  /** Puts an artifact that was created at the end of its tracker's list, where that was read to its end. */
  created(connectionId: string, trackerId: number, artifact: ArtifactSummary): void {
    artifactCreated(this.#tree, connectionId, trackerId, artifact);
  }

  /** Takes away the rows of an artifact that was deleted. */
  deleted(connectionId: string, artifactId: number): void {
    this.#tree.groups.recents.settle(connectionId);
    artifactDeleted(this.#tree, connectionId, artifactId);
  }

  /** Notes that the service refused with 403 to delete artifacts of a tracker: their rows do not offer it any more. */
  deletionRefused(connectionId: string, trackerId: number): void {
    const { rows, redraw, refusedDeletions } = this.#tree;
    refusedDeletions.add(connectionId, trackerId);
    for (const row of rows.artifacts()) {
      if (row.connectionId === connectionId && row.summary.tracker?.id === trackerId) {
        redraw.row(row);
      }
    }
  }

  /** Has the rows of these artifacts drawn again, as their marks have changed. */
  marked(artifacts: readonly { readonly connectionId: string; readonly artifactId: number }[]): void {
    const { rows, redraw } = this.#tree;
    for (const row of new Set(artifacts.flatMap((each) => rows.ofArtifact(each.connectionId, each.artifactId)))) {
      redraw.row(row);
    }
  }

  /** Notes that a row was closed. A page that is being read below it is cancelled, because nobody waits for it. */
  closed(row: Row): void {
    this.#note(row, false);
    for (const { listing } of this.#tree.branches.ownedBy(row)) {
      listing.cancel();
    }
    this.left();
  }

  /** Notes that a row was opened. If its list was cancelled it is drawn again: else VS Code would show nothing. */
  opened(row: Row): void {
    this.#note(row, true);
    if (this.#tree.branches.ownedBy(row).some(({ isUnread }) => isUnread)) {
      this.#tree.redraw.row(row);
    }
    this.left();
  }

  /** Lets rows change their places: the person has left the tree or moved on in it. */
  left(): void {
    settleGroups(this.#tree);
  }

  /** Gives the row of a project, added to the list if its page was not read yet; undefined without its connection. */
  async rowOfProject(connectionId: string, project: ProjectSummary): Promise<Row | undefined> {
    const connection = this.connections().find(({ id }) => id === connectionId);
    if (!connection) {
      return undefined;
    }
    const projects = projectsOf(connection, this.#tree);
    await projects.rows();
    const row = projectRow(this.#tree.rows, this.#tree.projectPins, connection, project);
    projects.listing.include(row);
    this.#tree.redraw.row(connection);
    return row;
  }

  /** Gives what the tree knows of a project. */
  projectOf(connectionId: string, projectId: number): ProjectSummary | undefined {
    return this.#tree.rows.ofKind("project", connectionId).find(({ project }) => project.id === projectId)?.project;
  }

  /** Gives the trackers whose rows were opened. */
  openedTrackers(connectionId: string): readonly TrackerReference[] {
    return this.#tree.rows.ofKind("allArtifacts", connectionId).map(({ tracker: { id, label }, parent }) => {
      const project = parent?.parent?.project;
      return project ? { id, label, projectLabel: project.label } : { id, label };
    });
  }

  /** Gives the first row of the artifact, those in closed branches last; undefined when it has none. */
  rowOfArtifact(connectionId: string, artifactId: number): Row | undefined {
    const rows = this.#tree.rows.ofArtifact(connectionId, artifactId);
    return rows.find((row) => !this.#isHidden(row)) ?? rows[0];
  }

  /** Gives the rows of artifacts that no closed row hides. */
  get artifactsInSight(): readonly ArtifactRow[] {
    return this.#tree.rows.artifacts().filter((row) => !this.#isHidden(row));
  }

  dispose(): void {
    this.#tree.branches.drop(() => true);
    this.#disposables.dispose();
  }

  async #refresh(row: Row | undefined): Promise<void> {
    const { absent, refusedDeletions, branches, redraw } = this.#tree;
    const kind = row && kindOf(row);
    if (row && kind?.refresh) {
      branches.keepExtents((id) => isAtOrBelow(id, row.id));
      await kind.refresh(row, this.#tree);
    } else if (row) {
      await this.#refresh(row.parent);
    } else {
      absent.clear();
      refusedDeletions.clear();
      branches.keepExtents(() => true);
      branches.drop(() => true);
      redraw.all();
    }
  }

  /** Gives what stands in place of connections: the services that folders suggest, and then a way to learn more. */
  #suggestions(): readonly Row[] {
    const { suggestions, rows } = this.#tree;
    const suggested = suggestions.beside([]).map((suggestion) =>
      rows.row<SuggestionRow>({
        kind: "suggestion",
        id: `/suggestion/${suggestion.url}`,
        connectionId: "",
        suggestion,
      }),
    );
    return suggested.length === 0
      ? []
      : [...suggested, rows.row<StartRow>({ kind: "start", id: "/start", connectionId: "" })];
  }

  /** Tells whether a closed row hides this one. */
  #isHidden({ parent }: Row): boolean {
    return parent !== undefined && (this.#tree.expansion.isOpen(parent.id) === false || this.#isHidden(parent));
  }

  #note(row: Row, isOpen: boolean): void {
    this.#run("Keeping which rows are unfolded", this.#tree.expansion.note(row.id, isOpen));
    this.#lookChanged.fire(row);
  }

  #listen(): void {
    const tree = this.#tree;
    for (const listening of [
      tree.registry.onDidChange(() => {
        connectionsChanged(tree, this.#connections);
        this.#connections = [...tree.registry.connections];
      }),
      tree.suggestions.onDidChange(() => {
        if (tree.registry.connections.length === 0) {
          tree.redraw.all();
        }
      }),
      tree.known.onDidChange((change) =>
        this.#run("Showing a list that has changed on the service", namesChanged(tree, change)),
      ),
      tree.keys.onDidChange(({ connectionId }) =>
        this.#run("Showing what another key may see", this.#keyChanged(connectionId)),
      ),
      tree.remembered.onDidChange(({ connectionId }) => rememberedChanged(tree, connectionId)),
      tree.known.onDidSee((seen) => artifactSeen(tree, seen)),
      tree.pins.onDidChange(({ connectionId }) => rememberedChanged(tree, connectionId)),
      tree.projectPins.onDidChange(({ connectionId }) => favouritesChanged(tree, connectionId)),
      tree.queries.onDidChange(() => queriesChanged(tree)),
      tree.queries.onDidCount((query) => tree.redraw.row(tree.groups.counted(query))),
      tree.filters.onDidChange((tracker) => filterChanged(tree, tracker)),
    ]) {
      this.#disposables.add(listening);
    }
  }

  // Reads the connection again: another key may be another person's, who sees other things.
  async #keyChanged(connectionId: string): Promise<void> {
    const { registry, keys, rows, refusedDeletions } = this.#tree;
    refusedDeletions.clear(connectionId);
    const connection = registry.connections.find(({ id }) => id === connectionId);
    const row = rows.get(connectionId);
    // Without a key the connection is about to be removed.
    if (connection && row && (await keys.read(connection)) !== undefined) {
      await this.refresh(row);
    }
  }

  #run(what: string, work: Promise<void>): void {
    work.catch((error: unknown) => this.#tree.logFailure(what, error));
  }
}

function treeOf(ports: TreePorts): Tree {
  const absent = new Refusals<Route>();
  const redraw = new Redraw();
  const rows = new RowRegistry();
  const branches = new BranchRegistry(
    (connectionId) => ports.registry.service(connectionId),
    rows,
    redraw,
    ports.nowMs,
  );
  const groups = new Groups(ports, rows, branches, absent);
  const refusedDeletions = new Refusals<number>();
  return { ...ports, rows, branches, groups, absent, refusedDeletions, redraw, shownConnections: new Set() };
}
