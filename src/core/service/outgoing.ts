import type { ResponseTimeouts } from "./responseTimeouts.ts";

/** The body of a request that is read while it leaves, and never held as a whole. */
export interface RequestContent {
  readonly sizeBytes: number;
  /** The bytes, exactly `sizeBytes` of them. Called once for each sending. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Called as bytes leave, with those that have left since the sending began. */
  readonly onSent?: (sentBytes: number) => void;
}

/**
 * Content on its way: a chunk is asked for when the connection has taken the one before it, so that no more than that
 * is in memory. What the connection has taken counts as sent, and keeps the silence from counting; so does waiting for
 * a chunk, for which the service is not to blame. The deadline begins when all has left. `onSent` is told as that of
 * the content is.
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
