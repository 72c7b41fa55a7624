/**
 * A regular expression that is allowed although it takes more than linear time, or although nobody can read it off the
 * code.
 */
export interface BoundedRegexp {
  /** Under `src`. */
  readonly file: string;
  /** As it is written there, flags included. */
  readonly written: string;
  /** What keeps its time bounded. */
  readonly bound: string;
}

/** The only place for such exceptions. One that is not needed any more has to go. */
export const boundedRegexps: readonly BoundedRegexp[] = [
  {
    file: "core/model/uri.ts",
    written: "new RegExp(source)",
    bound: "is one of the few paths of ours, whose members are parted by marks that none of them holds",
  },
  {
    file: "core/references/findReferences.ts",
    written: String.raw`/(?<![\p{L}\p{N}_])(?<keyword>\p{L}[\p{L}\p{N}_-]*)[ \t]+#(?<digits>\d*)$/u`,
    bound: "sees the last 80 characters before the cursor (`maxTypedLength`)",
  },
  {
    file: "core/codec/jsonPlace.ts",
    written: String.raw`/[^\s,:[\]{}"]*$/`,
    bound: "sees the last 200 characters of the line before the cursor (`maxWordLength`)",
  },
  {
    file: "core/references/comments.ts",
    written: `new RegExp([...marks.map(matching), escaped].join("|"), "g")`,
    bound:
      "has no repetition: one of the few marks of a language (`maxMarkLength`), or a backslash with what it escapes",
  },
];
