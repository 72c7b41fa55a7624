import {
  countOfAll,
  countShown,
  loadMoreCommand,
  loadMore as loadMoreLabel,
  loadMoreSpoken,
  loadMoreTooltip,
  pressEnterToStop,
} from "../../sentences/tree.ts";
import { spokenOf } from "../look.ts";
import type { RowKind, Tree } from "../rowKind.ts";
import type { MoreRow } from "../rows.ts";

/** The row that stands for what a list has beyond its last row. */
export const moreKind: RowKind<MoreRow> = {
  look: ({ shown, total, isReading, parent }, { formats, below }) => {
    const all = total === undefined ? undefined : formats.count(Math.max(total, shown));
    const count = countOfAll(formats.count(shown), all);
    return {
      label: loadMoreLabel(isReading),
      description: `(${count})`,
      icon: isReading ? "loading" : "more",
      contextValue: "more",
      tooltip: loadMoreTooltip(isReading),
      click: { command: "loadMore", title: loadMoreCommand(isReading) },
      spoken: spokenOf(
        loadMoreSpoken(below(parent), isReading),
        countShown(count),
        isReading ? pressEnterToStop : undefined,
      ),
    };
  },
  isPartOfParent: true,
};

/** Reads the next page of the list that the row ends, or gives up the one under way. */
export async function loadMore(row: MoreRow, { branches, redraw }: Tree): Promise<void> {
  const branch = branches.get(row.branchId);
  if (branch?.listing.isReading) {
    // The second click of a double click must not stop what the first has started.
    if (branches.readingMoreForMs(branch) > doubleClickMs) {
      branch.listing.cancel();
      redraw.row(branch.more());
    }
  } else if (branch) {
    await branches.readMore(branch);
  }
}

/** Systems take two clicks within this time for one thing. */
const doubleClickMs = 500;
