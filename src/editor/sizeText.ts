import { env } from "vscode";

/** A size for a person: `3.2 MB`, in the language of the editor. */
export function sizeText(bytes: number): string {
  const unit = bytes < 1000 ? "byte" : bytes < 1e6 ? "kilobyte" : bytes < 1e9 ? "megabyte" : "gigabyte";
  const divisor = { byte: 1, kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit];
  return new Intl.NumberFormat(env.language, {
    style: "unit",
    unit,
    maximumFractionDigits: unit === "byte" ? 0 : 1,
  }).format(bytes / divisor);
}
