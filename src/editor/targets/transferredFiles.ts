import { type DataTransfer, Uri } from "vscode";
import { pastedName } from "../../core/upload/fileName.ts";

/** What was dropped or pasted and has no address: its content is asked for when it is read. */
export interface ContentFile {
  readonly name: string;
  readonly mediaType?: string;
  data(): Thenable<Uint8Array>;
}

/** A file by its address, on this machine or another, or content without one. */
export type AttachableFile = Uri | ContentFile;

/** What brings files along. */
export const fileMimeTypes = ["text/uri-list", "files", "image/*"];

/** Whether what a command was given is a file that can be attached. */
export function isAttachableFile(value: unknown): value is AttachableFile {
  const isContent = (given: object) =>
    "name" in given && typeof given.name === "string" && "data" in given && typeof given.data === "function";
  return value instanceof Uri || (typeof value === "object" && value !== null && isContent(value));
}

/** Of a file its name, with its ending. */
export function nameOfFile(file: AttachableFile): string {
  return file instanceof Uri ? (file.path.split("/").findLast((segment) => segment !== "") ?? "file") : file.name;
}

/** The files that were dropped or pasted; addresses of the web are none. Each file stands once. */
export async function transferredFiles(transfer: DataTransfer, now: Date): Promise<readonly AttachableFile[]> {
  const contents = [...transfer].flatMap(([mediaType, item]): readonly AttachableFile[] => {
    const file = item.asFile();
    return file ? [file.uri ?? { name: nameOf(file.name, mediaType, now), mediaType, data: () => file.data() }] : [];
  });
  const list = (await transfer.get("text/uri-list")?.asString()) ?? "";
  const listed = list.split(/\r?\n/).flatMap((line) => uriIn(line) ?? []);
  const addresses = [...listed, ...contents.filter((file) => file instanceof Uri)];
  const distinct = new Map(addresses.map((uri) => [String(uri), uri]));
  return distinct.size > 0 ? [...distinct.values()] : contents;
}

/** What the clipboard calls `image.png` was never a file. */
function nameOf(name: string, mediaType: string, now: Date): string {
  return name === "" || /^image\.\w+$/i.test(name) ? pastedName(mediaType, now) : name;
}

function uriIn(line: string): Uri | undefined {
  const isAddress = /^[a-z][a-z0-9+.-]+:/i.test(line.trim()) && !/^(https?|data|mailto|command):/i.test(line.trim());
  try {
    return isAddress ? Uri.parse(line.trim(), true) : undefined;
  } catch {
    return undefined;
  }
}
