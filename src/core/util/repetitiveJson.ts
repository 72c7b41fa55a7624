import { parseShallowJson, visitLevels } from "./jsonNesting.ts";

/** Of `{…}` in `[{"values":[{…},{…}]}]`. */
const levelOfParts = 4;
/** More would take more memory than they save. */
const mostParts = 20_000;

/**
 * `parseShallowJson` for a list whose items mostly repeat what the one before them says, such as the steps of an artifact with all
 * its values: an object in a list of an item that is written as the one at the same place of an item before is not read again,
 * and is the same object.
 */
export function parseRepetitiveJson(json: string): unknown {
  const parting = new Parting(json);
  visitLevels(
    json,
    (level, at) => {
      if (level < levelOfParts) {
        parting.enter(level, json[at] === "[");
      }
      if (parting.count > mostParts) {
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
  return parting.count > mostParts ? parseShallowJson(json) : parting.value();
}

interface Part {
  readonly text: string;
  /** Among those that are not the same. */
  readonly index: number;
}

/** A text that is being parted. */
class Parting {
  count = 0;
  /** Of the last part. */
  end = 0;
  readonly #json: string;
  readonly #texts: string[] = [];
  /** By their places in an item. */
  readonly #before: Part[] = [];
  /** Parts with nothing but a comma between them. */
  readonly #runs: number[][] = [];
  /** The text up to `end`, with a placeholder for each run. */
  #rest = "";
  #start: number | undefined;
  #place = 0;
  #isInList = false;

  constructor(json: string) {
    this.#json = json;
  }

  /** A list or object begins above the level of parts. */
  enter(level: number, isList: boolean): void {
    this.#isInList = isList;
    this.#place = level === 2 ? 0 : this.#place;
  }

  /** One begins at that level; true where it is a part that is known. */
  skip(start: number): boolean {
    if (!this.#isInList || this.#json[start] !== "{") {
      return false;
    }
    const part = this.#before[this.#place];
    // To compare a slice is far quicker than `startsWith`.
    if (!part || this.#json.slice(start, start + part.text.length) !== part.text) {
      this.#start = start;
      return false;
    }
    this.#take(part, start);
    return true;
  }

  /** One ends at that level. */
  leave(last: number): void {
    if (this.#start !== undefined) {
      const part = { text: this.#json.slice(this.#start, last + 1), index: this.#texts.length };
      this.#texts.push(part.text);
      this.#before[this.#place] = part;
      this.#take(part, this.#start);
      this.#start = undefined;
    }
  }

  /** What the text says. */
  value(): unknown {
    const rest = parseShallowJson(this.#rest + this.#json.slice(this.end));
    // At the level at which they were found: nothing is nested less deep than before.
    const [[parts]] = parseShallowJson(`[[[${this.#texts.join(",")}]]]`) as [[unknown[]]];
    const runs = this.#runs.map((run) => run.map((index) => parts[index]));
    putBack(rest, runs);
    return rest;
  }

  #take({ text, index }: Part, start: number): void {
    const isNext = start === this.end + 1 && this.#json[this.end] === ",";
    const run = isNext ? this.#runs.at(-1) : undefined;
    if (run) {
      run.push(index);
    } else {
      this.#rest += `${this.#json.slice(this.end, start)}{"run":${this.#runs.length}}`;
      this.#runs.push([index]);
    }
    this.end = start + text.length;
    this.#place++;
    this.count++;
  }
}

/** Puts the parts where their placeholders are: the only objects in lists of that level. */
function putBack(value: unknown, runs: readonly (readonly unknown[])[], level = 1): void {
  if (typeof value !== "object" || value === null) {
    return;
  }
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (level < levelOfParts - 2) {
      putBack(member, runs, level + 1);
    } else if (Array.isArray(member)) {
      members[name] = member.flatMap((each: unknown) =>
        typeof each === "object" && each !== null && "run" in each ? (runs[each.run as number] ?? []) : [each],
      );
    }
  }
}
