import * as vscode from "vscode";
import { artifactScheme } from "../../core/model/uri.ts";
import { asLink, asPicture, filesNamed } from "../../core/sentences/uploads.ts";
import { type ContentPlace, contentPlaceAt } from "../../core/upload/contentPlace.ts";
import { mediaTypeOf } from "../../core/upload/fileName.ts";
import { isPicture, type LinkLook, linkText } from "../../core/upload/linkText.ts";
import { isCancelled, withSignal } from "../dialog/cancellation.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Language } from "../language/language.ts";
import { type ArtifactTarget, settingDefaults, settingsSection } from "../manifest/contributions.ts";
import { type AttachableFile, fileMimeTypes, nameOfFile, transferredFiles } from "../targets/transferredFiles.ts";
import { replacement } from "../text/replaceText.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";
import type { FileAttacher } from "./fileAttacher.ts";
import { textWithFiles } from "./filesInText.ts";

export interface InsertionParts {
  readonly documents: ArtifactDocuments;
  readonly language: Pick<Language, "open">;
}

/** A place in a text where a link can stand. */
interface Place extends ContentPlace {
  readonly artifact: ArtifactTarget;
}

const kind = vscode.DocumentDropOrPasteEditKind.Empty.append("artifactDesk");
const kinds: Readonly<Record<LinkLook, vscode.DocumentDropOrPasteEditKind>> = {
  picture: kind.append("picture"),
  link: kind.append("link"),
};

/** What is to be inserted once the files are up. */
interface Insertion {
  readonly document: vscode.TextDocument;
  readonly place: Place;
  readonly files: readonly AttachableFile[];
  readonly look: LinkLook;
}

class PasteFiles extends vscode.DocumentPasteEdit {
  insertion: Insertion | undefined;
}

class DropFiles extends vscode.DocumentDropEdit {
  insertion: (Insertion & { readonly position: vscode.Position }) | undefined;
}

/** Files and pictures that are dropped or pasted into a long text go up, and the text gets a link to them. */
export function registerInsertion(
  attacher: Pick<FileAttacher, "upload">,
  { documents, language }: InsertionParts,
): vscode.Disposable {
  const selector = { scheme: artifactScheme };
  const insert = new FileInsertion(attacher, documents);
  const offers = async (document: vscode.TextDocument, at: vscode.Position, transfer: vscode.DataTransfer) => {
    const place = await placeAt(document, at, language);
    const files = place ? await transferredFiles(transfer, new Date()) : [];
    return place && files.length > 0 ? looksOf(files).map((look) => ({ document, place, files, look })) : [];
  };
  return vscode.Disposable.from(
    vscode.languages.registerDocumentPasteEditProvider(
      selector,
      {
        provideDocumentPasteEdits: async (document, [range], transfer) => {
          const offered = range ? await offers(document, range.start, transfer) : [];
          // Content is there for as long as it is asked for what to do with it.
          await Promise.all(offered.slice(0, 1).map(({ files }) => readContents(files)));
          return offered.map((insertion) => {
            const edit = new PasteFiles("", titleOf(insertion), kinds[insertion.look]);
            edit.insertion = insertion;
            // Of text with a picture of itself people mean the text.
            const isPartOfText =
              transfer.get("text/plain") && !insertion.files.some((file) => file instanceof vscode.Uri);
            edit.yieldTo = isPartOfText ? [vscode.DocumentDropOrPasteEditKind.Text] : [];
            return edit;
          });
        },
        resolveDocumentPasteEdit: (edit, token) => insert.intoPaste(edit, token),
      },
      { providedPasteEditKinds: [kind], pasteMimeTypes: fileMimeTypes },
    ),
    vscode.languages.registerDocumentDropEditProvider(
      selector,
      {
        provideDocumentDropEdits: async (document, position, transfer) => {
          const offered = await offers(document, position, transfer);
          await Promise.all(offered.slice(0, 1).map(({ files }) => readContents(files)));
          return offered.map((insertion) => {
            const edit = new DropFiles("", titleOf(insertion), kinds[insertion.look]);
            edit.insertion = { ...insertion, position };
            return edit;
          });
        },
        resolveDocumentDropEdit: (edit, token) => insert.intoDrop(edit, token),
      },
      { providedDropEditKinds: [kind], dropMimeTypes: fileMimeTypes },
    ),
  );
}

/** Puts what is up into texts. VS Code makes one step to undo of it, and tells what goes wrong. */
class FileInsertion {
  readonly #attacher: Pick<FileAttacher, "upload">;
  readonly #documents: ArtifactDocuments;

  constructor(attacher: Pick<FileAttacher, "upload">, documents: ArtifactDocuments) {
    this.#attacher = attacher;
    this.#documents = documents;
  }

  async intoPaste(edit: vscode.DocumentPasteEdit, token: vscode.CancellationToken): Promise<vscode.DocumentPasteEdit> {
    if (edit instanceof PasteFiles && edit.insertion) {
      const { text, additional } = await this.#upload(edit.insertion, token);
      edit.insertText = text;
      edit.additionalEdit = additional;
    }
    return edit;
  }

  async intoDrop(edit: vscode.DocumentDropEdit, token: vscode.CancellationToken): Promise<vscode.DocumentDropEdit> {
    if (edit instanceof DropFiles && edit.insertion) {
      const { text, additional } = await this.#upload(edit.insertion, token);
      additional.insert(edit.insertion.document.uri, edit.insertion.position, text);
      edit.additionalEdit = additional;
    }
    return edit;
  }

  async #upload({ place, files, look, document }: Insertion, token: vscode.CancellationToken) {
    const uploaded = await withSignal(token, (signal) => this.#attacher.upload(place.artifact, files, signal)).catch(
      (error: unknown) => {
        throw isCancelled(error) ? new vscode.CancellationError() : error;
      },
    );
    if (!uploaded) {
      throw new vscode.CancellationError();
    }
    const ids = uploaded.files.map(({ id }) => id);
    return {
      text: place.encode(linkText(uploaded.files, place.language, look)),
      additional: await this.#withIds(place.artifact, document, uploaded.field.fieldId, ids),
    };
  }

  /** The ids in the document of the artifact: the one the link goes to, else one that is open, else the one that opens. */
  async #withIds(
    { connectionId, artifactId }: ArtifactTarget,
    document: vscode.TextDocument,
    fieldId: number,
    ids: readonly number[],
  ): Promise<vscode.WorkspaceEdit> {
    const format = vscode.workspace.getConfiguration(settingsSection).get("documentFormat");
    const usual = format === "xml" || format === "json" ? format : settingDefaults.documentFormat;
    const own = this.#documents.at(document.uri)?.format && document.uri;
    const open = this.#documents.whole({ connectionId, artifactId })?.document.uri;
    const uri = own ?? open ?? uriOf(connectionId, { kind: "artifact", artifactId, format: usual });
    const text = await vscode.workspace.openTextDocument(uri);
    const whole = this.#documents.at(uri);
    return whole ? replacement(text, textWithFiles(whole, text.getText(), fieldId, ids)) : new vscode.WorkspaceEdit();
  }
}

function looksOf(files: readonly AttachableFile[]): readonly LinkLook[] {
  return files.some((file) => isPicture({ mediaType: mediaTypeOf(nameOfFile(file)) })) ? ["picture", "link"] : ["link"];
}

function titleOf({ files, look }: Insertion): string {
  const name = filesNamed(files.map(nameOfFile));
  return look === "picture" ? asPicture(name) : asLink(name);
}

async function readContents(files: readonly AttachableFile[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      if (!(file instanceof vscode.Uri)) {
        const content = await file.data();
        Object.assign(file, { data: async () => content });
      }
    }),
  );
}

async function placeAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  language: Pick<Language, "open">,
): Promise<Place | undefined> {
  const { connectionId, resource } = resourceOf(document.uri) ?? {};
  if (connectionId === undefined || !resource) {
    return undefined;
  }
  const encode = (text: string) => text;
  switch (resource.kind) {
    case "field":
      return { artifact: { connectionId, artifactId: resource.artifactId }, language: resource.language, encode };
    case "comment":
      return { artifact: { connectionId, artifactId: resource.artifactId }, language: "md", encode };
    case "artifact": {
      const opened = await language.open(document);
      const found = opened && contentPlaceAt(opened.read, resource.format, document.offsetAt(position));
      return found && { artifact: { connectionId, artifactId: resource.artifactId }, ...found };
    }
    default:
      return undefined;
  }
}
