import type { Condition } from "../../src/core/model/artifactService.ts";
import type { Entry } from "../../src/core/model/entry.ts";
import type { JsonObject } from "../../src/core/model/json.ts";
import type { ServiceErrorKind } from "../../src/core/service/serviceError.ts";

/** What was asked of a simulated service, and what is done to it behind the back of who asks. */
export class ServiceMishaps {
  /** What was asked, in order: `GET`, or `PUT` with its condition and entries. */
  readonly requests: (string | { readonly condition: Condition | undefined; readonly entries: readonly Entry[] })[] =
    [];
  beforeUpdate: (() => void) | undefined;
  /** Between the check of a PUT's condition and its write, where others can write unseen. */
  inGap: (() => void) | undefined;
  /** Between a change that was applied and its answer. */
  afterUpdate: (() => void) | undefined;
  /** Hears of every value a PUT replaces. */
  onReplaced: ((fieldId: number, before: JsonObject | undefined, after: JsonObject) => void) | undefined;
  /** Lost after or before the change was applied. */
  loseAnswer: "applied" | "notApplied" | undefined;
  /** What is answered where an answer is lost. */
  statusInstead: number | undefined;
  failReads: ServiceErrorKind | undefined;
  /** Answers 412 whatever the condition. */
  refuses = false;
  hidesVersion: "etag" | "lastModified" | "both" | undefined;
}
