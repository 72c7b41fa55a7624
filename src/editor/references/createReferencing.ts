import * as vscode from "vscode";
import { isNumberId } from "../../core/model/id.ts";
import { openArtifact, openAttachment } from "../../core/sentences/references.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { entriesSelector } from "../language/knownDocuments.ts";
import type { Language } from "../language/language.ts";
import { commandLink } from "../manifest/commandLink.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import { documentLink } from "../text/documentLink.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { type InsertReferenceDependencies, insertReference } from "./insertReference.ts";

interface ReferencingParts extends InsertReferenceDependencies {
  readonly language: Pick<Language, "open">;
}

/** Links in documents, and the command that puts a reference into a text. */
export function createReferencing(parts: ReferencingParts, store: DisposableStore) {
  store.add(registerDocumentLinks(parts.language.open));
  return {
    commands: {
      [commandIds.insertReference]: (place, { artifactId }) => insertReference(parts, place, artifactId),
    } satisfies Partial<Commands>,
  };
}

/** Ids of linked artifacts and of attachments in documents lead to what they stand for. */
function registerDocumentLinks(open: Language["open"]): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(entriesSelector, {
    provideDocumentLinks: async (text, token) => {
      const opened = await open(text);
      if (!opened || token.isCancellationRequested) {
        return [];
      }
      const { connectionId = "", resource: shown } = resourceOf(text.uri) ?? {};
      const ownId = shown?.kind === "artifact" ? shown.artifactId : undefined;
      return opened.read.nodes.flatMap(({ entry, ids }) => {
        const kind = opened.fields.get(entry.fieldId)?.kind;
        if (kind !== "links" && (kind !== "files" || ownId === undefined)) {
          return [];
        }
        return ids.flatMap((found) => {
          const number = Number(found.id);
          if (!isNumberId(number)) {
            return [];
          }
          const range = rangeOf(text, found);
          const target =
            kind === "links"
              ? commandLink(commandIds.openArtifact, { connectionId, artifactId: number })
              : commandLink(commandIds.openAttachment, { connectionId, artifactId: ownId, n: number });
          return [documentLink(range, target, kind === "links" ? openArtifact(number) : openAttachment(number))];
        });
      });
    },
  });
}
