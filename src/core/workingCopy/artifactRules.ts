import { fieldFinder } from "../field/fieldFinder.ts";
import { isSameJson } from "../field/sameJson.ts";
import { mergeEntries } from "../merge/mergeEntries.ts";
import type { Entry } from "../model/entry.ts";
import { artifactSettlement } from "./artifactSettlement.ts";
import type { ArtifactTypes } from "./artifactTypes.ts";
import { type Base, differingFields, documentEntries, withEntries } from "./base.ts";
import type { KindRules } from "./documentKind.ts";
import type { StoredPart } from "./settlement.ts";

/** The rules by which texts stand for versions of artifacts. */
export const artifactRules: KindRules<ArtifactTypes> = {
  settlement: artifactSettlement,
  nothing: [],
  textOf: documentEntries,
  differs: (a, b) => differingFields(a, b).length > 0,
  asShown,
  withStored: (of, mine, { change }) => {
    const isStored = fieldFinder(change);
    const stored = mine.filter(({ fieldId }) => isStored(fieldId));
    return withEntries(of, stored, of.version, of.isRacy);
  },
  withPart: (of, base, fieldId) => {
    const isIn = of.fields.some((field) => field.fieldId === fieldId);
    const entry = base.fields.find((field) => field.fieldId === fieldId)?.entry;
    return isIn && entry ? withEntries(of, [entry], of.version, of.isRacy) : undefined;
  },
  partsOf: (changed, target) => {
    const inTarget = fieldFinder(target.fields);
    return changed.map(
      ({ fieldId, members }): StoredPart<ArtifactTypes> => [fieldId, members, inTarget(fieldId)?.entry?.members],
    );
  },
  merge: (ancestor, mine, theirs, options) => mergeEntries(ancestor?.fields ?? [], mine, theirs.fields, options),
  mergedText: ({ entries }) => entries,
};

/**
 * Gives `base` with the values of `mine`; fields that `mine` lacks have those of `before`, and writable fields that
 * neither shows are left out.
 */
function asShown(base: Base, before: Base | undefined, mine: readonly Entry[]): Base {
  const inBefore = fieldFinder(before ? documentEntries(before) : []);
  const inMine = fieldFinder(mine);
  const fields = base.fields.flatMap((field) => {
    const entry = inMine(field.fieldId) ?? inBefore(field.fieldId);
    if (!entry) {
      return field.isWritable ? [] : [field];
    }
    return [isSameJson(entry.members, field.entry?.members) ? field : { ...field, entry }];
  });
  return { ...base, fields };
}
