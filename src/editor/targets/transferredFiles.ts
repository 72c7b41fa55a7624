import { type DataTransfer, Uri, workspace } from "vscode";
import { filesByAddress } from "../../core/sentences/uploads.ts";
import { pastedName } from "../../core/upload/fileName.ts";
import { isWithin } from "../../core/util/isWithin.ts";
import { HumanError } from "../dialog/present.ts";
import type { Reader } from "./call.ts";
import { isNone } from "./given.ts";

/** A file that was dropped or pasted and has no address: its content is asked for when it is read. */
export interface ContentFile {
  readonly name: string;
  readonly mediaType?: string;
  data(): Thenable<Uint8Array>;
}

/** A file by its address, on this machine or another, or content without one. */
export type AttachableFile = Uri | ContentFile;

/** The type of a list of addresses, which any page can write. */
export const addressesMimeType = "text/uri-list";
/** The types of content that bring files along when they are pasted. */
export const pastedMimeTypes = ["files", "image/*"];
/** The types of content that bring files along when they are dropped: a drop brings addresses as well. */
export const droppedMimeTypes = [addressesMimeType, ...pastedMimeTypes];

/** Tells whether what a command was given is a file that can be attached. */
function isAttachableFile(value: unknown): value is AttachableFile {
  const isContent = (given: object) =>
    "name" in given && typeof given.name === "string" && "data" in given && typeof given.data === "function";
  return value instanceof Uri || (typeof value === "object" && value !== null && isContent(value));
}

/** Gives the files that were chosen: the Explorer passes the one that was clicked, then all that are selected. */
export const chosenFiles: Reader<readonly AttachableFile[]> = ({ args: [file, selected] }) => {
  const files = Array.isArray(selected) ? selected.filter(isAttachableFile) : [];
  const isAmong = !(file instanceof Uri) || files.some((each) => String(each) === String(file));
  return files.length > 0 && isAmong ? files : [file].filter(isAttachableFile);
};

/** Gives the files that a caller gave; undefined where it gave none. Throws a HumanError for anything else. */
export function filesIn(given: unknown): readonly AttachableFile[] | undefined {
  const files: readonly unknown[] | undefined = isNone(given) ? undefined : Array.isArray(given) ? given : [given];
  if (!files) {
    return undefined;
  }
  if (!files.every(isAttachableFile)) {
    throw new HumanError(filesByAddress);
  }
  return files;
}

/** Gives the name of a file, with its ending. */
export function nameOfFile(file: AttachableFile): string {
  return file instanceof Uri ? (file.path.split("/").findLast((segment) => segment !== "") ?? "file") : file.name;
}

/** Gives the files that were pasted. Addresses name none: a page can put any into the clipboard. */
export function pastedFiles(transfer: DataTransfer, now: Date): readonly AttachableFile[] {
  return [...transfer].flatMap(([mediaType, item]): readonly AttachableFile[] => {
    const file = item.asFile();
    return file ? [file.uri ?? { name: nameOf(file.name, mediaType, now), mediaType, data: () => file.data() }] : [];
  });
}

/**
 * Gives the files that were dropped, each once: from a file manager, or by addresses. A page can drop any address, so
 * that those outside of the folders of this window count only where `isMeant` says yes to all of them; otherwise it is
 * as if nothing was dropped.
 */
export async function droppedFiles(
  transfer: DataTransfer,
  now: Date,
  isMeant: (addresses: readonly Uri[]) => Promise<boolean>,
): Promise<readonly AttachableFile[]> {
  const files = pastedFiles(transfer, now);
  const given = files.filter((file) => file instanceof Uri);
  const list = (await transfer.get(addressesMimeType)?.asString()) ?? "";
  const listed = list.split(/\r?\n/).flatMap((line) => uriIn(line) ?? []);
  const distinct = new Map([...listed, ...given].map((uri) => [String(uri), uri]));
  const dragged = new Set(given.map(String));
  const foreign = [...distinct].flatMap(([text, uri]) => (dragged.has(text) || isOfThisWindow(uri) ? [] : [uri]));
  if (foreign.length > 0 && !(await isMeant(foreign))) {
    return [];
  }
  return distinct.size > 0 ? [...distinct.values()] : files;
}

/** Tells whether the explorer of this window shows the file. */
function isOfThisWindow(uri: Uri): boolean {
  return (workspace.workspaceFolders ?? []).some((folder) => isWithin(uri, folder.uri));
}

/** Names a file. What the clipboard calls `image.png` was never a file, and gets a name of its own. */
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
