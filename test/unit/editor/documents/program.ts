import type { Base } from "../../../../src/core/workingCopy/base.ts";
import type { DocumentsOfHost } from "../../../support/editorModel/documentsOfHost.ts";
import type { EditorWindow } from "../../../support/editorModel/editorWindow.ts";
import type { Fates } from "./fates.ts";
import { withWord } from "./place.ts";
import { artifactId, type Document, fields, type OwnField, uris } from "./steps.ts";
import { adding } from "./words.ts";

type Here = ReturnType<DocumentsOfHost["here"]>;

/** What works with the artifact without a text in a tab: a program that uses its files, and commands. */
export class Program {
  readonly #window: EditorWindow;
  readonly #documents: DocumentsOfHost;
  readonly #fates: Fates;
  readonly #has = new Map<Document, string>();
  #readHere: { readonly here: Here; readonly base: Base } | undefined;
  #turn = Promise.resolve();

  constructor(window: EditorWindow, documents: DocumentsOfHost, fates: Fates) {
    this.#window = window;
    this.#documents = documents;
    this.#fates = fates;
  }

  stat(document: Document): Promise<void> {
    return this.#inTurn(async () => void (await this.#window.provider?.stat(uris[document])));
  }

  read(document: Document): Promise<void> {
    return this.#inTurn(async () => {
      const text = await this.#window.provider?.read(uris[document]);
      if (text !== undefined) {
        this.#has.set(document, text);
      }
    });
  }

  /** Writes what was read last, with one more word. */
  write(document: Document, field: OwnField): Promise<void> {
    return this.#inTurn(async () => {
      const text = this.#has.get(document);
      const word = this.#fates.newWord("p", document === "field" ? "details" : field);
      const change = text === undefined ? undefined : adding(word, text, document, field);
      if (text === undefined || !change) {
        return;
      }
      const written = text.slice(0, change.offset) + change.text + text.slice(change.offset);
      this.#fates.save(word);
      await this.#window.provider?.write(uris[document], written);
      this.#has.set(document, written);
      this.#fates.noteTold(word);
    });
  }

  /** Reads the artifact as a command does that is going to change a field. */
  async readHere(): Promise<void> {
    const here = this.#documents.here(artifactId);
    this.#readHere = { here, base: await here.read(new AbortController().signal) };
  }

  /** Changes one field of what a command has read, on the condition that nobody has changed that field since. */
  async changeHere(field: OwnField): Promise<void> {
    const { here, base } = this.#readHere ?? {};
    this.#readHere = undefined;
    const entry = base?.fields.find(({ fieldId }) => fieldId === fields[field])?.entry;
    if (!here || !entry) {
      return;
    }
    const word = this.#fates.newWord("p", field);
    this.#fates.save(word);
    const changed = { ...entry, members: withWord(entry.members, word, "last") };
    const { kind } = await here.change(base, changed, "sameField", new AbortController().signal);
    if (kind === "saved") {
      this.#fates.noteTold(word);
    }
  }

  /** Has a program do one thing after another. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work, work);
    return this.#turn;
  }
}
