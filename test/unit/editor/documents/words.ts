import { type Document, fields, type OwnField } from "./steps.ts";

/** Gives the words of people, colleagues and programs in a text or value, sorted. */
export function wordsIn(said: unknown): readonly string[] {
  const text = typeof said === "string" ? said : JSON.stringify(said ?? "");
  const all = text.replaceAll("\\n", "\n").match(/\b(?:[wcp]\d+|(?:title|details|other)[ab]0)\b/g) ?? [];
  return [...new Set(all)].sort();
}

/** A change of a text: `length` characters at `offset` become `text`. */
interface Change {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Gives the change that puts a word at the end of a field's value; undefined where the text shows no such value. */
export function adding(word: string, text: string, document: Document, field: OwnField): Change | undefined {
  if (document === "field") {
    return { offset: text.length, length: 0, text: `\n${word}` };
  }
  const id = fields[field];
  const pattern =
    document === "json"
      ? new RegExp(`"field_id": ${id},\\s*"value": (?:\\{\\s*"content": )?"(?:[^"\\\\]|\\\\.)*`)
      : new RegExp(`<field_id>${id}</field_id>\\s*<value>(?:\\s*<content>)?(?:<!\\[CDATA\\[)?[^<\\]]*`);
  const found = pattern.exec(text);
  const line = field === "title" ? " " : document === "json" ? "\\n" : "\n";
  return found ? { offset: found.index + found[0].length, length: 0, text: `${line}${word}` } : undefined;
}

/** Gives the change that takes the last word of the person out of a text; undefined where it has none. */
export function deletingLast(text: string): (Change & { readonly word: string }) | undefined {
  const found = [...text.matchAll(/\bw\d+\b/g)].at(-1);
  return found && { word: found[0], offset: found.index, length: found[0].length, text: "" };
}
