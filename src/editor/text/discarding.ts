import type { Uri } from "vscode";

const discarding = new Set<string>();

/** Runs `discard`, by which a person discards what is unsaved of the document at `uri`. */
export async function whileDiscarding<T>(uri: Uri, discard: () => Promise<T>): Promise<T> {
  const key = uri.toString();
  discarding.add(key);
  try {
    return await discard();
  } finally {
    discarding.delete(key);
  }
}

/** Tells whether a person is discarding what is unsaved of the document at `uri`. */
export function isBeingDiscarded(uri: Uri): boolean {
  return discarding.has(uri.toString());
}
