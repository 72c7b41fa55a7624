import { memberSet } from "../field/meaning.ts";
import type { Entry } from "../model/entry.ts";
import type { JsonObject } from "../model/json.ts";
import { WriteQueues } from "../util/writeQueue.ts";
import type { ArtifactOutcome } from "../workingCopy/artifactTypes.ts";
import type { Base } from "../workingCopy/base.ts";

/** Reads an artifact, and changes it on the condition of what was read. */
interface ChangedArtifact {
  read(): Promise<Base>;
  change(base: Base, entry: Entry): Promise<ArtifactOutcome>;
}

/**
 * Attaches files to artifacts and removes them, in this window one after another for each artifact. Versions have a
 * resolution of a second: of two changes over one reading, the later would undo what the other did to the files.
 */
export class Attaching {
  readonly #queues = new WriteQueues<string>();

  /**
   * Adds uploads to a file field of the artifact that `key` names, over the version that is read right before. Adding
   * cannot conflict: what somebody else did in between is kept, and gets the ids as well. Only «saved» and «unchanged»
   * mean that all of them are attached.
   *
   * @throws ServiceError when the service refuses or cannot be reached.
   */
  attach(key: string, artifact: ChangedArtifact, fieldId: number, ids: readonly number[]): Promise<ArtifactOutcome> {
    return this.#queues.run(key, () =>
      changeFiles(artifact, fieldId, (files) => (holdsFiles(files, ids) ? undefined : withFiles(files, ids))),
    );
  }

  /**
   * Takes an attachment out of a file field of the artifact that `key` names, and leaves all others there, with those
   * that others have added since. The service deletes it for good (service-api.md 10). «unchanged» means that it was
   * gone already, «saved» that it is gone now.
   *
   * @throws ServiceError when the service refuses or cannot be reached.
   */
  remove(key: string, artifact: ChangedArtifact, fieldId: number, id: number): Promise<ArtifactOutcome> {
    return this.#queues.run(key, () => changeFiles(artifact, fieldId, (files) => withoutFile(files, id)));
  }
}

/** Each try after the first means that somebody has changed the artifact since it was read. */
const maxTries = 10;

/** Changes a file field as often as it takes; `changed` gives its new value, undefined where it is as it should be. */
async function changeFiles(
  { read, change }: ChangedArtifact,
  fieldId: number,
  changed: (files: JsonObject | undefined) => JsonObject | undefined,
): Promise<ArtifactOutcome> {
  let base = await read();
  for (let tries = 1; ; tries++) {
    const members = changed(filesIn(base, fieldId));
    if (!members) {
      return { kind: "unchanged" };
    }
    const outcome = await change(base, { fieldId, members });
    if (outcome.kind !== "conflict" || tries === maxTries) {
      return outcome;
    }
    base = outcome.theirs;
  }
}

/** Tells whether an attachment can be taken out: the service names it by this id among those of the field. */
export function isAttachedIn(base: Base, fieldId: number, id: number): boolean {
  return holdsFiles(filesIn(base, fieldId), [id]);
}

function filesIn(base: Base, fieldId: number): JsonObject | undefined {
  return base.fields.find((field) => field.fieldId === fieldId)?.entry?.members;
}

/** Gives the value of a file field with `ids` at its end, each once. */
export function withFiles(members: JsonObject | undefined, ids: readonly number[]): JsonObject {
  const files = memberSet(members, filesField);
  const added = ids.filter((id) => !files?.members.has(String(id)));
  const all = [...(files?.members.values() ?? []), ...added.map((json) => ({ json, attribute: "" }))];
  return files?.withMembers(all) ?? { value: [...ids] };
}

/** Gives the value of a file field without that attachment; undefined where it has none such. */
function withoutFile(members: JsonObject | undefined, id: number): JsonObject | undefined {
  const files = memberSet(members, filesField);
  const removed = String(id);
  return files?.members.has(removed)
    ? files.withMembers([...files.members].filter(([key]) => key !== removed).map(([, member]) => member))
    : undefined;
}

function holdsFiles(members: JsonObject | undefined, ids: readonly number[]): boolean {
  const files = memberSet(members, filesField);
  return ids.every((id) => files?.members.has(String(id)));
}

const filesField = { type: "file", kind: "files" } as const;
