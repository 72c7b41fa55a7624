import type { FieldKind } from "../model/fieldKind.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { CheckedField, KindMeaning } from "./kindMeaning.ts";
import type { MemberSet, SetField } from "./memberSet.ts";
import { openListMeaning } from "./openList.ts";
import { listMeaning, permissionsMeaning } from "./options.ts";
import { filesMeaning, linksMeaning } from "./references.ts";
import { isSameJson } from "./sameJson.ts";
import { computedMeaning, dateMeaning, numberMeaning, stringMeaning } from "./scalars.ts";
import { stepsMeaning, textMeaning } from "./texts.ts";
import type { ValueProblem } from "./valueProblem.ts";

const meanings: Readonly<Record<FieldKind, KindMeaning>> = {
  string: stringMeaning,
  text: textMeaning,
  number: numberMeaning,
  date: dateMeaning,
  list: listMeaning,
  openList: openListMeaning,
  links: linksMeaning,
  files: filesMeaning,
  computed: computedMeaning,
  permissions: permissionsMeaning,
  steps: stepsMeaning,
};

/**
 * Tells whether two values of one field mean the same to the service. For one field and one `context` this is an
 * equivalence.
 *
 * Line endings, the order of sets, forms of numbers, «None» and null for empty make no difference; the format of a text
 * does. `base` is the value as it was read: a text that is written as a plain string gets the format of `base`, and
 * only days are compared where `base` is a day without a time. Members the service does not read are ignored; malformed
 * values and those of an unknown kind (`undefined`) mean only themselves.
 */
export function sameMeaning(a: JsonObject, b: JsonObject, kind: FieldKind | undefined, base?: JsonObject): boolean {
  // Most fields of most comparisons are untouched, and making canonical forms takes far longer than this look.
  return isSameJson(a, b) || isSameJson(canonicalForm(a, kind, base), canonicalForm(b, kind, base));
}

/**
 * Gives the members to send for what the person wrote: null is `""` where the service refuses null, a text has the
 * format of `base` where it names none, «None» is left out of lists, a date that has no time of day (`hasTime`, else as
 * in `base`) is its day alone. Everything else is as written, line endings too.
 */
export function requestMembers(
  members: JsonObject,
  kind: FieldKind | undefined,
  base: JsonObject | undefined,
  hasTime?: boolean,
): JsonObject {
  return (kind && meanings[kind].request?.(members, base, hasTime)) ?? members;
}

/**
 * Gives the value of a field as a set of members: attachments, links, the values of lists that hold several, open
 * values, groups. Undefined for other fields, and for what is not written as a set.
 */
export function memberSet(
  members: JsonObject | undefined,
  field: SetField & { readonly kind?: FieldKind },
): MemberSet | undefined {
  return members && field.kind && meanings[field.kind].set?.(members, field);
}

/** Gives the members that clear a field of this kind. They also stand for «no value» if the service returned none. */
export function emptyMembers(kind: FieldKind): JsonObject {
  return meanings[kind].empty;
}

/**
 * The service returns these members with a value and does not read them back. So what was copied from an answer means
 * the same with them.
 */
const descriptive: ReadonlySet<string> = new Set(["type", "label"]);

/** Tells whether a member is null or empty, and so says nothing: programs send the members of all types at once. */
function saysNothing(value: Json | undefined): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Tells what is wrong with the value of a field. Only what would damage data if it were sent is an error. */
export function checkMembers(
  members: JsonObject,
  field: CheckedField & { readonly kind?: FieldKind; readonly isRequired?: boolean },
): readonly ValueProblem[] {
  if (!field.kind) {
    return [{ code: "unknownKind", severity: "error", path: [] }];
  }
  const meaning = meanings[field.kind];
  const unexpected = Object.keys(members)
    .filter((name) => !meaning.members.includes(name) && !descriptive.has(name) && !saysNothing(members[name]))
    .map((name): ValueProblem => ({ code: "unexpectedMember", severity: "warning", path: [name] }));
  if (!meaning.members.some((name) => Object.hasOwn(members, name))) {
    return [{ code: "missingValue", severity: "error", path: [], expected: meaning.members }, ...unexpected];
  }
  // What was empty may stay empty: the service asks for a value where there never was one, and where one is taken away.
  const isHeld = field.held && sameMeaning(members, field.held, field.kind, field.held);
  const isMissing = field.isRequired && !isHeld && sameMeaning(members, meaning.empty, field.kind);
  return [
    ...meaning.check(members, field),
    ...(isMissing ? [{ code: "requiredEmpty", severity: "warning", path: [] } as const] : []),
    ...unexpected,
  ];
}

function canonicalForm(members: JsonObject, kind: FieldKind | undefined, base: JsonObject | undefined): Json {
  const means = kind && meanings[kind].canonical(members, base);
  return means === undefined ? { malformed: members } : { means };
}
