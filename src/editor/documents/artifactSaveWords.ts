import {
  artifactConflict,
  entriesUnsettled,
  formatNotStored,
  maybeSaved,
  mayNotWrite,
  notSaved,
  noVersions,
  overtaken,
  refusedUnmoved,
  savedDifferently,
  textIsBroken,
  valuesNotStored,
  wouldStoreOtherValues,
} from "../../core/sentences/saving.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import { type Base, differingFields, fieldLabel } from "../../core/workingCopy/base.ts";
import type { ArtifactDocument } from "./artifactDocument.ts";
import type { SaveWords } from "./saveReporter.ts";

/**
 * Makes the words about saves of artifacts. `inform` says something that needs no answer; `lastChange` tells who made a
 * version and when, as far as that was read, as the end of a sentence.
 */
export function artifactSaveWords(
  inform: (words: string) => void,
  lastChange: (document: ArtifactDocument, theirs: Base) => string = () => "",
): SaveWords<ArtifactTypes, ArtifactDocument> {
  const toldOfVersions = new Set<string>();
  return (document, outcome) => {
    const { artifactId, connectionId, copy } = document;
    switch (outcome.kind) {
      case "saved":
        if (outcome.differing.length > 0) {
          inform(savedDifferently(artifactId, labels(outcome.base, outcome.differing), "shown"));
        }
        if (outcome.isUnconditional && !toldOfVersions.has(connectionId)) {
          toldOfVersions.add(connectionId);
          inform(noVersions(connectionId));
        }
        return undefined;
      case "unchanged":
        return undefined;
      case "broken":
        return textIsBroken;
      case "overtaken":
        return overtaken(artifactId);
      case "conflict":
        return artifactConflict(outcome, artifactId, {
          labels: labels(outcome.theirs, changedIn(document, outcome.theirs)),
          last: lastChange(document, outcome.theirs),
        });
      case "unsettled":
        return entriesUnsettled(outcome.entries);
      case "refusedUnmoved":
        return refusedUnmoved(artifactId);
      case "notSaved":
        return notSaved(artifactId, outcome.cause);
      case "unknown":
        return maybeSaved(artifactId, outcome.cause);
      case "notWritable":
        return mayNotWrite(labels(copy.base, outcome.fieldIds));
      case "harmful":
        return wouldStoreOtherValues(labels(copy.base, outcome.fieldIds));
      case "notStored":
        return outcome.isOnlyFormat
          ? formatNotStored(labels(copy.base, outcome.fieldIds))
          : valuesNotStored(labels(copy.base, outcome.fieldIds));
    }
  };
}

/** Gives the fields that theirs has changed since the text was made. */
function changedIn({ copy, key }: ArtifactDocument, theirs: Base): readonly number[] {
  const ancestor = copy.conflictOf(key)?.ancestor;
  return ancestor ? differingFields(ancestor, theirs) : [];
}

function labels(base: Base | undefined, fieldIds: readonly number[]): readonly string[] {
  return fieldIds.map((fieldId) => fieldLabel(base, fieldId));
}
