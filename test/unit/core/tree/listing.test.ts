import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Page } from "../../../../src/core/model/tracker.ts";
import { Listing } from "../../../../src/core/tree/listing.ts";

suite("A listing", () => {
  test("reads page after page", async () => {
    const asked: number[] = [];
    const listing = listingOf(asked, {
      0: { items: [1, 2], nextOffset: 2, total: 3 },
      2: { items: [3], total: 3 },
    });
    await listing.load();
    assert.deepEqual(stateOf(listing), { items: [1, 2], hasMore: true, total: 3, failure: undefined });
    await listing.load();
    await listing.loadMore();
    assert.deepEqual(stateOf(listing), { items: [1, 2, 3], hasMore: false, total: 3, failure: undefined });
    await listing.loadMore();
    assert.deepEqual(asked, [0, 2]);
  });

  test("reads a page once for all who wait for it", async () => {
    const asked: number[] = [];
    const listing = listingOf(asked, { 0: { items: [1] } });
    await Promise.all([listing.load(), listing.load()]);
    assert.deepEqual(asked, [0]);
  });

  test("follows what the service adds at its end and drops, without reading again", async () => {
    const asked: number[] = [];
    const listing = listingOf(asked, {
      0: { items: [1, 2], nextOffset: 2, total: 3 },
      1: { items: [3], total: 2 },
    });
    await listing.load();
    listing.add(4);
    listing.remove(1);
    assert.deepEqual(stateOf(listing), { items: [2], hasMore: true, total: 2, failure: undefined });
    await listing.loadMore();
    listing.add(4);
    assert.deepEqual(stateOf(listing), { items: [2, 3, 4], hasMore: false, total: 3, failure: undefined });
    assert.deepEqual(asked, [0, 1]);
  });

  test("goes past pages whose items all are hidden", async () => {
    const listing = listingOf([], {
      0: { items: [], nextOffset: 2 },
      2: { items: [], nextOffset: 4 },
      4: { items: [5] },
    });
    await listing.load();
    assert.deepEqual(listing.items, [5]);
  });

  test("that is read again stops asking a service that has nothing new and says that more follows", async () => {
    let isLying = false;
    let asked = 0;
    const listing = new Listing<number>(
      async (offset) => {
        asked++;
        assert.ok(asked < 200, "asks for ever");
        return isLying ? { items: [1], nextOffset: offset + 1 } : { items: [1, 2, 3] };
      },
      (item) => item,
    );
    await listing.load();
    isLying = true;
    assert.equal(await listing.renew(), undefined);
    assert.deepEqual(listing.items, [1]);
  });

  test("stops asking a service whose pages never end", async () => {
    const asked: number[] = [];
    const endless = new Listing<number>(
      async (offset) => {
        asked.push(offset);
        return { items: [], nextOffset: offset + 1 };
      },
      (item) => item,
    );
    await endless.load();
    assert.equal(asked.length, 20);
    assert.ok(endless.hasMore);
  });

  test("shows an item once when a later page repeats it", async () => {
    const listing = listingOf([], { 0: { items: [1, 2], nextOffset: 2 }, 2: { items: [2, 3] } });
    await listing.load();
    await listing.loadMore();
    assert.deepEqual(listing.items, [1, 2, 3]);
  });

  test("passes nothing over when the list has become shorter between two pages", async () => {
    const asked: number[] = [];
    // 1 and 2 have gone since the first page: what was fifth is third now.
    const listing = listingOf(asked, {
      0: { items: [1, 2, 3, 4], nextOffset: 4, total: 8 },
      4: { items: [7, 8], total: 6 },
      2: { items: [5, 6, 7, 8], total: 6 },
    });
    await listing.load();
    await listing.loadMore();
    assert.deepEqual(stateOf(listing), {
      items: [1, 2, 3, 4, 5, 6, 7, 8],
      hasMore: false,
      total: 6,
      failure: undefined,
    });
    assert.deepEqual(asked, [0, 4, 2]);
  });

  test("passes nothing over when an item is dropped while the next page is on its way", async () => {
    let all = [0, 1, 2, 3, 4, 5];
    const asked: number[] = [];
    const arriving = Promise.withResolvers<void>();
    const listing = new Listing<number>(
      async (offset) => {
        asked.push(offset);
        await (offset === 3 && arriving.promise);
        const nextOffset = offset + 3 < all.length ? offset + 3 : undefined;
        return { items: all.slice(offset, offset + 3), nextOffset, total: all.length };
      },
      (item) => item,
    );
    await listing.load();
    const reading = listing.loadMore();
    all = all.filter((item) => item !== 1);
    await Promise.resolve();
    listing.remove(1);
    arriving.resolve();
    await reading;
    assert.deepEqual(
      [listing.items, asked],
      [
        [0, 2, 3, 4, 5],
        [0, 3, 2],
      ],
    );
  });

  test("goes on to the end of a list that grows while it is read", async () => {
    const listing = listingOf([], {
      0: { items: [1, 2], nextOffset: 2, total: 3 },
      2: { items: [3, 4], nextOffset: 4, total: 5 },
      4: { items: [5], total: 5 },
    });
    await listing.load();
    await listing.loadMore();
    assert.ok(listing.hasMore);
    await listing.loadMore();
    assert.deepEqual(stateOf(listing), { items: [1, 2, 3, 4, 5], hasMore: false, total: 5, failure: undefined });
  });

  test("stops for an empty page that is followed by others no more than for a repeated one", async () => {
    const asked: number[] = [];
    const listing = listingOf(asked, {
      0: { items: [1, 2], nextOffset: 2, total: 6 },
      2: { items: [], nextOffset: 4, total: 6 },
      4: { items: [2], nextOffset: 5, total: 6 },
      5: { items: [6], total: 6 },
    });
    await listing.load();
    await listing.loadMore();
    assert.deepEqual(stateOf(listing), { items: [1, 2, 6], hasMore: false, total: 6, failure: undefined });
  });

  test("goes on after the empty pages that were read when the next one fails", async () => {
    const asked: number[] = [];
    const pages: Record<number, Page<number> | Error> = {
      0: { items: [], nextOffset: 2 },
      2: new Error("unreachable"),
    };
    const listing = listingOf(asked, pages);
    await listing.load();
    assert.ok(listing.hasMore && listing.failure !== undefined);
    pages[2] = { items: [3] };
    await listing.loadMore();
    assert.deepEqual(stateOf(listing), { items: [3], hasMore: false, total: undefined, failure: undefined });
    assert.deepEqual(asked, [0, 2, 2]);
  });

  test("has what is known to be further down, once, and goes on reading where it was", async () => {
    const listing = listingOf([], {
      0: { items: [1], nextOffset: 1, total: 3 },
      1: { items: [2, 3], total: 3 },
    });
    await listing.load();
    listing.include(3);
    assert.deepEqual(stateOf(listing), { items: [1, 3], hasMore: true, total: 3, failure: undefined });
    await listing.loadMore();
    assert.deepEqual(stateOf(listing), { items: [1, 3, 2], hasMore: false, total: 3, failure: undefined });
  });

  test("is read again behind what it shows, as far as it was read, and taken over as a whole", async () => {
    const asked: number[] = [];
    const pages: Record<number, Page<number>> = {
      0: { items: [1, 2], nextOffset: 2, total: 5 },
      2: { items: [3, 4], nextOffset: 4, total: 5 },
      4: { items: [5], total: 5 },
    };
    const listing = listingOf(asked, pages);
    await listing.load();
    await listing.loadMore();
    listing.include(9);
    pages[0] = { items: [6, 2], nextOffset: 2, total: 4 };
    pages[2] = { items: [4, 7], total: 4 };
    asked.length = 0;
    const renewing = listing.renew();
    assert.deepEqual(listing.items, [1, 2, 3, 4, 9]);
    assert.equal(await renewing, undefined);
    assert.deepEqual(stateOf(listing), { items: [6, 2, 4, 7, 9], hasMore: false, total: 4, failure: undefined });
    assert.deepEqual(asked, [0, 2]);
  });

  test("stays as it is when it cannot be read again, and says why", async () => {
    const pages: Record<number, Page<number>> = { 0: { items: [1, 2], nextOffset: 2, total: 5 } };
    const listing = listingOf([], pages);
    await listing.load();
    delete pages[0];
    const failure = await listing.renew();
    assert.ok(failure instanceof Error);
    assert.deepEqual(stateOf(listing), { items: [1, 2], hasMore: true, total: 5, failure: undefined });
  });

  test("keeps its items when a later page fails, and reads that page when asked again", async () => {
    const failure = new Error("unreachable");
    const pages: Record<number, Page<number> | Error> = { 0: { items: [1], nextOffset: 1 }, 1: failure };
    const listing = listingOf([], pages);
    await listing.load();
    await listing.loadMore();
    assert.deepEqual(stateOf(listing), { items: [1], hasMore: true, total: undefined, failure });
    pages[1] = { items: [2] };
    await listing.loadMore();
    assert.deepEqual(stateOf(listing), { items: [1, 2], hasMore: false, total: undefined, failure: undefined });
  });

  test("aborts the page under way when cancelled, and can be read again", async () => {
    const signals: AbortSignal[] = [];
    const listing = new Listing<number>(
      (_offset, signal) => {
        signals.push(signal);
        return signals.length > 1
          ? Promise.resolve({ items: [7] })
          : new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => reject(signal.reason));
            });
      },
      (item) => item,
    );
    const first = listing.load();
    await Promise.resolve();
    listing.cancel();
    await first;
    assert.equal(signals[0]?.aborted, true);
    assert.deepEqual(stateOf(listing), { items: [], hasMore: false, total: undefined, failure: undefined });
    await listing.load();
    assert.deepEqual(listing.items, [7]);
  });
});

function listingOf(asked: number[], pages: Record<number, Page<number> | Error>): Listing<number> {
  return new Listing<number>(
    async (offset) => {
      asked.push(offset);
      const page = pages[offset];
      if (page === undefined || page instanceof Error) {
        throw page ?? new Error(`no page at ${offset}`);
      }
      return page;
    },
    (item) => item,
  );
}

function stateOf(listing: Listing<number>) {
  return { items: listing.items, hasMore: listing.hasMore, total: listing.total, failure: listing.failure };
}
