import type { ResponseTimeouts } from "./responseTimeouts.ts";

/** The body of a request that is read while it leaves, and never held as a whole. */
export interface RequestContent {
  readonly sizeBytes: number;
  /** Gives the bytes, exactly `sizeBytes` of them. It is called once for each sending. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Hears how many bytes have left since the sending began, as they leave. */
  readonly onSent?: (sentBytes: number) => void;
}

/**
 * Gives the content as the connection takes it: a chunk is asked for once the connection has taken the one before it,
 * so no more than one is in memory. Silence counts only while the connection is to take a chunk: while we wait for the
 * next chunk, the service is not to blame. The deadline begins when all has left. `onSent` is called as that of the
 * content is.
 */
export async function* outgoing(
  content: RequestContent,
  timeouts: ResponseTimeouts,
  onSent: (sentBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  timeouts.pause();
  for await (const chunk of content.chunks()) {
    timeouts.resume();
    yield chunk;
    timeouts.pause();
    sentBytes += chunk.byteLength;
    onSent(sentBytes);
    content.onSent?.(sentBytes);
  }
  timeouts.beginDeadline();
}
