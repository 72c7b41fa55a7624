import * as vscode from "vscode";
import { type Restoration, restoration } from "../../core/history/restoration.ts";
import { valueInNames } from "../../core/language/outline.ts";
import type { Changeset } from "../../core/model/changeset.ts";
import {
  chooseFieldsToRestore,
  documentCannotBeRead,
  editorRefusedValues,
  everythingIsAsThen,
  restored,
  versionTitle,
} from "../../core/sentences/history.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { fieldLabel } from "../../core/workingCopy/base.ts";
import { HumanError, inform } from "../dialog/present.ts";
import { askQuickPicks } from "../dialog/quickInput.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { OpenText } from "../documents/guardedDocument.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { replaceText } from "../text/replaceText.ts";
import { whenOf } from "./comparison.ts";

/**
 * Puts values of a version into the text of the artifact's document, unsaved, as one step that can be undone. It puts
 * those of all fields that differ and may be written, or only of `fieldIds`, or only of fields the person chooses where
 * `isAsking`.
 */
export async function restoreVersion(
  documents: ArtifactDocuments,
  artifact: ArtifactTarget,
  step: Changeset,
  fieldIds: readonly number[] | undefined,
  isAsking: boolean,
): Promise<void> {
  const opened = await documents.openWhole(artifact);
  await opened.document.copy.idle();
  const asked = isAsking ? await askFields(opened, artifact, step) : undefined;
  if (isAsking && !asked) {
    return;
  }
  const chosen = asked?.fieldIds ?? fieldIds;
  const { document, text } = opened;
  let result: Restoration = { changes: [], left: [] };
  const isDone = await replaceText(text, (said) => {
    result = restorationIn(opened, step, said, chosen);
    return document.form.edit(said, result.changes);
  });
  if (!isDone) {
    throw new HumanError(editorRefusedValues);
  }
  await vscode.window.showTextDocument(text, { preview: false });
  // Fields that the person could not choose are not in `result`, and are told too.
  tell({ ...result, left: [...result.left, ...(asked?.left ?? [])] });
}

interface ChosenFields {
  readonly left: Restoration["left"];
  readonly fieldIds: readonly number[];
}

function restorationIn(
  { document }: OpenText<ArtifactDocument>,
  step: Changeset,
  said: string,
  fieldIds: readonly number[] | undefined,
): Restoration {
  const mine = document.mineIn(said);
  const { base } = document.copy;
  if (!mine || !base) {
    throw new HumanError(documentCannotBeRead);
  }
  return restoration(step, base, mine, fieldIds);
}

/**
 * Gives the fields that the person chooses, with those that could not be chosen; undefined where they gave up, or there
 * is nothing to choose.
 */
async function askFields(
  opened: OpenText<ArtifactDocument>,
  { artifactId }: ArtifactTarget,
  step: Changeset,
): Promise<ChosenFields | undefined> {
  const all = restorationIn(opened, step, opened.text.getText(), undefined);
  const values = new Map(step.values.map((value) => [value.fieldId, value]));
  const items = all.changes.flatMap((change) => {
    if (change.kind !== "set") {
      return [];
    }
    const { fieldId, members } = change.entry;
    const value = values.get(fieldId);
    const words = value ? valueInNames({ ...value, isWritable: true }, members) : "";
    const label = plainLabel(fieldLabel(opened.document.copy.base, fieldId));
    return [{ label, description: plainLabel(words), picked: true, fieldId }];
  });
  if (items.length === 0) {
    tell(all);
    return undefined;
  }
  const chosen = await askQuickPicks(items, {
    title: versionTitle(artifactId, whenOf(step.submittedOn)),
    placeHolder: chooseFieldsToRestore,
    matchOnDescription: true,
  });
  return chosen && chosen.length > 0 ? { fieldIds: chosen.map(({ fieldId }) => fieldId), left: all.left } : undefined;
}

function tell({ changes, left }: Restoration): void {
  void inform(changes.length === 0 && left.length === 0 ? everythingIsAsThen : restored(changes.length, left));
}
