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
 * The document of an address, or that of the active tab where nothing is given. It is refused in the words of
 * `otherwise` where there is none. An object may name the artifact of a document where `kinds` of documents are given.
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

/** A document, where there is one, that was given or is active. */
export interface MeantDocument {
  readonly uri: Uri | undefined;
  readonly isGiven: boolean;
}

/** As `document`; it is not refused where there is none. */
export function documentIfAny(...kinds: readonly Resource["kind"][]): Reader<MeantDocument> {
  return ({ args: [first] }) => ({ uri: uriIn(first, kinds), isGiven: !isNone(first) });
}

/** As `documentIfAny`, and those of the other rows of Source Control that are selected with the first. */
export const documentsIfAny: Reader<readonly MeantDocument[]> = ({ args: [first, ...others] }) => [
  { uri: uriIn(first, []), isGiven: !isNone(first) },
  ...others.flatMap((given) => {
    const uri = givenUri(given);
    return uri ? [{ uri, isGiven: true }] : [];
  }),
];

/** @throws HumanError for an object that names no artifact: nobody means the active editor by that. */
function uriIn(first: unknown, kinds: readonly Resource["kind"][]): Uri | undefined {
  return kinds.length === 0 || typeof first !== "object" || first === null || givenUri(first)
    ? uriMeant(first)
    : documentOfArtifact(neededArtifact(first), kinds);
}

/**
 * The document of an artifact, as a link on a page means it: one of these kinds that is open, with unsaved changes if
 * there is such a one, else the one that opens by default.
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
