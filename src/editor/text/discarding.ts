import type { Uri } from "vscode";

const discarding = new Set<string>();

/** Runs `discard`, by which a person discards what is unsaved of the documents at `uris`. */
export async function whileDiscarding<T>(uris: readonly Uri[], discard: () => Promise<T>): Promise<T> {
  const begun = uris.map((uri) => uri.toString()).filter((key) => !discarding.has(key));
  begun.forEach((key) => void discarding.add(key));
  try {
    return await discard();
  } finally {
    begun.forEach((key) => void discarding.delete(key));
  }
}

/** Tells whether a person is discarding what is unsaved of the document at `uri`. */
export function isBeingDiscarded(uri: Uri): boolean {
  return discarding.has(uri.toString());
}
