/** A list of things with numbers. */
interface ReadList<T> {
  readonly items: readonly T[];
  readonly ids: ReadonlySet<number>;
}

/**
 * Reads lists of things out of what a store gives, without those that are not `isKnown`. Each row of a long list asks whether
 * its thing is among them, and VS Code's store gives the same object until it is changed: that is looked through once.
 */
export function listReader<T extends { readonly id: number }>(
  isKnown: (stored: unknown) => boolean,
): (stored: unknown) => ReadList<T> {
  const read = new WeakMap<readonly unknown[], ReadList<T>>();
  return (stored) => {
    if (!Array.isArray(stored)) {
      return { items: [], ids: new Set() };
    }
    const known = read.get(stored);
    if (known) {
      return known;
    }
    const items = stored.filter((each): each is T => isKnown(each));
    const list = { items, ids: new Set(items.map(({ id }) => id)) };
    read.set(stored, list);
    return list;
  };
}
