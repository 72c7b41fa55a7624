import type { FieldValue, Version, VersionedArtifact } from "../../src/core/model/artifact.ts";
import type { ArtifactService, Condition, UpdateAnswer } from "../../src/core/model/artifactService.ts";
import type { Changeset, OwnChangesetSource } from "../../src/core/model/changeset.ts";
import type { Entry } from "../../src/core/model/entry.ts";
import type { FieldKind } from "../../src/core/model/fieldKind.ts";
import { isJsonObject, type JsonObject } from "../../src/core/model/json.ts";
import type { Page } from "../../src/core/model/tracker.ts";
import { ServiceError } from "../../src/core/service/serviceError.ts";
import type { ArtifactState, ArtifactStateStore } from "../../src/core/workingCopy/artifactKind.ts";
import { artifactStates } from "../../src/core/workingCopy/artifactStates.ts";
import type { ArtifactTypes } from "../../src/core/workingCopy/artifactTypes.ts";
import { isSavedState } from "../../src/core/workingCopy/keptState.ts";
import { ServiceMishaps } from "./serviceMishaps.ts";

const ownId = 102;
const colleagueId = 104;

const typeOfKind: Partial<Record<FieldKind, string>> = { list: "sb", number: "int", openList: "tbl" };

interface MemoryField {
  readonly kind?: FieldKind;
  /** Where it is not the usual one of the kind. */
  readonly type?: string;
  readonly members: JsonObject;
}

/**
 * One artifact in memory, with versions of a second's resolution like the service's. Its clock stands still until
 * `wait` moves it; what happens to a request is told by `beforeUpdate`.
 */
export class MemoryArtifactService extends ServiceMishaps implements ArtifactService, OwnChangesetSource {
  /** What the service makes of a value before it stores it. */
  rewrite: (entry: Entry) => JsonObject = (entry) => entry.members;
  /** The Etag of a version that was made so many seconds after 1970. */
  etagOf = (seconds: number) => String(seconds);
  #nowMs: number;
  #modifiedMs: number;
  readonly #fields = new Map<number, MemoryField>();
  readonly #steps: Changeset[] = [];

  /** `nowMs` of its own clock, in whole seconds. */
  constructor(fields: Readonly<Record<number, MemoryField>>, nowMs = Date.UTC(2026, 2, 13, 14, 0, 0)) {
    super();
    this.#nowMs = nowMs;
    this.#modifiedMs = nowMs - 3_600_000;
    for (const [fieldId, field] of Object.entries(fields)) {
      this.#fields.set(Number(fieldId), field);
    }
    this.#steps.push(this.#step(colleagueId));
  }

  wait(seconds: number): void {
    this.#nowMs += seconds * 1000;
  }

  /** A colleague's change, at the present second. */
  edit(fieldId: number, members: JsonObject): void {
    const field = this.#fields.get(fieldId);
    this.#fields.set(fieldId, { ...field, members });
    this.#addStep(colleagueId);
  }

  stored(): Readonly<Record<number, JsonObject>> {
    return Object.fromEntries([...this.#fields].map(([fieldId, { members }]) => [fieldId, members]));
  }

  async readArtifact(artifactId: number): Promise<VersionedArtifact> {
    this.requests.push("GET");
    if (this.failReads) {
      throw new ServiceError({ kind: this.failReads, method: "GET", path: `/artifacts/${artifactId}` });
    }
    return {
      artifact: { id: artifactId, title: "It breaks", values: this.#values(), attachments: [], assignees: [] },
      version: this.#version(),
      date: new Date(this.#nowMs).toUTCString(),
    };
  }

  async updateArtifact(
    artifactId: number,
    entries: readonly Entry[],
    condition: Condition | undefined,
  ): Promise<UpdateAnswer> {
    this.requests.push({ condition, entries });
    this.beforeUpdate?.();
    const lost = new ServiceError({ kind: "answerLost", method: "PUT", path: `/artifacts/${artifactId}` });
    if (this.loseAnswer === "notApplied") {
      this.loseAnswer = undefined;
      throw lost;
    }
    const current = this.#current();
    const isMet =
      !condition ||
      ("ifMatch" in condition
        ? condition.ifMatch === current.etag
        : condition.ifUnmodifiedSince === current.lastModified);
    if (!isMet || this.refuses) {
      return { kind: "preconditionFailed", serviceMessage: "Artifact has been modified" };
    }
    const changed = entries.filter((each) => this.#isChange(each));
    // What is not sent is copied from what was there when the request started (test/service/README.md, Lost updates).
    const copied = new Map(this.#fields);
    this.inGap?.();
    if (changed.length > 0) {
      for (const [fieldId, field] of copied) {
        const sent = changed.find((entry) => entry.fieldId === fieldId);
        const replaced = this.#fields.get(fieldId)?.members;
        if (sent || replaced !== field.members) {
          this.onReplaced?.(fieldId, replaced, (sent ?? field).members);
        }
        this.#fields.set(fieldId, sent ? { ...field, members: this.rewrite(sent) } : field);
      }
      this.#addStep(ownId);
    }
    const answer = { kind: "updated", version: this.#version(), date: new Date(this.#nowMs).toUTCString() } as const;
    this.afterUpdate?.();
    if (this.loseAnswer === "applied") {
      this.loseAnswer = undefined;
      throw lost;
    }
    return answer;
  }

  async countChangesets(): Promise<number> {
    this.#failAsAsked("/changesets");
    return this.#steps.length;
  }

  async readChangesets(
    _: number,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<Page<Changeset>> {
    this.#failAsAsked("/changesets");
    const [end, total] = [offset + limit, this.#steps.length];
    return { items: this.#steps.slice(offset, end), total, ...(end < total && { nextOffset: end }) };
  }

  async readOwnId(): Promise<number> {
    this.#failAsAsked("/users/self");
    return ownId;
  }

  #failAsAsked(path: string): void {
    if (this.failReads) {
      throw new ServiceError({ kind: this.failReads, method: "GET", path });
    }
  }

  #values(): readonly FieldValue[] {
    return [...this.#fields].map(
      ([fieldId, { kind, type, members }]): FieldValue => ({
        fieldId,
        type: type ?? (kind ? (typeOfKind[kind] ?? kind) : "burndown"),
        label: `Field ${fieldId}`,
        ...(kind && { kind, entry: { fieldId, members } }),
        names: {},
      }),
    );
  }

  #addStep(authorId: number): void {
    this.#modifiedMs = this.#nowMs;
    this.#steps.push(this.#step(authorId));
  }

  #step(authorId: number): Changeset {
    const submittedOn = new Date(this.#modifiedMs).toISOString();
    const author = authorId === ownId ? "Me" : "A colleague";
    return { id: this.#steps.length + 1, authorId, author, submittedOn, values: this.#values() };
  }

  /** The service takes another format of the same text for no change. */
  #isChange({ fieldId, members }: Entry): boolean {
    const field = this.#fields.get(fieldId);
    const isText = field?.kind === "text";
    return !field || JSON.stringify(valueIn(field.members, isText)) !== JSON.stringify(valueIn(members, isText));
  }

  #current(): { readonly etag: string; readonly lastModified: string } {
    return { etag: this.etagOf(this.#modifiedMs / 1000), lastModified: new Date(this.#modifiedMs).toUTCString() };
  }

  #version(): Version {
    const { etag, lastModified } = this.#current();
    switch (this.hidesVersion) {
      case undefined:
        return { etag, lastModified };
      case "etag":
        return { lastModified };
      case "lastModified":
        return { etag };
      case "both":
        return {};
    }
  }
}

function valueIn(members: JsonObject, isText: boolean): unknown {
  return isText && isJsonObject(members.value) ? members.value.content : members;
}

/** States in memory, as JSON and checked, so that what does not survive a disk does not survive here. */
export class MemoryStateStore implements ArtifactStateStore {
  readonly #states = new Map<number, string>();

  async read(artifactId: number): Promise<ArtifactState | undefined> {
    const state: unknown = JSON.parse(this.#states.get(artifactId) ?? "null");
    return isSavedState<ArtifactTypes>(state, artifactId, artifactStates) ? state : undefined;
  }

  async write(artifactId: number, state: ArtifactState): Promise<void> {
    this.#states.set(artifactId, JSON.stringify(state));
  }

  async remove(artifactId: number): Promise<void> {
    this.#states.delete(artifactId);
  }
}
