/**
 * Finds the one of `fields` with an id; undefined where there is none.
 *
 * Readings, structures and texts of one artifact list their fields in much the same order, so each search starts behind
 * what the last one found: that is at hand most often, without sorting anything into a map first.
 */
export function fieldFinder<F extends { readonly fieldId: number }>(
  fields: readonly F[],
): (fieldId: number) => F | undefined {
  let next = 0;
  let places: ReadonlyMap<number, number> | undefined;
  return (fieldId) => {
    for (let index = next; index < next + nearby; index++) {
      const field = fields[index];
      if (field?.fieldId === fieldId) {
        next = index + 1;
        return field;
      }
    }
    places ??= new Map(fields.map((field, index) => [field.fieldId, index] as const).reverse());
    const index = places.get(fieldId);
    next = index === undefined ? next : index + 1;
    return index === undefined ? undefined : fields[index];
  };
}

/** A reading has a few fields more than a text in between. What is not that near is found by a map, and so is what is missing. */
const nearby = 4;
