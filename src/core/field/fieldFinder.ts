/** Finds the one of `fields` with an id, the first where several have it; undefined where there is none. */
export function fieldFinder<F extends { readonly fieldId: number }>(
  fields: readonly F[],
): (fieldId: number) => F | undefined {
  const byId = new Map(fields.map((field) => [field.fieldId, field] as const).toReversed());
  return (fieldId) => byId.get(fieldId);
}
