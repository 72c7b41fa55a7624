import type { Attachment } from "../model/artifact.ts";
import { GatheredBytes } from "../util/gatheredBytes.ts";
import { invalidAnswer, isHtml, refusal } from "./answer.ts";
import type { AuthorizedClient } from "./authorizedClient.ts";
import type { Request, StreamedAnswer } from "./request.ts";

export interface AttachmentStream {
  readonly sizeBytes?: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Holds what is known of a file whose content is asked for. */
type FileToRead = Pick<Attachment, "name" | "mediaType" | "sizeBytes" | "contentUrl">;

export type AttachmentRoutes = ReturnType<typeof attachmentRoutes>;

/** Makes the routes to the contents of attachments. */
export function attachmentRoutes(client: AuthorizedClient) {
  return {
    /** Gives the whole content; throws `invalidAnswer` with problem `tooLarge` when it is over `maxBytes`. */
    readAttachment: (attachment: FileToRead, maxBytes: number, signal: AbortSignal) =>
      open(client, attachment, signal, (request, answer) => readWhole(request, answer, attachment, maxBytes)),

    /**
     * Gives `use` the content as it arrives. When `use` ends, what it did not read is given up, and so is the
     * connection. `chunks` can be read once; it throws when the answer is cut short, and when more arrives than the
     * artifact says. Less may arrive, because of a proxy perhaps: that is for the reader to find.
     */
    openAttachment: <T>(
      attachment: FileToRead,
      signal: AbortSignal,
      use: (stream: AttachmentStream) => Promise<T>,
    ): Promise<T> => open(client, attachment, signal, (_, { sizeBytes, chunks }) => use({ sizeBytes, chunks })),
  };
}

async function readWhole(
  request: Request,
  answer: StreamedAnswer,
  attachment: FileToRead,
  maxBytes: number,
): Promise<Uint8Array> {
  if (answer.sizeBytes !== undefined && answer.sizeBytes > maxBytes) {
    throw invalidAnswer(request, answer, "tooLarge");
  }
  const content = new GatheredBytes(answer.sizeBytes);
  for await (const chunk of answer.chunks) {
    if (content.size + chunk.length > maxBytes) {
      throw invalidAnswer(request, answer, "tooLarge");
    }
    content.add(chunk);
  }
  if (attachment.sizeBytes !== undefined && content.size < attachment.sizeBytes) {
    throw invalidAnswer(request, answer, "truncated");
  }
  return content.all();
}

async function open<T>(
  client: AuthorizedClient,
  attachment: FileToRead,
  signal: AbortSignal,
  use: (request: Request, answer: StreamedAnswer) => Promise<T>,
): Promise<T> {
  const request = client.requestTo("GET", attachment.contentUrl);
  const { answer, key } = await client.stream(request, signal);
  if ("body" in answer) {
    throw refusal(request, answer, key);
  }
  try {
    if (isHtml(answer.headers) && !isPage(attachment)) {
      throw invalidAnswer(request, answer, "html");
    }
    return await use(request, { ...answer, chunks: measured(request, answer, attachment.sizeBytes) });
  } finally {
    answer.discard();
  }
}

/** Tells whether a web page may be the file that was asked for, rather than a page to sign in. */
function isPage({ mediaType, name }: FileToRead): boolean {
  return /html/i.test(mediaType ?? "") || /\.(x?html?|mht(ml)?)$/i.test(name);
}

/**
 * Gives the content, and throws where it is more than the artifact says: a page may be in its place, or have no end.
 */
async function* measured(
  request: Request,
  answer: StreamedAnswer,
  sizeBytes: number | undefined,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of answer.chunks) {
    size += chunk.length;
    if (sizeBytes !== undefined && size > sizeBytes) {
      throw invalidAnswer(request, answer, "overlong");
    }
    yield chunk;
  }
}
