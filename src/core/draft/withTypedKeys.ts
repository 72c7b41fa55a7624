import { changedSpan } from "../util/changedSpan.ts";
import { withLineFeeds } from "../util/lines.ts";

/**
 * Puts keys that the person typed meanwhile into `filled`, the text that replaces the text `begun` of a new draft. They
 * were typed into the old text while `filled` was prepared: it is `said` by now. They come to `at`, where the cursor
 * goes; `end` is behind them.
 */
export function withTypedKeys(
  filled: string,
  at: number,
  begun: string,
  said: string,
): { readonly text: string; readonly end: number } {
  const typed = changedSpan(begun, withLineFeeds(said)).text;
  return { text: filled.slice(0, at) + typed + filled.slice(at), end: at + typed.length };
}
