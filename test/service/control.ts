import { type KeyName, keyNames, makeKey, ownerOf } from "./dataset/people.ts";
import type { FaultRule, Faults } from "./faults.ts";
import type { LoggedRequest } from "./referenceService.ts";
import { type Entry, updateArtifact } from "./resources/artifactChange.ts";
import { type RawAnswer, RestError } from "./server/answer.ts";
import type { ServiceSettings } from "./server/router.ts";
import type { ServiceClock } from "./state/clock.ts";
import type {
  Artifact,
  Changeset,
  Comment,
  Project,
  StoredValue,
  SvnSettings,
  TextFormat,
  User,
} from "./state/model.ts";
import { lastChangeset, required, type State } from "./state/state.ts";
import { printHttpDate } from "./wire/dates.ts";
import { isObject } from "./wire/json.ts";

/** The running service as its control interface sees it. */
export interface Controlled {
  state: State;
  readonly clock: ServiceClock;
  readonly settings: ServiceSettings;
  readonly faults: Faults;
  readonly requests: LoggedRequest[];
  clearRequests(): void;
  resetState(): void;
}

export interface EditRequest {
  readonly artifactId: number;
  /** Entries as in a PUT; `field` (the name) may stand for `field_id`. */
  readonly values?: readonly Readonly<Record<string, unknown>>[];
  readonly comment?: string;
  readonly commentFormat?: TextFormat;
  /** Name of a key (`"colleague"`, the default) or of a user. */
  readonly as?: string;
  /** The version gets the second of the artifact's last one, so that no header tells the two apart. */
  readonly isSameSecond?: boolean;
}

export interface CommentRequest {
  readonly artifactId: number;
  readonly body: string;
  readonly format?: TextFormat;
  /** Name of a key (`"colleague"`, the default) or of a user. */
  readonly as?: string;
  readonly groups?: readonly string[];
  readonly email?: string;
}

export interface AttachmentRequest {
  readonly artifactId: number;
  /** The tracker's first file field when left out. */
  readonly fieldId?: number;
  readonly name: string;
  readonly type?: string;
  /** Base64, or `text`. */
  readonly content?: string;
  readonly text?: string;
  /** Answered as `html_url` in place of the service's own path. */
  readonly htmlUrl?: string;
}

/** An artifact as it is stored, for assertions: values by the name of their field. */
export interface StoredArtifact {
  readonly id: number;
  readonly trackerId: number;
  /** What the Etag says. */
  readonly version: number;
  readonly lastModified: string;
  readonly changesetCount: number;
  readonly lastUpdatedBy: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly comments: readonly Comment[];
}

/** What tests and the demo do to the service behind its back. All arguments and results are plain JSON. */
export class Control {
  readonly #service: Controlled;

  constructor(service: Controlled) {
    this.#service = service;
  }

  /** Changes an artifact as somebody else, regardless of rights and workflow. Gives the stored artifact. */
  editArtifact(edit: EditRequest): StoredArtifact {
    const { state, clock } = this.#service;
    const artifact = this.#artifact(edit.artifactId);
    const tracker = state.trackerOf(artifact);
    const entries = (edit.values ?? []).map((members, index): Entry => {
      const named = tracker.fields.find((field) => field.name === members.field);
      return { fieldId: named?.id ?? Number(members.field_id), members, path: `values[${index}]` };
    });
    const comment =
      edit.comment === undefined ? undefined : { body: edit.comment, format: edit.commentFormat ?? ("text" as const) };
    const now = edit.isSameSecond ? lastChangeset(artifact).submittedOn : clock.nowSeconds();
    const user = this.#user(edit.as ?? "colleague");
    updateArtifact({ state, user, tracker, entries, now, isForced: true }, artifact, comment);
    return this.readArtifact({ artifactId: edit.artifactId });
  }

  /** Of `groups` it is for these alone; with `email` of somebody without an account, who wrote by mail. */
  addComment({ artifactId, body, format = "text", as = "colleague", groups, email }: CommentRequest): StoredArtifact {
    const comment = { body, format, ...(groups && { groupIds: groups }) };
    const { state, clock } = this.#service;
    state.addChangeset(artifactId, this.#user(as).id, clock.nowSeconds(), new Map(), { comment, email });
    return this.readArtifact({ artifactId });
  }

  /** What the web lets people do to their comments: the artifact's version stays as it was. */
  editComment({ artifactId, body, as = "colleague" }: { artifactId: number; body: string; as?: string }): void {
    const commented = required(this.#artifact(artifactId).changesets.findLast(({ comment }) => comment));
    const edited = { by: this.#user(as).id, on: this.#service.clock.nowSeconds() };
    commented.comment = { ...required(commented.comment), body, edited };
  }

  /** Many versions at once: each gives a one-line field another value. */
  addVersions({ artifactId, count, field }: { artifactId: number; count: number; field: string }): void {
    const { state, clock } = this.#service;
    const fieldId = required(state.trackerOf(this.#artifact(artifactId)).fields.find(({ name }) => name === field)?.id);
    const from = clock.nowSeconds() - count;
    for (let n = 1; n <= count; n++) {
      const value: StoredValue = { kind: "string", value: `Version ${n}` };
      state.addChangeset(artifactId, this.#user("colleague").id, from + n, new Map([[fieldId, value]]));
    }
  }

  readArtifact({ artifactId }: { artifactId: number }): StoredArtifact {
    const artifact = this.#artifact(artifactId);
    const last = lastChangeset(artifact);
    return {
      id: artifact.id,
      trackerId: artifact.trackerId,
      version: last.submittedOn,
      lastModified: printHttpDate(last.submittedOn),
      changesetCount: artifact.changesets.length,
      lastUpdatedBy: this.#service.state.users.get(last.submittedBy)?.username ?? "",
      values: this.#plainValues(artifact, last),
      comments: artifact.changesets.flatMap((changeset) => (changeset.comment ? [changeset.comment] : [])),
    };
  }

  /** The ids of the newest artifacts of a tracker, newest first. */
  newestArtifacts({ trackerId, count = 5 }: { trackerId: number; count?: number }): readonly number[] {
    return [...this.#service.state.artifactIds(trackerId)].slice(-count).reverse();
  }

  /**
   * Everything that can be changed over REST, each thing by its name with what tells its versions apart; of artifacts
   * only those that are not as they were when the service started.
   */
  inventory(): Readonly<Record<string, string>> {
    const { state } = this.#service;
    const inventory: Record<string, string> = { deletions: String(state.deletions.length) };
    for (const { id, changesetCount } of state.changedArtifacts()) {
      inventory[`artifact ${id}`] = `${changesetCount} changesets`;
    }
    for (const { id, isDeleted, settings } of state.repositories.values()) {
      inventory[`repository ${id}`] = JSON.stringify({ isDeleted, settings });
    }
    for (const id of [...state.attachments.keys(), ...state.uploads.keys()]) {
      inventory[`file ${id}`] = "there";
    }
    return inventory;
  }

  hasArtifact({ artifactId }: { artifactId: number }): boolean {
    return this.#service.state.artifact(artifactId) !== undefined;
  }

  deleteArtifact({ artifactId }: { artifactId: number }): void {
    this.#service.state.deleteArtifact(artifactId);
  }

  addAttachment(attachment: AttachmentRequest): { id: number } {
    const { state } = this.#service;
    const artifact = this.#artifact(attachment.artifactId);
    const field = state
      .trackerOf(artifact)
      .fields.find((each) => each.type === "file" && (attachment.fieldId ?? each.id) === each.id);
    const fieldId = required(field).id;
    const stored = lastChangeset(artifact).values.get(fieldId);
    const ids = stored?.kind === "files" ? stored.ids : [];
    const bytes =
      attachment.text === undefined ? Buffer.from(attachment.content ?? "", "base64") : Buffer.from(attachment.text);
    const user = this.#user("colleague");
    const id = state.takeFileId();
    state.attachments.set(id, {
      id,
      name: attachment.name,
      type: attachment.type ?? "text/plain",
      sizeBytes: bytes.length,
      description: "",
      submittedBy: user.id,
      artifactId: artifact.id,
      fieldId,
      bytes: () => bytes,
      ...(attachment.htmlUrl !== undefined && { foreignUrl: attachment.htmlUrl }),
    });
    const value: StoredValue = { kind: "files", ids: [...ids, id] };
    state.addChangeset(artifact.id, user.id, this.#service.clock.nowSeconds(), new Map([[fieldId, value]]));
    return { id };
  }

  /** What was uploaded and is not attached, the unfinished included. */
  uploads(): readonly { id: number; name: string; sizeBytes: number; receivedBytes: number }[] {
    return [...this.#service.state.uploads.values()].map(({ id, name, sizeBytes, received }) => ({
      ...{ id, name, sizeBytes },
      receivedBytes: received.length,
    }));
  }

  /** As if its time were over. */
  removeUpload({ id }: { id: number }): void {
    this.#service.state.uploads.delete(id);
  }

  /** The upload is written to by another process, or no more. */
  lockUpload({ id, isLocked }: { id: number; isLocked: boolean }): void {
    required(this.#service.state.uploads.get(id)).isLocked = isLocked;
  }

  /** The content of an attachment as base64. */
  readAttachment({ id }: { id: number }): string {
    return required(this.#service.state.attachments.get(id)).bytes().toString("base64");
  }

  /** Rights on a field from now on, as ids of user groups (`"101_3"`, `"1"`); what is left out stays. */
  setFieldPermissions({
    fieldId,
    read,
    submit,
    update,
  }: {
    fieldId: number;
    read?: string[];
    submit?: string[];
    update?: string[];
  }): void {
    const field = required(this.#service.state.field(fieldId));
    field.readers = read ?? field.readers;
    field.submitters = submit ?? field.submitters;
    field.updaters = update ?? field.updaters;
  }

  /** Adds a value to the tracker's status, or gives the one of that id another name and meaning. */
  setStatusValue({
    trackerId,
    id,
    label,
    isOpen,
  }: {
    trackerId: number;
    id: number;
    label: string;
    isOpen: boolean;
  }): void {
    const tracker = required(this.#service.state.trackers.get(trackerId));
    const status = required(tracker.semantics.status);
    const field = required(this.#service.state.field(status.fieldId));
    if (field.bind?.type !== "static") {
      throw new Error(`The status of tracker ${trackerId} has no values of its own`);
    }
    const { values } = field.bind;
    const known = values.find((value) => value.id === id);
    const value = { isHidden: false, colour: undefined, ...known, id, label };
    field.bind = {
      ...field.bind,
      values: known ? values.map((each) => (each === known ? value : each)) : [...values, value],
    };
    const others = status.openValueIds.filter((each) => each !== id);
    tracker.semantics = {
      ...tracker.semantics,
      status: { ...status, openValueIds: isOpen ? [...others, id] : others },
    };
  }

  setTrackerReaders({ trackerId, groups }: { trackerId: number; groups: string[] }): void {
    required(this.#service.state.trackers.get(trackerId)).readers = groups;
  }

  setProjectStatus({ projectId, status }: { projectId: number; status: Project["status"] }): void {
    required(this.#service.state.projects.get(projectId)).status = status;
  }

  setUserStatus({ user, status }: { user: string; status: User["status"] }): void {
    this.#user(user).status = status;
  }

  /** What people have set as their zone: `Asia/Tokyo`. */
  setUserZone({ zone }: { zone: string }): void {
    for (const user of this.#service.state.users.values()) {
      user.timeZone = zone;
    }
  }

  readRepository({ repositoryId }: { repositoryId: number }): {
    name: string;
    isDeleted: boolean;
    layout: readonly string[];
    settings: SvnSettings;
  } {
    const { name, isDeleted, layout, settings } = required(this.#service.state.repositories.get(repositoryId));
    return { name, isDeleted, layout, settings };
  }

  /** Changes settings of a repository as somebody else; what is left out stays. */
  editRepository({ repositoryId, settings }: { repositoryId: number; settings: Partial<SvnSettings> }): void {
    const repository = required(this.#service.state.repositories.get(repositoryId));
    repository.settings = { ...repository.settings, ...settings };
  }

  keys(): Record<KeyName, string> {
    const { keys } = this.#service.state;
    const entries = keyNames.map((name) => {
      const newest = keys.filter((key) => key.description === `${name} key`).at(-1);
      return [name, newest?.text ?? ""];
    });
    return Object.fromEntries(entries) as Record<KeyName, string>;
  }

  revokeKey({ name }: { name: KeyName }): void {
    for (const key of this.#service.state.keys) {
      key.isRevoked ||= key.description === `${name} key`;
    }
  }

  /** Revokes the key and gives its owner another one. */
  replaceKey({ name }: { name: KeyName }): { key: string } {
    this.revokeKey({ name });
    const { keys } = this.#service.state;
    const key = makeKey(name, Math.max(...keys.map((each) => each.id)) + 1);
    keys.push(key);
    return { key: key.text };
  }

  /** Stops the clock, at an instant in milliseconds or where it is. */
  freezeClock({ atMs }: { atMs?: number } = {}): void {
    this.#service.clock.freeze(atMs);
  }

  advanceClock({ ms }: { ms: number }): void {
    this.#service.clock.advance(ms);
  }

  /** Lets the clock run again, so far away from the real one. */
  setClockOffset({ ms = 0 }: { ms?: number } = {}): void {
    this.#service.clock.setOffset(ms);
  }

  addFault(rule: FaultRule): void {
    this.#service.faults.add(rule);
  }

  clearFaults(): void {
    this.#service.faults.clear();
  }

  changeSettings(settings: Partial<ServiceSettings>): ServiceSettings {
    return Object.assign(this.#service.settings, settings);
  }

  setDeletionLimit({ limit }: { limit: number }): void {
    this.#service.settings.deletionLimit = limit;
  }

  requests(): readonly LoggedRequest[] {
    return this.#service.requests;
  }

  clearRequests(): void {
    this.#service.clearRequests();
  }

  /** Everything back to how the service started, the request log excepted. */
  reset(): void {
    this.#service.resetState();
  }

  /** `/_control/<name of a method>` with its argument as a JSON body; loopback only. */
  answerHttp(name: string, body: Buffer, remoteAddress: string | undefined): RawAnswer {
    const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress ?? "");
    if (!isLoopback || !controlNames.includes(name as ControlName)) {
      return jsonAnswer(404, { error: `There is no control named ${name}` });
    }
    try {
      const argument: unknown = body.length === 0 ? {} : JSON.parse(body.toString("utf8"));
      const method = this[name as ControlName] as (argument: unknown) => unknown;
      return jsonAnswer(200, method.call(this, isObject(argument) ? argument : {}) ?? null);
    } catch (error) {
      const message = error instanceof RestError || error instanceof Error ? error.message : String(error);
      return jsonAnswer(400, { error: message });
    }
  }

  #artifact(id: number): Artifact {
    const artifact = this.#service.state.artifact(id);
    if (!artifact) {
      throw new Error(`There is no artifact ${id}`);
    }
    return artifact;
  }

  #user(name: string): User {
    const user = this.#service.state.users.get(ownerOf(name) ?? 0);
    if (!user) {
      throw new Error(`There is no user ${name}`);
    }
    return user;
  }

  #plainValues(artifact: Artifact, changeset: Changeset): Record<string, unknown> {
    const { fields } = this.#service.state.trackerOf(artifact);
    const values: Record<string, unknown> = {};
    for (const field of fields) {
      const value = changeset.values.get(field.id);
      if (value !== undefined) {
        values[field.name] = plainValue(value, field.freeValues);
      }
    }
    return values;
  }
}

function plainValue(
  value: StoredValue,
  freeValues: readonly { readonly id: number; readonly label: string }[],
): unknown {
  switch (value.kind) {
    case "string":
    case "number":
      return value.value;
    case "text":
      return { content: value.content, format: value.format };
    case "date":
      return value.seconds === null ? null : new Date(value.seconds * 1000).toISOString();
    case "list":
    case "files":
      return value.ids;
    case "openList":
      return value.items.map((item) =>
        "id" in item ? item.id : { label: freeValues.find((each) => each.id === item.freeId)?.label },
      );
    case "links":
      return value.links;
    case "computed":
      return value.manualValue;
    case "permissions":
      return value.groupIds;
    case "steps":
      return value.steps;
    case "opaque":
      return value.members;
  }
}

const controlNames = [
  "editArtifact",
  "addComment",
  "editComment",
  "addVersions",
  "readArtifact",
  "newestArtifacts",
  "inventory",
  "hasArtifact",
  "deleteArtifact",
  "addAttachment",
  "uploads",
  "removeUpload",
  "lockUpload",
  "readAttachment",
  "setFieldPermissions",
  "setStatusValue",
  "setTrackerReaders",
  "setProjectStatus",
  "setUserStatus",
  "setUserZone",
  "readRepository",
  "editRepository",
  "keys",
  "revokeKey",
  "replaceKey",
  "freezeClock",
  "advanceClock",
  "setClockOffset",
  "addFault",
  "clearFaults",
  "changeSettings",
  "setDeletionLimit",
  "requests",
  "clearRequests",
  "reset",
] as const;

type ControlName = (typeof controlNames)[number];

function jsonAnswer(status: number, value: unknown): RawAnswer {
  return { status, headers: { "Content-Type": "application/json" }, body: Buffer.from(JSON.stringify(value)) };
}
