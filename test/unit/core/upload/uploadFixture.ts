import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import type { FileUpload, UploadDependencies, UploadService } from "../../../../src/core/upload/fileUpload.ts";
import type { UploadSource } from "../../../../src/core/upload/ports.ts";
import { TusUpload } from "../../../../src/core/upload/tusUpload.ts";
import { WatchedSource } from "../../../../src/core/upload/watchedSource.ts";
import { startReferenceService } from "../../../service/referenceService.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { noPause } from "./memorySource.ts";

/** The field for files of the dataset, and an artifact without any. */
export const fieldId = 1231;
const emptyArtifactId = 503;

const { signal } = new AbortController();

/** What uploads need, with no pauses. */
export function dependenciesOf(service: UploadService, waits: number[] = []): UploadDependencies {
  return { service, pause: noPause(waits), claimed: new Map() };
}

export async function tusUploadOf(dependencies: UploadDependencies, source: UploadSource): Promise<FileUpload> {
  return new TusUpload(dependencies, fieldId, await WatchedSource.of(source));
}

/** A reference service, and a member of its project who sends files. */
export async function openUploadFixture(
  cleanUpLater: (cleanUp: () => Promise<unknown>) => void,
  settings: Parameters<typeof startReferenceService>[0] = {},
  client: { readonly timeoutMs?: number } = {},
) {
  const service = await startReferenceService(settings);
  cleanUpLater(() => service.close());
  const { client: member } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member, ...client });
  const sent = () => service.requests.map(({ method, status }) => `${method} ${status ?? "–"}`);
  /** Attaches the file and gives what the service then has of it. */
  const stored = async (id: number): Promise<Buffer> => {
    await member.updateArtifact(emptyArtifactId, [{ fieldId, members: { value: [id] } }], undefined, signal);
    return Buffer.from(service.control.readAttachment({ id }), "base64");
  };
  return { service, client: member as ServiceClient, sent, stored };
}
