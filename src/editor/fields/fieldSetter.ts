import * as vscode from "vscode";
import type { LocatedEntry } from "../../core/codec/documentEntries.ts";
import type { DocumentCodec } from "../../core/codec/formatCodec.ts";
import { emptyMembers } from "../../core/field/meaning.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { behindColon } from "../../core/labels/punctuation.ts";
import type { DocumentField, DocumentFields } from "../../core/language/documentFields.ts";
import { valueInNames } from "../../core/language/outline.ts";
import type { DocumentNames } from "../../core/language/ports.ts";
import { givenMembers } from "../../core/language/question.ts";
import { ruledField, standing } from "../../core/language/ruleProblems.ts";
import { changeOver } from "../../core/merge/changeOver.ts";
import type { Json, JsonObject } from "../../core/model/json.ts";
import {
  documentNotChanged,
  fieldHasNoEntry,
  fieldOvertaken,
  fieldPlaceholder,
  fieldsTitle,
  fieldsUnknown,
  noEntries,
  noSuchField,
  noValueFor,
  noWritableField,
  openEntriesFirst,
  textIsInvalid,
} from "../../core/sentences/fields.ts";
import { newArtifactOf } from "../../core/sentences/previews.ts";
import { notMovedToXml } from "../../core/sentences/saving.ts";
import { plainLabel, withoutControls } from "../../core/util/plainLabel.ts";
import { fieldLanguage, languageOfMembers } from "../../core/workingCopy/textForm.ts";
import { HumanError } from "../dialog/present.ts";
import { askQuickPick } from "../dialog/quickInput.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Drafts } from "../drafts/drafts.ts";
import type { Language } from "../language/language.ts";
import { openFieldText } from "../language/longTexts.ts";
import { tabsOf } from "../text/openText.ts";
import { rangeOf, revealPlace } from "../text/rangeOf.ts";
import { replaceText } from "../text/replaceText.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { showDocument, tabTitle } from "../text/showDocument.ts";
import { askMembers } from "./askMembers.ts";

/** A document of entries, with what is known of its fields. */
interface FieldDocument {
  readonly text: vscode.TextDocument;
  readonly name: string;
  /** The label of the artifact's tab. */
  readonly label?: string;
  /** The fields that may be written. */
  readonly fields: readonly DocumentField[];
  readonly known: DocumentFields;
  readonly codec: DocumentCodec;
  /** Gives the entries of its text, or of another text of it. */
  readonly entriesIn: (said?: string) => readonly LocatedEntry[];
  readonly names: DocumentNames;
  /** Opens a long text in an editor of its own. */
  readonly openLongText: (fieldId: number) => Promise<void>;
}

/** Sets a field in the text of a document, by its name and by names of values, as one step that can be undone. */
export class FieldSetter {
  readonly #known: KnownConnections;
  readonly #documents: ArtifactDocuments;
  readonly #drafts: Drafts;
  readonly #language: Language;

  constructor(known: KnownConnections, documents: ArtifactDocuments, drafts: Drafts, language: Language) {
    this.#known = known;
    this.#documents = documents;
    this.#drafts = drafts;
    this.#language = language;
  }

  /**
   * Sets a field, named by its id or its label, and asks for what is not given. `value` is for `givenMembers`. `from`
   * is what the person was shown when they made `value` of it, where that is not what the text says: members that only
   * the text has stay there.
   */
  async set(uri: vscode.Uri, named: string | undefined, value: Json | undefined, from?: JsonObject): Promise<void> {
    const document = await this.#open(uri);
    // The text is checked before anything is asked, since an answer would be lost.
    checkEditable(document);
    const field = named === undefined ? await askField(document) : fieldOf(document, named);
    if (!field) {
      return;
    }
    const before = membersBefore(document, field);
    if (value !== undefined) {
      const given = givenMembers(field, value, before);
      if ("failure" in given) {
        throw new HumanError(noValueFor(given.failure, field.label));
      }
      const over = from && changeOver(entryField(field), from, given.members, before);
      await setMembers(document, field, over ?? given.members, before);
      return;
    }
    const title = withoutControls(behindColon(document.label ?? document.name, field.label));
    const rules = ruledField(field.fieldId, document.known, standing(document.known, document.entriesIn()));
    const answer = await askMembers(this.#known, askedOf(document), title, { ...field, rules }, before);
    if (!answer) {
      return;
    }
    if ("members" in answer) {
      const now = await this.#open(uri);
      await setMembers(now, fieldOf(now, String(field.fieldId)), answer.members, before);
      revealEntry(now, field.fieldId);
    } else if (answer.elsewhere === "longText") {
      await document.openLongText(field.fieldId);
    } else {
      // A value that no box asks for is written in the text.
      await enter(document, field);
    }
  }

  /** Moves the cursor to the entry of a field, and puts an entry in where the text has none. */
  async enter(uri: vscode.Uri, fieldId: number): Promise<void> {
    const document = await this.#open(uri);
    await enter(document, fieldOf(document, String(fieldId)));
  }

  /** Moves the cursor to the entry of a field; asks for the field when it is not given. */
  async goTo(uri: vscode.Uri, named: string | undefined): Promise<void> {
    const document = await this.#open(uri);
    const present = new Set(document.entriesIn().map((entry) => entry.fieldId));
    const inText = { ...document, fields: document.fields.filter((field) => present.has(field.fieldId)) };
    if (inText.fields.length === 0 && document.fields.length > 0) {
      throw new HumanError(noEntries);
    }
    const field = named === undefined ? await askField(inText) : fieldOf(inText, named);
    if (field) {
      await showEntry(document, field.fieldId);
    }
  }

  async #open(uri: vscode.Uri): Promise<FieldDocument> {
    const kind = resourceOf(uri)?.resource.kind;
    const isOfEntries = kind === "artifact" || kind === "draft";
    const text = isOfEntries ? await vscode.workspace.openTextDocument(uri) : undefined;
    const opened = text && (await this.#language.open(text));
    if (!text || !opened) {
      throw new HumanError(openEntriesFirst);
    }
    const { fields, codec, names } = opened;
    const document = this.#documents.at(text.uri);
    return {
      text,
      codec,
      names,
      known: fields,
      entriesIn: (said) => this.#language.read(text, codec, said).entries(fields.kindOf).entries,
      name: document ? `#${document.artifactId}` : newArtifactOf(fields.tracker),
      fields: fields.all.filter(({ isWritable, isFrozen, kind }) => isWritable && !isFrozen && kind),
      ...(document && { label: tabTitle(document.artifactId, document.copy.base?.title) }),
      openLongText: (fieldId) => (document ? openLongText(document, fieldId) : this.#openDraftText(uri, fieldId)),
    };
  }

  async #openDraftText(uri: vscode.Uri, fieldId: number): Promise<void> {
    const document = await this.#open(uri);
    const field = document.fields.find((each) => each.fieldId === fieldId);
    const language = languageOfMembers((field && membersBefore(document, field)) ?? emptyMembers("text")) ?? "txt";
    await this.#drafts.texts.open(uri, fieldId, language);
  }
}

async function openLongText({ connectionId, artifactId, copy }: ArtifactDocument, fieldId: number): Promise<void> {
  const field = copy.base?.fields.find((each) => each.fieldId === fieldId);
  const language = field && fieldLanguage(field);
  if (field && language) {
    await openFieldText(connectionId, artifactId, fieldId, language, field.label);
  }
}

/** Gives what `askMembers` has to know of a document. */
function askedOf({ text, known }: FieldDocument) {
  return { connectionId: text.uri.authority, artifactId: known.artifactId };
}

/** Throws a HumanError where nothing can be set in the text as it stands: the codec leaves an invalid text as it is. */
function checkEditable({ text, codec }: FieldDocument): void {
  const before = text.getText();
  if (codec.edit(before, [{ kind: "set", entry: { fieldId: 0, members: { value: "" } } }]) === before) {
    throw new HumanError(textIsInvalid);
  }
}

async function enter(document: FieldDocument, field: DocumentField): Promise<void> {
  if (field.kind && !membersIn(document, field.fieldId)) {
    checkEditable(document);
    const before = membersBefore(document, field);
    await setMembers(document, field, before ?? emptyMembers(field.kind), before);
  }
  await showEntry(document, field.fieldId);
}

function membersIn(document: FieldDocument, fieldId: number, said?: string): JsonObject | undefined {
  return document.entriesIn(said).find((entry) => entry.fieldId === fieldId)?.members;
}

/**
 * Gives what a field stands at in the text. Where the text has no entry, it gives what the field has on the service,
 * which a save leaves as it is.
 */
function membersBefore(document: FieldDocument, field: DocumentField, said?: string): JsonObject | undefined {
  return membersIn(document, field.fieldId, said) ?? field.current;
}

async function askField(document: FieldDocument): Promise<DocumentField | undefined> {
  const entries = new Map(document.entriesIn().map((entry) => [entry.fieldId, entry.members]));
  if (document.fields.length === 0) {
    throw new HumanError(document.known.all.length > 0 ? noWritableField(document.name) : fieldsUnknown);
  }
  const items = document.fields.map((field) => ({
    label: plainLabel(field.label || String(field.fieldId)),
    description: plainLabel(valueInNames(field, entries.get(field.fieldId) ?? field.current ?? {}, document.names)),
    field,
  }));
  const chosen = await askQuickPick(items, {
    title: fieldsTitle(document.name),
    placeHolder: fieldPlaceholder,
    matchOnDescription: true,
  });
  return chosen?.field;
}

function fieldOf({ fields, name }: FieldDocument, given: string): DocumentField {
  const words = given.trim().toLowerCase();
  const field = fields.find(({ fieldId, label }) => String(fieldId) === words || label.toLowerCase() === words);
  if (!field) {
    throw new HumanError(noSuchField(name, given));
  }
  return field;
}

/**
 * Sets a field to `members`, which somebody has made of `before`. Members of a set that came or went meanwhile are kept
 * so.
 *
 * @throws HumanError where the field has another value by now.
 */
async function setMembers(
  document: FieldDocument,
  field: DocumentField,
  members: JsonObject,
  before: JsonObject | undefined,
): Promise<void> {
  const { text, codec } = document;
  const { fieldId } = field;
  const unprintable = codec.unprintable([{ fieldId, members }], document.known.kindOf);
  if (unprintable.length > 0) {
    throw new HumanError(notMovedToXml([field.label]));
  }
  await showTab(document);
  let isOvertaken = false;
  const isDone = await replaceText(text, (now) => {
    const meant = changeOver(entryField(field), before, members, membersBefore(document, field, now));
    isOvertaken = meant === undefined;
    return meant ? codec.edit(now, [{ kind: "set", entry: { fieldId, members: meant } }]) : now;
  });
  if (isOvertaken) {
    throw new HumanError(fieldOvertaken(field.label, document.name));
  }
  if (!isDone) {
    throw new HumanError(documentNotChanged(document.name));
  }
}

/** Gives what comparing values has to know of a field. */
function entryField({ fieldId, type, kind, names }: DocumentField) {
  return { fieldId, type, names, ...(kind && { kind }) };
}

/** Opens the tab of an artifact behind what is shown: otherwise VS Code opens one by the name of its file. */
async function showTab({ text: { uri }, label }: FieldDocument): Promise<void> {
  if (label !== undefined && tabsOf(uri).length === 0) {
    await showDocument(uri, { preview: false, background: true, preserveFocus: true }, label);
  }
}

/** Moves the cursor to what was changed where the text is in sight. */
function revealEntry(document: FieldDocument, fieldId: number): void {
  const entry = document.entriesIn().find((each) => each.fieldId === fieldId);
  if (entry) {
    revealPlace(document.text, entry.valueSpan.offset, entry);
  }
}

async function showEntry(document: FieldDocument, fieldId: number): Promise<void> {
  const entry = document.entriesIn().find((each) => each.fieldId === fieldId);
  if (!entry) {
    throw new HumanError(fieldHasNoEntry);
  }
  const { text } = document;
  const range = rangeOf(text, entry);
  await showTab(document);
  const editor = await vscode.window.showTextDocument(text, { preview: false, selection: range });
  const at = text.positionAt(entry.valueSpan.offset);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
