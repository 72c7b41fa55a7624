import { type EntryNode, memberNode } from "../codec/textTree.ts";
import { escapeXml } from "../codec/xmlText.ts";
import type { DocumentFormat, FieldLanguage } from "../model/uri.ts";

/** A place within a long text, where a link can stand. */
export interface ContentPlace {
  readonly language: FieldLanguage;
  /** Gives what has to be written for `text` to stand there. */
  readonly encode: (text: string) => string;
}

/** Tells how the long text is written that has the whole span from `start` to `end`; undefined where none has it. */
export function contentPlaceAt(
  { text, nodes }: { readonly text: string; readonly nodes: readonly EntryNode[] },
  format: DocumentFormat,
  start: number,
  end: number,
): ContentPlace | undefined {
  for (const { node } of nodes) {
    const value = memberNode(node, "value");
    const content = memberNode(value, "content");
    // In JSON the span includes the quotation marks.
    const margin = format === "json" ? 1 : 0;
    if (content && start >= content.offset + margin && end <= content.offset + content.length - margin) {
      const language = languages.get(memberNode(value, "format")?.scalar) ?? "md";
      if (format === "json") {
        return { language, encode: inJson };
      }
      const isCdata = isInCdata(text, start);
      return isInCdata(text, end) === isCdata ? { language, encode: isCdata ? asItIs : escapeXml } : undefined;
    }
  }
  return undefined;
}

const languages: ReadonlyMap<unknown, FieldLanguage> = new Map([
  ["html", "html"],
  ["text", "txt"],
]);

const cdata = { start: "<![CDATA[", end: "]]>" };

function isInCdata(text: string, at: number): boolean {
  const start = at < cdata.start.length ? -1 : text.lastIndexOf(cdata.start, at - cdata.start.length);
  const end = at < cdata.end.length ? -1 : text.lastIndexOf(cdata.end, at - cdata.end.length);
  return start > end;
}

/** Writes a text that is the whole document as it is. */
export function asItIs(text: string): string {
  return text;
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
