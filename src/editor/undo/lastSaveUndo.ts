import * as vscode from "vscode";
import { kindsOf } from "../../core/codec/documentEntries.ts";
import type { Entry } from "../../core/model/entry.ts";
import { documentCannotBeRead, editorRefusedValues } from "../../core/sentences/history.ts";
import { nothingToTakeBack, notTakenBack, takenBackSentence } from "../../core/sentences/undoing.ts";
import type { LastSave } from "../../core/undo/lastSave.ts";
import { LastSaves } from "../../core/undo/lastSaves.ts";
import { type TakenBack, takenBack, type WhereTaken } from "../../core/undo/takenBack.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { type Base, documentEntries } from "../../core/workingCopy/base.ts";
import { fieldLanguage } from "../../core/workingCopy/textForm.ts";
import { explained, HumanError, inform } from "../dialog/present.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { OpenText } from "../documents/guardedDocument.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { SharedFiles } from "../storage/sharedFiles.ts";
import type { Commands } from "../targets/commandTable.ts";
import { resourceOf } from "../text/resourceUri.ts";

const signal = new AbortController().signal;

/**
 * Puts what the last save of an artifact replaced back into the text of its document, unsaved, as one step that can be
 * undone. `asked` is the document that the person means, where they mean one. Nothing is sent.
 */
async function undoLastSave(
  documents: ArtifactDocuments,
  lastSaves: LastSaves,
  artifact: ArtifactTarget,
  asked: vscode.Uri | undefined,
): Promise<void> {
  const { connectionId, artifactId } = artifact;
  // A save that is under way counts as the last one, so its end is waited for.
  await Promise.all(documents.of(artifact).map(({ document }) => document.copy.idle()));
  const save = await lastSaves.read(connectionId, artifactId);
  if (!save) {
    void inform(nothingToTakeBack(artifactId));
    return;
  }
  const opened = await documents.openWhole(artifact, documentFor(documents, artifact, save, asked));
  const { document, text } = opened;
  if (document.mineIn(text.getText()) === undefined) {
    throw new HumanError(documentCannotBeRead);
  }
  const now = await explained(notTakenBack(artifactId), connectionId, () => documents.readAgain(document, signal));
  const result = await takeBack(documents, opened, save, now);
  await vscode.window.showTextDocument(text, { preview: false });
  void inform(takenBackSentence({ artifactId, title: now.title }, result));
}

/**
 * Gives the document into which the values come back; undefined lets one be opened. A document with unsaved changes
 * goes first, so that not two documents have some. The editor of a single field is taken where only that field was
 * saved.
 */
function documentFor(
  documents: ArtifactDocuments,
  artifact: ArtifactTarget,
  { fields }: LastSave,
  asked: vscode.Uri | undefined,
): vscode.Uri | undefined {
  const resource = resourceOf(asked)?.resource;
  const [saved] = fields;
  if (resource?.kind === "field" && saved && fields.length === 1) {
    const isIt = saved.field.fieldId === resource.fieldId && fieldLanguage(saved.field) === resource.language;
    return isIt ? asked : undefined;
  }
  return documents.unsaved(artifact)?.text.uri ?? (resource?.kind === "artifact" ? asked : undefined);
}

async function takeBack(
  documents: ArtifactDocuments,
  { document, text }: OpenText<ArtifactDocument>,
  save: LastSave,
  now: Base,
): Promise<TakenBack> {
  const { codec } = document;
  const kindOf = kindsOf(now);
  const where: Omit<WhereTaken, "said"> = {
    now,
    elsewhere: changedElsewhere(documents, document),
    ...(codec && { holds: (entry) => codec.unprintable([entry], kindOf).length === 0 }),
  };
  let result: TakenBack = takenBack(save, { ...where, said: saidIn(document, text) });
  try {
    if (result.changes.length > 0) {
      const isDone = await documents.editor.edit(document, text, (said) => {
        const mine = document.mineIn(said);
        result = mine ? takenBack(save, { ...where, said: mine }) : { ...result, changes: [] };
        return document.form.edit(said, result.changes);
      });
      if (!isDone) {
        throw new HumanError(editorRefusedValues);
      }
    }
  } finally {
    await documents.editor.rebaseOthers({ ...document, key: `${document.key}#again` });
  }
  return result;
}

function saidIn({ copy: { base }, mineIn }: ArtifactDocument, text: vscode.TextDocument): readonly Entry[] {
  return isUnsaved(text) || !base ? (mineIn(text.getText()) ?? []) : documentEntries(base);
}

/** Gives the fields of which other open documents of the artifact have unsaved changes. */
function changedElsewhere(documents: ArtifactDocuments, document: ArtifactDocument): ReadonlySet<number> {
  const others = documents.of(document).filter((other) => other.document.key !== document.key && isUnsaved(other.text));
  const changed = others.flatMap(({ document: { copy, key, mineIn }, text }) => {
    const mine = mineIn(text.getText());
    return (mine && copy.pending(key, mine).change) ?? [];
  });
  return new Set(changed.map(({ fieldId }) => fieldId));
}

/** This is raised when the shape of what is kept changes: what an older version wrote is then not used. */
const formatVersion = 1;

/** Keeps what the last saves changed on the disk, which all windows share. */
export function createLastSaves(
  registry: Services["registry"],
  storage: vscode.Uri,
  logFailure: Services["logFailure"],
): LastSaves {
  return new LastSaves(
    (connectionId) => registry.find(connectionId)?.url,
    (connectionId) =>
      new SharedFiles(vscode.Uri.joinPath(storage, "last-saves", connectionId), formatVersion, (error) =>
        logFailure(`What a save of ${connectionId} has changed could not be kept`, error),
      ),
  );
}

export function undoCommands(documents: ArtifactDocuments, lastSaves: LastSaves) {
  return {
    [commandIds.undoLastSave]: (artifact, { document }) => undoLastSave(documents, lastSaves, artifact, document),
  } satisfies Partial<Commands>;
}
