import type { Problem } from "../codec/problem.ts";
import type { Span } from "../util/span.ts";
import type { AccessFileProblem } from "./accessFile.ts";

/** Something wrong with a text of settings: data, of which the editor makes a sentence. */
export interface SettingsProblem extends Span {
  readonly code: SettingsProblemCode | Problem["code"];
  /** `error`: nothing can be sent. */
  readonly severity: "error" | "warning";
  readonly facts?: SettingsProblemFacts;
}

export interface SettingsProblemFacts extends NonNullable<Problem["facts"]> {
  /** What is expected: with `wrongType`. */
  readonly expected?: ExpectedType;
  /** The path of the notification: with `duplicateNotification` and `noRecipient`. */
  readonly path?: string;
  /** The group or the address: with `groupNotAllowed` and `duplicateEmail`. */
  readonly value?: string;
  /** What is wrong with the name: with `invalidName`. */
  readonly name?: NameProblem;
}

/** As JSON calls it. */
export type ExpectedType = "object" | "array" | "boolean" | "string" | "number";

type SettingsProblemCode =
  | "missingMember"
  /** It is never sent. */
  | "unknownMember"
  | "wrongType"
  /** The service refuses settings without a member. */
  | "emptySettings"
  /** The service would make two paths of it. */
  | "lineBreakInPath"
  /** It names nothing in a repository. */
  | "pathWithoutSlash"
  /** The service drops it. */
  | "emptyPath"
  | "tooLong"
  /** The service keeps exceptions only where tags are protected. */
  | "exceptionsWithoutPaths"
  | "duplicateNotification"
  | "noRecipient"
  | "duplicateEmail"
  | "groupNotAllowed"
  /** What is wrong with lines of the access file. */
  | AccessFileProblem["code"]
  | "invalidName";

/** The id of a person or a group in a notification. */
export interface SettingsId extends Span {
  readonly kind: "person" | "group";
  readonly id: string;
  /** The place of the notification in its list. */
  readonly index: number;
}

/**
 * What is wrong with the name of a repository; undefined when it will do. The service trims it first, and so does this.
 */
export type NameProblem = "empty" | "tooShort" | "tooLong" | "start" | "characters";

const shortest = 3;
const longest = 255;

/**
 * The rule of the service (test/service/README.md, SVN repositories): 3 to 255 of letters, digits and `-_.`, a letter
 * first.
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
