/**
 * Does `work` with each of `items` in their order, at most `limit` at a time, and gives the results. Once `signal`
 * aborts, no more are begun, and the results have nothing of those. Throws what `work` throws, once all that was begun
 * is over.
 */
export async function severalAtOnce<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
  signal?: AbortSignal,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) {
      if (signal?.aborted) {
        return;
      }
      results.set(index, await work(item));
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker));
  const failed = ended.find((end) => end.status === "rejected");
  if (failed) {
    throw failed.reason;
  }
  return [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
}
