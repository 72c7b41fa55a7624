import { Uri } from "vscode";
import type { Reader } from "./call.ts";

/** A message to be written: VS Code's own box of a source control. */
export interface InputBox {
  value: string;
}

/** Where a reference goes to: a message, what cannot be written from here, or else the cursor. */
export interface ReferencePlace {
  readonly connectionId?: string;
  readonly at: InputBox | "elsewhere" | "cursor";
}

/** A connection's id, or what a menu of a repository passes: VS Code's own source control. */
export const referencePlace: Reader<ReferencePlace> = ({ args: [first] }) => ({
  at: placeIn(first),
  ...(typeof first === "string" && { connectionId: first }),
});

function placeIn(given: unknown): ReferencePlace["at"] {
  if (typeof given !== "object" || given === null || given instanceof Uri) {
    return "cursor";
  }
  // One that is neither a document nor has a message to write is the repository of another side.
  return "inputBox" in given && isInputBox(given.inputBox) ? given.inputBox : "elsewhere";
}

function isInputBox(given: unknown): given is InputBox {
  return typeof given === "object" && given !== null && "value" in given && typeof given.value === "string";
}
