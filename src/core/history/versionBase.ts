import type { Changeset } from "../model/changeset.ts";
import type { Tracker } from "../model/tracker.ts";
import { type Base, makeBase } from "../workingCopy/base.ts";

/**
 * What the document of an artifact would be made from at `step`: it is printed as documents are.
 *
 * Fields that the tracker has no more are in it. A field that the step does not tell of is empty in it, as in
 * documents, if nothing was ever written there; where `newest` has a value, nobody knows that it was empty then.
 */
export function versionBase(
  artifactId: number,
  step: Changeset,
  tracker: Tracker | undefined,
  newest: Changeset | undefined,
): Base {
  const artifact = { id: artifactId, assignees: [], attachments: [], values: step.values };
  const base = makeBase({ artifact, version: {} }, tracker);
  const [told, filled] = [step, newest].map((each) => new Set(each?.values.map(({ fieldId }) => fieldId)));
  const known = new Set(tracker?.fields.map(({ fieldId }) => fieldId));
  const fields = base.fields
    .filter(({ fieldId }) => told?.has(fieldId) || !filled?.has(fieldId))
    .map((field) => (known.has(field.fieldId) ? field : { ...field, isWritable: true }));
  return { ...base, fields };
}
