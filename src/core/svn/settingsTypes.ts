import type { KnownRepository, SvnNames, SvnRepository, SvnSettings } from "../model/svnRepository.ts";
import type { ServiceError } from "../service/serviceError.ts";
import type { SaveOutcome } from "../workingCopy/kindTypes.ts";
import type { MergedSettings } from "./mergeSettings.ts";
import type { Part, PartKey, TextSettings } from "./settings.ts";

/** Settings of SVN repositories: parts without a version, always read and compared first, always sent whole. */
export interface SettingsTypes {
  readonly base: SettingsBase;
  readonly mine: TextSettings;
  /** All that is sent. */
  readonly change: SvnSettings;
  readonly key: PartKey;
  /** Null stands for a part that is not there. */
  readonly value: Part | null;
  readonly unsettled: UnsettledPart;
  readonly merge: MergedSettings;
  readonly answer: { readonly kind: "updated"; readonly repository: SvnRepository | undefined };
  readonly unread: UnreadableSettings;
  readonly saved: SettingsSaved;
  readonly refusal: SettingsRefusal;
  readonly encode: never;
  readonly condition: never;
}

/** What became of the save of a text of settings. */
export type SettingsOutcome = SaveOutcome<SettingsTypes>;

/** A part that would put back a colleague's change without anybody having said so. */
export interface UnsettledPart {
  readonly key: PartKey;
  /** Undefined where it is not there. */
  readonly mine: Part | undefined;
  readonly theirs: Part | undefined;
}

/** `wasRead`: they could be read before, so that what the service lacks is not the way to read them. */
export interface UnreadableSettings {
  readonly kind: "unreadable";
  readonly reason: Unreadable;
  readonly wasRead: boolean;
  /** What was saved last from any window. */
  readonly remembered: SvnSettings | undefined;
  readonly repository?: SvnRepository;
  /** The answer that told nothing of them. */
  readonly cause?: ServiceError;
}

interface SettingsSaved {
  readonly sent: SvnSettings;
  /** What the service stored otherwise than it was sent. */
  readonly rewritten: readonly PartKey[];
  /** Why nobody could look whether a colleague changed something before. */
  readonly unchecked?: Unreadable;
}

type SettingsRefusal =
  /** Nothing was sent: what would be replaced is not known, and nobody has said that it may be. */
  | { readonly kind: "unknownTarget"; readonly reason: Unreadable }
  /**
   * Nothing was sent: the settings could be read before and cannot be now, so nobody can look what a save would
   * replace.
   */
  | { readonly kind: "unreadable"; readonly reason: Unreadable; readonly cause?: ServiceError }
  /** The service refused it, and stored `stored` of it nevertheless: it replaces part after part. */
  | { readonly kind: "partlySaved"; readonly cause: ServiceError; readonly stored: readonly PartKey[] };

/** Settings a text is compared with: what is known of the repository. Plain data: it survives JSON. */
export interface SettingsBase {
  readonly repository: KnownRepository;
  readonly settings: SvnSettings;
  readonly source: SettingsSource;
  /** What is told of the people and groups in the settings. */
  readonly names?: SvnNames;
}

/**
 * - `read`: what the service had
 * - `answered`: what the service answered to a write from here; that it can be read is not said
 * - `remembered`: the last set that was saved from here; the service does not let settings be read
 * - `assumed`: the service's defaults, of a repository of which nothing is known
 */
type SettingsSource = "read" | "answered" | "remembered" | "assumed";

/** Why settings cannot be read: the service has no such route, or it withholds them from all but administrators. */
export type Unreadable = "noRoute" | "withheld";
