/** A map, or a weak map. */
interface Kept<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Gives the value of `key`, which is made and kept where there is none. */
export function getOrMake<K, V>(map: Kept<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
