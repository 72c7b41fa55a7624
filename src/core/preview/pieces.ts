import { isSameJson } from "../field/sameJson.ts";
import type { Json } from "../model/json.ts";
import type { Html } from "./html.ts";

/** Pieces of a page that were made before: only what is otherwise now is made again. */
export class Pieces {
  readonly #named = new Map<string, { readonly of: Json; readonly made: Html }>();

  /** The piece of that name; `make` is called where it is not the one made of the same data before. */
  async of(name: string, data: unknown, make: () => Html | Promise<Html>): Promise<Html> {
    const of = data as Json;
    const before = this.#named.get(name);
    const made = before && isSameJson(before.of, of) ? before.made : await make();
    this.#named.set(name, { of, made });
    return made;
  }
}
