import type { Artifact } from "../../core/model/artifact.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";

/** Reads an artifact for a command that needs its reference, its summary or its attachments. */
export interface ArtifactReader {
  /** Throws `ServiceError`, and `HumanError` for a connection there is not. */
  read(connectionId: string, artifactId: number, signal: AbortSignal): Promise<Artifact>;
}

/** Reads from the service, each time anew. */
export function createArtifactReader(registry: Pick<ConnectionRegistry, "service">): ArtifactReader {
  return {
    read: async (connectionId, artifactId, signal) => {
      const service = await registry.service(connectionId);
      return (await service.readArtifact(artifactId, signal)).artifact;
    },
  };
}
