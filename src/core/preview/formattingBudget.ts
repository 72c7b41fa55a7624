import type { ShownText } from "../field/shownContent.ts";

/**
 * How long a text may be to be shown formatted, in UTF-16 units. Readers of Markdown take quadratic time for some
 * texts, about a fifth of a second for such a text; the reader of HTML takes linear time.
 */
const maxLength = { commonmark: 20_000, html: 200_000 } as const;
/** As many texts of the greatest length a page formats in one go. */
const maxTexts = 5;

/** Bounds the work that formatted texts make for one drawing of a page, whatever a service sends. */
export class FormattingBudget {
  #left = maxTexts;

  /** True where `text` may be formatted, which uses up its share of the budget. */
  take({ content, format }: ShownText): boolean {
    const share = format === "text" ? 0 : content.length / maxLength[format];
    const isGranted = share <= Math.min(1, this.#left);
    this.#left -= isGranted ? share : 0;
    return isGranted;
  }
}
