import type { ShownValue } from "../model/artifact.ts";
import { id, list, member, text, userName } from "./wire.ts";

/**
 * Gives what a reader sees of a value beyond what can be written: dates, people, counters and references that the
 * service keeps itself, sums that it works out, links from elsewhere. It is undefined where there is nothing more.
 */
export function readShownValue(value: unknown, type: string): ShownValue | undefined {
  const given = member(value, "value");
  switch (type) {
    case "lud":
    case "subon": {
      const date = text(given);
      return date === undefined ? undefined : { kind: "date", date };
    }
    case "subby":
    case "luby":
      return words([userName(given)]);
    case "aid":
    case "atid":
    case "priority":
    case "computed":
      return words([typeof given === "number" ? String(given) : undefined]);
    case "cross":
      return { kind: "references", references: texts(list(given).map((each) => member(each, "ref"))) };
    case "art_link":
      return reverseLinks(value);
    // The value of this type is a cipher text, which says nothing to a reader and is nobody's business.
    case "Encrypted":
      return undefined;
    // A type that is not known may well tell its value as words.
    default:
      return words([typeof given === "number" ? String(given) : text(given)]);
  }
}

function words(given: readonly (string | undefined)[]): ShownValue | undefined {
  const some = texts(given);
  return some.length === 0 ? undefined : { kind: "words", words: some };
}

function texts(values: readonly unknown[]): readonly string[] {
  return values.map(text).filter((each) => each !== undefined);
}

function reverseLinks(value: unknown): ShownValue | undefined {
  const links = list(member(value, "reverse_links")).flatMap((link) => {
    const artifactId = id(member(link, "id"));
    return artifactId === undefined
      ? []
      : [{ artifactId, type: text(member(link, "type")) ?? "", name: nameOfLink(link, artifactId) }];
  });
  return links.length === 0 ? undefined : { kind: "reverseLinks", links };
}

/** Gives a linked artifact's name: `bug #9 It breaks`, or `Bugs #9` where the service tells no more. */
export function nameOfLink(link: unknown, artifactId: unknown): string {
  const title = text(member(link, "title"));
  const reference =
    text(member(link, "xref")) ?? `${text(member(member(link, "tracker"), "label")) ?? ""} #${artifactId}`;
  return title === undefined ? reference.trim() : `${reference.trim()} ${title}`;
}
