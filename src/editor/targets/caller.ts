import { Uri } from "vscode";
import { isFromTree, isNone } from "./given.ts";

/**
 * The caller of a command, told by the arguments. A program gives ids or other plain values, and the tree gives a row.
 * A link or the menu of an editor gives an object or an address, and the palette or a key gives nothing.
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

// Tells whether a program is the caller: others give no plain value beside a URI, and never files as the third.
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
