import type { QuickPickItem } from "vscode";
import { withoutIcons } from "../../core/util/plainLabel.ts";

/** A row of a list as VS Code may show it: it makes icons of `$(name)` in words. */
export function plainItem<T extends QuickPickItem>(item: T): T {
  const { label, description, detail } = item;
  return {
    ...item,
    label: withoutIcons(label),
    ...(description !== undefined && { description: withoutIcons(description) }),
    ...(detail !== undefined && { detail: withoutIcons(detail) }),
  };
}
