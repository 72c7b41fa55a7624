import type { Problem } from "../codec/problem.ts";
import type { Span } from "../util/span.ts";
import type { AccessFileProblem } from "./accessFile.ts";

/** A problem of a text of settings: data, of which the editor makes a sentence. */
export interface SettingsProblem extends Span {
  readonly code: SettingsProblemCode | Problem["code"];
  /** While there is an `error`, nothing can be sent. */
  readonly severity: "error" | "warning";
  readonly facts?: SettingsProblemFacts;
}

export interface SettingsProblemFacts extends NonNullable<Problem["facts"]> {
  /** The expected type, with `wrongType`. */
  readonly expected?: ExpectedType;
  /** The path of the notification, with `duplicateNotification` and `noRecipient`. */
  readonly path?: string;
  /** The group or the address, with `groupNotAllowed` and `duplicateEmail`. */
  readonly value?: string;
  /** The problem of the name, with `invalidName`. */
  readonly name?: NameProblem;
}

/** The types as JSON calls them. */
export type ExpectedType = "object" | "array" | "boolean" | "string" | "number";

type SettingsProblemCode =
  | "missingMember"
  /** The member is never sent. */
  | "unknownMember"
  | "wrongType"
  /** The service refuses settings without a member. */
  | "emptySettings"
  /** The service would make two paths of such a path. */
  | "lineBreakInPath"
  /** Such a path names nothing in a repository. */
  | "pathWithoutSlash"
  /** The service drops such a path. */
  | "emptyPath"
  | "tooLong"
  /** The service keeps exceptions only where tags are protected. */
  | "exceptionsWithoutPaths"
  | "duplicateNotification"
  | "noRecipient"
  | "duplicateEmail"
  | "groupNotAllowed"
  /** These are the problems of lines of the access file. */
  | AccessFileProblem["code"]
  | "invalidName";

/** The id of a person or a group in a notification. */
export interface SettingsId extends Span {
  readonly kind: "person" | "group";
  readonly id: string;
  /** The place of the notification in its list. */
  readonly index: number;
}

/** The problem of a repository's name. */
export type NameProblem = "empty" | "tooShort" | "tooLong" | "start" | "characters";

const shortest = 3;
const longest = 255;

/**
 * Tells what is wrong with the name of a repository; undefined when it will do. The service trims a name first and
 * wants 3 to 255 letters, digits and `-_.`, a letter first (test/service/README.md, SVN repositories).
 */
export function nameProblem(name: string): NameProblem | undefined {
  const trimmed = name.trim();
  if (trimmed === "") {
    return "empty";
  }
  if (!/^[a-zA-Z]/.test(trimmed)) {
    return "start";
  }
  if (!/^[A-Za-z0-9\-_.]+$/.test(trimmed)) {
    return "characters";
  }
  if (trimmed.length < shortest) {
    return "tooShort";
  }
  return trimmed.length > longest ? "tooLong" : undefined;
}
