import type { SavedQuery } from "../../query/savedQueries.ts";
import { groupWords, nothingAssigned } from "../../sentences/tree.ts";
import { type Look, spokenOf } from "../look.ts";
import { artifactRow } from "../pinnableRows.ts";
import type { RowKind, Tree } from "../rowKind.ts";
import type { Group, GroupRow, Row } from "../rows.ts";

/** The row of a group: what is assigned to the person, pinned, opened lately, or saved as query. */
export const groupKind: RowKind<GroupRow> = {
  look: (row) => {
    const { label, tooltip } = groupWords[row.group];
    return {
      ...groups[row.group],
      label,
      tooltip,
      contextValue: `group ${row.group}Group branch refreshable`,
      spoken: spokenOf(below(row)),
    };
  },
  below,
  children: async (row, tree) => {
    if (row.group === "assigned") {
      return await assigned(row, tree);
    }
    if (row.group === "queries") {
      void count(row, tree, (query) => tree.queries.countOf(query) === undefined);
    }
    return tree.groups.rowsOf(row);
  },
  refresh: async (row, tree) => {
    if (row.group === "pinned" || row.group === "recent") {
      await readAgain(row.connectionId, row.group, tree);
    }
    tree.branches.reread(row);
    if (row.group === "queries") {
      await count(row, tree, () => true);
    }
  },
};

const groups = {
  assigned: { icon: "assigned", state: "collapsed" },
  pinned: { icon: "pinned", state: "expanded" },
  recent: { icon: "recent", state: "expanded" },
  // Opening the row asks for the counts, so it is closed at first.
  queries: { icon: "query", state: "collapsed" },
} as const satisfies Readonly<Record<Group, Partial<Look>>>;

function below({ group, parent }: GroupRow): string {
  const { spoken } = groupWords[group];
  return parent ? `${spoken}, ${parent.connection.label}` : spoken;
}

/** Asks the service how many artifacts these queries find. */
async function count(
  { connectionId }: GroupRow,
  { queries }: Tree,
  isMeant: (query: SavedQuery) => boolean,
): Promise<void> {
  await Promise.all(
    queries
      .list(connectionId)
      .filter(isMeant)
      .map((query) => queries.count(query)),
  );
}

async function assigned(row: GroupRow, tree: Tree): Promise<readonly Row[]> {
  const { branches, absent, redraw } = tree;
  const branch = branches.of(row, {
    read: (service, offset, signal) => service.listOwnArtifacts({ assignedTo: true }, offset, signal),
    // The service gives only open ones, but does not say so of each (test/service/README.md, Projects and people).
    rowOf: (artifact) => artifactRow(tree.rows, tree.remembered, row, { ...artifact, isOpen: artifact.isOpen ?? true }),
    empty: nothingAssigned,
    // The service gives the oldest first.
    compare: newestFirst,
  });
  const rows = await branch.rowsAndEnd();
  if (branch.isNotListed) {
    absent.add(row.connectionId, "assigned");
    redraw.row(row.parent);
    return [];
  }
  return rows;
}

/** Sorts by number, since the list tells no time. */
function newestFirst(a: Row, b: Row): number {
  return a.kind === "artifact" && b.kind === "artifact" ? b.artifactId - a.artifactId : 0;
}

// Reads them by one request for each, as no request was needed to show them.
async function readAgain(connectionId: string, group: "pinned" | "recent", tree: Tree): Promise<void> {
  const { known, logFailure, registry, pins, remembered } = tree;
  const service = await registry.service(connectionId);
  const signal = AbortSignal.timeout(maxRefreshMs);
  const artifacts = group === "pinned" ? remembered.pins.list(connectionId) : remembered.recent(connectionId);
  const readings = artifacts.map(({ id }) => known.of(connectionId).readings.read(id, signal));
  const repositories = (group === "pinned" ? pins.list(connectionId) : []).map(async ({ id }) =>
    pins.seen(connectionId, await service.readRepository(id, signal)),
  );
  for (const outcome of await Promise.allSettled([...readings, ...repositories])) {
    if (outcome.status === "rejected") {
      // The row keeps what was known. An artifact that is gone must not keep the others from being read.
      logFailure("Reading what is pinned or recent again", outcome.reason);
    }
  }
}

const maxRefreshMs = 60_000;
