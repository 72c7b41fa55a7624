import type { Attachment } from "../../core/model/artifact.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import { HumanError } from "../present.ts";

/** Where attachments come from, for the file system and the commands. */
export class AttachmentSource {
  readonly #serviceOf: (connectionId: string) => Promise<ServiceClient>;
  readonly #maxBytes: () => number;
  readonly #reads = new Map<string, Promise<Uint8Array>>();

  /** Of what was read in this session. */
  readonly #sizes = new Map<string, number>();

  /** `maxBytes` is the most that is read into memory. */
  constructor(serviceOf: (connectionId: string) => Promise<ServiceClient>, maxBytes: () => number) {
    this.#serviceOf = serviceOf;
    this.#maxBytes = maxBytes;
  }

  /** What the service tells of an attachment now. Throws a HumanError when the artifact has none of that number. */
  async find(connectionId: string, artifactId: number, n: number, signal: AbortSignal): Promise<Attachment> {
    const service = await this.#serviceOf(connectionId);
    const { artifact } = await service.readArtifact(artifactId, signal);
    const attachment = artifact.attachments.find((each) => each.n === n);
    if (!attachment) {
      throw new HumanError(
        `Artifact #${artifactId} has no attachment ${n}: it was removed, or your account may not see it.`,
        { connectionId },
      );
    }
    return attachment;
  }

  /** The size of an attachment as it was read last; undefined before. */
  knownSize(connectionId: string, artifactId: number, n: number): number | undefined {
    return this.#sizes.get(`${connectionId}/${artifactId}/${n}`);
  }

  /**
   * The content of an attachment.
   *
   * Throws `ServiceError`, of the kind `invalidAnswer` with the problem `tooLarge` when it is over what is read into
   * memory. Whoever looks at the content and then opens it in the editor reads it once: an answer serves those who ask
   * within a few seconds.
   */
  async read(connectionId: string, artifactId: number, n: number, known?: Attachment): Promise<Uint8Array> {
    const key = `${connectionId}/${artifactId}/${n}`;
    const underWay = this.#reads.get(key);
    if (underWay !== undefined) {
      return await underWay;
    }
    const reading = this.#readNow(connectionId, artifactId, n, known);
    this.#reads.set(key, reading);
    reading.then(
      ({ byteLength }) => this.#sizes.set(key, byteLength),
      // The failure is its reader's; there is no size to remember.
      () => undefined,
    );
    const forget = () => this.#reads.delete(key);
    reading.then(() => setTimeout(forget, handOverMs).unref(), forget);
    return await reading;
  }

  async #readNow(connectionId: string, artifactId: number, n: number, known?: Attachment): Promise<Uint8Array> {
    // Shared by all who wait, so nobody's cancelling ends it; the client's time-out does.
    const { signal } = new AbortController();
    const attachment = known ?? (await this.find(connectionId, artifactId, n, signal));
    const service = await this.#serviceOf(connectionId);
    return await service.readAttachment(attachment, this.#maxBytes(), signal);
  }
}

// As long as VS Code may take between asking to open a document and reading it.
const handOverMs = 5000;
