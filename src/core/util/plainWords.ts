/**
 * Gives words as VS Code may show them in a message, a box or an error. VS Code turns [text](target) into a link, also
 * to a command, and $(name) into a picture. Names and answers of a service must not become these, nor reorder what is
 * read, nor fill the window.
 */
export function plain(message: string): string {
  const safe = message
    .slice(0, maxMessageLength)
    .replace(disguises, " ")
    .replaceAll("](", "] (")
    .replaceAll("$(", "$ (");
  return message.length > maxMessageLength ? `${safe.toWellFormed()}…` : safe;
}

/** A longer message is cut off. */
export const maxMessageLength = 3000;
// These are all controls except line feeds and tabs.
const disguises =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;

/**
 * Gives `text` as Markdown that shows it, whatever it holds. A backslash takes its meaning from every ASCII punctuation
 * mark (CommonMark, 2.4). The full stop is among these because of `www.`.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
