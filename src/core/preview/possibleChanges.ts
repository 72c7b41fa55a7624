import { chosenIds } from "../field/options.ts";
import { artifactFields } from "../language/documentFields.ts";
import { ruledField, standing } from "../language/ruleProblems.ts";
import type { Entry } from "../model/entry.ts";
import type { Tracker } from "../model/tracker.ts";
import type { Base } from "../workingCopy/base.ts";

/** The changes that may be made on the page of an artifact as it is now. */
export interface PossibleChanges {
  /** The fields that may be written. Attachments are not among them: they are added as files. */
  readonly editable: ReadonlySet<number>;
  readonly titleFieldId?: number;
  /** The field of the status, where the artifact may get another one. */
  readonly statusFieldId?: number;
  /** It is true where files can be attached. */
  readonly takesFiles?: true;
  /** The states that the artifact can have next; undefined where its state cannot be changed, or there are too many. */
  readonly nextStates?: readonly NextState[];
  /** The ids of the state that `nextStates` come after. */
  readonly stateIds?: readonly string[];
}

interface NextState {
  readonly valueId: number;
  readonly label: string;
}

/** A page offers no more states: where there are more, the person is asked. */
const maxStates = 12;

/** Tells what the user may change, over `base`, with what the open documents say. */
export function possibleChanges(base: Base, tracker: Tracker | undefined, entries: readonly Entry[]): PossibleChanges {
  const frozen = new Set(base.notUpdatable);
  const writable = base.fields.filter(({ fieldId, isWritable, entry }) => isWritable && entry && !frozen.has(fieldId));
  const editable = new Set(writable.filter(({ kind }) => kind !== "files").map(({ fieldId }) => fieldId));
  const takesFiles = writable.some(({ kind }) => kind === "files");
  const { statusFieldId, titleFieldId } = tracker ?? {};
  const hasStatus = tracker !== undefined && statusFieldId !== undefined && editable.has(statusFieldId);
  const nextStates = hasStatus ? statesAfter(base, tracker, statusFieldId, entries) : undefined;
  return {
    editable,
    ...(titleFieldId !== undefined && { titleFieldId }),
    ...(hasStatus && nextStates?.length !== 0 && { statusFieldId }),
    ...(takesFiles && { takesFiles }),
    ...(nextStates && nextStates.length <= maxStates && { nextStates, stateIds: stateIn(base, statusFieldId) }),
  };
}

/** Gives the ids of the values of a list, as the artifact has it. */
export function stateIn({ fields }: Base, fieldId: number | undefined): readonly string[] {
  return chosenIds(fields.find((field) => field.fieldId === fieldId)?.entry?.members) ?? [];
}

/**
 * Gives the next states. The workflow judges by the state of the base, so they are those that follow it, without the
 * one that the page shows.
 */
function statesAfter(
  base: Base,
  tracker: Tracker,
  statusFieldId: number,
  entries: readonly Entry[],
): readonly NextState[] | undefined {
  const fields = artifactFields(base, tracker);
  const field = fields.get(statusFieldId);
  if (field?.kind !== "list" || !field.options) {
    return undefined;
  }
  const membersOf = standing(fields, entries);
  const allowed = ruledField(statusFieldId, fields, membersOf)?.allowed;
  const shown = new Set(chosenIds(membersOf(statusFieldId)));
  return field.options.all.flatMap(({ id, label, isHidden }): NextState[] => {
    const key = String(id);
    const isPossible =
      !isHidden && !shown.has(key) && field.reachable?.has(key) !== false && allowed?.has(key) !== false;
    return isPossible && typeof id === "number" ? [{ valueId: id, label }] : [];
  });
}
