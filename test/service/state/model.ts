import type { Received } from "./received.ts";

/**
 * The id of a user group: `"1"` everybody, `"2"` registered users, `"101_3"` members of project 101, `"152"` a custom
 * one.
 */
export type GroupId = string;

export interface User {
  readonly id: number;
  readonly username: string;
  readonly realName: string;
  readonly email: string;
  status: "active" | "restricted" | "suspended" | "pending" | "deleted";
  /** Sees everything over REST, writes nothing. */
  readonly isReadOnlyAdministrator?: boolean;
  readonly isSiteAdministrator?: boolean;
  /** The zone of their preferences; the server's when left out. */
  timeZone?: string;
}

export interface AccessKey {
  readonly id: number;
  readonly text: string;
  readonly userId: number;
  readonly description: string;
  readonly createdOn: number;
  readonly expiresOn: number | undefined;
  readonly scopes: readonly string[];
  lastUsedOn: number | undefined;
  isRevoked: boolean;
}

export interface UserGroup {
  readonly id: GroupId;
  /** Undefined for the groups of the platform. */
  readonly projectId: number | undefined;
  readonly shortName: string;
  readonly label: string;
  readonly memberIds: readonly number[];
}

export interface Project {
  readonly id: number;
  readonly shortname: string;
  readonly label: string;
  readonly icon: string;
  readonly description: string;
  readonly access: "public" | "private";
  status: "active" | "suspended" | "deleted";
  readonly memberIds: readonly number[];
  readonly adminIds: readonly number[];
  readonly usesSvn: boolean;
}

export interface StaticValue {
  readonly id: number;
  readonly label: string;
  readonly isHidden: boolean;
  readonly colour: string | undefined;
}

export type Bind =
  | { readonly type: "static"; readonly values: readonly StaticValue[] }
  /** Bound to all who have an account it takes others than the structure lists, too. */
  | { readonly type: "users"; readonly userIds: readonly number[]; readonly takesEverybody?: boolean }
  | { readonly type: "ugroups"; readonly groupIds: readonly GroupId[] };

export interface Field {
  readonly id: number;
  readonly trackerId: number;
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isUsed: boolean;
  bind: Bind | undefined;
  /** Free values of an open list made so far: id without its `o`, and label. */
  readonly freeValues: { readonly id: number; readonly label: string }[];
  readonly isTimeDisplayed: boolean;
  readonly maxLength: number;
  readonly defaultValue: StoredValue | undefined;
  /** «Today» as the default of a date. */
  readonly isTodayByDefault: boolean;
  readers: readonly GroupId[];
  submitters: readonly GroupId[];
  updaters: readonly GroupId[];
}

export interface StructureElement {
  readonly id: number;
  readonly content: readonly StructureElement[] | null;
}

export interface Transition {
  readonly id: number;
  readonly fromId: number | null;
  readonly toId: number;
  readonly notEmptyFieldIds: readonly number[];
  readonly isCommentRequired: boolean;
  /** Undefined: whoever may update the field. */
  readonly groupIds: readonly GroupId[] | undefined;
}

export interface DateRule {
  readonly sourceFieldId: number;
  readonly targetFieldId: number;
  readonly comparator: "<" | "≤" | "=" | "≥" | ">" | "≠";
}

export interface ListRule {
  readonly sourceFieldId: number;
  readonly sourceValueId: number;
  readonly targetFieldId: number;
  readonly targetValueId: number;
}

export interface Workflow {
  readonly fieldId: number;
  readonly isUsed: boolean;
  readonly transitions: readonly Transition[];
  readonly dateRules: readonly DateRule[];
  readonly listRules: readonly ListRule[];
  /** Fields that cannot change while the workflow's field has the value. */
  readonly frozen: readonly { readonly valueId: number; readonly fieldIds: readonly number[] }[];
}

export interface Semantics {
  readonly title?: number;
  readonly description?: number;
  readonly status?: { readonly fieldId: number; readonly openValueIds: readonly number[] };
  readonly contributor?: number;
  readonly initialEffort?: number;
  readonly progress?: { readonly totalFieldId: number; readonly remainingFieldId: number };
  readonly timeframe?: { readonly startFieldId: number; readonly endFieldId: number };
}

export interface Tracker {
  readonly id: number;
  readonly projectId: number;
  readonly label: string;
  readonly itemName: string;
  readonly description: string;
  readonly colourName: string;
  readonly fields: readonly Field[];
  readonly structure: readonly StructureElement[];
  semantics: Semantics;
  readonly workflow: Workflow | undefined;
  readonly parentTrackerId: number | undefined;
  readonly adminIds: readonly number[];
  readers: readonly GroupId[];
}

export interface Report {
  readonly id: number;
  readonly trackerId: number;
  readonly label: string;
  readonly isPublic: boolean;
  readonly isDefault: boolean;
  /** Undefined: everybody's. */
  readonly ownerId: number | undefined;
  /** Only artifacts whose status is open. */
  readonly isOpenOnly: boolean;
}

export type TextFormat = "text" | "html" | "commonmark";

export interface Link {
  readonly id: number;
  readonly type: string;
}

/** Chosen in an open list: a known value by the id of its static value, user or group, or a free one by its number. */
export type OpenItem = { readonly id: number | string } | { readonly freeId: number };

export interface Step {
  readonly id: number;
  readonly description: string;
  readonly descriptionFormat: TextFormat;
  readonly expectedResults: string;
  readonly expectedResultsFormat: TextFormat;
  readonly rank: number;
}

/** What a changeset holds of a field. Fields that are computed from elsewhere (id, dates, users …) hold nothing. */
export type StoredValue =
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "text"; readonly content: string; readonly format: TextFormat }
  | { readonly kind: "number"; readonly value: number | null }
  | { readonly kind: "date"; readonly seconds: number | null }
  | { readonly kind: "list"; readonly ids: readonly (number | string)[] }
  | { readonly kind: "openList"; readonly items: readonly OpenItem[] }
  | { readonly kind: "links"; readonly links: readonly Link[] }
  | { readonly kind: "files"; readonly ids: readonly number[] }
  | { readonly kind: "computed"; readonly manualValue: number | null }
  | { readonly kind: "permissions"; readonly groupIds: readonly GroupId[] }
  | { readonly kind: "steps"; readonly steps: readonly Step[] }
  | { readonly kind: "opaque"; readonly members: Readonly<Record<string, unknown>> };

export type Values = ReadonlyMap<number, StoredValue>;

export interface Comment {
  readonly body: string;
  readonly format: TextFormat;
  /** Of a private comment: who may see it, besides administrators of the tracker. */
  readonly groupIds?: readonly GroupId[];
  /** Its latest wording is somebody's, of this second. */
  readonly edited?: { readonly by: number; readonly on: number };
}

export interface Changeset {
  readonly id: number;
  readonly submittedBy: number;
  /** Seconds since 1970: the version of the artifact, as Etag and Last-Modified tell it. */
  readonly submittedOn: number;
  readonly values: Values;
  /** Another one after it was edited on the web: the version stays as it was. */
  comment: Comment | undefined;
  /** Of somebody without an account, who wrote by mail. */
  readonly email?: string;
}

export interface Artifact {
  readonly id: number;
  readonly trackerId: number;
  readonly idInTracker: number;
  readonly changesets: Changeset[];
}

export interface Attachment {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly description: string;
  readonly submittedBy: number;
  /** Undefined until an artifact takes it. */
  artifactId: number | undefined;
  readonly fieldId: number | undefined;
  /** Made when somebody asks, so that a big file costs nothing until then. */
  readonly bytes: () => Buffer;
  /** Stands in for the service's own address in answers, to test a client with a foreign one. */
  readonly foreignUrl?: string;
}

export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly sizeBytes: number;
  readonly fieldId: number | undefined;
  readonly userId: number;
  readonly createdOn: number;
  readonly received: Received;
  chunks: number;
  /** A request is writing to it. */
  isLocked: boolean;
}

export interface SvnNotification {
  readonly path: string;
  readonly emails: readonly string[];
  readonly userIds: readonly number[];
  readonly groupIds: readonly GroupId[];
}

export interface SvnSettings {
  readonly isReferenceMandatory: boolean;
  readonly isCommitMessageChangeAllowed: boolean;
  readonly paths: readonly string[];
  readonly whitelist: readonly string[];
  readonly accessFile: string;
  readonly notifications: readonly SvnNotification[];
  readonly hasDefaultPermissions: boolean;
}

export interface SvnRepository {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly layout: readonly string[];
  settings: SvnSettings;
  isDeleted: boolean;
}
