import type { Page } from "./tracker.ts";

/** Of any listing: many thousand entries, whatever the service says of how many there are. */
const maxPages = 100;

/**
 * The pages of a listing, from its beginning or the offset `from`, each read when it is asked for. A service whose
 * pages never end is asked for `atMost` of them.
 */
export async function* pagesOf<T>(
  readPage: (offset: number) => Promise<Page<T>>,
  { from = 0, atMost = maxPages }: { readonly from?: number; readonly atMost?: number } = {},
): AsyncGenerator<Page<T>> {
  let offset: number | undefined = from;
  for (let read = 0; read < atMost && offset !== undefined; read++) {
    const page: Page<T> = await readPage(offset);
    yield page;
    offset = page.nextOffset;
  }
}
