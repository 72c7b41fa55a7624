import type { KnownConnection } from "../../src/core/known/connection.ts";
import { KnownConnections } from "../../src/core/known/connections.ts";
import type { ServiceClient } from "../../src/core/service/serviceClient.ts";
import { Emitter } from "../../src/core/util/event.ts";
import { type ArtifactCopy, artifactCopy } from "../../src/core/workingCopy/artifactKind.ts";
import { MemoryStateStore } from "./memoryArtifactService.ts";
import { MemoryCatalogStore } from "./memoryCatalogStore.ts";

/** What is known of a connection in a window that has asked for nothing yet. */
export function nothingKnown(client: ServiceClient): KnownConnection {
  const connection = { id: "team", label: "Team", url: "https://team.example/api/v1" };
  const known = new KnownConnections({
    registry: {
      connections: [connection],
      find: () => connection,
      get: () => connection,
      onDidChange: new Emitter<void>().event,
    },
    serviceOf: async () => client,
    storeOf: () => new MemoryCatalogStore(),
    recent: () => [],
    logFailure: () => {},
  });
  return known.of(connection.id);
}

/** An artifact that is read for who edits it. */
export function editedArtifact(
  client: ServiceClient,
  artifactId: number,
  { readings, catalog } = nothingKnown(client),
): ArtifactCopy {
  const { updateArtifact } = client;
  const readArtifact: ServiceClient["readArtifact"] = (...args) => readings.readToEdit(...args);
  return artifactCopy(artifactId, { readArtifact, updateArtifact }, catalog, new MemoryStateStore());
}
