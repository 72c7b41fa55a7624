import { isJsonObject, type Json } from "../model/json.ts";

/** Tells whether two values are the same JSON; the order of members does not count. -0 equals 0, as in JSON text. */
export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) {
    return true;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) {
    return false;
  }
  let more = 0;
  for (const name in a) {
    const [mine, other] = [a[name], b[name]];
    // Whatever an object inherits is an object or a function, so a text need not be looked up: that takes longest.
    const isOwn = typeof other === "string" || Object.hasOwn(b, name);
    if (!isOwn || !isSameJson(mine, other)) {
      return false;
    }
    more++;
  }
  for (const _ in b) {
    more--;
  }
  return more === 0;
}
