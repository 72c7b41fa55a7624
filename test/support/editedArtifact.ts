import { KnownConnection } from "../../src/core/known/connection.ts";
import type { ServiceClient } from "../../src/core/service/serviceClient.ts";
import { type ArtifactCopy, artifactCopy } from "../../src/core/workingCopy/artifactKind.ts";
import { MemoryStateStore } from "./memoryArtifactService.ts";
import { MemoryCatalogStore } from "./memoryCatalogStore.ts";

/** What is known of a connection in a window that has asked for nothing yet. */
export function nothingKnown(client: ServiceClient): KnownConnection {
  return new KnownConnection({
    connectionId: "team",
    baseUrl: "https://team.example/api/v1",
    service: async () => client,
    store: new MemoryCatalogStore(),
    recent: () => [],
    logFailure: () => {},
  });
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
