import { groupWords, nothingAssigned } from "../../sentences/tree.ts";
import { type IconName, spokenOf } from "../look.ts";
import type { RowKind, Tree } from "../rowKind.ts";
import type { Group, GroupRow, Row } from "../rows.ts";

/** What is assigned to the person, pinned, opened lately, or saved as query. */
export const groupKind: RowKind<GroupRow> = {
  look: (row) => {
    const { label, icon, tooltip, state } = groups[row.group];
    return {
      label,
      state,
      icon,
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
      void tree.groups.count(row.connectionId);
    }
    return tree.groups.rowsOf(row);
  },
  refresh: async (row, tree) => {
    if (row.group === "pinned" || row.group === "recent") {
      await readAgain(row.connectionId, row.group, tree);
    }
    tree.branches.reread(row);
    if (row.group === "queries") {
      await tree.groups.recount(row.connectionId);
    }
  },
};

interface GroupLook {
  readonly label: string;
  readonly icon: IconName;
  readonly tooltip: string;
  readonly spoken: string;
  readonly state: "collapsed" | "expanded";
}

const groups: Readonly<Record<Group, GroupLook>> = {
  assigned: {
    ...groupWords.assigned,
    icon: "assigned",
    state: "collapsed",
  },
  pinned: {
    ...groupWords.pinned,
    icon: "pinned",
    state: "expanded",
  },
  recent: {
    ...groupWords.recent,
    icon: "recent",
    state: "expanded",
  },
  queries: {
    ...groupWords.queries,
    icon: "query",
    // The counts are asked for when it is opened.
    state: "collapsed",
  },
};

function below({ group, parent }: GroupRow): string {
  return parent ? `${groups[group].spoken}, ${parent.connection.label}` : groups[group].spoken;
}

async function assigned(row: GroupRow, { branches, make, absent, redraw }: Tree): Promise<readonly Row[]> {
  const branch = branches.of(row, {
    read: (service, offset, signal) => service.listOwnArtifacts({ assignedTo: true }, offset, signal),
    // All that the service gives are open, but it does not say so of each (test/service/README.md, Projects and people).
    rowOf: (artifact) => make.artifact(row, { ...artifact, isOpen: artifact.isOpen ?? true }),
    texts: { empty: nothingAssigned },
  });
  const rows = await branch.rowsAndEnd();
  if (branch.isNotListed) {
    absent.add(row.connectionId, "assigned");
    redraw.row(row.parent);
    return [];
  }
  return rows;
}

// Remembered artifacts are shown without a request, so reading them again takes one request for each.
async function readAgain(connectionId: string, group: "pinned" | "recent", tree: Tree): Promise<void> {
  const { logFailure, registry, pins, remembered } = tree;
  const service = await registry.service(connectionId);
  const signal = AbortSignal.timeout(maxRefreshMs);
  const artifacts = group === "pinned" ? remembered.pinned(connectionId) : remembered.recent(connectionId);
  const readings = artifacts.map(({ id }) => service.readArtifact(id, signal));
  const repositories = (group === "pinned" ? pins.list(connectionId) : []).map(async ({ id }) =>
    pins.seen(connectionId, await service.readRepository(id, signal)),
  );
  for (const outcome of await Promise.allSettled([...readings, ...repositories])) {
    if (outcome.status === "rejected") {
      // The row keeps what was known. One artifact that is gone must not keep the others from being read.
      logFailure("Reading what is pinned or recent again", outcome.reason);
    }
  }
}

const maxRefreshMs = 60_000;
