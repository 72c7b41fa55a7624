import { pasted, screenshot } from "../labels/values.ts";
/** Gives `log (2).txt` for the second `log.txt`, and the name itself for the first. */
export function numberedName(name: string, number: number): string {
  if (number === 1) {
    return name;
  }
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}

/** Names what is pasted without a name: `Screenshot 2026-11-22 14.03.05.png`. Sorted by name, these are in order. */
export function pastedName(mediaType: string, at: Date): string {
  const two = (count: number) => String(count).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(".");
  const [word, extension] = mediaType.startsWith("image/")
    ? [screenshot, extensions.get(mediaType) ?? "png"]
    : [pasted, extensions.get(mediaType) ?? "bin"];
  return `${word} ${day} ${time}.${extension}`;
}

/**
 * Tells the type by the end of the name; an unknown one is just bytes. The service hands the type on to clients, which
 * do not trust it.
 */
export function mediaTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return mediaTypes.get(extension) ?? "application/octet-stream";
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ...(["png", "gif", "webp", "bmp", "avif"] as const).map((name) => [name, `image/${name}`] as const),
  ...(["jpg", "jpeg"] as const).map((name) => [name, "image/jpeg"] as const),
  ["svg", "image/svg+xml"],
  ...(["txt", "log", "md", "patch", "diff"] as const).map((name) => [name, "text/plain"] as const),
  ["csv", "text/csv"],
  ...(["html", "htm"] as const).map((name) => [name, "text/html"] as const),
  ["json", "application/json"],
  ["xml", "application/xml"],
  ["pdf", "application/pdf"],
  ["zip", "application/zip"],
  ["gz", "application/gzip"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
]);

/** The first extension that stands for each type. */
const extensions: ReadonlyMap<string, string> = new Map(
  [...mediaTypes].reverse().map(([extension, mediaType]) => [mediaType, extension]),
);
