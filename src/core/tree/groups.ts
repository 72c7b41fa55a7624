import type { ArtifactSummary } from "../model/artifact.ts";
import type { PartialRepository } from "../model/svnRepository.ts";
import type { Remembered } from "../pins/remembered.ts";
import { keyOfQuery, type SavedQuery } from "../query/savedQueries.ts";
import type { BranchRegistry } from "./branchRegistry.ts";
import { artifactRow, repositoryRow } from "./pinnableRows.ts";
import type { TreePorts } from "./ports.ts";
import type { Refusals, Route } from "./refusals.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import { type ConnectionRow, childOf, type Group, type GroupRow, type QueryRow, type Row } from "./rows.ts";

/** Gives the groups that stand above the projects of a connection; listing them needs no request. */
export class Groups {
  readonly recents: RecentList;
  readonly #ports: TreePorts;
  readonly #rows: RowRegistry;
  readonly #branches: BranchRegistry;
  readonly #absent: Refusals<Route>;
  /** The groups that each connection was shown with last. */
  readonly #shown = new Map<string, string>();
  /** Holds what each group was drawn with last, in the order of its rows. */
  readonly #drawn = new Map<string, readonly Listed[]>();

  constructor(ports: TreePorts, rows: RowRegistry, branches: BranchRegistry, absent: Refusals<Route>) {
    this.#ports = ports;
    this.#rows = rows;
    this.#branches = branches;
    this.#absent = absent;
    const { remembered, view } = ports;
    this.recents = new RecentList(
      remembered,
      (connectionId, artifactId) =>
        view.visible &&
        view.selection.some(
          (row) => row.kind === "artifact" && row.connectionId === connectionId && row.artifactId === artifactId,
        ),
    );
  }

  /** Gives the groups of a connection that have something to show. */
  of(row: ConnectionRow): readonly GroupRow[] {
    const { connectionId } = row;
    const groups = groupsInOrder.filter((group) =>
      group === "assigned"
        ? this.#hasAssigned(connectionId)
        : Object.values(this.#contentOf(group, connectionId)).some((things) => things.length > 0),
    );
    this.#shown.set(connectionId, groups.join());
    return groups.map((group) => this.#rows.row<GroupRow>({ kind: "group", ...childOf(row, group), group }));
  }

  /**
   * Gives the rows to draw again: rows that tell something else, groups that have other rows, or the connection where
   * it has other groups now. VS Code refuses a command for a row below one that it is drawing again.
   */
  stale(connectionId: string): readonly Row[] {
    const row = this.#rows.get(connectionId);
    const before = this.#shown.get(connectionId);
    if (row?.kind !== "connection" || before === undefined) {
      return [];
    }
    const groups = this.of(row);
    return this.#shown.get(connectionId) === before ? groups.flatMap((group) => this.#staleIn(group)) : [row];
  }

  /** Gives the rows of a group that is no listing of the service. */
  rowsOf(row: GroupRow): readonly Row[] {
    const content = this.#contentOf(row.group, row.connectionId);
    this.#drawn.set(row.id, listedIn(content));
    const { artifacts = [], repositories = [], queries = [] } = content;
    const { remembered, pins } = this.#ports;
    const rows = [
      ...artifacts.map((summary) => artifactRow(this.#rows, remembered, row, summary)),
      ...repositories.map((repository) => repositoryRow(this.#rows, pins, row, repository)),
      ...queries.map((query) =>
        this.#rows.row<QueryRow>({
          kind: "query",
          ...childOf(row, `${query.trackerId}/${query.label.replace(/[%/]/g, encodeURIComponent)}`),
          query,
          ...this.#countOf(query),
        }),
      ),
    ];
    this.#rows.replaceBelow(row, rows);
    return rows;
  }

  /** Puts the count of a query on its row. */
  counted(query: SavedQuery): QueryRow | undefined {
    const key = keyOfQuery(query);
    const row = this.#rows.ofKind("query", query.connectionId).find((each) => keyOfQuery(each.query) === key);
    return row && this.#rows.row<QueryRow>({ ...row, ...this.#countOf(query) });
  }

  /** Tells whether the service may tell what is assigned to the person: one that lists no projects does not. */
  #hasAssigned(connectionId: string): boolean {
    return !this.#absent.has(connectionId, "assigned") && this.#branches.get(connectionId)?.isNotListed !== true;
  }

  #staleIn(group: GroupRow): readonly Row[] {
    const drawn = this.#drawn.get(group.id);
    if (!drawn) {
      return [];
    }
    const now = listedIn(this.#contentOf(group.group, group.connectionId));
    if (now.length !== drawn.length || now.some(({ key }, index) => key !== drawn[index]?.key)) {
      return [group];
    }
    const isChanged = now.map(({ told }, index) => told !== drawn[index]?.told);
    return isChanged.includes(true) ? this.rowsOf(group).filter((_, index) => isChanged[index]) : [];
  }

  #contentOf(group: Group, connectionId: string): GroupContent {
    const { remembered, pins, queries } = this.#ports;
    switch (group) {
      case "assigned":
        return {};
      case "pinned":
        return { artifacts: remembered.pins.list(connectionId), repositories: pins.list(connectionId) };
      case "recent":
        return { artifacts: this.recents.list(connectionId) };
      case "queries":
        return { queries: queries.list(connectionId) };
    }
  }

  /**
   * Gives the count as a member of the row. Where the count is not known there is no member, so that the row keeps an
   * older one.
   */
  #countOf(query: SavedQuery) {
    const count = this.#ports.queries.countOf(query);
    return count === undefined ? {} : { count };
  }
}

/** The content of a group, which needs no request. */
interface GroupContent {
  readonly artifacts?: readonly ArtifactSummary[];
  readonly repositories?: readonly PartialRepository[];
  readonly queries?: readonly SavedQuery[];
}

/** A thing that a group lists: which it is, and all that is told of it. */
interface Listed {
  readonly key: string;
  readonly told: string;
}

function listedIn({ artifacts = [], repositories = [], queries = [] }: GroupContent): readonly Listed[] {
  return [
    ...artifacts.map((each) => ({ key: `artifact ${each.id}`, told: JSON.stringify(each) })),
    ...repositories.map((each) => ({ key: `repository ${each.id}`, told: JSON.stringify(each) })),
    ...queries.map((each) => ({ key: JSON.stringify(each), told: "" })),
  ];
}

const groupsInOrder: readonly Group[] = ["assigned", "pinned", "recent", "queries"];

/**
 * Holds the group Recent as the tree shows it, with what was opened last at the top. While the person goes through rows
 * of the tree, one row more at the top would move all others under the mouse. So `settle` takes in what was opened
 * meanwhile.
 */
export class RecentList {
  readonly #remembered: Remembered;
  readonly #isChosen: (connectionId: string, artifactId: number) => boolean;
  readonly #shown = new Map<string, readonly ArtifactSummary[]>();
  readonly #held = new Map<string, readonly ArtifactSummary[]>();
  readonly #decided = new Map<string, string>();

  /** `isChosen` tells whether a row of this artifact is chosen in the tree, where it can be seen. */
  constructor(remembered: Remembered, isChosen: (connectionId: string, artifactId: number) => boolean) {
    this.#remembered = remembered;
    this.#isChosen = isChosen;
  }

  /** Gives what to show, with what is known of each now. */
  list(connectionId: string): readonly ArtifactSummary[] {
    const recent = this.#remembered.recent(connectionId);
    const held = this.#held.get(connectionId);
    const shown = held?.map((each) => recent.find(({ id }) => id === each.id) ?? each) ?? recent;
    this.#shown.set(connectionId, shown);
    return shown;
  }

  /** Follows a change of what is remembered. A new order that comes of a row of the tree is not shown yet. */
  changed(connectionId: string): void {
    const recent = this.#remembered.recent(connectionId);
    const shown = this.#shown.get(connectionId);
    const order = orderOf(recent);
    if (shown === undefined || order === (this.#decided.get(connectionId) ?? orderOf(shown))) {
      return;
    }
    this.#decided.set(connectionId, order);
    const [last] = recent;
    if (last !== undefined && this.#isChosen(connectionId, last.id)) {
      this.#held.set(connectionId, shown);
    } else {
      this.#held.delete(connectionId);
    }
  }

  /** Shows everything from now on; tells whether that is another order than was shown. */
  settle(connectionId: string): boolean {
    const held = this.#held.get(connectionId);
    this.#held.delete(connectionId);
    return held !== undefined && orderOf(held) !== orderOf(this.#remembered.recent(connectionId));
  }
}

function orderOf(artifacts: readonly ArtifactSummary[]): string {
  return artifacts.map(({ id }) => id).join();
}
