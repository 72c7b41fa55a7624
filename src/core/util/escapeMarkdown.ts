/**
 * `text` as Markdown that shows it, whatever it holds. A backslash takes its meaning from every ASCII punctuation mark
 * (CommonMark, 2.4); the full stop is one because of `www.`.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
