/** Writes numbers and dates as people of a language do. */
export class Formats {
  readonly #language: string;
  // Making a format takes long, and a list shows thousands of rows.
  readonly #dates: Intl.DateTimeFormat;
  readonly #numbers: Intl.NumberFormat;

  constructor(language: string) {
    this.#language = language;
    this.#dates = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
    this.#numbers = new Intl.NumberFormat(language);
  }

  /** Writes a count: `12,340`. */
  count(count: number): string {
    return this.#numbers.format(count);
  }

  /** Writes a size: `3.2 MB`. */
  size(bytes: number): string {
    return sizeText(bytes, this.#language);
  }

  /** Writes a time: `Mar 13, 2024, 3:26 PM`. It leaves what is no time as it is. */
  time(on: string | undefined): string | undefined {
    const instant = new Date(on ?? Number.NaN);
    return Number.isNaN(instant.getTime()) ? on : this.#dates.format(instant);
  }
}

/** Writes a size for a person of the given language: `17 bytes`, `3.2 MB`. */
export function sizeText(bytes: number, language: string): string {
  const unit = bytes < 1000 ? "byte" : bytes < 1e6 ? "kilobyte" : bytes < 1e9 ? "megabyte" : "gigabyte";
  const divisor = { byte: 1, kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit];
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    // The short form of bytes has no plural: `17 byte`.
    unitDisplay: unit === "byte" ? "long" : "short",
    maximumFractionDigits: unit === "byte" ? 0 : 1,
  }).format(bytes / divisor);
}
