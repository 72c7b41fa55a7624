import * as vscode from "vscode";
import { isNumberId } from "../../core/model/id.ts";
import { openArtifact, openAttachment } from "../../core/sentences/references.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { entriesSelector } from "../language/entryDocuments.ts";
import type { Language } from "../language/language.ts";
import { commandLink } from "../manifest/commandLink.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { documentLink } from "../text/marks.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { insertReference } from "./insertReference.ts";

/** Makes the links in documents, and the command that puts a reference into a text. */
export function createReferencing(services: Services, language: Language, store: DisposableStore) {
  store.add(registerDocumentLinks(language.open));
  return {
    commands: {
      [commandIds.insertReference]: (place, { artifactId }) => insertReference(services, place, artifactId),
    } satisfies Partial<Commands>,
  };
}

/** VS Code wants all links at once, and each takes a tenth of a millisecond. Nobody follows more in a document. */
const maxLinks = 2000;

/** Makes links of the ids of linked artifacts and of attachments in documents. */
function registerDocumentLinks(open: Language["open"]): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(entriesSelector, {
    provideDocumentLinks: async (text, token) => {
      const opened = await open(text);
      if (!opened || token.isCancellationRequested) {
        return [];
      }
      const { connectionId = "", resource: shown } = resourceOf(text.uri) ?? {};
      const ownId = shown?.kind === "artifact" ? shown.artifactId : undefined;
      const found = opened.read.nodes.flatMap(({ entry, ids }) => {
        const kind = opened.fields.get(entry.fieldId)?.kind;
        const isLinked = kind === "links" || (kind === "files" && ownId !== undefined);
        return isLinked ? ids.map((id) => ({ ...id, kind })).filter(({ id }) => isNumberId(Number(id))) : [];
      });
      return found.slice(0, maxLinks).map(({ kind, ...place }) => {
        const number = Number(place.id);
        const target =
          kind === "links"
            ? commandLink(commandIds.openArtifact, { connectionId, artifactId: number })
            : commandLink(commandIds.openAttachment, { connectionId, artifactId: ownId, n: number });
        const words = kind === "links" ? openArtifact(number) : openAttachment(number);
        return documentLink(rangeOf(text, place), target, words);
      });
    },
  });
}
