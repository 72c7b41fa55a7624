import type { PinnedRepositories } from "../pins/pinnedRepositories.ts";
import type { Remembered } from "../pins/remembered.ts";
import { keyOfQuery, type SavedQuery } from "../query/savedQueries.ts";
import type { SavedQueryList } from "./ports.ts";
import { RecentList } from "./recentList.ts";
import type { RowMaker } from "./rowMaker.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import { type ConnectionRow, childOf, type Group, type GroupRow, type QueryRow, type Row } from "./rows.ts";

/** What groups are made of. */
interface GroupSources {
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
  readonly #sources: GroupSources;
  readonly #rows: RowRegistry;
  readonly #make: RowMaker;
  readonly #recents: RecentList;
  /** The groups that each connection was last shown with. */
  readonly #shown = new Map<string, string>();
  /** What each group was last drawn with. */
  readonly #drawn = new Map<string, string>();

  constructor(sources: GroupSources, rows: RowRegistry, make: RowMaker) {
    this.#sources = sources;
    this.#rows = rows;
    this.#make = make;
    this.#recents = new RecentList(sources);
  }

  /** Those of a connection that have something to show. */
  of(row: ConnectionRow): readonly GroupRow[] {
    const { connectionId } = row;
    const { remembered, pins, queries, hasAssigned } = this.#sources;
    const isShown: Readonly<Record<Group, boolean>> = {
      assigned: hasAssigned(connectionId),
      pinned: remembered.pinned(connectionId).length > 0 || pins.list(connectionId).length > 0,
      recent: this.#recents.list(connectionId).length > 0,
      queries: queries.list(connectionId).length > 0,
    };
    const groups = groupsInOrder.filter((group) => isShown[group]);
    this.#shown.set(connectionId, groups.join());
    return groups.map((group) => this.#rows.row<GroupRow>({ kind: "group", ...childOf(row, group), group }));
  }

  /** The rows to draw again: the groups whose content has changed, or the connection if it has other groups than before. */
  stale(connectionId: string): readonly Row[] {
    const row = this.#rows.get(connectionId);
    const before = this.#shown.get(connectionId);
    if (row?.kind !== "connection" || before === undefined) {
      return [];
    }
    const groups = this.of(row);
    return this.#shown.get(connectionId) === before ? groups.filter((group) => this.#isStale(group)) : [row];
  }

  /** The rows of a group that is no listing of the service. */
  rowsOf(row: GroupRow): readonly Row[] {
    this.#drawn.set(row.id, this.#contentOf(row));
    const rows = this.#rowsOf(row);
    this.#rows.replaceBelow(row, rows);
    return rows;
  }

  /** Puts the count of a query on its row. */
  counted(query: SavedQuery): QueryRow | undefined {
    const key = keyOfQuery(query);
    const row = this.#rows.ofKind("query", query.connectionId).find((each) => keyOfQuery(each.query) === key);
    return row && this.#rows.row<QueryRow>({ ...row, ...this.#countOf(query) });
  }

  /** Asks the service how many artifacts each query finds, unless that is known. */
  async count(connectionId: string): Promise<void> {
    const { queries } = this.#sources;
    const uncounted = queries.list(connectionId).filter((query) => queries.countOf(query)?.kind !== "counted");
    await Promise.all(uncounted.map((query) => queries.count(query)));
  }

  /** Asks again for each query how many artifacts it finds. */
  async recount(connectionId: string): Promise<void> {
    const { queries } = this.#sources;
    await Promise.all(queries.list(connectionId).map((query) => queries.count(query)));
  }

  /** What is remembered has changed: decides whether Recent shows that at once. */
  rememberedChanged(connectionId: string): void {
    this.#recents.changed(connectionId);
  }

  /** Has Recent show what was opened last. Tells whether it showed something else before. */
  settle(connectionId: string): boolean {
    return this.#recents.settle(connectionId);
  }

  #isStale(row: GroupRow): boolean {
    const drawn = this.#drawn.get(row.id);
    return drawn !== undefined && drawn !== this.#contentOf(row);
  }

  #rowsOf(row: GroupRow): readonly Row[] {
    const { connectionId } = row;
    const { remembered, pins, queries } = this.#sources;
    switch (row.group) {
      case "pinned":
        return [
          ...remembered.pinned(connectionId).map((summary) => this.#make.artifact(row, summary)),
          ...pins.list(connectionId).map((repository) => this.#make.repository(row, repository)),
        ];
      case "recent":
        return this.#recents.list(connectionId).map((summary) => this.#make.artifact(row, summary));
      case "queries":
        return queries.list(connectionId).map((query) =>
          this.#rows.row<QueryRow>({
            kind: "query",
            ...childOf(row, `${query.trackerId}/${query.label.replace(/[%/]/g, encodeURIComponent)}`),
            query,
            ...this.#countOf(query),
          }),
        );
      default:
        return [];
    }
  }

  #contentOf({ group, connectionId }: GroupRow): string {
    const { remembered, pins, queries } = this.#sources;
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

  /** Without the member if the count is not known, so that the row keeps an older one. */
  #countOf(query: SavedQuery): Pick<QueryRow, "count"> {
    const count = this.#sources.queries.countOf(query);
    return count?.kind === "counted" ? { count: count.total } : {};
  }
}

const groupsInOrder: readonly Group[] = ["assigned", "pinned", "recent", "queries"];
