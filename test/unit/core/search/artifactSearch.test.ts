import assert from "node:assert/strict";
import { suite, teardown, test } from "mocha";
import { Catalog } from "../../../../src/core/known/catalog.ts";
import type { ArtifactSummary } from "../../../../src/core/model/artifact.ts";
import type { Page, ProjectSummary } from "../../../../src/core/model/tracker.ts";
import { ArtifactSearch, type SearchResults, searchDebounceMs } from "../../../../src/core/search/artifactSearch.ts";
import { ConnectionSearch, type SearchScope } from "../../../../src/core/search/connectionSearch.ts";
import type { SearchCatalog, SearchService, SearchSource } from "../../../../src/core/search/ports.ts";
import { isServiceError, ServiceError } from "../../../../src/core/service/serviceError.ts";
import {
  type ReferenceService,
  type ReferenceServiceOptions,
  startReferenceService,
} from "../../../service/referenceService.ts";
import { HandClock } from "../../../support/handClock.ts";
import { MemoryCatalogStore } from "../../../support/memoryCatalogStore.ts";
import { clientOf } from "../service/loopbackServer.ts";

const everywhere: SearchScope = { kind: "all" };

suite("A search of artifacts", () => {
  const closing: (() => unknown)[] = [];
  teardown(async () => {
    for (const close of closing.splice(0).reverse()) {
      await close();
    }
  });

  async function start(
    options: ReferenceServiceOptions = {},
    more: {
      known?: readonly ArtifactSummary[];
      used?: SearchSource["usedTrackers"];
      favourites?: readonly ProjectSummary[];
      scope?: SearchScope;
    } = {},
  ) {
    const service = await startReferenceService(options);
    closing.push(() => service.close());
    const { client } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member });
    closing.push(() => client.close());
    const store = new MemoryCatalogStore();
    const catalog = new Catalog(service.baseUrl, async () => client, store);
    closing.push(() => catalog.dispose());
    const source: SearchSource = {
      connectionId: "team",
      service: async () => client,
      catalog: () => catalog,
      known: () => more.known ?? [],
      usedTrackers: more.used ?? (() => []),
      favouriteProjects: () => more.favourites ?? [],
    };
    const clock = new HandClock();
    const connection = new ConnectionSearch(source);
    const search = new ArtifactSearch([connection], more.scope ?? everywhere, clock.after);
    closing.push(() => search.dispose());
    return { service, clock, connection, search };
  }

  /** The results once `text` was typed and all has arrived. */
  function finished(search: ArtifactSearch, clock: HandClock, text: string): Promise<SearchResults> {
    search.search(text);
    return new Promise((resolve) => {
      search.onDidChange((results) => results.isRunning || resolve(results));
      void clock.advance(searchDebounceMs);
    });
  }

  test("shows what is pinned and recent without asking, when nothing is typed", async () => {
    const { service, search } = await start({}, { known: [{ id: 7, title: "Known" }] });
    search.search("");
    assert.deepEqual(summaryOf(search.results), { "team/known": [7] });
    assert.equal(search.results.isRunning, false);
    assert.deepEqual(service.requests, []);
  });

  test("has those that are closed after the others, which keep their order", async () => {
    const known = [{ id: 1, isOpen: false }, { id: 2 }, { id: 3, isOpen: false }, { id: 4, isOpen: true }];
    const { search } = await start({}, { known });
    search.search("");
    assert.deepEqual(summaryOf(search.results), { "team/known": [2, 4, 1, 3] });
  });

  test("asks once nothing was typed for a while, and for the last text only", async () => {
    const { service, clock, search } = await start();
    for (const text of ["re", "rev", "review"]) {
      search.search(text);
      await clock.advance(searchDebounceMs - 1);
    }
    assert.deepEqual(service.requests, []);
    await finished(search, clock, "review");
    const queries = service.requests.flatMap(
      ({ path }) => new URL(path, service.origin).searchParams.get("expert_query") ?? [],
    );
    assert.ok(queries.length > 0);
    assert.deepEqual(
      queries.filter((query) => !query.endsWith(' = "review"')),
      [],
    );
  });

  test("finds titles that have all the words, in the trackers of the person's projects", async () => {
    const { clock, search } = await start();
    const results = await finished(search, clock, "tests parser");
    const titles = results.groups.flatMap(({ artifacts }) => artifacts.map(({ title }) => title ?? ""));
    assert.ok(titles.length > 2);
    assert.deepEqual(
      titles.filter((title) => !/parser tests/i.test(title)),
      [],
    );
    assert.deepEqual(results.groups.map(({ tracker }) => [tracker?.label, tracker?.projectLabel]).sort(), [
      ["Chores", "SVN plugin test"],
      ["Tasks", "Guinea Pig"],
    ]);
    assert.deepEqual(
      results.connections.map(({ reach }) => [reach?.kind, reach?.searched, reach?.failures.length]),
      [["trackers", 9, 0]],
    );
  });

  test("looks into the trackers that the person uses before others", async () => {
    const known = [{ id: 1101, title: "Other", tracker: { id: 14, label: "Tasks" } }];
    const { service, clock, search } = await start({}, { known, used: () => [{ id: 16 }, { id: 14 }] });
    await finished(search, clock, "review");
    assert.deepEqual(askedTrackers(service).slice(0, 2).sort(), [14, 16]);
    assert.equal(new Set(askedTrackers(service)).size, askedTrackers(service).length);
  });

  test("looks into the trackers that were searched in before others, the last one first", async () => {
    const { service, clock, connection, search } = await start({}, { used: () => [{ id: 11 }] });
    for (const id of [14, 16]) {
      const inTracker = new ArtifactSearch([connection], { kind: "tracker", tracker: { id } }, clock.after);
      closing.push(() => inTracker.dispose());
      await finished(inTracker, clock, "review");
    }
    service.clearRequests();
    await finished(search, clock, "review");
    const searched = service.requests.flatMap(({ path }) => /\/trackers\/(\d+)\/artifacts/.exec(path)?.[1] ?? []);
    assert.deepEqual(searched.slice(0, 2), ["16", "14"]);
  });

  test("looks into the trackers of favourite projects before those of others", async () => {
    const favourites = [{ id: 122, label: "SVN plugin test" }];
    const { service, clock, search } = await start({}, { favourites });
    await finished(search, clock, "review");
    assert.equal(askedTrackers(service)[0], 40);
    assert.equal(askedTrackers(service).length, 9);
  });

  test("looks into no more of the trackers that were used than of others", async () => {
    const used = () => Array.from({ length: 50 }, (_, index) => ({ id: index + 1 }));
    const { service, clock, search } = await start({}, { used });
    await finished(search, clock, "review");
    assert.equal(askedTrackers(service).length, 20);
  });

  test("looks into no more trackers than it says, a few at a time", async () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ id: index + 1, label: `No. ${index + 1}` }));
    let running = 0;
    let most = 0;
    const service = fakeService({
      listTrackers: async () => ({ items: many }),
      listArtifacts: async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running -= 1;
        return { items: [] };
      },
    });
    const clock = new HandClock();
    const search = new ArtifactSearch([new ConnectionSearch(sourceOf("team", service))], everywhere, clock.after);
    const { connections } = await finished(search, clock, "review");
    assert.deepEqual([connections[0]?.reach?.searched, most], [20, 4]);
  });

  test("finds artifacts of the same number on two connections", async () => {
    const clock = new HandClock();
    const tracker = { id: 12, label: "Bugs" };
    const searches = ["one", "two"].map((connectionId) => ({
      source: { connectionId, known: () => [] },
      search: async (...[, , listener]: Parameters<ConnectionSearch["search"]>) =>
        listener.found({ tracker, artifacts: [{ id: 512, title: connectionId }], more: 0 }),
    }));
    const search = new ArtifactSearch(searches as unknown as ConnectionSearch[], everywhere, clock.after);
    search.search("breaks");
    await clock.advance(searchDebounceMs);
    const found = search.results.groups.flatMap(({ artifacts }) => artifacts.map(({ title }) => title));
    search.dispose();
    assert.deepEqual(found, ["one", "two"]);
  });

  test("uses full text where the service has it, grouped by kind of artifact", async () => {
    const { service, clock, search } = await start({ hasFullText: true });
    const results = await finished(search, clock, "crash");
    assert.ok(results.groups.length > 1);
    assert.equal(results.connections[0]?.reach?.kind, "fullText");
    assert.deepEqual(
      service.requests.map(({ method, path, body }) => `${method} ${path} ${body}`),
      ['POST /api/v1/search?limit=50&offset=0 {"keywords":"crash"}'],
    );
  });

  test("asks a service that forbids full text for it once in a session", async () => {
    const { service, clock, search } = await start({ hasFullText: true });
    service.control.addFault({ path: "/search", fault: { kind: "answer", status: 403 } });
    const results = await finished(search, clock, "review");
    await finished(search, clock, "reviews");
    assert.deepEqual(requestsOf(service, "POST", "/search").length, 1);
    assert.equal(results.connections[0]?.reach?.kind, "trackers");
  });

  test("asks a service without full text for it once in a session", async () => {
    const { service, clock, search } = await start();
    await finished(search, clock, "review");
    await finished(search, clock, "reviews");
    assert.deepEqual(requestsOf(service, "POST", "/search").length, 1);
    assert.deepEqual(requestsOf(service, "GET", "/projects?").length, 1);
  });

  test("searches titles for words that are too short for full text", async () => {
    const { service, clock, search } = await start({ hasFullText: true });
    const results = await finished(search, clock, "4.");
    assert.equal(results.connections[0]?.reach?.kind, "trackers");
    assert.deepEqual(requestsOf(service, "POST", "/search"), []);
    assert.ok(results.groups.some(({ tracker }) => tracker?.label === "Releases"));
  });

  test("asks nothing for a single letter", async () => {
    const { service, clock, search } = await start();
    const results = await finished(search, clock, "r");
    assert.equal(results.connections[0]?.reach?.kind, "tooShort");
    assert.deepEqual(service.requests, []);
  });

  test("gives up the requests of an earlier text at once", async () => {
    const { service, clock, search } = await start();
    await finished(search, clock, "settings");
    service.clearRequests();
    service.control.addFault({ path: "/trackers/12/artifacts", fault: { kind: "hang" } });
    search.search("review");
    await clock.advance(searchDebounceMs);
    const hanging = () => service.requests.find(({ path }) => path.includes("/trackers/12/artifacts"));
    await until(() => hanging() !== undefined);
    const earlier = hanging();
    search.search("reviews");
    await until(() => earlier?.isGivenUp === true);
    const results = await finished(search, clock, "review time");
    assert.deepEqual(
      results.connections.map(({ error }) => error),
      [undefined],
    );
    assert.ok(
      results.groups.every(({ artifacts }) => artifacts.every(({ title }) => /review.* time/i.test(title ?? ""))),
    );
  });

  test("tells of each group as it arrives, and never moves one", async () => {
    const answers = new Map<number, (page: Page<ArtifactSummary>) => void>();
    const service = fakeService({
      listTrackers: async () => ({ items: [1, 2, 3].map((id) => ({ id, label: `No. ${id}` })) }),
      listArtifacts: (trackerId) => new Promise((resolve) => answers.set(trackerId, resolve)),
    });
    const clock = new HandClock();
    const search = new ArtifactSearch([new ConnectionSearch(sourceOf("team", service))], everywhere, clock.after);
    const seen: string[] = [];
    search.onDidChange(({ groups }) => {
      const keys = groups.map(({ key }) => key).join(" ");
      if (keys !== "" && seen.at(-1) !== keys) {
        seen.push(keys);
      }
    });
    const done = finished(search, clock, "review");
    await until(() => answers.size === 3);
    for (const trackerId of [3, 1, 2]) {
      answers.get(trackerId)?.({ items: [{ id: trackerId * 10, title: "Review" }] });
      await until(() => search.results.groups.some(({ tracker }) => tracker?.id === trackerId));
    }
    await done;
    assert.deepEqual(seen, ["team/3", "team/3 team/1", "team/3 team/1 team/2"]);
  });

  test("shows an artifact that is pinned or recent there and nowhere else", async () => {
    const known = [{ id: 1106, title: "Try the old settings page" }];
    const { clock, search } = await start({}, { known });
    const { groups } = await finished(search, clock, "settings page");
    assert.deepEqual(groups[0], { key: "team/known", connectionId: "team", kind: "known", artifacts: known, more: 0 });
    assert.deepEqual(
      groups.slice(1).filter(({ artifacts }) => artifacts.some(({ id }) => id === 1106)),
      [],
    );
  });

  test("tells of a connection that fails without keeping the others from theirs", async () => {
    const { connection, clock } = await start();
    const down = new ServiceError({ kind: "unreachable", method: "GET", path: "/projects" });
    const broken = sourceOf("broken", fakeService({ listProjects: () => Promise.reject(down) }));
    const search = new ArtifactSearch([new ConnectionSearch(broken), connection], everywhere, clock.after);
    const results = await finished(search, clock, "review");
    assert.deepEqual(
      results.connections.map(({ connectionId, error, reach }) => [connectionId, kindOf(error), reach?.kind]),
      [
        ["broken", "unreachable", undefined],
        ["team", undefined, "trackers"],
      ],
    );
    assert.ok(results.groups.length > 0);
  });

  test("leaves out a tracker that cannot be searched, and says which", async () => {
    const { service, clock, search } = await start();
    service.control.addFault({ path: "/trackers/13/artifacts", fault: { kind: "answer", status: 403 } });
    const results = await finished(search, clock, "review");
    const reach = results.connections[0]?.reach;
    assert.deepEqual(
      [reach?.searched, reach?.failures.map(({ label, error }) => [label, kindOf(error)])],
      [8, [["User Stories", "forbidden"]]],
    );
  });

  test("leaves out a project whose trackers cannot be listed, and says which", async () => {
    const { service, clock, search } = await start();
    service.control.addFault({ path: "/projects/122/trackers", fault: { kind: "answer", status: 403 } });
    const results = await finished(search, clock, "parser tests");
    const [team] = results.connections;
    assert.deepEqual(
      [team?.error, team?.reach?.failures.map(({ kind, label, error }) => [kind, label, kindOf(error)])],
      [undefined, [["project", "SVN plugin test", "forbidden"]]],
    );
    assert.deepEqual(
      results.groups.map(({ tracker }) => tracker?.label),
      ["Tasks"],
    );
  });

  test("keeps to what is known where the service lists nothing, and asks it no more", async () => {
    const known = [{ id: 501, title: "Everything fails", tracker: { id: 12 } }];
    const { service, clock, search } = await start({ listing: "minimal" }, { known });
    const results = await finished(search, clock, "everything");
    assert.deepEqual(summaryOf(results), { "team/known": [501] });
    assert.equal(results.connections[0]?.reach?.kind, "known");
    const asked = service.requests.length;
    await finished(search, clock, "nothing");
    assert.deepEqual([asked, service.requests.length], [2, 2]);
  });

  test("searches all trackers of a project when it is limited to that", async () => {
    const scope = { kind: "project", project: { id: 101, label: "Guinea Pig" } } as const;
    const { clock, search } = await start({}, { scope, known: [{ id: 1, title: "Review" }] });
    const results = await finished(search, clock, "parser tests");
    assert.deepEqual(
      results.groups.map(({ tracker }) => tracker?.label),
      ["Tasks"],
    );
  });

  suite("in one tracker", () => {
    const scope = { kind: "tracker", tracker: { id: 14, label: "Tasks" } } as const;

    test("searches titles there", async () => {
      const { clock, search } = await start({}, { scope });
      const results = await finished(search, clock, "parser tests");
      assert.deepEqual(Object.keys(summaryOf(results)), ["team/14"]);
    });

    test("sends a query as it is", async () => {
      const { service, clock, search } = await start({}, { scope });
      const results = await finished(search, clock, 'title = "parser" AND NOT_A_FIELD = 3');
      assert.equal(kindOf(results.connections[0]?.reach?.failures[0]?.error), "rejected");
      const [asked] = requestsOf(service, "GET", "/trackers/14/artifacts").map(({ path }) => new URL(path, "http://h"));
      assert.equal(asked?.searchParams.get("expert_query"), 'title = "parser" AND NOT_A_FIELD = 3');
    });
  });
});

function summaryOf({ groups }: SearchResults): Record<string, number[]> {
  return Object.fromEntries(groups.map(({ key, artifacts }) => [key, artifacts.map(({ id }) => id)]));
}

/** In the order in which they were taken up. */
function askedTrackers(service: ReferenceService): number[] {
  return service.requests.flatMap(({ path }) => {
    const id = /\/trackers\/(\d+)$/.exec(path)?.[1];
    return id === undefined ? [] : [Number(id)];
  });
}

function requestsOf(service: ReferenceService, method: string, path: string) {
  return service.requests.filter((request) => request.method === method && request.path.includes(path));
}

function kindOf(error: unknown): string | undefined {
  return isServiceError(error) ? error.kind : undefined;
}

const without = () => Promise.reject(new ServiceError({ kind: "notFound", method: "POST", path: "/search" }));

type FakeService = SearchService & Pick<SearchCatalog, "listProjects" | "listTrackers">;

function fakeService(routes: Partial<FakeService>): FakeService {
  return {
    searchFullText: without,
    listProjects: async () => ({ items: [{ id: 1, label: "Project" }] }),
    listTrackers: async () => ({ items: [{ id: 1, label: "Tracker" }] }),
    listArtifacts: async () => ({ items: [] }),
    ...routes,
  };
}

function sourceOf(connectionId: string, service: FakeService): SearchSource {
  return {
    connectionId,
    service: async () => service,
    catalog: () => ({ ...service, tracker: async () => undefined }),
    known: () => [],
    usedTrackers: () => [],
    favouriteProjects: () => [],
  };
}

/** Resolves once `condition` holds, looked at whenever something may have happened. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise(setImmediate);
  }
}
