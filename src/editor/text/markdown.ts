import { MarkdownString } from "vscode";
import { withoutControls } from "../../core/util/plainLabel.ts";
import { escapeMarkdown } from "../../core/util/plainWords.ts";
import { commandLink } from "../manifest/commandLink.ts";
import type { CommandId } from "../manifest/contributions.ts";

/**
 * Makes Markdown of ours, with words of others in its holes that make neither Markdown nor HTML nor links. VS Code's
 * `appendText` makes none of them either, but it makes spaces unbreakable, and so one endless line of a long title.
 */
export function markdown(parts: TemplateStringsArray, ...holes: readonly (string | MarkdownString)[]): MarkdownString {
  return joined(
    parts.flatMap((part, index) => {
      const hole = holes[index];
      return [new MarkdownString(part), ...(hole === undefined ? [] : [valueIn(hole)])];
    }),
  );
}

/** Puts `parts` one after another, with `between` between them. */
export function joined(parts: readonly MarkdownString[], between = ""): MarkdownString {
  return new MarkdownString(parts.map(({ value }) => value).join(between));
}

/** Makes code of words. */
export function codeOf(words: string): MarkdownString {
  return new MarkdownString(`\`${withoutControls(words).replaceAll("`", "")}\``);
}

/** Makes a link of ours to a page of the web. */
export function linkTo(label: string, { href }: URL): MarkdownString {
  return new MarkdownString(`[${escapeMarkdown(label)}](${withoutMarks(href)})`);
}

/** Puts behind `words` a link of ours to a command of ours, the only one that they may run. */
export function withCommand(words: MarkdownString, label: string, command: CommandId, target: object): MarkdownString {
  const link = `[${escapeMarkdown(label)}](${withoutMarks(commandLink(command, target))})`;
  const linked = new MarkdownString(words.value + link);
  linked.isTrusted = { enabledCommands: [command] };
  return linked;
}

/** Gives an address in which nothing ends a link. */
function withoutMarks(address: string): string {
  return address.replace(/[<>()\\`"' ]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function valueIn(hole: string | MarkdownString): MarkdownString {
  return typeof hole === "string" ? new MarkdownString(escapeMarkdown(withoutControls(hole))) : hole;
}
