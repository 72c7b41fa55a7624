import type { ArtifactService } from "../../../../src/core/model/artifactService.ts";
import type { OwnChangesetSource } from "../../../../src/core/model/changeset.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { isJsonObject, type JsonObject } from "../../../../src/core/model/json.ts";
import type { Encode } from "../../../../src/core/workingCopy/artifactTypes.ts";
import type { TrackerSource } from "../../../../src/core/workingCopy/ports.ts";
import { fieldForm, type TextContext } from "../../../../src/core/workingCopy/textForm.ts";
import { MemoryArtifactService } from "../../../support/memoryArtifactService.ts";
import type { ServiceMishaps } from "../../../support/serviceMishaps.ts";

/** A document of the whole artifact, as JSON or XML, or of one long text. */
export type DocumentKey = "json" | "xml" | "field";

/** A service with one artifact, of which three fields are simulated, and what is done to it behind its back. */
export interface SimulatedService extends ArtifactService, OwnChangesetSource, ServiceMishaps {
  readonly artifactId: number;
  readonly fieldIds: readonly number[];
  readonly trackers: TrackerSource;
  fieldsIn(document: DocumentKey): readonly number[];
  membersOf(fieldId: number, text: string): JsonObject;
  textOf(members: JsonObject | undefined): string;
  /** The entries as they are once they were printed as the document's text, and read from it. */
  throughText(document: DocumentKey, entries: readonly Entry[], context: TextContext): readonly Entry[];
  encode(document: DocumentKey): Encode | undefined;

  wait(seconds: number): void;
  edit(fieldId: number, members: JsonObject): void;
  stored(): Readonly<Record<number, JsonObject>>;
}

const memoryFieldIds = [1, 2, 3];
const lineId = 1;
const ownForm = fieldForm(3, "txt");

/** What the clock of a service says that is so many hours before or after the machine's. In whole seconds. */
export function clockOff(hours: number): number {
  return Math.floor(Date.now() / 1000) * 1000 + hours * 3_600_000;
}

/** The value of a long text that is simulated as `content`, or `[html]content` in another format than plain text. */
export function formattedValue(text: string): { readonly content: string; readonly format: string } {
  const format = /^\[(\w+)\]/.exec(text)?.[1] ?? "text";
  return { content: withoutFormat(text), format };
}

/** What stands for a value in the simulation. */
export function simulatedText(members: JsonObject | undefined): string {
  const value = members?.value;
  if (!isJsonObject(value)) {
    return String(value);
  }
  return value.format === "text" ? String(value.content) : `[${value.format}]${value.content}`;
}

export function withoutFormat(text: string): string {
  return text.replace(/^\[\w+\]/, "");
}

/**
 * The service in memory, whose documents are no texts but for that of one field: the most sequences in the least time.
 */
export class SimulatedMemory extends MemoryArtifactService implements SimulatedService {
  readonly artifactId = 512;
  readonly fieldIds = memoryFieldIds;
  readonly trackers = { tracker: async () => undefined };

  /** `nowMs` of the service's clock. */
  constructor(nowMs: number) {
    super(
      Object.fromEntries(
        memoryFieldIds.map((id) => [
          id,
          id === lineId
            ? { kind: "string" as const, members: { value: `first ${id}` } }
            : { kind: "text" as const, members: { value: formattedValue(`first ${id}`) } },
        ]),
      ),
      nowMs,
    );
  }

  fieldsIn(document: DocumentKey): readonly number[] {
    return document === "field" ? this.fieldIds.slice(-1) : this.fieldIds;
  }

  membersOf(fieldId: number, text: string): JsonObject {
    return { value: fieldId === lineId ? withoutFormat(text) : formattedValue(text) };
  }

  textOf(members: JsonObject | undefined): string {
    return simulatedText(members);
  }

  throughText(document: DocumentKey, entries: readonly Entry[], context: TextContext): readonly Entry[] {
    if (document !== "field") {
      return entries;
    }
    const read = ownForm.parse(withoutFormat(simulatedText(entries[0]?.members)), context).entries;
    return read.map(({ fieldId, members }) => ({ fieldId, members }));
  }

  encode(): undefined {
    return undefined;
  }
}
