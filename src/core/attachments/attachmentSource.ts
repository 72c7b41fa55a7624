import { HumanError } from "../failure/humanError.ts";
import type { Artifact, Attachment } from "../model/artifact.ts";
import { noAttachment } from "../sentences/attachments.ts";
import type { AttachmentRoutes } from "../service/attachments.ts";
import { HandOver } from "../util/handOver.ts";
import { SharedWork } from "../util/sharedWork.ts";

interface AttachmentServices {
  readonly serviceOf: (connectionId: string) => Promise<Pick<AttachmentRoutes, "readAttachment">>;
  readonly readArtifact: (connectionId: string, artifactId: number, signal: AbortSignal) => Promise<Artifact>;
}

/** Gives attachments to the file system and to the commands. */
export class AttachmentSource {
  readonly #services: AttachmentServices;
  readonly #maxBytes: () => number;
  readonly #reads = new SharedWork<Uint8Array>();
  readonly #handOver = new HandOver<Uint8Array>(handOverMs, { most: maxHandedOver, of: ({ length }) => length });
  /** The sizes of what was read in this session. */
  readonly #sizes = new Map<string, number>();

  /** `maxBytes` is the most that is read into memory. */
  constructor(services: AttachmentServices, maxBytes: () => number) {
    this.#services = services;
    this.#maxBytes = maxBytes;
  }

  /**
   * Asks the service for an attachment as it is now. It throws a HumanError when the artifact has none of that number.
   */
  async find(connectionId: string, artifactId: number, n: number, signal: AbortSignal): Promise<Attachment> {
    const { attachments } = await this.#services.readArtifact(connectionId, artifactId, signal);
    const attachment = attachments.find((each) => each.n === n);
    if (!attachment) {
      throw new HumanError(noAttachment(artifactId, n), { connectionId });
    }
    return attachment;
  }

  /** Gives the size of an attachment as it was read last; undefined before. */
  knownSize(connectionId: string, artifactId: number, n: number): number | undefined {
    return this.#sizes.get(`${connectionId}/${artifactId}/${n}`);
  }

  /**
   * Gives the content of an attachment.
   *
   * It throws `ServiceError`, with the kind `invalidAnswer` and the problem `tooLarge` when the content is over what is
   * read into memory. Whoever looks at the content and then opens it in the editor reads it once: an answer serves
   * those who ask within a few seconds. The request ends when all who wait for it have given up.
   */
  async read(
    connectionId: string,
    artifactId: number,
    n: number,
    signal: AbortSignal,
    known?: Attachment,
  ): Promise<Uint8Array> {
    const key = `${connectionId}/${artifactId}/${n}`;
    return (
      this.#handOver.get(key) ??
      (await this.#reads.share(
        key,
        async (shared) => {
          const attachment = known ?? (await this.find(connectionId, artifactId, n, shared));
          const service = await this.#services.serviceOf(connectionId);
          const content = await service.readAttachment(attachment, this.#maxBytes(), shared);
          this.#sizes.set(key, content.byteLength);
          this.#handOver.put(key, content);
          return content;
        },
        signal,
      ))
    );
  }
}

// VS Code may take this long between asking to open a document and reading it.
const handOverMs = 5000;
/** Contents take no more bytes together: somebody may look at several attachments in that time. */
const maxHandedOver = 64 * 1024 * 1024;
