import type { ShownText } from "../field/shownContent.ts";
import { shortened } from "../util/plainLabel.ts";

/**
 * A longer text is not shown formatted; the lengths are in UTF-16 units. Readers of Markdown take quadratic time for
 * some texts, about a fifth of a second for one of this length; the reader of HTML takes linear time.
 */
const maxLength = { commonmark: 20_000, html: 200_000 } as const;
/** A page formats in one go so many texts of the greatest length. */
const maxTexts = 5;

/** A page has no more words, in UTF-16 units: nobody reads more. Escaped they may take six times as many. */
const maxWords = 1_000_000;
/** All lists together have no more items: a thousand lists of a thousand items each are no page any more. */
const maxItems = 100_000;
/** No name, title, or other text that stands on a line is longer. */
const maxLine = 500;

/** Bounds the work that one drawing of a page makes, and how long the page gets, whatever a service sends. */
export class PageBudget {
  #left = maxTexts;
  #wordsLeft = maxWords;
  #itemsLeft = maxItems;

  /** Tells whether `text` may be formatted, and takes its share of the budget then. */
  take({ content, format }: ShownText): boolean {
    const share = format === "text" ? 0 : content.length / maxLength[format];
    const isGranted = share <= Math.min(1, this.#left);
    this.#left -= isGranted ? share : 0;
    return isGranted;
  }

  /** Gives `text`, or as much of it as may be shown; `most` is the limit of one text. */
  words(text: string, most = maxLine): string {
    const shown = shortened(text, Math.min(most, this.#wordsLeft));
    this.#wordsLeft = Math.max(0, this.#wordsLeft - shown.length);
    return shown;
  }

  /** Tells how many of `count` items of a list may be shown, and takes them from the budget. */
  items(count: number): number {
    const granted = Math.min(count, this.#itemsLeft);
    this.#itemsLeft -= granted;
    return granted;
  }
}
