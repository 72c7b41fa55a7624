import { Uri } from "vscode";
import { isFromTree, isNone } from "./given.ts";

/**
 * Who called a command, told by what it was called with. A program gives ids or other plain values, a person in the
 * tree a row, a link or the menu of an editor an object or an address, and the palette or a key nothing.
 */
export type Caller = "program" | "tree" | "link" | "palette";

export function callerOf(args: readonly unknown[]): Caller {
  const [first] = args;
  if (isFromProgram(args)) {
    return "program";
  }
  if (isNone(first)) {
    return "palette";
  }
  return isFromTree(first) ? "tree" : "link";
}

// Menus, tree and palette pass rows, URIs or nothing, beside a URI no plain value, and never files as the third.
function isFromProgram([first, second, third]: readonly unknown[]): boolean {
  return (
    isPlainValue(first) ||
    (first instanceof Uri && isPlainValue(second)) ||
    Array.isArray(third) ||
    (typeof first === "object" &&
      first !== null &&
      ("url" in first || ("connection" in first && typeof first.connection === "string")))
  );
}

function isPlainValue(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
