import { commands, type Uri, workspace } from "vscode";
import { behindColon } from "../../core/labels/punctuation.ts";
import { unsavedBesideMadeFrom } from "../../core/sentences/files.ts";
import { nothingUnsavedThere } from "../../core/sentences/sourceControl.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { withoutChange } from "../../core/util/lineChange.ts";
import { inform } from "../dialog/present.ts";
import type { Decorations } from "../freshness/decorations.ts";
import { countOf } from "../freshness/unsavedStatus.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { SettingsDocuments } from "../svn/settingsDocuments.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { MarkedChange } from "../targets/unsavedTarget.ts";
import { openText } from "../text/openText.ts";
import { replaceText } from "../text/replaceText.ts";
import { showDiff, showDocument } from "../text/showDocument.ts";
import { describeRow } from "./describedRows.ts";
import { type Discardable, discardChanges } from "./discard.ts";
import { type SaveAllParts, saveAll, saveEach } from "./saveAll.ts";
import { SaveReasons } from "./saveReasons.ts";
import { comparedWith, SourceControls, type SourceControlsParts } from "./sourceControls.ts";

type SourceControlParts = Omit<SaveAllParts, "reasons" | "box"> &
  Omit<SourceControlsParts, "reasons"> & {
    readonly settings: SettingsDocuments;
    readonly comments: { readonly editor: Discardable };
    readonly drafts: readonly Discardable[];
    readonly marks: Decorations;
    /** Shows theirs beside a document that is in conflict, and reads it first where that is from before a restart. */
    readonly openConflict: (uri: Uri) => Promise<void>;
  };

/** What is unsaved, in VS Code's view Source Control, and the commands of its rows. */
export function registerSourceControl(parts: SourceControlParts, store: DisposableStore) {
  const reasons = store.add(new SaveReasons());
  const controls = store.add(new SourceControls({ ...parts, reasons }));
  const { unsaved, documents, settings, comments, drafts, marks } = parts;
  const kinds = [documents.editor, settings.editor, comments.editor, ...drafts];
  marks.showListed(() => controls.rows);
  return {
    reasons,
    forget: (connectionId: string) => controls.forget(connectionId),
    commands: {
      [commandIds.showUnsaved]: async () => {
        await commands.executeCommand("workbench.view.scm");
        return countOf(unsaved.all());
      },
      [commandIds.saveAll]: ({ connectionId }, what) =>
        saveAll({ ...parts, reasons, box: controls.boxOf(connectionId) }, connectionId, what),
      [commandIds.saveUnsaved]: saveEach,
      [commandIds.submitUnsaved]: saveEach,
      [commandIds.sendUnsaved]: saveEach,
      [commandIds.openChanges]: ({ uri }) => openChanges(parts, uri),
      [commandIds.openUnsaved]: async (uris) => {
        for (const uri of uris) {
          await showDocument(uri, { preview: false }, describeRow(parts, uri).name);
        }
      },
      [commandIds.revertChange]: revertChange,
      [commandIds.discardChanges]: (uris, { isNamed }) => discardChanges({ ...parts, kinds }, uris, isNamed),
    } satisfies Partial<Commands>,
  };
}

async function openChanges(parts: SourceControlParts, uri: Uri | undefined): Promise<void> {
  const document = uri && parts.unsaved.at(uri);
  if (!document) {
    void inform(nothingUnsavedThere);
    return;
  }
  if (document.group === "conflicts") {
    await parts.openConflict(uri);
    return;
  }
  const { name } = describeRow(parts, uri);
  if (document.subject.kind === "draft" && document.subject.artifactId !== undefined) {
    // A comment is made from nothing.
    await showDocument(uri, { preview: false }, name);
    return;
  }
  await showDiff(comparedWith(uri), uri, behindColon(name, unsavedBesideMadeFrom), { preview: true });
}

/** VS Code leaves it to whoever gives the text that it compares with to put changed lines back. */
async function revertChange({ uri, change }: MarkedChange): Promise<void> {
  const text = openText(uri);
  if (text) {
    const original = await workspace.openTextDocument(comparedWith(uri));
    await replaceText(text, (said) => withoutChange(original.getText(), said, change));
  }
}
