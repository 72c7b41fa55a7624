import type { Connection } from "../model/connection.ts";
import type { BranchRegistry } from "./branchRegistry.ts";
import type { Formats } from "./formats.ts";
import type { Groups } from "./groups.ts";
import type { Look, Tooltip } from "./look.ts";
import type { TreePorts } from "./ports.ts";
import type { Redraw } from "./redraw.ts";
import type { Refusals, Route } from "./refusals.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import type { Row } from "./rows.ts";

/** All that is known of one kind of row; each kind has a file of its own. */
export interface RowKind<R extends Row> {
  look(row: R, context: LookContext): Look;
  /** Makes the tooltip when the person points at a row, for rows of which there are thousands. */
  tooltip?(row: R, context: TooltipContext): Tooltip;
  /** Names the rows below. A screen reader says them without this row. */
  below?(row: R): string;
  /** Gives the rows below it; a kind without it has none. */
  children?(row: R, tree: Tree): Promise<readonly Row[]>;
  /** Reads again what the row and those below it show, names included. Without it the parent is refreshed. */
  refresh?(row: R, tree: Tree): Promise<void>;
  /**
   * It is true where the row is only a part of its parent: then refreshing it refreshes the documents of the parent.
   */
  readonly isPartOfParent?: true;
}

export interface LookContext {
  readonly formats: Formats;
  readonly refusedDeletions: Refusals<number>;
  /** Names the rows below a row of any kind. */
  readonly below: (row: Row) => string;
}

export interface TooltipContext {
  readonly formats: Formats;
  /** The connection of the row. */
  readonly connection: Connection | undefined;
  /** The meaning of the letter at the row. */
  readonly mark: string | undefined;
}

/** The things that the kinds of rows share: the rows and lists that are there, and where they come from. */
export interface Tree extends TreePorts {
  readonly rows: RowRegistry;
  readonly branches: BranchRegistry;
  readonly groups: Groups;
  /** The routes that services were found not to have. */
  readonly absent: Refusals<Route>;
  readonly refusedDeletions: Refusals<number>;
  readonly redraw: Redraw;
  /** The ids of connections whose projects were shown: these stay in view, and unfolded, while they are read again. */
  readonly shownConnections: Set<string>;
}
