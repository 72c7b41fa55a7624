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
  return (fieldId) => {
    for (let step = 0; step < fields.length; step++) {
      const index = (next + step) % fields.length;
      const field = fields[index];
      if (field?.fieldId === fieldId) {
        next = index + 1;
        return field;
      }
    }
    return undefined;
  };
}
