import { type Uri, workspace } from "vscode";
import type { Resource } from "../../core/model/uri.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { HumanError } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { defaultFormat } from "../settings/ownSettings.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";
import { neededArtifact } from "./artifactTarget.ts";
import type { Reader } from "./call.ts";
import { givenUri, isNone, uriMeant } from "./given.ts";

/**
 * Gives the document of an address, or that of the active tab where nothing is given. Where there is none it is refused
 * in the words of `otherwise`. With `kinds` of documents an object may name the artifact of a document.
 */
export function document(otherwise: string, ...kinds: readonly Resource["kind"][]): Reader<Uri> {
  return ({ args: [first] }) => {
    const target = uriIn(first, kinds);
    if (!target) {
      throw new HumanError(otherwise);
    }
    return target;
  };
}

/** The document that was given or is active, where there is one. */
export interface MeantDocument {
  readonly uri: Uri | undefined;
  readonly isGiven: boolean;
}

/** Gives what `document` gives, and refuses nothing where there is none. */
export function documentIfAny(...kinds: readonly Resource["kind"][]): Reader<MeantDocument> {
  return ({ args: [first] }) => ({ uri: uriIn(first, kinds), isGiven: !isNone(first) });
}

/** Gives what `documentIfAny` gives, and the documents of the other rows of Source Control that are selected. */
export const documentsIfAny: Reader<readonly MeantDocument[]> = ({ args: [first, ...others] }) => [
  { uri: uriIn(first, []), isGiven: !isNone(first) },
  ...others.flatMap((given) => {
    const uri = givenUri(given);
    return uri ? [{ uri, isGiven: true }] : [];
  }),
];

/** @throws HumanError for an object that names no artifact: nobody means the active editor by such an object. */
function uriIn(first: unknown, kinds: readonly Resource["kind"][]): Uri | undefined {
  return kinds.length === 0 || typeof first !== "object" || first === null || givenUri(first)
    ? uriMeant(first)
    : documentOfArtifact(neededArtifact(first), kinds);
}

/**
 * Gives the document of an artifact that a link on a page means: an open one of these kinds, if possible with unsaved
 * changes, else the one that opens by default.
 */
export function documentOfArtifact(
  { connectionId, artifactId }: ArtifactTarget,
  kinds: readonly Resource["kind"][],
): Uri {
  const open = workspace.textDocuments
    .filter(({ uri, isClosed }) => {
      const shown = isClosed ? undefined : resourceOf(uri);
      return (
        shown?.connectionId === connectionId &&
        kinds.includes(shown.resource.kind) &&
        "artifactId" in shown.resource &&
        shown.resource.artifactId === artifactId
      );
    })
    .toSorted((a, b) => Number(isUnsaved(b)) - Number(isUnsaved(a)));
  return open[0]?.uri ?? uriOf(connectionId, { kind: "artifact", artifactId, format: defaultFormat() });
}
