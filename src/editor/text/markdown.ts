import { MarkdownString } from "vscode";
import { escapeMarkdown } from "../../core/util/escapeMarkdown.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";

/**
 * Markdown of ours with words of others in its holes: of those neither Markdown nor HTML nor links come. `appendText`
 * of VS Code would do that as well, but it makes spaces unbreakable, and so long titles one endless line.
 */
export function markdown(parts: TemplateStringsArray, ...holes: readonly (string | MarkdownString)[]): MarkdownString {
  return joined(
    parts.flatMap((part, index) => {
      const hole = holes[index];
      return [new MarkdownString(part), ...(hole === undefined ? [] : [valueIn(hole)])];
    }),
  );
}

/** `parts` one after another, with `between` between them. */
export function joined(parts: readonly MarkdownString[], between = ""): MarkdownString {
  return new MarkdownString(parts.map(({ value }) => value).join(between));
}

/** Words as code. */
export function codeOf(words: string): MarkdownString {
  return new MarkdownString(`\`${withoutControls(words).replaceAll("`", "")}\``);
}

/** A link of ours to a page of the web. */
export function linkTo(label: string, { href }: URL): MarkdownString {
  const target = href.replace(/[<>()\\`"' ]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return new MarkdownString(`[${escapeMarkdown(label)}](${target})`);
}

function valueIn(hole: string | MarkdownString): MarkdownString {
  return typeof hole === "string" ? new MarkdownString(escapeMarkdown(withoutControls(hole))) : hole;
}
