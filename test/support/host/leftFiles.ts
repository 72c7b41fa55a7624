import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The files below `folders` that contain one of `texts`, in UTF-8, UTF-16 or base64: the way to look for a key that
 * must be nowhere. The one file that hands a key to the demo companion is left out.
 */
export function filesBelowContaining(folders: readonly string[], texts: readonly string[]): string[] {
  const needles = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, "utf16le"), ...base64Forms(text)]);
  return folders
    .flatMap((folder) => filesBelow(folder))
    .filter((file) => path.basename(file) !== "demo-connection.json")
    .filter((file) => {
      const content = readIfThere(file);
      return needles.some((needle) => content.includes(needle));
    });
}

/** What base64 makes of `text` within something longer: its place among groups of three bytes decides. */
function base64Forms(text: string): Buffer[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString("base64");
    const end = Math.floor(((shift + Buffer.byteLength(text)) * 8) / 6);
    // The first and last characters hold bits of the neighbours too.
    return Buffer.from(encoded.slice(Math.ceil((shift * 8) / 6), end));
  });
}

/** All files in a folder and the folders in it. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Empty where the editor has just removed the file. */
export function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
