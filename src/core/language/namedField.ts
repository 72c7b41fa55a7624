import type { KnownField } from "./documentFields.ts";

/**
 * The field a line of the service's refusal is about: the one whose label it contains as a whole phrase (`The field
 * Summary (summary) is required.`, `Effort is not an integer.`), the longest where several do, or whose id it gives
 * (`Unknown field 999`). Labels are not unique and may be translated, so this is for pointing, never for deciding.
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
  // All labels may be the same.
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

/** The first field that a refusal names beside the one that was changed, of those that may be changed as it is now. */
export function otherNamedField(
  serviceMessage: string | undefined,
  fields: readonly KnownField[],
  changedId: number,
): KnownField | undefined {
  const others = fields.filter(
    ({ fieldId, kind, isWritable, isFrozen }) => fieldId !== changedId && kind && isWritable && !isFrozen,
  );
  const named = (serviceMessage ?? "").split("\n").map((line) => namedField(line, others));
  return named.find((field) => field !== undefined);
}
