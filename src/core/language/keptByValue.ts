import type { JsonObject } from "../model/json.ts";
import type { KnownField } from "./documentFields.ts";

/**
 * What follows from the value of an entry and its field alone. While a text is typed in, the values of the entries that are
 * not touched stay the same objects (`core/codec/readAgain.ts`), so it is made for the others only.
 */
export class KeptByValue<T> {
  readonly #kept = new WeakMap<JsonObject, { readonly field: KnownField; readonly made: T }>();

  get(members: JsonObject, field: KnownField): T | undefined {
    const kept = this.#kept.get(members);
    return kept?.field === field ? kept.made : undefined;
  }

  set(members: JsonObject, field: KnownField, made: T): void {
    this.#kept.set(members, { field, made });
  }

  of(members: JsonObject, field: KnownField, make: (members: JsonObject, field: KnownField) => T): T {
    const kept = this.get(members, field);
    if (kept !== undefined) {
      return kept;
    }
    const made = make(members, field);
    this.set(members, field, made);
    return made;
  }
}
