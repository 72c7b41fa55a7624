import * as vscode from "vscode";
import { withheldSentence } from "../../core/sentences/svn.ts";
import type { SettingsMemory } from "../../core/svn/ports.ts";
import type { SettingsCopy } from "../../core/svn/settingsKind.ts";
import { accessFileForm, type SettingsForm, settingsForm } from "../../core/svn/settingsText.ts";
import type { SettingsBase, SettingsTypes } from "../../core/svn/settingsTypes.ts";
import { jsonSize } from "../../core/util/boundedMap.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { HandOver } from "../../core/util/handOver.ts";
import { HumanError } from "../dialog/present.ts";
import { DocumentEditor } from "../documents/documentEditor.ts";
import type { GuardedDocument } from "../documents/guardedDocument.ts";
import { openText } from "../text/openText.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";
import type { SettingsCopies } from "./settingsCopies.ts";

/** A document of a repository's settings: all of them, or its access file alone. */
export interface SettingsDocument extends GuardedDocument<SettingsTypes> {
  readonly repositoryId: number;
  readonly form: SettingsForm;
}

/** Settings read ahead of their document serve it when it opens within this time. */
const readAheadForMs = 10_000;
/** This is enough for four of the largest settings of a service, or a hundred of any that people write. */
const maxAheadSize = 16 * 1024 * 1024;

/** Holds the documents of repositories' settings. */
export class SettingsDocuments extends DisposableOwner {
  /** Reads, shows and saves the settings. */
  readonly editor: DocumentEditor<SettingsTypes, SettingsDocument>;
  readonly #copies: SettingsCopies;
  readonly #readAhead = new HandOver<{ readonly copy: SettingsCopy; readonly base: SettingsBase }>(readAheadForMs, {
    most: maxAheadSize,
    of: ({ base }) => jsonSize(base),
  });
  readonly #onDidOpenUnread = this.disposables.add(new vscode.EventEmitter<SettingsBase>());

  /** Fires when a document opens that does not show what the service has, since that cannot be read. */
  readonly onDidOpenUnread = this.#onDidOpenUnread.event;

  constructor(copies: SettingsCopies) {
    super();
    this.#copies = copies;
    this.editor = this.disposables.add(
      new DocumentEditor<SettingsTypes, SettingsDocument>({
        copies,
        at: (uri) => this.at(uri),
        readNow: (document, signal) => this.#readNow(document, signal),
      }),
    );
  }

  /** Gives what is noted of the settings of a connection. */
  memoryOf(connectionId: string): SettingsMemory {
    return this.#copies.of(connectionId).memory;
  }

  /** Gives the document at `uri`; undefined when the URI names none. */
  at(uri: vscode.Uri): SettingsDocument | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "svnSettings" && resource?.kind !== "svnAccessFile") {
      return undefined;
    }
    const form = resource.kind === "svnSettings" ? settingsForm : accessFileForm;
    const { repositoryId } = resource;
    const copy = this.#copies.get(connectionId, repositoryId);
    const mineIn: SettingsDocument["mineIn"] = (text) => form.read(text);
    const print: SettingsDocument["print"] = ({ settings }) => ({ kind: "text", text: form.print(settings) });
    const withMerge: SettingsDocument["withMerge"] = (text, { settings, taken, combined, conflicts }) =>
      taken.length + combined.length + conflicts.length > 0 ? form.print(settings) : text;
    return { uri, key: uri.toString(), connectionId, repositoryId, form, copy, mineIn, print, withMerge };
  }

  /**
   * Reads the settings of a document that is about to open, so that its repository's name is known and nothing is read
   * twice. Gives undefined where the service withholds settings and none are remembered. Throws `ServiceError`.
   */
  async readAhead(connectionId: string, repositoryId: number, signal: AbortSignal): Promise<SettingsBase | undefined> {
    const uri = uriOf(connectionId, { kind: "svnSettings", repositoryId });
    const copy = this.#copies.get(connectionId, repositoryId);
    if (openText(uri) && copy.base) {
      return copy.base;
    }
    const base = await copy.open(signal);
    if (base) {
      this.#readAhead.put(uri.toString(), { copy, base });
    }
    return base;
  }

  /** Notes what the document at `uri` is to show, which is about to open. */
  expect(uri: vscode.Uri, base: SettingsBase): void {
    const { copy } = this.at(uri) ?? {};
    if (copy) {
      this.#readAhead.put(uri.toString(), { copy, base });
    }
  }

  /** @throws HumanError where the service withholds settings and none are remembered. */
  async #readNow({ key, copy, repositoryId }: SettingsDocument, signal: AbortSignal): Promise<SettingsBase> {
    const ahead = this.#readAhead.take(key);
    const base = ahead?.copy === copy ? ahead.base : await copy.open(signal);
    if (!base) {
      throw new HumanError(withheldSentence(repositoryId));
    }
    if (base.source === "remembered" || base.source === "assumed") {
      this.#onDidOpenUnread.fire(base);
    }
    return base;
  }
}
