import path from "node:path";

/** The part of a file's address that says where the file is; `path` is decoded. */
interface Place {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

/** Tells whether `file` is in `folder` or below. An address with `..` or backslashes is in none: it leads anywhere. */
export function isWithin(file: Place, folder: Place): boolean {
  const isPlain = path.posix.normalize(file.path) === file.path && !file.path.includes("\\");
  const start = folder.path.endsWith("/") ? folder.path : `${folder.path}/`;
  const isOfSame = file.scheme === folder.scheme && file.authority === folder.authority;
  return isPlain && isOfSame && file.path.startsWith(start);
}
