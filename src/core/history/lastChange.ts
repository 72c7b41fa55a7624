import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import type { Changeset } from "../model/changeset.ts";
import type { Entry } from "../model/entry.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import type { ArtifactHistory, HistoryEntry } from "./artifactHistory.ts";

/** The step of a history that gave a field its present value. */
export interface LastChange {
  readonly step: Changeset;
  /** The version before it; undefined for the creation of the artifact. */
  readonly previousId?: number;
}

/** A field as an artifact has it now. */
interface CurrentField {
  readonly fieldId: number;
  readonly kind?: FieldKind;
  readonly entry?: Entry;
}

/**
 * Tells who gave the fields of an artifact their values, as far as its history was read: by the ids of fields.
 * `versionMs` is the time of the artifact's version. Where it is later than what was read, only fields are told that
 * have the value of the newest step read.
 */
export function lastChanges(
  history: Pick<ArtifactHistory, "entries" | "newest">,
  fields: readonly CurrentField[],
  versionMs: number | undefined,
): ReadonlyMap<number, LastChange> {
  const { newest, entries } = history;
  const found = new Map(entries.flatMap(changesOf));
  const isBehind = !(Date.parse(newest?.submittedOn ?? "") >= (versionMs ?? Number.NaN));
  const known = isBehind && newest ? fields.filter(isAsIn(newest)) : fields;
  return new Map(
    known.flatMap(({ fieldId }) => {
      const change = found.get(fieldId);
      return change ? [[fieldId, change] as const] : [];
    }),
  );
}

function changesOf({
  step,
  before,
  changes = [],
  isCreation,
}: HistoryEntry): readonly (readonly [number, LastChange])[] {
  if (isCreation) {
    return step.values.filter(isFilled).map(({ fieldId }) => [fieldId, { step }] as const);
  }
  return changes.map(({ fieldId }) => [fieldId, { step, ...(before && { previousId: before.id }) }] as const);
}

/** Tells whether a field was given a value by the step that created the artifact. */
function isFilled({ kind, entry }: CurrentField): boolean {
  return (
    kind !== undefined && entry !== undefined && !sameMeaning(entry.members, emptyMembers(kind), kind, entry.members)
  );
}

/** Makes a function that tells whether a field has the value that the newest step gives it. */
function isAsIn(newest: Changeset): (field: CurrentField) => boolean {
  const told = fieldFinder(newest.values);
  return ({ fieldId, kind, entry }) => {
    const value = told(fieldId)?.entry;
    return !!entry && !!value && sameMeaning(value.members, entry.members, kind, entry.members);
  };
}
