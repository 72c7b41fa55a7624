import { isJsonObject, type Json } from "../../src/core/model/json.ts";

interface Damaged {
  readonly value: Json;
  /** What is otherwise: `base.fields.0.entry = null`. */
  readonly path: string;
}

const others: readonly Json[] = [null, 7, "x", true, [], [null], {}, { x: null }];

/** All that comes of `value` when one thing in it, however deep, is left out or has the value of another type. */
export function damaged(value: Json): readonly Damaged[] {
  return within(value, []);
}

function within(value: Json, path: readonly string[]): readonly Damaged[] {
  const replaced = others
    .filter((other) => typeOf(other) !== typeOf(value))
    .map((other) => ({ value: other, path: `${path.join(".")} = ${JSON.stringify(other)}` }));
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const inItems = items.flatMap((item, at) =>
      within(item, [...path, String(at)]).map((found) => ({ ...found, value: items.with(at, found.value) })),
    );
    return [...replaced, ...inItems];
  }
  if (!isJsonObject(value)) {
    return replaced;
  }
  const members = Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...rest } = value;
    const changed = within(member, [...path, name]).map((found) => ({
      ...found,
      value: { ...value, [name]: found.value },
    }));
    return [{ value: rest, path: `without ${[...path, name].join(".")}` }, ...changed];
  });
  return [...replaced, ...members];
}

function typeOf(value: Json): string {
  return value === null ? "null" : Array.isArray(value) ? `list of ${value.length}` : typeof value;
}
