import { Uri } from "vscode";
import type { Reader } from "./call.ts";

/** A message to be written: VS Code's own box of a source control. */
export interface InputBox {
  value: string;
}

/** The place where a reference goes: a message, a message that cannot be written from here, or the cursor. */
export interface ReferencePlace {
  readonly connectionId?: string;
  readonly at: InputBox | "elsewhere" | "cursor";
}

/** Reads a connection's id, or what a menu of a repository passes: VS Code's own source control. */
export const referencePlace: Reader<ReferencePlace> = ({ args: [first] }) => ({
  at: placeIn(first),
  ...(typeof first === "string" && { connectionId: first }),
});

function placeIn(given: unknown): ReferencePlace["at"] {
  if (typeof given !== "object" || given === null || given instanceof Uri) {
    return "cursor";
  }
  // An object without a message to write is a source control of the other side, where another extension host runs.
  return "inputBox" in given && isInputBox(given.inputBox) ? given.inputBox : "elsewhere";
}

function isInputBox(given: unknown): given is InputBox {
  return typeof given === "object" && given !== null && "value" in given && typeof given.value === "string";
}
