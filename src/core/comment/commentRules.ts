import type { KindRules } from "../workingCopy/documentKind.ts";
import type { CommentTypes } from "./commentTypes.ts";

/** Whatever happened to the artifact, a comment stays what it is: nothing is settled, nothing merged. */
export const commentRules: KindRules<CommentTypes> = {
  settlement: {
    isWritingDecision: false,
    moved: () => [],
    inBase: () => () => undefined,
    inText: (mine) => () => mine,
    keysIn: () => [],
    isSame: () => (_, a, b) => a === b,
    unsettled: () => () => {
      throw new Error("A comment is never in conflict");
    },
  },
  nothing: "",
  textOf: ({ said = "" }) => said,
  differs: () => false,
  asSeen: (base) => base,
  withStored: (_of, _target, _change, now) => now,
  withPart: () => undefined,
  partsOf: (change) => [["comment", change]],
  merge: (_, mine) => ({ conflicts: [], text: mine }),
  mergedText: ({ text }) => text,
  staysBehind: () => false,
};
