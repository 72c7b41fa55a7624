import type * as vscode from "vscode";
import { type LastChange, lastChanges } from "../../core/history/lastChange.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { findHover } from "../../core/language/hover.ts";
import { instantOf } from "../../core/workingCopy/base.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { Language } from "../language/language.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { resourceOf } from "../text/resourceUri.ts";

/** An entry of a document with the last change of its field. */
export interface ChangedEntry {
  readonly document: ArtifactDocument;
  readonly fieldId: number;
  readonly change: LastChange;
}

/** Gives the last changes of the fields of a document's artifact, as far as they are known. No service is asked. */
export function changesOf(known: KnownConnections, document: ArtifactDocument): ReadonlyMap<number, LastChange> {
  const { base } = document.copy;
  const history = known.find(document.connectionId)?.histories.find(document.artifactId);
  return base && history ? lastChanges(history, base.fields, instantOf(base.version)) : new Map();
}

/** Gives the entry at a place of a document, with its range. The text of a single field is all one entry. */
export async function entryAt(
  language: Language,
  text: vscode.TextDocument,
  position: vscode.Position,
): Promise<{ readonly fieldId: number; readonly range: vscode.Range } | undefined> {
  const { resource } = resourceOf(text.uri) ?? {};
  if (resource?.kind === "field") {
    return position.line === 0 ? { fieldId: resource.fieldId, range: text.lineAt(0).range } : undefined;
  }
  const opened = await language.open(text);
  const found = opened && findHover(opened.read, text.offsetAt(position), opened.fields, opened.names);
  return found && { fieldId: found.field.fieldId, range: rangeOf(text, found) };
}
