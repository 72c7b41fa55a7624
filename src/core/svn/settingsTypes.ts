import type { PartialRepository, SvnNames, SvnRepository, SvnSettings } from "../model/svnRepository.ts";
import type { ServiceError } from "../service/serviceError.ts";
import type { SaveOutcome } from "../workingCopy/kindTypes.ts";
import type { MergedSettings } from "./mergeSettings.ts";
import type { Part, PartKey, TextSettings } from "./settings.ts";

/** Settings of SVN repositories: parts without a version, always read and compared first, always sent whole. */
export interface SettingsTypes {
  readonly base: SettingsBase;
  readonly mine: TextSettings;
  /** A PUT sends all settings. */
  readonly change: SvnSettings;
  readonly key: PartKey;
  /** Null stands for a part that is not there. */
  readonly value: Part | null;
  readonly unsettled: UnsettledPart;
  readonly merge: MergedSettings;
  readonly answer: { readonly kind: "updated"; readonly repository: SvnRepository | undefined };
  readonly unread: Unreadable;
  readonly saved: SettingsSaved;
  readonly refusal: SettingsRefusal;
  readonly encode: never;
  readonly condition: never;
}

/** Tells what became of the save of a text of settings. */
export type SettingsOutcome = SaveOutcome<SettingsTypes>;

/** A part whose value in the text would undo a colleague's change, though nobody has said that it shall. */
export interface UnsettledPart {
  readonly key: PartKey;
  /** It is undefined where the part is not there. */
  readonly mine: Part | undefined;
  readonly theirs: Part | undefined;
}

interface SettingsSaved {
  readonly sent: SvnSettings;
  /** The parts that the service stored otherwise than they were sent. */
  readonly rewritten: readonly PartKey[];
  /** The reason why nobody could look whether a colleague changed something before. */
  readonly unchecked?: Unreadable;
}

type SettingsRefusal =
  /** Nothing was sent: nobody knows what a save would replace, and nobody has said that it may. */
  | { readonly kind: "unknownTarget"; readonly reason: Unreadable }
  /**
   * Nothing was sent: the settings could be read before and cannot be now, so nobody can look what a save would
   * replace.
   */
  | { readonly kind: "unreadable"; readonly reason: Unreadable; readonly cause?: ServiceError }
  /** The service refused the PUT, and stored the parts `stored` all the same: it replaces part after part. */
  | { readonly kind: "partlySaved"; readonly cause: ServiceError; readonly stored: readonly PartKey[] };

/** The settings that a text is compared with, and what is known of the repository. Plain data that survives JSON. */
export interface SettingsBase {
  readonly repository: PartialRepository;
  readonly settings: SvnSettings;
  readonly source: SettingsSource;
  /** The names that the service told of people and groups in the settings. */
  readonly names?: SvnNames;
}

/**
 * It tells where the settings come from:
 * - `read`: the service has them
 * - `answered`: the service answered a write with them; nobody says that it lets them be read
 * - `remembered`: they were saved last from here; the service does not let them be read
 * - `assumed`: they are the service's defaults; nothing is known of the repository
 */
type SettingsSource = "read" | "answered" | "remembered" | "assumed";

/** The reason why settings cannot be read: the service has no such route, or it shows them to administrators alone. */
export type Unreadable = "noRoute" | "withheld";
