/**
 * Tells what an editor can do with an attachment, judged by its name alone: the type that an uploader claims is not to
 * be trusted.
 *
 * `image`: VS Code previews it. `binary`: there is nothing to see in an editor. `unknown`: its bytes have to tell.
 */
export function contentKindByName(name: string): ContentKind {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  if (imageExtensions.has(extension)) {
    return "image";
  }
  return binaryExtensions.has(extension) ? "binary" : "unknown";
}

export type ContentKind = "image" | "binary" | "unknown";

// VS Code's image preview opens these (extensions/media-preview).
const imageExtensions = new Set(["png", "jpg", "jpe", "jpeg", "gif", "bmp", "ico", "webp", "avif"]);

// These common formats have nothing to read in an editor; PDFs and archives may well begin without a NUL.
const binaryExtensions = new Set([
  ...["pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp"],
  ...["zip", "gz", "tgz", "bz2", "xz", "zst", "7z", "rar", "tar", "jar", "war", "iso", "dmg"],
  ...["exe", "dll", "so", "dylib", "bin", "class", "o", "a", "msi", "deb", "rpm", "apk", "vsix"],
  ...["mp3", "mp4", "m4a", "m4v", "mov", "avi", "mkv", "webm", "wav", "flac", "ogg"],
  ...["tif", "tiff", "psd", "heic", "woff", "woff2", "ttf", "otf", "sqlite", "db", "pcap", "dmp"],
]);

/**
 * Gives the address of an attachment on another server, as a browser may be given it: of the web, without user and
 * password.
 */
export function webPage(contentUrl: string): string | undefined {
  const url = URL.parse(contentUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return undefined;
  }
  url.username = "";
  url.password = "";
  return url.href;
}
