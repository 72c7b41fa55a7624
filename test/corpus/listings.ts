import { readProjects, readReports, readTrackers } from "../../src/core/service/trackers.ts";
import { readUsers } from "../../src/core/service/users.ts";
import { id, list, member } from "../../src/core/service/wire.ts";
import type { Item } from "./corpus.ts";

const readers = { projects: readProjects, reports: readReports, trackers: readTrackers, users: readUsers };

/** A listing is read with everything in it that has an id; the service gives none of 0. */
export function checkListing(item: Item): readonly string[] {
  const what = String(member(item, "what"));
  const body = member(item, "body");
  const read = Object.hasOwn(readers, what) ? readers[what as keyof typeof readers](body) : undefined;
  if (!read) {
    return ["it is not read"];
  }
  const listed = list(body).flatMap((each) => id(member(each, "id")) ?? []);
  const missing = listed.filter((each) => !read.some((known) => known.id === each));
  return missing.map((each) => `${each} is missing`);
}
