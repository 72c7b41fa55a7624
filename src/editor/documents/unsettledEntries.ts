import type { ArtifactDocument } from "./artifactDocument.ts";

/** The entries of a text that wait for a decision, with their places. */
export function unsettledEntries({ copy, key, parse }: ArtifactDocument, text: string) {
  const { entries } = parse(text);
  const located = new Map(entries.map((entry) => [entry.fieldId, entry]));
  return copy.unsettled(key, entries).flatMap((unsettled) => {
    const entry = located.get(unsettled.fieldId);
    return entry ? [{ ...unsettled, entry }] : [];
  });
}
