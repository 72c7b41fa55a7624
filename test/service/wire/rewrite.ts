import type { Rewriting } from "../faults.ts";
import { isObject, printJson } from "./json.ts";

/** `body` as something else, where it is JSON, or XML that is to be invalid; as it is where it is neither. */
export function rewrite(body: Buffer, as: Rewriting): Buffer {
  if (as === "invalid" && body.toString("utf8", 0, 5) === "<?xml") {
    return Buffer.from(body.toString("utf8").replace("</", "<"));
  }
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return body;
  }
  return Buffer.from(rewriters[as](value));
}

/** `body` with `words` behind every text that people or administrators write; as it is where it is no JSON. */
export function withWordsBehind(body: Buffer, words: string): Buffer {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return body;
  }
  return Buffer.from(
    printJson(
      eachMember(value, (name, leaf) =>
        typeof leaf === "string" && writtenMembers.has(name) && !/^\d{4}-\d\d-\d\d/.test(leaf)
          ? `${leaf} ${words}`
          : leaf,
      ),
    ),
  );
}

/** Members that say something to people; all others are ids, types, dates and addresses. */
const writtenMembers: ReadonlySet<string> = new Set([
  ...[
    "label",
    "label_without_icon",
    "title",
    "item_name",
    "name",
    "description",
    "hint",
    "message",
    "status",
    "full_status",
  ],
  ...["real_name", "display_name", "email", "short_name", "forward_label", "reverse_label", "xref", "ref", "svn_url"],
  ...["value", "commonmark", "post_processed_value", "body", "post_processed_body", "expected_results"],
]);

const rewriters: Readonly<Record<Rewriting, (value: unknown) => string>> = {
  invalid: (value) => `${printJson(value).slice(0, -1)},}`,
  swapped: (value) => (Array.isArray(value) ? "{}" : "[]"),
  null: () => "null",
  words: (value) => printJson(eachLeaf(value, (leaf) => (typeof leaf === "number" ? "word" : leaf))),
  nulls: (value) => printJson(eachLeaf(value, () => null)),
  deep,
  doubled: (value) => printJson(eachList(value, (list) => list.flatMap((item) => [item, item]))),
};

/** The first texts become lists in lists: one deeper than any stack, the others deep enough. */
function deep(value: unknown): string {
  const marks: string[] = [];
  const marked = eachLeaf(value, (leaf) => {
    if (typeof leaf !== "string" || marks.length >= 40) {
      return leaf;
    }
    marks.push(`deep-${marks.length}-`);
    return marks.at(-1);
  });
  return marks.reduce(
    (json, mark, index) => json.replace(`"${mark}"`, nested(index === 0 ? 200_000 : 5_000)),
    printJson(marked),
  );
}

function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

function eachLeaf(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => eachLeaf(item, change));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, eachLeaf(member, change)]))
    : change(value);
}

function eachMember(value: unknown, change: (name: string, leaf: unknown) => unknown, name = ""): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => eachMember(item, change, name));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([member, each]) => [member, eachMember(each, change, member)]))
    : change(name, value);
}

function eachList(value: unknown, change: (list: readonly unknown[]) => readonly unknown[]): unknown {
  if (Array.isArray(value)) {
    return change(value.map((item) => eachList(item, change)));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, eachList(member, change)]))
    : value;
}
