import { sizeText } from "../util/sizeText.ts";

/** Numbers and dates as people of a language write them. */
export class Formats {
  readonly #language: string;
  // Making one takes long, and a list shows thousands of rows.
  readonly #dates: Intl.DateTimeFormat;
  readonly #numbers: Intl.NumberFormat;

  constructor(language: string) {
    this.#language = language;
    this.#dates = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
    this.#numbers = new Intl.NumberFormat(language);
  }

  /** `12,340`. */
  count(count: number): string {
    return this.#numbers.format(count);
  }

  /** `3.2 MB`. */
  size(bytes: number): string {
    return sizeText(bytes, this.#language);
  }

  /** `Mar 13, 2024, 3:26 PM`; what is no time as it is. */
  time(on: string | undefined): string | undefined {
    const instant = new Date(on ?? Number.NaN);
    return Number.isNaN(instant.getTime()) ? on : this.#dates.format(instant);
  }
}
