import { memberSet } from "../field/meaning.ts";
import type { Entry } from "../model/entry.ts";
import type { JsonObject } from "../model/json.ts";
import { WriteQueues } from "../util/writeQueue.ts";
import type { ArtifactOutcome } from "../workingCopy/artifactTypes.ts";
import type { Base } from "../workingCopy/base.ts";

/** How an artifact is read, and changed on the condition of what was read. */
interface ChangedArtifact {
  read(): Promise<Base>;
  change(base: Base, entry: Entry): Promise<ArtifactOutcome>;
}

/**
 * What is attached to artifacts in this window. One after another to each: versions have a resolution of a second, so
 * of two changes over the same reading the later would take the files of the other away again.
 */
export class Attaching {
  readonly #queues = new WriteQueues<string>();

  /**
   * Adds uploads to a file field of the artifact that `key` names, over the version that is read right before. Adding
   * cannot conflict: what somebody else did in between is kept, and the ids are added to that. Only «saved» and
   * «unchanged» mean that all of them are attached.
   *
   * @throws ServiceError when the service refuses or cannot be reached.
   */
  attach(key: string, artifact: ChangedArtifact, fieldId: number, ids: readonly number[]): Promise<ArtifactOutcome> {
    return this.#queues.run(key, () => attachIds(artifact, fieldId, ids));
  }
}

/** Each means that somebody has changed the artifact since it was read. */
const maxTries = 10;

async function attachIds(
  { read, change }: ChangedArtifact,
  fieldId: number,
  ids: readonly number[],
): Promise<ArtifactOutcome> {
  let base = await read();
  for (let tries = 1; ; tries++) {
    const attached = base.fields.find((field) => field.fieldId === fieldId)?.entry?.members;
    if (holdsFiles(attached, ids)) {
      return { kind: "unchanged" };
    }
    const outcome = await change(base, { fieldId, members: withFiles(attached, ids) });
    if (outcome.kind !== "conflict" || tries === maxTries) {
      return outcome;
    }
    base = outcome.theirs;
  }
}

/** The value of a file field with `ids` at its end, each once. */
export function withFiles(members: JsonObject | undefined, ids: readonly number[]): JsonObject {
  const files = memberSet(members, filesField);
  const added = ids.filter((id) => !files?.members.has(String(id)));
  const all = [...(files?.members.values() ?? []), ...added.map((json) => ({ json, attribute: "" }))];
  return files?.withMembers(all) ?? { value: [...ids] };
}

function holdsFiles(members: JsonObject | undefined, ids: readonly number[]): boolean {
  const files = memberSet(members, filesField);
  return ids.every((id) => files?.members.has(String(id)));
}

const filesField = { type: "file", kind: "files" } as const;
