import { Uri } from "vscode";
import { isNumberId } from "../../core/model/id.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/model/json.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { notAProject } from "../../core/sentences/targets.ts";
import type { Row } from "../../core/tree/rows.ts";
import { HumanError } from "../dialog/present.ts";
import { activeUri, documentOfBase, resourceOf } from "../text/resourceUri.ts";

// These functions read one argument of a command from a caller who may give anything.

/** Tells whether nothing was given. Keybindings are JSON, which has null for nothing. */
export function isNone(given: unknown): given is undefined | null {
  return given === undefined || given === null;
}

/** Gives the members of an object, and none of anything else. */
export function membersOf(given: unknown): JsonObject {
  return isJsonObject(given) ? given : {};
}

/** Gives a text that was given and is not blank. */
export function textIn(given: unknown): string | undefined {
  return typeof given === "string" && given.trim() !== "" ? given : undefined;
}

/** Gives the id of a connection, which was given alone, or by a row or another object of the connection. */
export function connectionIdIn(given: unknown): string | undefined {
  const id = typeof given === "string" ? given : membersOf(given).connectionId;
  return typeof id === "string" ? id : undefined;
}

/** Gives an id, which may be a text of digits; throws a HumanError in the words of `otherwise` for anything else. */
export function checkedId(given: unknown, otherwise: (given: unknown) => string): number {
  const number = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : given;
  if (!isNumberId(number)) {
    throw new HumanError(otherwise(given));
  }
  return number;
}

/** Gives what `checkedId` gives, and undefined where no id is given. */
export function idIn(given: unknown, otherwise: (given: unknown) => string): number | undefined {
  return isNone(given) ? undefined : checkedId(given, otherwise);
}

/** Gives what `checkedId` gives, for ids that people also write with a mark: `#512`. */
export function checkedReference(given: unknown, otherwise: (given: unknown) => string): number {
  return checkedId(typeof given === "string" ? given.replace(/^#(?=\d+$)/, "") : given, () => otherwise(given));
}

/**
 * Gives the URI that a caller gave: a `Uri`, or one of ours by its text or its parts, since keybindings have nothing
 * else; for a row of Source Control its document. Gives undefined for all else.
 */
export function givenUri(given: unknown): Uri | undefined {
  if (given instanceof Uri) {
    return documentOfBase(given) ?? given;
  }
  if (typeof given === "object" && given !== null && "resourceUri" in given && given.resourceUri instanceof Uri) {
    return documentOfBase(given.resourceUri);
  }
  if (typeof given === "string") {
    return given.startsWith(`${artifactScheme}://`) ? Uri.parse(given) : undefined;
  }
  const { scheme, authority, path } = membersOf(given);
  return scheme === artifactScheme && typeof authority === "string" && typeof path === "string"
    ? Uri.from({ scheme, authority, path })
    : undefined;
}

/** Gives the URI that a command was called for: that of the active tab where nothing is given, and only then. */
export function uriMeant(given: unknown): Uri | undefined {
  return isNone(given) ? activeUri() : givenUri(given);
}

/**
 * Gives the ids that a command was given. For an address they are those of the document, as they are for the active
 * editor where nothing is given. For a row or another object they are its members. For a text they are that text, as
 * the id of a connection, and those in `behind`.
 */
export function namedIn(given: unknown, behind: Record<string, unknown> = {}): Readonly<Record<string, unknown>> {
  const uri = uriMeant(given);
  if (uri) {
    const { connectionId, resource } = resourceOf(uri) ?? {};
    return { connectionId, ...resource };
  }
  return typeof given === "string" ? { connectionId: given, ...behind } : membersOf(given);
}

/**
 * Tells whether a command was called with something of the tree, even if that is less than the row that `isRow` asks
 * for.
 */
export function isFromTree(given: unknown): boolean {
  return isJsonObject(given) && "kind" in given;
}

/** Tells whether a command was called for a row of the tree. */
export function isRow(given: unknown): given is Row {
  const names = ["kind", "id", "connectionId"];
  return isJsonObject(given) && names.every((name) => typeof given[name] === "string");
}

/** Gives the rows that are selected: where there are several, the tree passes the one that was clicked, then all. */
export function selectedWith(first: unknown, second: unknown): readonly unknown[] {
  return Array.isArray(second) && second.length > 0 ? second : [first];
}

/** Gives the value of a field that a caller gave; undefined where it gave none. */
export function valueIn(given: unknown): Json | undefined {
  return given === undefined || isJson(given) ? given : String(given);
}

function isJson(given: unknown): given is Json {
  return given === null || ["boolean", "number", "string", "object"].includes(typeof given);
}

/** Gives the id or the label of a field. */
export function nameIn(given: unknown): string | undefined {
  return isNone(given) ? undefined : String(given);
}

/** Gives the number of a project, which was given alone, or by a row or another object of the project. */
export function projectIdIn(first: unknown, given: unknown): number | undefined {
  // Where several rows are selected, the tree passes all as the second argument.
  const own = Array.isArray(given) ? undefined : given;
  return idIn(own ?? membersOf(membersOf(first).project).id, notAProject);
}

/** Gives a file that a caller names by its `Uri`. */
export function fileIn(given: unknown): Uri | undefined {
  return given instanceof Uri ? given : undefined;
}

/** Gives the address of the page and the reference of an artifact, as its row knows them. */
export function toldOfArtifact([first]: readonly unknown[]) {
  const { browserUrl, xref } = membersOf(membersOf(first).summary);
  return {
    browserUrl: typeof browserUrl === "string" ? browserUrl : undefined,
    xref: typeof xref === "string" ? xref : undefined,
  };
}
