import { readFileSync } from "node:fs";
import path from "node:path";
import { isObject, member, text } from "../../src/core/service/wire.ts";

/** A recorded payload: plain JSON of whatever shape, with the place it is from. */
export type Item = Readonly<Record<string, unknown>>;

/** A folder of payloads. Throws where it cannot be read. */
export interface Corpus {
  readonly artifacts: readonly Item[];
  readonly trackers: readonly Item[];
  readonly requests: readonly Item[];
  readonly xmlRequests: readonly Item[];
  readonly svn: readonly Item[];
  readonly queries: readonly Item[];
  readonly listings: readonly Item[];
}

/** Reads the files of a folder, `artifacts.json` and the others, each a list of objects. */
export function readCorpus(folder: string): Corpus {
  const items = (name: string): readonly Item[] => {
    const file = path.join(folder, `${name}.json`);
    const read: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!Array.isArray(read) || !read.every(isObject)) {
      throw new Error(`${file} is no list of objects`);
    }
    return read;
  };
  return {
    artifacts: items("artifacts"),
    trackers: items("trackers"),
    requests: items("requests"),
    xmlRequests: items("xmlRequests"),
    svn: items("svn"),
    queries: items("queries"),
    listings: items("listings"),
  };
}

/** What does not hold of an item; nothing where all does. */
export type Check = (item: Item, corpus: Corpus) => Promise<readonly string[]> | readonly string[];

export function sourceOf(item: Item): string {
  return text(member(item, "source")) ?? "unknown source";
}

/** Whether the service took what was sent; undefined where nobody says. */
export function wasTaken(item: Item): boolean | undefined {
  const status = Number(member(item, "answer"));
  return Number.isInteger(status) ? status >= 200 && status < 300 : undefined;
}
