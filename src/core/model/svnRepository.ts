import { isNumber, isText, optional, shapeOf } from "./shape.ts";

/** An SVN repository as the service answered it, in our words, with its settings as a PUT takes them. Plain data. */
export interface SvnRepository extends RepositorySummary {
  /** They are absent for those who may not change them. */
  readonly settings?: SvnSettings;
  /** The names of the people and groups in the settings. */
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
  /** The address from which it is checked out. */
  readonly checkoutUrl?: string;
}

/** A repository as far as it is known; of one that was pinned by its number perhaps only that. */
export type PartialRepository = Pick<RepositorySummary, "id"> & Partial<RepositorySummary>;

/** The settings as a request carries them (test/service/README.md, SVN repositories): a PUT carries all of them. */
export interface SvnSettings {
  readonly commit_rules: {
    readonly is_reference_mandatory: boolean;
    readonly is_commit_message_change_allowed: boolean;
  };
  readonly immutable_tags: { readonly paths: readonly string[]; readonly whitelist: readonly string[] };
  readonly access_file: string;
  readonly email_notifications: readonly SvnNotification[];
  /** It counts as true where a PUT leaves it out. */
  readonly has_default_permissions: boolean;
}

/** The settings of a POST. Where one is left out, the service takes its default. */
export type NewSettings = Partial<SvnSettings> & {
  /** The directories to begin with, such as `/trunk`. */
  readonly layout?: readonly string[];
};

/** A repository that is to be created, as its draft says. */
export interface WantedRepository {
  readonly projectId: number;
  readonly name: string;
  /** They are empty where the draft says nothing of them. */
  readonly settings: NewSettings;
}

/** Tells who gets a mail about commits below a path. */
export interface SvnNotification {
  readonly path: string;
  readonly emails: readonly string[];
  /** The ids of users. */
  readonly users: readonly number[];
  /** The ids of user groups, such as `101_3` and `152`. */
  readonly user_groups: readonly string[];
}

/** Tells whether a kept value is what is known of a repository, without its settings. Never throws. */
export const isKnownRepository = shapeOf<PartialRepository>({
  id: isNumber,
  name: optional(isText),
  projectId: optional(isNumber),
  projectLabel: optional(isText),
  projectShortname: optional(isText),
  checkoutUrl: optional(isText),
});
