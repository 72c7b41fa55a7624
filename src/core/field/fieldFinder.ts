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
  let searches = 0;
  let places: ReadonlyMap<number, number> | undefined;
  const placeOf = (fieldId: number) => {
    if (searches++ < maxSearches) {
      return fields.findIndex((field) => field.fieldId === fieldId);
    }
    places ??= new Map(fields.map((field, index) => [field.fieldId, index] as const).reverse());
    return places.get(fieldId) ?? -1;
  };
  return (fieldId) => {
    for (let index = next; index < next + nearby; index++) {
      const field = fields[index];
      if (field?.fieldId === fieldId) {
        next = index + 1;
        return field;
      }
    }
    const index = placeOf(fieldId);
    next = index === -1 ? next : index + 1;
    return fields[index];
  };
}

/** A reading has a few fields more than a text in between. */
const nearby = 4;
/** Of what is not that near, or missing. A map finds it far quicker, and takes as long to make as these. */
const maxSearches = 4;
