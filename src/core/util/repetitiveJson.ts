import { parseShallowJson, visitLevels } from "./jsonNesting.ts";

/** More would take more memory than they save. */
const maxParts = 20_000;

/**
 * `parseShallowJson` for texts that mostly repeat what was said before: an object in a list at `levelOfParts` that is written
 * as the one at the same place of the item, or of the text, before it is not read again, and is the same object.
 *
 * The level is 4 for `[{"values":[{…}]}]`, the steps of an artifact with all its values; it is 3 for `{"values":[{…}]}`, an
 * artifact that is read again.
 */
export function repetitiveJsonParser(levelOfParts: 3 | 4): typeof parseShallowJson {
  let before: readonly Part[] = [];
  return (json, maxValues) => {
    const parting = new Parting(json, levelOfParts, before);
    visitLevels(
      json,
      (level, at) => {
        if (level < levelOfParts) {
          parting.enter(level, json[at] === "[");
        }
        if (parting.count > maxParts) {
          return json.length;
        }
        return level === levelOfParts && parting.skip(at) ? parting.end - 1 : at;
      },
      (level, at) => {
        if (level === levelOfParts) {
          parting.leave(at);
        }
      },
    );
    if (parting.count > maxParts) {
      return parseShallowJson(json, maxValues);
    }
    const value = parting.value(maxValues);
    // A text with fewer parts than the one before leaves none of that behind.
    before = parting.parts.slice(0, parting.count);
    return value;
  };
}

interface Part {
  /** Of the text that was read last: nothing of those before it is kept. */
  text: string;
  /** Undefined until it is read. */
  value?: unknown;
}

/** A text that is being parted. */
class Parting {
  count = 0;
  /** Of the last part. */
  end = 0;
  /** The last ones, by their places in an item. */
  readonly parts: Part[];
  readonly #json: string;
  readonly #levelOfParts: number;
  /** Those that are not the same as one before. */
  readonly #unread: Part[] = [];
  /** Parts with nothing but a comma between them. */
  readonly #runs: Part[][] = [];
  /** The text up to `end`, with a placeholder for each run. */
  #rest = "";
  #start: number | undefined;
  #place = 0;
  #isInList = false;

  constructor(json: string, levelOfParts: number, before: readonly Part[]) {
    this.#json = json;
    this.#levelOfParts = levelOfParts;
    this.parts = [...before];
  }

  /** A list or object begins above the level of parts. */
  enter(level: number, isList: boolean): void {
    this.#isInList = isList;
    this.#place = level === this.#levelOfParts - 2 ? 0 : this.#place;
  }

  /** One begins at that level; true where it is a part that is known. */
  skip(start: number): boolean {
    if (!this.#isInList || this.#json[start] !== "{") {
      return false;
    }
    const part = this.parts[this.#place];
    // To compare a slice is far quicker than `startsWith`.
    const text = part && this.#json.slice(start, start + part.text.length);
    if (!part || text !== part.text) {
      this.#start = start;
      return false;
    }
    part.text = text;
    this.#take(part, start);
    return true;
  }

  /** One ends at that level. */
  leave(last: number): void {
    if (this.#start !== undefined) {
      const part = { text: this.#json.slice(this.#start, last + 1) };
      this.#unread.push(part);
      this.parts[this.#place] = part;
      this.#take(part, this.#start);
      this.#start = undefined;
    }
  }

  /** What the text says; `maxValues` are the most to be made of what repeats nothing, and of the rest. */
  value(maxValues: number | undefined): unknown {
    const rest = parseShallowJson(this.#rest + this.#json.slice(this.end), maxValues);
    // At the level at which they were found: nothing is nested less deep than before.
    const [open, close] = ["[", "]"].map((bracket) => bracket.repeat(this.#levelOfParts - 1));
    const unread = this.#unread.map(({ text }) => text).join(",");
    let values = parseShallowJson(`${open}${unread}${close}`, maxValues) as unknown[];
    for (let level = 2; level < this.#levelOfParts; level++) {
      values = values[0] as unknown[];
    }
    this.#unread.forEach((part, index) => {
      part.value = values[index];
    });
    putBack(rest, this.#runs, this.#levelOfParts - 2);
    return rest;
  }

  #take(part: Part, start: number): void {
    const isNext = start === this.end + 1 && this.#json[this.end] === ",";
    const run = isNext ? this.#runs.at(-1) : undefined;
    if (run) {
      run.push(part);
    } else {
      this.#rest += `${this.#json.slice(this.end, start)}{"run":${this.#runs.length}}`;
      this.#runs.push([part]);
    }
    this.end = start + part.text.length;
    this.#place++;
    this.count++;
  }
}

/** Puts the parts where their placeholders are: the only objects in lists that many levels further down. */
function putBack(value: unknown, runs: readonly (readonly Part[])[], levels: number): void {
  if (typeof value !== "object" || value === null) {
    return;
  }
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (levels > 1) {
      putBack(member, runs, levels - 1);
    } else if (Array.isArray(member)) {
      members[name] = member.flatMap((each: unknown) =>
        typeof each === "object" && each !== null && "run" in each
          ? (runs[each.run as number] ?? []).map((part) => part.value)
          : [each],
      );
    }
  }
}
