import { isJsonObject, type Json } from "../model/json.ts";

/** Tells whether two values are the same JSON, the order of members aside. -0 counts as 0, as JSON text has it. */
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
    // Whatever an object inherits is an object or a function: to ask of each text takes longer than all the rest.
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
