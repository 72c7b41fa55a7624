import * as vscode from "vscode";
import { artifactScheme } from "../../core/model/uri.ts";
import {
  attachFilesLens,
  changeStatusLens,
  commentLens,
  previewLens,
  setFieldLens,
} from "../../core/sentences/fields.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { documentEntries } from "../../core/workingCopy/base.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Drafts } from "../drafts/drafts.ts";
import type { Language } from "../language/language.ts";
import { type CommandId, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { codeLens } from "../text/marks.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { FieldSetter } from "./fieldSetter.ts";
import { QuickChange } from "./quickChange.ts";

/** Makes the commands that set fields, go to one and change status or assignee, and the lenses above documents. */
export function createFields(
  services: Services,
  documents: ArtifactDocuments,
  drafts: Drafts,
  language: Language,
  store: DisposableStore,
) {
  store.add(registerDocumentLenses(documents));
  const setter = new FieldSetter(services.known, documents, drafts, language);
  const quickChange = new QuickChange(services, documents, setter, async ({ connectionId, artifactId }) => {
    // A reading is enough: whatever shows the artifact follows what is read of it.
    await services.readArtifact(connectionId, artifactId, new AbortController().signal);
  });
  const commands = {
    [commandIds.setField]: (uri, { field, value }) => setter.set(uri, field, value),
    [commandIds.goToField]: (uri, { field }) => setter.goTo(uri, field),
    [commandIds.changeStatus]: (artifacts, { value, seen }) => quickChange.change("status", artifacts, value, seen),
    [commandIds.changeAssignee]: (artifacts, { value }) => quickChange.change("assignee", artifacts, value),
  } satisfies Partial<Commands>;
  return { commands };
}

type Way = readonly [words: string, command: CommandId];

const page: Way = [previewLens, commandIds.preview];
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
/** These ways are for people who may write no field: they may still comment. */
const ofReadOnly: readonly Way[] = [page, comment];

const top = new vscode.Range(0, 0, 0, 0);

/** Shows above the first line of a document what can be done with its artifact, always at the same places. */
function registerDocumentLenses(documents: ArtifactDocuments): vscode.Disposable {
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
    // Other documents show a version that is over, and are only read.
    return resourceOf(uri)?.resource.kind === "draft" ? ofDrafts : [];
  }
  const { base } = document.copy;
  return base && documentEntries(base).length === 0 ? ofReadOnly : ofArtifacts;
}
