import type { SvnSettings } from "../model/svnRepository.ts";
import type { ServiceError } from "../service/serviceError.ts";
import type { SettingsBase, Unreadable } from "./base.ts";
import type { PartKey } from "./settings.ts";
import type { UnsettledPart } from "./settlement.ts";

/** What became of a save. Failures that stored nothing are thrown as `ServiceError`. */
export type SettingsOutcome =
  /** The text means what the base means: nothing was sent. */
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "saved";
      readonly base: SettingsBase;
      readonly sent: SvnSettings;
      /** What the service stored otherwise than it was sent. */
      readonly rewritten: readonly PartKey[];
      /** Why nobody could look whether a colleague changed something before. */
      readonly unchecked?: Unreadable;
    }
  /** Nothing was sent: the settings are not what the text was made from. */
  | { readonly kind: "conflict"; readonly theirs: SettingsBase; readonly reason: SettingsConflictReason }
  /** Nothing was sent: these parts would put back what a colleague changed. */
  | { readonly kind: "unsettled"; readonly parts: readonly UnsettledPart[] }
  /** Nothing was sent: what would be replaced is not known, and nobody has said that it may be. */
  | { readonly kind: "unknownTarget"; readonly reason: Unreadable }
  /** Nothing was sent: the settings could be read before and cannot be now, so nobody can look what a save would replace. */
  | { readonly kind: "unreadable"; readonly reason: Unreadable; readonly cause?: ServiceError }
  /**
   * The service refused it, and stored `stored` of it nevertheless: it replaces part after part. Or the answer was lost each
   * time it was sent, and nothing is stored.
   */
  | { readonly kind: "partlySaved"; readonly cause: ServiceError; readonly stored: readonly PartKey[] }
  /** The answer was lost, or the refusal came in the middle, and what is stored now cannot be read. */
  | { readonly kind: "unknown"; readonly cause: ServiceError };

export type SettingsConflictReason =
  /** Read just before the PUT. */
  | "changedMeanwhile"
  /** The answer was lost, and what is there now is neither mine nor the base. */
  | "answerLost"
  /** Nobody has chosen yet since the last conflict. */
  | "stillOpen"
  /** What the text was made from is not known any more. */
  | "baseUnknown";
