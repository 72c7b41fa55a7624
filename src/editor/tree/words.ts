import { env, MarkdownString } from "vscode";
import { withoutControls } from "../../core/util/withoutControls.ts";
import { escapeMarkdown } from "../escapeMarkdown.ts";

// Making one takes long, and a list shows thousands of rows.
const dates = new Intl.DateTimeFormat(env.language, { dateStyle: "medium", timeStyle: "short" });
const numbers = new Intl.NumberFormat(env.language);

/** A count as people of this language write it: `12,340`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** `Submitted Mar 13, 2024, 3:26 PM by Jane Doe`; undefined where neither is known. */
export function happened(what: string, by: string | undefined, on: string | undefined): string | undefined {
  if (by === undefined && on === undefined) {
    return undefined;
  }
  const instant = new Date(on ?? Number.NaN);
  const when = Number.isNaN(instant.getTime()) ? on : dates.format(instant);
  return [what, when === undefined ? "" : ` ${when}`, by === undefined ? "" : ` by ${by}`].join("");
}

/**
 * A tooltip of a paragraph for each text. Texts of the service stay texts: neither Markdown nor HTML nor links come out of
 * them. `appendText` would do that as well, but it makes spaces unbreakable, and so long titles one endless line.
 */
export function lines(texts: readonly (string | undefined)[]): MarkdownString {
  const markdown = new MarkdownString();
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  texts
    .filter((text) => text !== undefined && text !== "")
    .forEach((text, index) => {
      markdown.appendMarkdown((index === 0 ? "" : "\n\n") + escapeMarkdown(withoutControls(text ?? "")));
    });
  return markdown;
}

/** `markdown` with a paragraph that is a link, the address of which must be one that may be opened. */
export function withLink(markdown: MarkdownString, label: string, address: URL): MarkdownString {
  const target = address.href.replace(
    /[<>()\\`"' ]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return markdown.appendMarkdown(`\n\n[${escapeMarkdown(label)}](${target})`);
}
