import * as vscode from "vscode";
import { instantWords } from "../../core/history/stepWords.ts";
import type { Changeset } from "../../core/model/changeset.ts";
import { isJsonObject, type JsonObject } from "../../core/model/json.ts";
import type { FieldLanguage } from "../../core/model/uri.ts";
import { comparisonTitle, now, versionTitle } from "../../core/sentences/history.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { uriOf } from "../text/resourceUri.ts";
import { showDiff, showDocument } from "../text/showDocument.ts";
import type { Versions } from "./versions.ts";

const signal = new AbortController().signal;
const options = { preview: true } satisfies vscode.TextDocumentShowOptions;

/**
 * Shows two versions side by side. Without `to` it shows one beside the document, which stays editable. With `fieldId`
 * it shows only that field's text.
 */
export async function compareVersions(
  versions: Versions,
  artifact: ArtifactTarget,
  from: number,
  to: number | undefined,
  fieldId?: number,
): Promise<void> {
  const { artifactId } = artifact;
  // The versions are read here, so that what cannot be read is told before an editor opens. The files find them known.
  const left = await versions.step(artifact, from, signal);
  const right = to === undefined ? undefined : await versions.step(artifact, to, signal);
  const language = fieldId === undefined ? undefined : languageIn(right ?? left, fieldId);
  const side = (changesetId: number) =>
    fieldId === undefined || language === undefined
      ? uriOf(artifact.connectionId, { kind: "version", artifactId, changesetId })
      : uriOf(artifact.connectionId, { kind: "versionField", artifactId, changesetId, fieldId, language });
  const document = uriOf(artifact.connectionId, { kind: "artifact", artifactId, format: "json" });
  const title = comparisonTitle(artifactId, whenOf(left.submittedOn), right ? whenOf(right.submittedOn) : now);
  await showDiff(side(from), to === undefined ? document : side(to), title, options);
}

/** Shows a version by itself. */
export async function showVersion(versions: Versions, artifact: ArtifactTarget, changesetId: number): Promise<void> {
  const { connectionId, artifactId } = artifact;
  const step = await versions.step(artifact, changesetId, signal);
  const uri = uriOf(connectionId, { kind: "version", artifactId, changesetId });
  await showDocument(uri, options, versionTitle(artifactId, whenOf(step.submittedOn)));
}

/** Tells when a version was made, in the words of the language of VS Code. */
export function whenOf(submittedOn: Changeset["submittedOn"]): string {
  return instantWords(submittedOn, vscode.env.language);
}

/** Gives the language a long text is shown in; undefined where the version has none. */
function languageIn({ values }: Changeset, fieldId: number): FieldLanguage | undefined {
  const value = values.find((each) => each.fieldId === fieldId);
  const text = value?.kind === "text" ? value.entry?.members.value : undefined;
  const format = isJsonObject(text) ? (text satisfies JsonObject).format : undefined;
  return text === undefined ? undefined : format === "commonmark" ? "md" : format === "html" ? "html" : "txt";
}
