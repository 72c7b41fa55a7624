import { isNumber, isText, optional, shapeOf } from "./shape.ts";

/** An SVN repository as the service answered it, in our words; its settings in the shape a PUT takes. Plain data. */
export interface SvnRepository extends RepositorySummary {
  /** Absent for those who may not change them. */
  readonly settings?: SvnSettings;
  /** What the people and groups in the settings are called. */
  readonly names?: SvnNames;
}

/** Names of people and groups that settings hold by id. */
export interface SvnNames {
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

/** A repository as a listing shows it. */
export interface RepositorySummary {
  readonly id: number;
  readonly name: string;
  readonly projectId?: number;
  readonly projectLabel?: string;
  readonly projectShortname?: string;
  /** Where it is checked out from. */
  readonly checkoutUrl?: string;
}

/** A repository as far as it is known: of one pinned by its number, perhaps nothing else. */
export type KnownRepository = Pick<RepositorySummary, "id"> & Partial<RepositorySummary>;

/** The settings as a request carries them (test/service/README.md, SVN repositories): a PUT carries all of them. */
export interface SvnSettings {
  readonly commit_rules: {
    readonly is_reference_mandatory: boolean;
    readonly is_commit_message_change_allowed: boolean;
  };
  readonly immutable_tags: { readonly paths: readonly string[]; readonly whitelist: readonly string[] };
  readonly access_file: string;
  readonly email_notifications: readonly SvnNotification[];
  /** A PUT without it means true. */
  readonly has_default_permissions: boolean;
}

/** The settings of a POST: what is left out is the service's default. */
export type NewSettings = Partial<SvnSettings> & {
  /** Directories to begin with, `/trunk`. */
  readonly layout?: readonly string[];
};

/** A repository to be created, as its draft says. */
export interface WantedRepository {
  readonly projectId: number;
  readonly name: string;
  /** Empty where the draft says nothing of them. */
  readonly settings: NewSettings;
}

/** Who gets a mail about commits below a path. */
export interface SvnNotification {
  readonly path: string;
  readonly emails: readonly string[];
  /** Ids of users. */
  readonly users: readonly number[];
  /** Ids of user groups: `101_3`, `152`. */
  readonly user_groups: readonly string[];
}

/** Tells whether `value`, which was kept, is what is known of a repository without its settings. Never throws. */
export const isKnownRepository = shapeOf<KnownRepository>({
  id: isNumber,
  name: optional(isText),
  projectId: optional(isNumber),
  projectLabel: optional(isText),
  projectShortname: optional(isText),
  checkoutUrl: optional(isText),
});
