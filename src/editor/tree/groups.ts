import type { Remembered } from "../../core/remembered.ts";
import { keyOfQuery, type SavedQuery } from "../../core/savedQueries.ts";
import { SteadyRecent } from "../../core/steadyRecent.ts";
import type { PinnedRepositories } from "../../core/svn/pinnedRepositories.ts";
import type { Event } from "../../core/util/event.ts";
import type { QueryCount } from "../search/savedQueries.ts";
import type { ConnectionNode, Group, GroupNode, Node, QueryNode } from "./nodes.ts";
import type { RowMaker } from "./rowMaker.ts";
import { childOf, type Rows } from "./rows.ts";

/** The saved queries, and how many artifacts each finds. */
export interface SavedQueryList {
  readonly onDidChange: Event<void>;
  readonly onDidCount: Event<SavedQuery>;
  list(connectionId: string): readonly SavedQuery[];
  countOf(query: SavedQuery): QueryCount | undefined;
  count(query: SavedQuery): Promise<QueryCount>;
}

export interface GroupsSurroundings {
  readonly remembered: Pick<Remembered, "pinned" | "recent">;
  readonly pins: Pick<PinnedRepositories, "list">;
  readonly queries: SavedQueryList;
  /** Whether a row of this artifact is chosen in the tree, where it can be seen. */
  readonly isChosen: (connectionId: string, artifactId: number) => boolean;
  /** Whether the service may tell what is assigned to the person. */
  readonly hasAssigned: (connectionId: string) => boolean;
}

/** What stands above the projects of a connection and needs no request to be listed. */
export class Groups {
  readonly #around: GroupsSurroundings;
  readonly #rows: Rows;
  readonly #make: RowMaker;
  readonly #recents: SteadyRecent;
  /** The groups that each connection was last shown with. */
  readonly #shown = new Map<string, string>();
  /** What each group was last drawn with. */
  readonly #drawn = new Map<string, string>();

  constructor(around: GroupsSurroundings, rows: Rows, make: RowMaker) {
    this.#around = around;
    this.#rows = rows;
    this.#make = make;
    this.#recents = new SteadyRecent(around);
  }

  /** Those of a connection that have something to show. */
  of(node: ConnectionNode): readonly GroupNode[] {
    const { connectionId } = node;
    const { remembered, pins, queries, hasAssigned } = this.#around;
    const isShown: Readonly<Record<Group, boolean>> = {
      assigned: hasAssigned(connectionId),
      pinned: remembered.pinned(connectionId).length > 0 || pins.list(connectionId).length > 0,
      recent: this.#recents.list(connectionId).length > 0,
      queries: queries.list(connectionId).length > 0,
    };
    const groups = groupsInOrder.filter((group) => isShown[group]);
    this.#shown.set(connectionId, groups.join());
    return groups.map((group) => this.#rows.row<GroupNode>({ kind: "group", ...childOf(node, group), group }));
  }

  /** The rows to draw again: the groups that would look another now, or the connection where it has others than before. */
  stale(connectionId: string): readonly Node[] {
    const node = this.#rows.get(connectionId);
    const before = this.#shown.get(connectionId);
    if (node?.kind !== "connection" || before === undefined) {
      return [];
    }
    const groups = this.of(node);
    return this.#shown.get(connectionId) === before ? groups.filter((group) => this.#isStale(group)) : [node];
  }

  /** The rows of a group that is no listing of the service. */
  rowsOf(node: GroupNode): readonly Node[] {
    this.#drawn.set(node.id, this.#contentOf(node));
    const rows = this.#rowsOf(node);
    this.#rows.replaceBelow(node, rows);
    return rows;
  }

  /** The row of a query has its count, if that is known. */
  counted(query: SavedQuery): QueryNode | undefined {
    const key = keyOfQuery(query);
    const row = this.#rows.ofKind("query", query.connectionId).find((each) => keyOfQuery(each.query) === key);
    return row && Object.assign(row, this.#countOf(query));
  }

  /** Asks the service how many artifacts each query finds, unless that is known. */
  async count(connectionId: string): Promise<void> {
    const { queries } = this.#around;
    const uncounted = queries.list(connectionId).filter((query) => queries.countOf(query)?.kind !== "counted");
    await Promise.all(uncounted.map((query) => queries.count(query)));
  }

  /** Asks again for each query how many artifacts it finds. */
  async recount(connectionId: string): Promise<void> {
    const { queries } = this.#around;
    await Promise.all(queries.list(connectionId).map((query) => queries.count(query)));
  }

  /** What is remembered has changed: decides whether Recent shows it now. */
  rememberedChanged(connectionId: string): void {
    this.#recents.changed(connectionId);
  }

  /** Recent shows what was opened last from now on; whether that is something else than before. */
  settle(connectionId: string): boolean {
    return this.#recents.settle(connectionId);
  }

  #isStale(node: GroupNode): boolean {
    const drawn = this.#drawn.get(node.id);
    return drawn !== undefined && drawn !== this.#contentOf(node);
  }

  #rowsOf(node: GroupNode): readonly Node[] {
    const { connectionId } = node;
    const { remembered, pins, queries } = this.#around;
    switch (node.group) {
      case "pinned":
        return [
          ...remembered.pinned(connectionId).map((summary) => this.#make.artifact(node, summary)),
          ...pins.list(connectionId).map((repository) => this.#make.repository(node, repository)),
        ];
      case "recent":
        return this.#recents.list(connectionId).map((summary) => this.#make.artifact(node, summary));
      case "queries":
        return queries.list(connectionId).map((query) =>
          this.#rows.row<QueryNode>({
            kind: "query",
            ...childOf(node, `${query.trackerId}/${query.label.replace(/[%/]/g, encodeURIComponent)}`),
            ...{ query, ...this.#countOf(query) },
          }),
        );
      default:
        return [];
    }
  }

  #contentOf({ group, connectionId }: GroupNode): string {
    const { remembered, pins, queries } = this.#around;
    switch (group) {
      case "pinned":
        return JSON.stringify([remembered.pinned(connectionId), pins.list(connectionId)]);
      case "recent":
        return JSON.stringify(this.#recents.list(connectionId));
      case "queries":
        return JSON.stringify(queries.list(connectionId));
      default:
        return "";
    }
  }

  #countOf(query: SavedQuery): { readonly count?: number } {
    const count = this.#around.queries.countOf(query);
    return count?.kind === "counted" ? { count: count.total } : {};
  }
}

const groupsInOrder: readonly Group[] = ["assigned", "pinned", "recent", "queries"];
