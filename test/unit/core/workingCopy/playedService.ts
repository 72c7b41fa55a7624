import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import type { HistorySource } from "../../../../src/core/overwrite/ports.ts";
import type { ServiceErrorKind } from "../../../../src/core/service/serviceError.ts";
import type { ArtifactService, Condition, TrackerSource } from "../../../../src/core/workingCopy/ports.ts";
import type { TextContext } from "../../../../src/core/workingCopy/textForm.ts";
import type { Encode } from "../../../../src/core/workingCopy/workingCopy.ts";
import { MemoryArtifactService } from "../../../support/memoryArtifactService.ts";

/** A document of the whole artifact, as JSON or XML, or of one long text. */
export type DocumentKey = "json" | "xml" | "field";

/** A service with one artifact, of which three fields are played with, and what is done to it behind its back. */
export interface PlayedService extends ArtifactService, HistorySource {
  readonly artifactId: number;
  readonly fieldIds: readonly number[];
  readonly trackers: TrackerSource;
  fieldsIn(document: DocumentKey): readonly number[];
  membersOf(fieldId: number, text: string): JsonObject;
  textOf(members: JsonObject | undefined): string;
  /** The entries as they are once they were printed as the document's text, and read from it. */
  throughText(document: DocumentKey, entries: readonly Entry[], context: TextContext): readonly Entry[];
  encode(document: DocumentKey): Encode | undefined;

  /** What arrived at the service, in order. */
  readonly requests: (string | { readonly condition: Condition | undefined; readonly entries: readonly Entry[] })[];
  beforeUpdate: (() => void) | undefined;
  /** Between the check of a PUT's condition and its write. */
  inGap: (() => void) | undefined;
  afterUpdate: (() => void) | undefined;
  onReplaced: ((fieldId: number, before: JsonObject | undefined, after: JsonObject) => void) | undefined;
  loseAnswer: "applied" | "notApplied" | undefined;
  /** What is answered where an answer is lost. */
  statusInstead: number | undefined;
  failReads: ServiceErrorKind | undefined;
  refuses: boolean;
  hidesVersion: "etag" | "both" | undefined;
  wait(seconds: number): void;
  edit(fieldId: number, members: JsonObject): void;
  stored(): Readonly<Record<number, JsonObject>>;
}

const memoryFieldIds = [1, 2, 3];

/** The service in memory, which knows no texts: the most sequences in the least time. */
export class PlayedMemory extends MemoryArtifactService implements PlayedService {
  readonly artifactId = 512;
  readonly fieldIds = memoryFieldIds;
  readonly trackers = { tracker: async () => undefined };
  statusInstead: number | undefined;

  constructor() {
    super(
      Object.fromEntries(
        memoryFieldIds.map((id) => [id, { kind: "string" as const, members: { value: `first ${id}` } }]),
      ),
    );
  }

  fieldsIn(document: DocumentKey): readonly number[] {
    return document === "field" ? this.fieldIds.slice(-1) : this.fieldIds;
  }

  membersOf(_: number, text: string): JsonObject {
    return { value: text };
  }

  textOf(members: JsonObject | undefined): string {
    return String(members?.value);
  }

  throughText(_: DocumentKey, entries: readonly Entry[]): readonly Entry[] {
    return entries;
  }

  encode(): undefined {
    return undefined;
  }
}
