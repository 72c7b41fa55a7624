import { uniteEntries } from "../merge/uniteEntries.ts";
import type { ArtifactTypes } from "./artifactTypes.ts";
import type { Unite } from "./kindTypes.ts";

/** Makes one text of the changes of several documents of an artifact. */
export const uniteTexts: Unite<ArtifactTypes> = (base, texts) => {
  const { entries, disagreeing } = uniteEntries(base.fields, texts);
  return { mine: entries, disagreeing };
};
