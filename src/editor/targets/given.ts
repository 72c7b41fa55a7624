import { Uri } from "vscode";
import { isNumberId } from "../../core/model/id.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/model/json.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { notAProject } from "../../core/sentences/targets.ts";
import type { Row } from "../../core/tree/rows.ts";
import { HumanError } from "../dialog/present.ts";
import { activeUri, documentOfBase, resourceOf } from "../text/resourceUri.ts";

// What a caller, who may give anything, gave as one argument of a command.

/** Tells whether nothing was given; JSON, and so keybindings, has null for it. */
export function isNone(given: unknown): given is undefined | null {
  return given === undefined || given === null;
}

/** The members of an object, none of anything else. */
export function membersOf(given: unknown): JsonObject {
  return isJsonObject(given) ? given : {};
}

/** Gives what was given where it is a text that says something. */
export function textIn(given: unknown): string | undefined {
  return typeof given === "string" && given.trim() !== "" ? given : undefined;
}

/** The id of a connection: given alone, or by a row or another object of it. */
export function connectionIdIn(given: unknown): string | undefined {
  const id = typeof given === "string" ? given : membersOf(given).connectionId;
  return typeof id === "string" ? id : undefined;
}

/** An id, be it a text of digits; throws a HumanError in the words of `otherwise` for anything else. */
export function checkedId(given: unknown, otherwise: (given: unknown) => string): number {
  const number = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : given;
  if (!isNumberId(number)) {
    throw new HumanError(otherwise(given));
  }
  return number;
}

/** As `checkedId`, and undefined where none is given. */
export function idIn(given: unknown, otherwise: (given: unknown) => string): number | undefined {
  return isNone(given) ? undefined : checkedId(given, otherwise);
}

/** As `checkedId`, of what people also write with a mark: `#512`. */
export function checkedReference(given: unknown, otherwise: (given: unknown) => string): number {
  return checkedId(typeof given === "string" ? given.replace(/^#(?=\d+$)/, "") : given, () => otherwise(given));
}

/**
 * The URI that a caller gave: a `Uri`, or one of ours by its text or its parts, since keybindings have nothing else;
 * the document of a row of Source Control. Undefined for all that is none.
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

/** The URI that a command was called for: that of the active tab where nothing is given, and only there. */
export function uriMeant(given: unknown): Uri | undefined {
  return isNone(given) ? activeUri() : givenUri(given);
}

/**
 * The ids that a command was given: of an address, or of the active editor where nothing is given, those of the
 * document; of a row or another object its members; `behind` a text, which is the id of a connection.
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
 * Tells whether a command was called with something of the tree, be it less than the whole row that `isRow` asks for.
 */
export function isFromTree(given: unknown): boolean {
  return isJsonObject(given) && "kind" in given;
}

/** Tells whether a command was called for a row of the tree. */
export function isRow(given: unknown): given is Row {
  const names = ["kind", "id", "connectionId"];
  return isJsonObject(given) && names.every((name) => typeof given[name] === "string");
}

/** Where several rows are selected, the tree passes the one that was clicked, then all. */
export function selectedWith(first: unknown, second: unknown): readonly unknown[] {
  return Array.isArray(second) && second.length > 0 ? second : [first];
}

/** Gives what a caller gave as the value of a field; undefined where it gave none. */
export function valueIn(given: unknown): Json | undefined {
  return given === undefined || isJson(given) ? given : String(given);
}

function isJson(given: unknown): given is Json {
  return given === null || ["boolean", "number", "string", "object"].includes(typeof given);
}

/** The id or the label of a field. */
export function nameIn(given: unknown): string | undefined {
  return isNone(given) ? undefined : String(given);
}

/** The number of a project: given alone, or by a row or another object of it. */
export function projectIdIn(first: unknown, given: unknown): number | undefined {
  // Where several rows are selected, the tree passes all as the second argument.
  const own = Array.isArray(given) ? undefined : given;
  return idIn(own ?? membersOf(membersOf(first).project).id, notAProject);
}

/** A file that a caller names by its `Uri`. */
export function fileIn(given: unknown): Uri | undefined {
  return given instanceof Uri ? given : undefined;
}

/** Gives what a row tells of its artifact. */
export function toldOfArtifact([first]: readonly unknown[]) {
  const { browserUrl, xref } = membersOf(membersOf(first).summary);
  return {
    browserUrl: typeof browserUrl === "string" ? browserUrl : undefined,
    xref: typeof xref === "string" ? xref : undefined,
  };
}
