import * as vscode from "vscode";
import { artifactScheme } from "../../core/model/uri.ts";
import { asText, filesAfterCreation, nothingInserted } from "../../core/sentences/uploads.ts";
import { asItIs, contentPlaceAt } from "../../core/upload/contentPlace.ts";
import type { LinkLook } from "../../core/upload/linkText.ts";
import { isCancelled, withSignal } from "../dialog/cancellation.ts";
import { errorOf, inform } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Language } from "../language/language.ts";
import { areMeantFor } from "../targets/askAboutAddresses.ts";
import {
  type AttachableFile,
  addressesMimeType,
  droppedFiles,
  droppedMimeTypes,
  pastedFiles,
  pastedMimeTypes,
} from "../targets/transferredFiles.ts";
import { draftUriOf, resourceOf } from "../text/resourceUri.ts";
import type { FileAttacher } from "./fileAttacher.ts";
import { FileInsertion, type InsertionPlace } from "./fileInsertion.ts";

const kind = vscode.DocumentDropOrPasteEditKind.Empty.append("artifactDesk");
const kinds: Readonly<Record<LinkLook, vscode.DocumentDropOrPasteEditKind>> = {
  picture: kind.append("picture"),
  link: kind.append("link"),
};

const textKind = vscode.DocumentDropOrPasteEditKind.Text;

/** This edit does nothing. Where no edit at all is offered, VS Code inserts the addresses of what was dropped. */
const nothing = new vscode.DocumentDropEdit("", nothingInserted, kinds.link);

class PasteFiles extends vscode.DocumentPasteEdit {
  files: { readonly insertion: FileInsertion; readonly look: LinkLook } | undefined;
}

/** Has files and pictures that are dropped or pasted into a long text uploaded, and puts links to them there. */
export function registerInsertion(
  attacher: FileAttacher,
  documents: ArtifactDocuments,
  language: Language,
): vscode.Disposable {
  const selector = { scheme: artifactScheme };
  const insertionOf: InsertionOf = async (document, ranges, filesFor) => {
    const place = await placeOf(document, ranges, language);
    const files = place ? await filesFor(place.artifact.artifactId) : [];
    return place && files.length > 0 ? new FileInsertion(attacher, documents, place, files) : undefined;
  };
  return vscode.Disposable.from(
    vscode.languages.registerDocumentPasteEditProvider(selector, pasteProvider(insertionOf), {
      providedPasteEditKinds: [kind, textKind],
      pasteMimeTypes: [addressesMimeType, ...pastedMimeTypes],
    }),
    vscode.languages.registerDocumentDropEditProvider(selector, dropProvider(insertionOf, attacher), {
      providedDropEditKinds: [kind],
      dropMimeTypes: droppedMimeTypes,
    }),
  );
}

/** Gives what is to be put into a document; undefined where nothing can be. `filesFor` gives the artifact's files. */
type InsertionOf = (
  document: vscode.TextDocument,
  ranges: readonly vscode.Range[],
  filesFor: (artifactId: number) => readonly AttachableFile[] | Promise<readonly AttachableFile[]>,
) => Promise<FileInsertion | undefined>;

function pasteProvider(insertionOf: InsertionOf): vscode.DocumentPasteEditProvider {
  return {
    provideDocumentPasteEdits: async (document, ranges, transfer) => {
      if (draftUriOf(document.uri)) {
        await refuseInDraft(transfer, pastedFiles(transfer, new Date()).length);
        return undefined;
      }
      const insertion = await insertionOf(document, ranges, () => pastedFiles(transfer, new Date()));
      await insertion?.keepContent();
      // People who paste text and files together mean the text.
      const text = await textOf(transfer);
      const files = (insertion?.looks ?? []).map((look) => {
        const edit = new PasteFiles("", insertion?.title(look) ?? "", kinds[look]);
        edit.files = insertion && { insertion, look };
        edit.yieldTo = text === "" ? [] : [textKind];
        return edit;
      });
      // VS Code pastes text by itself, except where addresses come with it: it would paste their paths.
      const isOurs = text !== "" && transfer.get(addressesMimeType) !== undefined;
      return isOurs ? [new vscode.DocumentPasteEdit(text, asText, textKind), ...files] : files;
    },
    resolveDocumentPasteEdit: resolvePaste,
  };
}

function dropProvider(insertionOf: InsertionOf, attacher: FileAttacher): vscode.DocumentDropEditProvider {
  return {
    provideDocumentDropEdits: async (document, position, transfer, token) => {
      if (draftUriOf(document.uri)) {
        return (await refuseInDraft(transfer)) ? [nothing] : undefined;
      }
      // A selection or link of a page brings addresses along, and people mean its text.
      const hasText = (await textOf(transfer)) !== "";
      let isRefused = false;
      const isMeant = async (artifactId: number, addresses: readonly vscode.Uri[]) => {
        isRefused = !hasText && !(await areMeantFor(artifactId, addresses));
        return !hasText && !isRefused;
      };
      const insertion = await insertionOf(document, [new vscode.Range(position, position)], (artifactId) =>
        droppedFiles(transfer, new Date(), (addresses) => isMeant(artifactId, addresses)),
      );
      return isRefused ? [nothing] : insertion && (await dropEdits(insertion, attacher, token));
    },
  };
}

async function textOf(transfer: vscode.DataTransfer): Promise<string> {
  return (await transfer.get("text/plain")?.asString()) ?? "";
}

/**
 * Tells the person that there is no artifact yet that files could be attached to. Gives false where there is text,
 * which people mean then. A drop always counts as files: VS Code would insert the paths of its addresses.
 */
async function refuseInDraft(transfer: vscode.DataTransfer, files = 1): Promise<boolean> {
  const isRefused = files > 0 && (await textOf(transfer)) === "";
  if (isRefused) {
    void inform(filesAfterCreation);
  }
  return isRefused;
}

/** Makes the edit of a paste that was chosen. VS Code tells what goes wrong, and takes back the edit chosen before. */
async function resolvePaste(
  edit: vscode.DocumentPasteEdit,
  token: vscode.CancellationToken,
): Promise<vscode.DocumentPasteEdit> {
  const { insertion, look } = (edit instanceof PasteFiles && edit.files) || {};
  if (insertion && look) {
    const made = await withSignal(token, (signal) => insertion.edit(look, signal)).catch(async (error: unknown) => {
      throw isCancelled(error) ? new vscode.CancellationError() : errorOf(await insertion.explain(error));
    });
    if (!made) {
      throw new vscode.CancellationError();
    }
    edit.additionalEdit = made;
  }
  return edit;
}

/**
 * Makes the edits of a drop, and uploads the files before any is offered: VS Code does not ask for the rest of an edit
 * that was chosen. Nor does it tell what goes wrong, and where nothing is offered it would insert the path of the file.
 */
async function dropEdits(
  insertion: FileInsertion,
  attacher: FileAttacher,
  token: vscode.CancellationToken,
): Promise<vscode.DocumentDropEdit[]> {
  const editOf = async (look: LinkLook, signal: AbortSignal) => {
    const edit = new vscode.DocumentDropEdit("", insertion.title(look), kinds[look]);
    const made = await insertion.edit(look, signal);
    return made ? Object.assign(edit, { additionalEdit: made }) : edit;
  };
  try {
    return await withSignal(token, (signal) => Promise.all(insertion.looks.map((look) => editOf(look, signal))));
  } catch (error) {
    if (!isCancelled(error)) {
      void attacher.tell(insertion.place.artifact, insertion.name, error);
    }
    return [nothing];
  }
}

/** Gives the place; undefined where no link can stand, and where links would have to be written in different ways. */
async function placeOf(
  document: vscode.TextDocument,
  ranges: readonly vscode.Range[],
  language: Language,
): Promise<InsertionPlace | undefined> {
  const { connectionId, resource } = resourceOf(document.uri) ?? {};
  if (connectionId === undefined || !resource) {
    return undefined;
  }
  switch (resource.kind) {
    case "field":
    case "comment": {
      const { artifactId } = resource;
      const own = resource.kind === "field" ? resource.language : "md";
      return { artifact: { connectionId, artifactId }, document, ranges, language: own, encode: asItIs };
    }
    case "artifact": {
      const opened = await language.open(document);
      const [first, ...others] = ranges.map(
        ({ start, end }) =>
          opened && contentPlaceAt(opened.read, resource.format, document.offsetAt(start), document.offsetAt(end)),
      );
      const isOne = others.every((other) => other?.encode === first?.encode && other?.language === first?.language);
      return first && isOne
        ? { artifact: { connectionId, artifactId: resource.artifactId }, document, ranges, ...first }
        : undefined;
    }
    default:
      return undefined;
  }
}
