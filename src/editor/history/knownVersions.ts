import { Disposable } from "vscode";
import { jsonCodec } from "../../core/codec/jsonCodec.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { artifactFields } from "../../core/language/documentFields.ts";
import type { KnownDocuments } from "../language/knownDocuments.ts";
import { resourceOf } from "../text/resourceUri.ts";
import type { Versions } from "./versions.ts";

const { signal } = new AbortController();

/** The documents of versions: read-only, so that names stand in them and nothing is marked. */
export function knownVersions(versions: Versions, known: KnownConnections): KnownDocuments {
  return {
    // A version stays as it is.
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
