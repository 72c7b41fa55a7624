import { Disposable } from "vscode";
import { jsonCodec } from "../../core/codec/jsonCodec.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { artifactFields } from "../../core/language/documentFields.ts";
import type { ResourceOf } from "../../core/model/uri.ts";
import { tooLongToEdit } from "../../core/sentences/files.ts";
import { noTextInVersion, versionName } from "../../core/sentences/history.ts";
import { artifactForm, fieldForm, type PrintedText } from "../../core/workingCopy/textForm.ts";
import { HumanError } from "../dialog/present.ts";
import type { FileOf } from "../files/virtualFile.ts";
import type { EntryDocuments } from "../language/entryDocuments.ts";
import { resourceOf } from "../text/resourceUri.ts";
import type { Versions } from "./versions.ts";

/** Makes the read-only files that show versions of artifacts: the whole document, or one long text. */
export function versionFiles(versions: Versions): FileOf<ResourceOf<"version" | "versionField">> {
  return ({ connectionId, resource }) => {
    const { artifactId, changesetId } = resource;
    const form = resource.kind === "version" ? artifactForm(jsonCodec) : fieldForm(resource.fieldId, resource.language);
    return {
      name: versionName(artifactId, changesetId),
      stat: () => ({ mtime: 0, isReadOnly: true }),
      read: async (signal) => {
        const printed = form.print(await versions.base({ connectionId, artifactId }, changesetId, signal));
        return new TextEncoder().encode(textOf(printed, artifactId));
      },
    };
  };
}

function textOf(printed: PrintedText, artifactId: number): string {
  if (printed.kind !== "text") {
    throw new HumanError(
      printed.kind === "tooLong" ? tooLongToEdit(artifactId) : noTextInVersion(artifactId, printed.labels),
    );
  }
  return printed.text;
}

const { signal } = new AbortController();

/** Makes documents of versions known to the language: they are read-only, so names show and nothing is marked. */
export function knownVersions(versions: Versions, known: KnownConnections): EntryDocuments {
  return {
    // A version never changes.
    onDidSettle: () => new Disposable(() => {}),
    has: () => false,
    describe: async (uri) => {
      const { connectionId = "", resource } = resourceOf(uri) ?? {};
      const connection = known.find(connectionId);
      if (resource?.kind !== "version" || !connection) {
        return undefined;
      }
      try {
        const artifact = { connectionId, artifactId: resource.artifactId };
        const base = await versions.base(artifact, resource.changesetId, signal);
        const fields = artifactFields(base, await versions.tracker(artifact, signal));
        return { connection, names: connection.names(), fields, codec: jsonCodec };
      } catch {
        return undefined; // The document says itself why it cannot be read.
      }
    },
    more: () => [],
  };
}
