import { commands, type Uri, workspace } from "vscode";
import { behindColon } from "../../core/labels/punctuation.ts";
import { unsavedBesideMadeFrom } from "../../core/sentences/files.ts";
import { nothingUnsavedThere } from "../../core/sentences/sourceControl.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import { withoutChange } from "../../core/util/lines.ts";
import { inform } from "../dialog/present.ts";
import type { MovedChanges } from "../documents/artifactDocuments.ts";
import type { Decorations } from "../freshness/decorations.ts";
import type { UnsavedDocuments } from "../freshness/unsavedDocuments.ts";
import { countOf } from "../freshness/unsavedStatus.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { WindowServices } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { MarkedChange } from "../targets/unsavedTarget.ts";
import { openText } from "../text/openText.ts";
import { replaceText } from "../text/replaceText.ts";
import { comparedWith } from "../text/resourceUri.ts";
import { saveTexts } from "../text/saveText.ts";
import { showDiff, showDocument } from "../text/showDocument.ts";
import type { RowDescriptions } from "./describedRows.ts";
import { type Discardable, discardChanges } from "./discard.ts";
import { type MeantBy, SaveAll, type SavesAt } from "./saveAll.ts";
import type { TogetherSaves } from "./savedTogether.ts";
import { SaveReasons } from "./saveReasons.ts";
import { SourceControls, type TellUnsaid } from "./sourceControls.ts";

interface SourceControlParts {
  /** All documents that can be unsaved, by kind. */
  readonly kinds: readonly (Discardable & { readonly onDidSettle: Event<Uri> })[];
  readonly rows: RowDescriptions;
  readonly unsaved: UnsavedDocuments;
  readonly savesAt: SavesAt;
  readonly onDidMove: Event<MovedChanges>;
  readonly tellUnsaid: TellUnsaid;
  readonly together: TogetherSaves;
  readonly meantBy: MeantBy;
  /** Shows theirs beside the document at a URI. */
  readonly showTheirs: (uri: Uri) => void;
  /** Shows theirs beside a document in conflict, and reads theirs first where that is from before a restart. */
  readonly openConflict: (uri: Uri) => Promise<void>;
}

/** Shows what is unsaved in VS Code's view Source Control, and makes the commands of its rows. */
export function registerSourceControl(
  services: WindowServices,
  marks: Decorations,
  parts: SourceControlParts,
  store: DisposableStore,
) {
  const { kinds, rows, unsaved, savesAt, onDidMove, tellUnsaid, together, meantBy, showTheirs } = parts;
  const reasons = store.add(new SaveReasons(onDidMove));
  const controls = store.add(new SourceControls(services, rows, unsaved, reasons, onDidMove, tellUnsaid));
  for (const { onDidSettle } of kinds) {
    controls.follow(onDidSettle);
  }
  const all = new SaveAll(services, unsaved, savesAt, onDidMove, reasons, together, meantBy, showTheirs);
  marks.showListed(() => controls.rows);
  return {
    reasons,
    forget: (connectionId: string) => controls.forget(connectionId),
    commands: {
      [commandIds.showUnsaved]: async () => {
        await commands.executeCommand("workbench.view.scm");
        return countOf(unsaved.all());
      },
      [commandIds.saveAll]: ({ connectionId }, what) => all.save(connectionId, controls.boxOf(connectionId), what),
      [commandIds.saveUnsaved]: saveTexts,
      [commandIds.submitUnsaved]: saveTexts,
      [commandIds.sendUnsaved]: saveTexts,
      [commandIds.openChanges]: ({ uri }) => openChanges(parts, uri),
      [commandIds.openUnsaved]: async (uris) => {
        for (const uri of uris) {
          await showDocument(uri, { preview: false }, rows.of(uri).name);
        }
      },
      [commandIds.revertChange]: revertChange,
      [commandIds.discardChanges]: (uris, { isNamed }) =>
        discardChanges(
          uris.flatMap((uri) => unsaved.at(uri) ?? []),
          rows,
          kinds,
          isNamed,
        ),
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
  const { name } = parts.rows.of(uri);
  if (document.subject.kind === "draft" && document.subject.artifactId !== undefined) {
    // A comment has no base to be compared with.
    await showDocument(uri, { preview: false }, name);
    return;
  }
  await showDiff(comparedWith(uri), uri, behindColon(name, unsavedBesideMadeFrom), { preview: true });
}

/** Puts changed lines back. VS Code leaves that to the extension that gives the text to compare with. */
async function revertChange({ uri, change }: MarkedChange): Promise<void> {
  const text = openText(uri);
  if (text) {
    const original = await workspace.openTextDocument(comparedWith(uri));
    await replaceText(text, (said) => withoutChange(original.getText(), said, change));
  }
}
