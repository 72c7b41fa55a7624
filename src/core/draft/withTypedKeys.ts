import { changedSpan } from "../util/changedSpan.ts";
import { withLineFeeds } from "../util/lines.ts";

/**
 * Gives `filled`, the text that takes the place of the text `begun` of a new draft, with the keys that the person typed
 * into that one while `filled` was prepared: it says `said` by now. The keys come to `at`, where the cursor goes; `end`
 * is behind them.
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
