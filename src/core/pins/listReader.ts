/**
 * Reads lists out of what a store gives, without what is not `isKnown`. Each row of a long list asks whether its thing is in
 * one, and VS Code's store gives the same object until it is changed: that is looked through once.
 */
export function listReader<T>(isKnown: (stored: unknown) => boolean): (stored: unknown) => readonly T[] {
  const lists = new WeakMap<object, readonly T[]>();
  return (stored) => {
    if (!Array.isArray(stored)) {
      return [];
    }
    const list = lists.get(stored) ?? stored.filter(isKnown);
    lists.set(stored, list);
    return list;
  };
}
