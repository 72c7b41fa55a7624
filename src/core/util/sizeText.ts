/** A size for a person in the given language: `17 bytes`, `3.2 MB`. */
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
