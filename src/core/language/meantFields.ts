import type { LocatedEntry } from "../codec/documentEntries.ts";
import type { DocumentCodec } from "../codec/formatCodec.ts";
import { chosenIds, noValue } from "../field/options.ts";
import { isSameJson } from "../field/sameJson.ts";
import type { JsonObject } from "../model/json.ts";
import { noOptions } from "../model/optionList.ts";
import type { DocumentField, DocumentFields } from "./documentFields.ts";
import { isChanged } from "./ruleProblems.ts";

/** A save that the service refused. */
export interface Refusal {
  /** The service's words, with lines separated by `\n`. */
  readonly message: string;
  /** Gives the value that the refused text had for a field; undefined where it had none. */
  readonly membersOf: (fieldId: number) => JsonObject | undefined;
}

/** Makes a refusal of a refused text, which is read by what is known of its fields now. */
export function refusalOf(
  refused: { readonly message: string; readonly text: string } | undefined,
  fields: DocumentFields,
  parse: DocumentCodec["parse"],
): Refusal | undefined {
  if (!refused) {
    return undefined;
  }
  let members: ReadonlyMap<number, JsonObject> | undefined;
  return {
    message: refused.message,
    membersOf: (fieldId) => {
      // The text is read only when somebody asks, which most of what is shown of a document does not.
      members ??= new Map(parse(refused.text, fields.kindOf).entries.map((entry) => [entry.fieldId, entry.members]));
      return members.get(fieldId);
    },
  };
}

/**
 * A field that a refusal without a name can mean, and the reason: its list has no such value, or the artifact's state
 * does not let it be changed.
 */
export interface MeantField {
  readonly field: DocumentField;
  readonly entry: LocatedEntry;
  readonly why: "unknownValue" | "frozen";
}

/**
 * Tells whether a line refuses a value that a list does not have, or the change of a frozen field: the service names no
 * field then (test/service/README.md, Saving).
 */
export function namesNoField(line: string): boolean {
  return /^fields are not valid\.?$/i.test(line.trim());
}

/**
 * Finds the fields that «Fields are not valid» can mean, among those that were sent and have not been changed since:
 * fields with a value that their list does not have, and fields that are known to be frozen. Where there are none, it
 * finds all fields that may be either.
 */
export function meantFields(
  refusal: Refusal | undefined,
  fields: DocumentFields,
  entries: readonly LocatedEntry[],
): readonly MeantField[] {
  if (!refusal?.message.split("\n").some(namesNoField)) {
    return [];
  }
  const sent = entries.flatMap((entry): { readonly field: DocumentField; readonly entry: LocatedEntry }[] => {
    const field = fields.get(entry.fieldId);
    const isSent = isChanged(fields, entry) && isSameJson(refusal.membersOf(entry.fieldId), entry.members);
    return field && isSent ? [{ field, entry }] : [];
  });
  const likely = sent.flatMap(({ field, entry }): MeantField[] => {
    const why = field.isFrozen ? "frozen" : isUnknownValue(field, entry) ? "unknownValue" : undefined;
    return why ? [{ field, entry, why }] : [];
  });
  if (likely.length > 0) {
    return likely;
  }
  const { artifactId, mayFreeze } = fields;
  return sent.flatMap(({ field, entry }): MeantField[] => {
    const isOpenQuestion = field.kind === "list" && (field.options ?? noOptions).isEmpty;
    const why = isOpenQuestion ? "unknownValue" : artifactId !== undefined && mayFreeze ? "frozen" : undefined;
    return why ? [{ field, entry, why }] : [];
  });
}

function isUnknownValue({ kind, options = noOptions }: DocumentField, { members }: LocatedEntry): boolean {
  return (
    kind === "list" && !options.isEmpty && (chosenIds(members) ?? []).some((id) => id !== noValue && !options.get(id))
  );
}

/**
 * Finds the field that a line of the service's refusal is about. It is the one whose label the line contains as a whole
 * phrase (`The field Summary (summary) is required.`, `Effort is not an integer.`), the longest where there are
 * several, or whose id it gives (`Unknown field 999`). Labels are not unique and may be translated, so this is only for
 * pointing at a field, and decides nothing.
 */
export function namedField<F extends { readonly fieldId: number; readonly label: string }>(
  line: string,
  fields: readonly F[],
): F | undefined {
  const id = /\bfield (?:ID )?"?(\d+)\b/i.exec(line)?.[1];
  const byId = id !== undefined && fields.find((field) => field.fieldId === Number(id));
  if (byId) {
    return byId;
  }
  // Each label is looked for once, as many fields may have the same.
  const labels = new Set<string>();
  return fields
    .filter(({ label }) => label.length <= line.length && !labels.has(label) && labels.add(label))
    .filter((field) => containsPhrase(line, field.label))
    .reduce<F | undefined>(
      (best, field) => (best && best.label.length >= field.label.length ? best : field),
      undefined,
    );
}

function containsPhrase(line: string, phrase: string): boolean {
  if (phrase === "") {
    return false;
  }
  const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  for (let at = line.indexOf(phrase); at >= 0; at = line.indexOf(phrase, at + 1)) {
    if (!isWordPart(line[at - 1]) && !isWordPart(line[at + phrase.length])) {
      return true;
    }
  }
  return false;
}

/** Finds the first field besides the changed one that a refusal names and that may be changed now. */
export function otherNamedField(
  serviceMessage: string | undefined,
  fields: readonly DocumentField[],
  changedId: number,
): DocumentField | undefined {
  const others = fields.filter(
    ({ fieldId, kind, isWritable, isFrozen }) => fieldId !== changedId && kind && isWritable && !isFrozen,
  );
  const named = (serviceMessage ?? "").split("\n").map((line) => namedField(line, others));
  return named.find((field) => field !== undefined);
}
