import { commands, type Uri, window } from "vscode";
import { unsavedBesideMadeFrom } from "../../core/sentences/files.ts";
import { nothingUnsavedThere } from "../../core/sentences/sourceControl.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { inform } from "../dialog/present.ts";
import type { Decorations } from "../freshness/decorations.ts";
import type { UnsavedDocuments } from "../freshness/unsavedDocuments.ts";
import { countOf } from "../freshness/unsavedStatus.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { SettingsDocuments } from "../svn/settingsDocuments.ts";
import type { Commands } from "../targets/commandTable.ts";
import { openText } from "../text/openText.ts";
import { saveText } from "../text/saveText.ts";
import { showDiff, showDocument } from "../text/showDocument.ts";
import { tabsShowing } from "../text/tabsOf.ts";
import { describeRow } from "./describedRows.ts";
import { discardChanges } from "./discard.ts";
import { type SaveAllParts, saveAll } from "./saveAll.ts";
import { SaveReasons } from "./saveReasons.ts";
import { comparedWith, SourceControls, type SourceControlsParts } from "./sourceControls.ts";

/** The documents of a kind, as far as their unsaved text can be discarded. */
interface Discardable {
  at(uri: Uri): unknown;
  discard(uri: Uri): Promise<boolean>;
}

interface SourceControlParts
  extends Omit<SaveAllParts, "reasons" | "boxOf" | "showUnsaved">,
    Omit<SourceControlsParts, "reasons" | "documents" | "settings" | "registry" | "settled"> {
  readonly registry: SourceControlsParts["registry"] & Services["registry"];
  readonly unsaved: UnsavedDocuments;
  readonly settled: readonly Event<Uri>[];
  readonly settings: SettingsDocuments;
  readonly comments: { readonly editor: Discardable };
  readonly marks: Pick<Decorations, "showListed">;
  readonly drafts: readonly Discardable[];
  /** Shows theirs beside a document that is in conflict, and reads it first where that is from before a restart. */
  readonly openConflict: (uri: Uri) => Promise<void>;
}

/** What is unsaved, in VS Code's view Source Control, and the commands of its rows. */
export function registerSourceControl(parts: SourceControlParts, store: DisposableStore) {
  const reasons = store.add(new SaveReasons());
  const controls = store.add(new SourceControls({ ...parts, reasons }));
  const { unsaved, documents, settings, comments, drafts, marks } = parts;
  marks.showListed(() => controls.rows);
  const showUnsaved = async () => {
    await commands.executeCommand("workbench.view.scm");
    return countOf(unsaved.all());
  };
  const discarding = (kind: Discardable, closes: boolean) => (uri: Uri) =>
    kind.at(uri) ? discard(kind, uri, closes) : undefined;
  const kinds = [
    ...[documents.editor, settings.editor].map((kind) => discarding(kind, false)),
    ...[comments.editor, ...drafts].map((kind) => discarding(kind, true)),
  ];
  return {
    reasons,
    forget: (connectionId: string) => controls.forget(connectionId),
    commands: {
      [commandIds.showUnsaved]: showUnsaved,
      [commandIds.saveAll]: ({ connectionId }, what) =>
        saveAll({ ...parts, reasons, boxOf: (id) => controls.boxOf(id), showUnsaved }, connectionId, what),
      [commandIds.saveUnsaved]: saveEach,
      [commandIds.submitUnsaved]: saveEach,
      [commandIds.sendUnsaved]: saveEach,
      [commandIds.openChanges]: ({ uri }) => openChanges(parts, uri),
      [commandIds.openUnsaved]: async (uris) => {
        for (const uri of uris) {
          await showDocument(uri, { preview: false }, describeRow(parts, uri).name);
        }
      },
      [commandIds.discardChanges]: (uris, { isNamed }) => discardChanges({ ...parts, kinds }, uris, isNamed),
    } satisfies Partial<Commands>,
  };
}

async function discard(kind: Discardable, uri: Uri, closes: boolean): Promise<boolean> {
  const isDiscarded = await kind.discard(uri);
  if (isDiscarded && closes) {
    await window.tabGroups.close(tabsShowing(uri));
  }
  return isDiscarded;
}

/** Whatever keeps one from being saved is told by VS Code. */
async function saveEach(uris: readonly Uri[]): Promise<void> {
  for (const uri of uris) {
    const text = openText(uri);
    await (text && isUnsaved(text) && saveText(text));
  }
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
  await showDiff(comparedWith(uri), uri, `${name}: ${unsavedBesideMadeFrom}`, { preview: true });
}
