import * as vscode from "vscode";
import { artifactScheme } from "../../core/model/uri.ts";
import {
  attachFilesLens,
  changeStatusLens,
  commentLens,
  setFieldLens,
  showPageLens,
} from "../../core/sentences/fields.ts";
import { documentEntries } from "../../core/workingCopy/base.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { type CommandId, commandIds } from "../manifest/contributions.ts";
import { codeLens } from "../text/marks.ts";
import { resourceOf } from "../text/resourceUri.ts";

type Way = readonly [words: string, command: CommandId];

const page: Way = [showPageLens, commandIds.preview];
const field: Way = [setFieldLens, commandIds.setField];
const comment: Way = [commentLens, commandIds.addComment];
const ofDrafts: readonly Way[] = [page, field];
const ofArtifacts: readonly Way[] = [
  page,
  field,
  [changeStatusLens, commandIds.changeStatus],
  comment,
  [attachFilesLens, commandIds.attachFile],
];
/** A user who may write no field may still comment. */
const ofReadOnly: readonly Way[] = [page, comment];

const top = new vscode.Range(0, 0, 0, 0);

/** Above the first line of a document of entries: what can be done with its artifact, always at the same places. */
export function registerDocumentLenses(documents: ArtifactDocuments): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { scheme: artifactScheme, pattern: "**/*.artifact.{json,xml}" },
    {
      provideCodeLenses: ({ uri }) =>
        waysOf(documents, uri).map(([words, command]) => codeLens(top, words, { command, args: [uri] })),
    },
  );
}

function waysOf(documents: ArtifactDocuments, uri: vscode.Uri): readonly Way[] {
  const document = documents.at(uri);
  if (!document) {
    // A version is only read.
    return resourceOf(uri)?.resource.kind === "draft" ? ofDrafts : [];
  }
  const { base } = document.copy;
  return base && documentEntries(base).length === 0 ? ofReadOnly : ofArtifacts;
}
