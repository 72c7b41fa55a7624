import { isSameJson } from "../field/canonicalJson.ts";
import { fieldFinder } from "../field/fieldFinder.ts";
import { sameMeaning } from "../field/meaning.ts";
import { markedFields } from "../merge/markedFields.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import { type Base, type BaseField, differingFields } from "./base.ts";
import { choiceIn, noteMembers, type SetWatch, watchSet, withMineChosen, withStored } from "./memberWatch.ts";

/**
 * What is to be watched in a document whose base has moved on while it was open: the values that would put back what a
 * colleague changed.
 *
 * A text can come to hold such a value long after the base moved: a marked entry nobody looked at, an undone merge, an
 * undone «take theirs», the text from before a reload or a save.
 */
export interface Settlement {
  /**
   * By field id: values from before their change, the base's and mine. A field is here once its base has moved, unless it is
   * among `sets`.
   */
  readonly outdated: Readonly<Record<string, readonly JsonObject[]>>;
  /** By field id: the sets whose base has moved, member by member. */
  readonly sets?: Readonly<Record<string, SetWatch>>;
  /** Fields of which the person said that mine is right. */
  readonly mineChosen: readonly number[];
  /** By field id, of those in `outdated`: the format of the text as it was last seen. */
  readonly formats?: Readonly<Record<string, string>>;
}

/** An entry that would put back a colleague's change without anybody having said so. */
export interface UnsettledEntry {
  readonly fieldId: number;
  readonly label: string;
  /** What «use mine» makes of it; of a set theirs with what mine adds and removes. */
  readonly mine: Entry;
  /** What «use theirs» makes of it. Undefined where theirs has no such field any more. */
  readonly theirs?: Entry;
}

/**
 * What to watch after `theirs` became the base of a text `mine` that was made from `ancestor`; undefined for nothing.
 * `stored` is what the person has just stored: it was theirs to decide.
 */
export function settle(
  previous: Settlement | undefined,
  ancestor: Base | undefined,
  mine: readonly Entry[],
  theirs: Base,
  stored: readonly Entry[] = [],
): Settlement | undefined {
  const outdated: Record<string, readonly JsonObject[]> = { ...previous?.outdated };
  const sets: Record<string, SetWatch> = { ...previous?.sets };
  const changed = new Set(ancestor ? differingFields(ancestor, theirs) : theirs.fields.map(({ fieldId }) => fieldId));
  const inAncestor = fieldFinder(ancestor?.fields ?? []);
  const inMine = fieldFinder(mine);
  const inTheirs = fieldFinder(theirs.fields);
  for (const fieldId of changed) {
    const own = inMine(fieldId)?.members;
    const set = watchSet(sets[fieldId], inAncestor(fieldId), own, inTheirs(fieldId));
    if (set) {
      sets[fieldId] = set;
      continue;
    }
    const values = [inAncestor(fieldId)?.entry, inMine(fieldId)].flatMap((entry) => (entry ? [entry.members] : []));
    outdated[fieldId] = values.reduce(withValue, outdated[fieldId] ?? []);
  }
  for (const entry of stored) {
    const { fieldId } = entry;
    const field = inTheirs(fieldId);
    if (field && holds(field, [field.entry?.members], entry)) {
      // The text follows later where it was stored together with what another document had saved.
      const own = inMine(fieldId);
      const behind = own && !holds(field, [field.entry?.members], own) ? [own.members] : [];
      const set = sets[fieldId];
      if (set && own) {
        sets[fieldId] = withStored(set, own.members, field);
      } else if (set) {
        delete sets[fieldId];
      } else if (behind.length > 0) {
        outdated[fieldId] = behind;
      }
      if (behind.length === 0) {
        delete outdated[fieldId];
      }
      changed.add(fieldId);
    }
  }
  const mineChosen = (previous?.mineChosen ?? []).filter((fieldId) => !changed.has(fieldId));
  const hasSets = Object.keys(sets).length > 0;
  return hasSets || Object.keys(outdated).length > 0
    ? { outdated, ...(hasSets && { sets }), mineChosen, ...formatsOf(previous?.formats, outdated, mine) }
    : undefined;
}

/** The formats of the texts in `mine`; of texts it lacks those of before. */
function formatsOf(
  previous: Settlement["formats"],
  outdated: Settlement["outdated"],
  mine: readonly Entry[],
): Pick<Settlement, "formats"> {
  const formats: Record<string, string> = { ...previous };
  for (const { fieldId, members } of mine) {
    const format = formatIn(members);
    if (format !== undefined && outdated[fieldId]) {
      formats[fieldId] = format;
    } else {
      delete formats[fieldId];
    }
  }
  return Object.keys(formats).length > 0 ? { formats } : {};
}

function formatIn(members: JsonObject | undefined): string | undefined {
  const format = isJsonObject(members?.value) ? members.value.format : undefined;
  return typeof format === "string" ? format : undefined;
}

/**
 * What to watch after the text turned from `before` into `after`. What the person writes is their decision, even where
 * it is an old value; what undoing or redoing brings back may be from before theirs was known, whoever wrote it.
 */
export function noteChange(
  settlement: Settlement,
  base: Base,
  before: readonly Entry[],
  after: readonly Entry[],
  isUndo: boolean,
): Settlement {
  const outdated: Record<string, readonly JsonObject[]> = { ...settlement.outdated };
  const inBase = fieldFinder(base.fields);
  const inBefore = fieldFinder(before);
  const sets: Record<string, SetWatch> = { ...settlement.sets };
  let isOther = false;
  for (const entry of after) {
    const values = outdated[entry.fieldId];
    const field = inBase(entry.fieldId);
    const old = inBefore(entry.fieldId);
    const set = sets[entry.fieldId];
    if (set && field) {
      const noted = noteMembers(set, field, old?.members, entry.members, isUndo);
      sets[entry.fieldId] = noted;
      isOther ||= noted !== set;
    }
    if (!values || (old && holds(field, [old.members], entry)) || holds(field, values, entry) === isUndo) {
      continue;
    }
    isOther = true;
    outdated[entry.fieldId] = isUndo
      ? withValue(values, entry.members)
      : values.filter((value) => !holds(field, [value], entry));
  }
  const { formats: previous, ...rest } = settlement;
  const formats = formatsOf(previous, outdated, after);
  return isOther || !isSameJson(formats.formats ?? {}, previous ?? {})
    ? { ...rest, outdated, ...(rest.sets && { sets }), ...formats }
    : settlement;
}

/** The person said that mine is right for a field, whatever theirs is. */
export function chooseMine(settlement: Settlement, fieldId: number): Settlement {
  const set = settlement.sets?.[fieldId];
  return {
    ...settlement,
    ...(set && { sets: { ...settlement.sets, [fieldId]: withMineChosen(set) } }),
    mineChosen: [...settlement.mineChosen, fieldId],
  };
}

function withValue(values: readonly JsonObject[], value: JsonObject): readonly JsonObject[] {
  return [...values.filter((other) => !isSameJson(other, value)), value];
}

/**
 * The entries of `mine` that hold an outdated value other than the base's, or the marks of a merge around the lines of
 * both; in their order. Of a marked text `mine` is the version from before the merge.
 */
export function unsettledEntries(
  settlement: Settlement | undefined,
  base: Base,
  mine: readonly Entry[],
): readonly UnsettledEntry[] {
  if (!settlement) {
    return [];
  }
  const fields = new Map(base.fields.map((field) => [field.fieldId, field]));
  const marked = new Set(markedFields(base.fields, mine));
  return mine.flatMap((entry): UnsettledEntry[] => {
    const { fieldId } = entry;
    const outdated = settlement.outdated[fieldId] ?? [];
    const field = fields.get(fieldId);
    const theirs = field?.entry && { theirs: field.entry };
    if (marked.has(fieldId)) {
      const before = outdated.at(-1) ?? entry.members;
      return [{ fieldId, label: field?.label ?? "", mine: { fieldId, members: before }, ...theirs }];
    }
    const set = settlement.sets?.[fieldId];
    const choice = set && field ? choiceIn(set, field, entry.members) : undefined;
    if (choice) {
      const [own, other] = [choice.mine, choice.theirs].map((members) => ({ fieldId, members }));
      return own && other ? [{ fieldId, label: field?.label ?? "", mine: own, theirs: other }] : [];
    }
    const isSettled = settlement.mineChosen.includes(fieldId) || holds(field, [field?.entry?.members], entry);
    return isSettled || !holds(field, outdated, entry)
      ? []
      : [{ fieldId, label: field?.label ?? "", mine: entry, ...theirs }];
  });
}

function holds(field: BaseField | undefined, values: readonly (JsonObject | undefined)[], entry: Entry): boolean {
  return values.some(
    (value) =>
      value &&
      sameMeaning(value, entry.members, field?.kind, {
        ...(field?.entry && { base: field.entry.members }),
        ...(field && { type: field.type }),
      }),
  );
}
