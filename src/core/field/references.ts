import { isNumberId } from "../model/id.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { type KindMeaning, wrongType } from "./kindMeaning.ts";
import { canonicalSet, isId, type MemberSet, setOfItems } from "./memberSet.ts";
import type { ValueProblem } from "./valueProblem.ts";

export const linksMeaning: KindMeaning = {
  members: ["links", "parent", "all_links"],
  empty: { links: [] },
  canonical(members) {
    const { links, ...others } = linkMembers(members);
    const keys = Array.isArray(links) ? links.map(linkKey) : [undefined];
    // `parent` and `all_links` say something about reverse links, which are not read. So they always count as a change.
    return Object.keys(others).length === 0 && keys.every((key) => key !== undefined) ? canonicalSet(keys) : undefined;
  },
  check(members) {
    const { links, all_links: allLinks, parent } = linkMembers(members);
    if (links === undefined && allLinks === undefined && parent === undefined) {
      return [{ code: "missingValue", severity: "error", path: [], expected: linksMeaning.members }];
    }
    if (allLinks !== undefined && (links !== undefined || parent !== undefined)) {
      return [{ code: "contradiction", severity: "warning", path: ["all_links"] }];
    }
    return [
      ...checkLinks(links, "links"),
      ...checkLinks(allLinks, "all_links", isDirected),
      ...(parent === undefined || linkKey(parent) !== undefined ? [] : [wrongType(["parent"], "id")]),
    ];
  },
  set(members) {
    const { links, all_links: all } = linkMembers(members);
    if (all !== undefined && links === undefined) {
      return Array.isArray(all) ? setOfAllLinks(members, all) : undefined;
    }
    return all === undefined
      ? setOfItems(links, linkId, (others) => ({ ...members, links: others }), linkType)
      : undefined;
  },
};

export const filesMeaning: KindMeaning = {
  members: ["value"],
  empty: { value: [] },
  canonical: ({ value }) => (Array.isArray(value) && value.every(isId) ? canonicalSet(value.map(String)) : undefined),
  check({ value }) {
    if (!Array.isArray(value)) {
      return [wrongType(["value"], "array")];
    }
    // This is an error and no warning: the service deletes the attachments whose ids it does not find in the list.
    return value.flatMap((id, index): readonly ValueProblem[] =>
      isWholeId(id) ? [] : [{ ...wrongType(["value", index], "id"), severity: "error" }],
    );
  },
  set: (members) => setOfItems(members.value, fileKey, (others) => ({ ...members, value: others })),
};

/** Gives the members that say something: the service takes null for absent. */
function linkMembers({ links, parent, all_links }: JsonObject): JsonObject {
  return {
    ...(links != null && { links }),
    ...(parent != null && { parent }),
    ...(all_links != null && { all_links }),
  };
}

/** Reads the forward links of a complete list as a set. The reverse links are not read, and stay as they are. */
function setOfAllLinks(members: JsonObject, all: readonly Json[]): MemberSet | undefined {
  const isForward = (link: Json) => !isJsonObject(link) || link.direction !== "reverse";
  const written = new Set(all);
  const withLinks = (others: readonly Json[]) => {
    const wanted = new Set(others);
    const kept = all.filter((link) => !isForward(link) || wanted.has(link));
    const added = others.filter((link) => !written.has(link)).map((link) => asForward(link as JsonObject));
    return { ...members, all_links: [...kept, ...added] };
  };
  return setOfItems(all.filter(isForward), linkId, withLinks, linkType);
}

function asForward(link: JsonObject): JsonObject {
  return { ...link, direction: "forward", type: linkType(link) };
}

function linkId(link: Json): string | undefined {
  return linkKey(link) === undefined ? undefined : String(Number((link as JsonObject).id));
}

/** Gives the type of a link. Null, `""` and no type at all stand for the plain link. */
function linkType(link: Json): string {
  return String((link as JsonObject).type ?? "");
}

function fileKey(id: Json): string | undefined {
  return isWholeId(id) ? String(id) : undefined;
}

/** Gives `id type` as the key of a link. Null, `""` and no type at all stand for the plain link. */
function linkKey(link: Json): string | undefined {
  if (!isJsonObject(link) || !isWholeId(link.id)) {
    return undefined;
  }
  const type = link.type ?? "";
  return typeof type === "string" ? `${Number(link.id)} ${type}` : undefined;
}

function isWholeId(id: Json | undefined): boolean {
  return isNumberId(id) || (typeof id === "string" && /^[1-9]\d{0,14}$/.test(id));
}

/**
 * Tells whether a link can stand in the complete list: it has a direction, and a text as type, `""` for plain links.
 */
function isDirected(link: Json): boolean {
  const { direction, type } = link as JsonObject;
  return (direction === "forward" || direction === "reverse") && typeof type === "string";
}

function checkLinks(
  links: Json | undefined,
  member: string,
  isComplete: (link: Json) => boolean = () => true,
): readonly ValueProblem[] {
  if (links === undefined) {
    return [];
  }
  if (!Array.isArray(links)) {
    return [wrongType([member], "array")];
  }
  return links.flatMap((link, index) =>
    linkKey(link) === undefined
      ? [wrongType([member, index], "id", "type")]
      : isComplete(link)
        ? []
        : [wrongType([member, index], "direction", "type")],
  );
}
