import { type AccessibilityInformation, type Command, TreeItem, type TreeItemCollapsibleState } from "vscode";
import type { CommandId } from "../../contributions.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import type { Node } from "./nodes.ts";

export type RowShape = TreeItem;

/** An item with that label and state, and what else it has. */
export function row(label: string, state: TreeItemCollapsibleState, shape: Partial<TreeItem>): RowShape {
  return Object.assign(new TreeItem(label, state), shape);
}

/** What a click on a row does: commands are given the row. */
export function command(id: CommandId, title: string, node: Node): Command {
  return { command: id, title, arguments: [node] };
}

/** What a screen reader says of a row: it has to make sense alone, without those around it. */
export function spoken(...parts: readonly (string | undefined)[]): AccessibilityInformation {
  return {
    label: parts
      .map((part) => withoutControls(part ?? ""))
      .filter((part) => part !== "")
      .join(", "),
  };
}
