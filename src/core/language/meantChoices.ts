import { type Choice, choiceKey } from "./question.ts";

/**
 * What Enter chooses in a list of any number of values: what is checked; and `found`, the row with the keyboard that
 * typed words have found, where the person has checked and unchecked nothing. `standing` is what was checked at first.
 */
export function meantChoices<C extends Choice>(
  standing: readonly Choice[],
  checked: readonly C[],
  found: C | undefined,
): readonly C[] {
  const before = new Set(standing.map(choiceKey));
  const now = new Set(checked.map(choiceKey));
  const isAsBefore = before.size === now.size && [...before].every((key) => now.has(key));
  return found && isAsBefore && !now.has(choiceKey(found)) ? [...checked, found] : checked;
}
