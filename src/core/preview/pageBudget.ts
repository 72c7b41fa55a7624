import type { ShownText } from "../field/shownContent.ts";
import { shortened } from "../util/plainLabel.ts";

/**
 * How long a text may be to be shown formatted, in UTF-16 units. Readers of Markdown take quadratic time for some
 * texts, about a fifth of a second for such a text; the reader of HTML takes linear time.
 */
const maxLength = { commonmark: 20_000, html: 200_000 } as const;
/** As many texts of the greatest length a page formats in one go. */
const maxTexts = 5;

/** More than anybody reads on a page, in UTF-16 units. Escaped they may take six times as many. */
const maxWords = 1_000_000;
/** All lists together have no more: a thousand lists of a thousand items each are no page any more. */
const maxItems = 100_000;
/** A name, a title, or whatever else stands on a line. */
const maxLine = 500;

/** Bounds the work that one drawing of a page makes, and how long the page gets, whatever a service sends. */
export class PageBudget {
  #left = maxTexts;
  #wordsLeft = maxWords;
  #itemsLeft = maxItems;

  /** True where `text` may be formatted, which uses up its share of the budget. */
  take({ content, format }: ShownText): boolean {
    const share = format === "text" ? 0 : content.length / maxLength[format];
    const isGranted = share <= Math.min(1, this.#left);
    this.#left -= isGranted ? share : 0;
    return isGranted;
  }

  /** `text`, or as much of it as may be shown; `most` is that of one text. */
  words(text: string, most = maxLine): string {
    const shown = shortened(text, Math.min(most, this.#wordsLeft));
    this.#wordsLeft = Math.max(0, this.#wordsLeft - shown.length);
    return shown;
  }

  /** Tells how many of `count` items of a list may be shown, which uses them up. */
  items(count: number): number {
    const granted = Math.min(count, this.#itemsLeft);
    this.#itemsLeft -= granted;
    return granted;
  }
}
