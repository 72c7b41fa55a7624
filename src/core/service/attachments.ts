import type { Attachment } from "../model/artifact.ts";
import { invalidAnswer, isHtml, refusal } from "./answer.ts";
import { ServiceError } from "./serviceError.ts";
import type { Session } from "./session.ts";
import { factsOf, type Request, type StreamedAnswer } from "./transport.ts";

export interface AttachmentRoutes {
  /** The whole content; `invalidAnswer` with problem `tooLarge` when it is over `maxBytes`. */
  readAttachment(attachment: Attachment, maxBytes: number, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * The content as it arrives. `chunks` is to be read, once; it throws when the answer is cut short, and when more arrives
   * than the artifact says. Whether less did, as a proxy may have it, is for whoever reads to see.
   */
  openAttachment(attachment: Attachment, signal: AbortSignal): Promise<AttachmentStream>;
}

export interface AttachmentStream {
  readonly sizeBytes?: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export function attachmentRoutes(session: Session): AttachmentRoutes {
  return {
    readAttachment: async (attachment, maxBytes, signal) => {
      const { request, answer } = await open(session, attachment, signal);
      if (answer.sizeBytes !== undefined && answer.sizeBytes > maxBytes) {
        answer.discard();
        throw invalidAnswer(request, answer, "tooLarge");
      }
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of answer.chunks) {
        size += chunk.length;
        if (size > maxBytes) {
          throw invalidAnswer(request, answer, "tooLarge");
        }
        chunks.push(chunk);
      }
      if (attachment.sizeBytes !== undefined && size < attachment.sizeBytes) {
        throw invalidAnswer(request, answer, "truncated");
      }
      return joined(chunks, size);
    },
    openAttachment: async (attachment, signal) => {
      const { sizeBytes, chunks } = (await open(session, attachment, signal)).answer;
      return { ...(sizeBytes === undefined ? undefined : { sizeBytes }), chunks };
    },
  };
}

async function open(
  session: Session,
  attachment: Attachment,
  signal: AbortSignal,
): Promise<{ readonly request: Request; readonly answer: StreamedAnswer }> {
  const url = URL.parse(attachment.contentUrl, session.origin);
  const request: Request = {
    method: "GET",
    origin: url?.origin ?? session.origin,
    path: url === null ? "" : url.pathname + url.search,
    headers: { Accept: "*/*", "Accept-Encoding": "identity" },
  };
  if (url?.origin !== session.origin) {
    // Before the key is asked for: the transport would refuse it too.
    const origin = url === null ? undefined : { otherOrigin: url.origin };
    throw new ServiceError({ kind: "foreignOrigin", ...factsOf(request), ...origin });
  }
  const { answer, key } = await session.stream(request, signal);
  if ("body" in answer) {
    throw refusal(request, answer, key);
  }
  if (isHtml(answer.headers) && !isPage(attachment)) {
    answer.discard();
    throw invalidAnswer(request, answer, "html");
  }
  return { request, answer: { ...answer, chunks: measured(request, answer, attachment.sizeBytes) } };
}

/** Whether a web page may be what was asked for, rather than one to sign in. */
function isPage({ mediaType, name }: Attachment): boolean {
  return /html/i.test(mediaType ?? "") || /\.(x?html?|mht(ml)?)$/i.test(name);
}

/** The content, no longer than the artifact says it is: a page may have taken its place, and what is packed have no end. */
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

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
