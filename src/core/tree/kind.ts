import type { Connection } from "../model/connection.ts";
import type { AbsentRoutes } from "./absentRoutes.ts";
import type { Branches } from "./branches.ts";
import type { Formats } from "./formats.ts";
import type { Groups } from "./groups.ts";
import type { Look, Tooltip } from "./look.ts";
import type { TreePorts } from "./ports.ts";
import type { Redraw } from "./redraw.ts";
import type { RowMaker } from "./rowMaker.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import type { Row } from "./rows.ts";

/** All there is to know of one kind of row; each kind has a file of its own. */
export interface RowKind<R extends Row> {
  look(row: R, context: LookContext): Look;
  /** For rows of which there are thousands: the tooltip, made when somebody looks at one. */
  tooltip?(row: R, context: TooltipContext): Tooltip;
  /** What is below it, for a screen reader, which says the rows there without this one. */
  below?(row: R): string;
  /** The rows below it, those that are known without a request and those that the service lists; absent: none. */
  children?(row: R, tree: Tree): Promise<readonly Row[]>;
  /** Reads again what the row and those below it show, the names that are told there included. Absent: its parent does. */
  refresh?(row: R, tree: Tree): Promise<void>;
  /** Whether it stands for a part of its parent, or for what its parent lists, and for nothing of its own. */
  readonly isPartOfParent?: true;
}

export interface LookContext {
  readonly formats: Formats;
  /** What is below a row, of whatever kind it is. */
  readonly below: (row: Row) => string;
}

export interface TooltipContext {
  readonly formats: Formats;
  /** The one that the row belongs to. */
  readonly connection: Connection | undefined;
  /** What the letter at the row stands for. */
  readonly mark: string | undefined;
}

/** What the kinds of rows share: the rows and lists that are there, and where they come from. */
export interface Tree extends TreePorts {
  readonly rows: RowRegistry;
  readonly make: RowMaker;
  readonly branches: Branches;
  readonly groups: Groups;
  /** What services were found not to have. */
  readonly absent: AbsentRoutes;
  readonly redraw: Redraw;
  /** The connections whose projects were shown: what is read again stays in view, and unfolded, until it has arrived. */
  readonly shownConnections: Set<string>;
}
