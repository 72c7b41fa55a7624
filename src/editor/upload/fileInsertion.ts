import * as vscode from "vscode";
import { asLink, asPicture, couldNotUpload, filesNamed } from "../../core/sentences/uploads.ts";
import type { ContentPlace } from "../../core/upload/contentPlace.ts";
import { mediaTypeOf } from "../../core/upload/fileName.ts";
import { isPicture, type LinkLook, linkText } from "../../core/upload/linkText.ts";
import type { UploadedFile } from "../../core/upload/ports.ts";
import { withoutIcons } from "../../core/util/plainLabel.ts";
import { type Explanation, explain } from "../dialog/present.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments, ArtifactHere } from "../documents/artifactDocuments.ts";
import type { OpenText } from "../documents/guardedDocument.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { type AttachableFile, nameOfFile } from "../targets/transferredFiles.ts";
import { replacement } from "../text/replaceText.ts";
import type { FileAttacher } from "./fileAttacher.ts";
import { requireRoom, textWithFiles } from "./filesInText.ts";

/** The place in a text where links are to stand. */
export interface InsertionPlace extends ContentPlace {
  readonly artifact: ArtifactTarget;
  readonly document: vscode.TextDocument;
  readonly ranges: readonly vscode.Range[];
}

interface Uploaded {
  readonly fieldId: number;
  readonly files: readonly UploadedFile[];
}

/**
 * Names files in a text, as pictures or as links. They are uploaded once, however often a person changes their mind.
 */
export class FileInsertion {
  readonly place: InsertionPlace;
  readonly #attacher: FileAttacher;
  readonly #documents: ArtifactDocuments;
  readonly #files: readonly AttachableFile[];
  readonly #artifact: ArtifactHere;
  #uploading: Promise<Uploaded | undefined> | undefined;

  constructor(
    attacher: FileAttacher,
    documents: ArtifactDocuments,
    place: InsertionPlace,
    files: readonly AttachableFile[],
  ) {
    this.#attacher = attacher;
    this.#documents = documents;
    this.place = place;
    this.#files = files;
    this.#artifact = documents.here(place.artifact);
  }

  /** Gives the ways in which the files can be named, first what people mean most often. */
  get looks(): readonly LinkLook[] {
    const hasPicture = this.#files.some((file) => isPicture({ mediaType: mediaTypeOf(nameOfFile(file)) }));
    return hasPicture ? ["picture", "link"] : ["link"];
  }

  get name(): string {
    return filesNamed(this.#files.map(nameOfFile));
  }

  /** Puts `error` into words for a person. */
  explain(error: unknown): Promise<Explanation> {
    return explain(error, couldNotUpload(this.name, this.place.artifact.artifactId));
  }

  title(look: LinkLook): string {
    return withoutIcons(look === "picture" ? asPicture(this.name) : asLink(this.name));
  }

  /** Reads the content of files without an address now: VS Code gives it only while it asks what to do with them. */
  async keepContent(): Promise<void> {
    await Promise.all(
      this.#files.map(async (file) => {
        if (!(file instanceof vscode.Uri)) {
          const content = await file.data();
          Object.assign(file, { data: async () => content });
        }
      }),
    );
  }

  /**
   * Gives the edit that puts in the links, and the ids in the document of the artifact, as one step to undo. Gives
   * undefined when the person gave up.
   *
   * @throws HumanError where nothing can be attached, and the reason of `signal`.
   */
  async edit(look: LinkLook, signal: AbortSignal): Promise<vscode.WorkspaceEdit | undefined> {
    const whole = await this.#whole();
    const uploaded = await this.#upload(whole, signal);
    if (!uploaded) {
      return undefined;
    }
    const { fieldId, files } = uploaded;
    this.#artifact.requireHere();
    requireRoom(whole, fieldId);
    const { document, ranges, encode, language } = this.place;
    const ids = files.map(({ id }) => id);
    const withIds = replacement(whole.text, textWithFiles(whole.document, whole.text.getText(), fieldId, ids));
    const idEdits = withIds.get(whole.text.uri).map(({ range, newText }) => snippetEdit(range, newText));
    const link = encode(linkText(files, language, look));
    const linkEdits = ranges.map((range) => snippetEdit(range, link, "cursorBehind"));
    const edit = new vscode.WorkspaceEdit();
    if (whole.text === document) {
      edit.set(document.uri, [...idEdits, ...linkEdits]);
    } else {
      // The order matters: what is put at the cursor ends the step to undo that VS Code makes of both.
      edit.set(whole.text.uri, idEdits);
      edit.set(document.uri, linkEdits);
    }
    return edit;
  }

  async #upload(whole: OpenText<ArtifactDocument>, signal: AbortSignal): Promise<Uploaded | undefined> {
    this.#uploading ??= this.#uploadNow(whole, signal);
    try {
      return await this.#uploading;
    } catch (error) {
      this.#uploading = undefined;
      throw error;
    }
  }

  async #uploadNow(whole: OpenText<ArtifactDocument>, signal: AbortSignal): Promise<Uploaded | undefined> {
    const field = await this.#attacher.fieldOf(this.#artifact, undefined, signal);
    if (!field) {
      return undefined;
    }
    requireRoom(whole, field.fieldId);
    return { fieldId: field.fieldId, files: await this.#attacher.upload(this.#artifact, field, this.#files, signal) };
  }

  /** Gives the artifact's document: the one that the links go to, else an open one, else the one that would open. */
  async #whole(): Promise<OpenText<ArtifactDocument>> {
    const { artifact, document } = this.place;
    return await this.#documents.openWhole(artifact, this.#documents.at(document.uri)?.format && document.uri);
  }
}

/** Makes a snippet of `text` with its white space as it is: VS Code would make that of further lines fit the place. */
function snippetEdit(range: vscode.Range, text: string, cursor?: "cursorBehind"): vscode.SnippetTextEdit {
  const snippet = new vscode.SnippetString().appendText(text);
  const edit = vscode.SnippetTextEdit.replace(range, cursor ? snippet.appendTabstop(0) : snippet);
  edit.keepWhitespace = true;
  return edit;
}
