import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import type { Artifact } from "../../../../src/core/model/artifact.ts";
import type { ArtifactCriteria, Page } from "../../../../src/core/model/tracker.ts";
import { quoted } from "../../../../src/core/query/artifactFilter.ts";
import { titleQuery } from "../../../../src/core/search/words.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { failureOf } from "./harness.ts";
import { clientOf } from "./loopbackServer.ts";

suite("listings against the reference service", () => {
  const { signal } = new AbortController();
  const bugs = 12;
  let service: ReferenceService;
  let client: ServiceClient;

  setup(async () => {
    service = await startReferenceService({ projectCount: 5 });
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.member }).client;
  });

  teardown(() => service.close());

  const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);
  async function walked<T>(read: (offset: number) => Promise<Page<T>>): Promise<readonly T[]> {
    const items: T[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: Page<T> = await read(offset);
      items.push(...page.items);
      offset = page.nextOffset;
    }
    return items;
  }

  test("projects can be those the user is a member of", async () => {
    const all = await client.listProjects(0, signal);
    const mine = [101, 102, 122];
    const own = await client.listProjects(0, signal, { isMember: true });
    assert.deepEqual([idsOf(all.items), idsOf(own.items)], [[...mine, 10_001], mine]);
  });

  const found = (criteria: ArtifactCriteria, limit = 1000) =>
    walked((offset) => client.listArtifacts(bugs, offset, limit, signal, criteria));

  test("artifacts can be those of a query, in both languages, page by page", async () => {
    const open = await found({ expertQuery: 'status = "Open"' }, 20);
    assert.ok(open.length > 20 && open.every(({ status }) => status === "Open"), String(open.length));
    assert.deepEqual(idsOf(await found({ query: { status: "302" } })), idsOf(open));
    const [first] = await found({ order: "desc" }, 5);
    assert.equal(first?.id, Math.max(...idsOf(await found({}))));
  });

  const hardWords = [
    '"',
    "'",
    "\\",
    '\\"',
    "\\\\",
    "\\u0041",
    "\\n",
    "it's",
    'say "hi"',
    "C:\\temp\\",
    "a\\",
    "%22",
    "Größe",
  ];
  for (const words of hardWords) {
    test(`words with «${words}» are found as they were meant, in both languages`, async () => {
      const title = `Titled x${words}x`;
      service.control.editArtifact({ artifactId: 502, values: [{ field_id: 1202, value: title }] });
      assert.deepEqual(idsOf(await found({ expertQuery: titleQuery("summary", title) })), [502]);
      assert.deepEqual(idsOf(await found({ expertQuery: `summary = ${quoted(title)}` })), [502]);
      assert.deepEqual(idsOf(await found({ query: { summary: { operator: "contains", value: title } } })), [502]);
    });
  }

  test("a query the service cannot make sense of is refused with its message", async () => {
    const error = await failureOf(client.listArtifacts(bugs, 0, 1, signal, { expertQuery: 'colour = "red"' }));
    assert.equal(error.kind, "rejected");
    assert.match(error.serviceMessage ?? "", /cannot search on 'colour'/);
  });

  test("reports tell whose they are, and list their artifacts", async () => {
    const { items } = await client.listReports(bugs, 0, signal);
    assert.deepEqual(items, [
      { id: 121, label: "All", isPublic: true, isDefault: true },
      { id: 122, label: "Open ones", isPublic: true, isDefault: false },
      { id: 128, label: "Jane's own", isPublic: false, isDefault: false },
    ]);
    const open = await walked((offset) => client.listReportArtifacts(122, offset, signal));
    assert.ok(open.length > 50 && open.every(({ isOpen, values }) => isOpen && values.length === 0));
    assert.equal((await failureOf(client.listReportArtifacts(129, 0, signal))).kind, "forbidden");
    assert.equal((await failureOf(client.listReportArtifacts(9_999, 0, signal))).kind, "notFound");
  });

  test("more artifacts than one request may ask for come by several", async () => {
    const ids = Array.from({ length: 250 }, (_, index) => 501 + index);
    service.clearRequests();
    const artifacts = await client.readArtifacts([...ids, 501, 99_999], signal);
    assert.equal(service.requests.length, 3);
    const read = new Set(idsOf(artifacts));
    assert.ok(artifacts.length > 200 && read.size === artifacts.length && !read.has(99_999));
    assert.ok(artifacts.every(({ values }) => values.length > 0));
  });

  test("links show their types at both ends, and what they lead to", async () => {
    const story = await linkedStory();
    const kinds = await client.listLinkTypes(story.id, signal);
    assert.ok(kinds.length > 0);
    for (const kind of kinds) {
      const ends = await walked((offset) => client.listLinkedArtifacts(story.id, kind, offset, signal));
      assert.ok(ends.length > 0 && ends.every(({ title, tracker }) => title !== undefined && tracker !== undefined));
      const other = await client.listLinkTypes(ends[0]?.id ?? 0, signal);
      assert.ok(other.some(({ type, direction }) => type === kind.type && direction !== kind.direction));
    }
    const children = kinds.find(({ type, direction }) => type === "_is_child" && direction === "forward");
    assert.equal(children?.label, "Child");
    assert.equal((await failureOf(client.listLinkTypes(99_999, signal))).artifactId, 99_999);
  });

  async function linkedStory(): Promise<Artifact> {
    const { items } = await client.listArtifacts(13, 0, 50, signal);
    for (const story of items) {
      const kinds = await client.listLinkTypes(story.id, signal);
      if (kinds.some(({ type, direction }) => type === "_is_child" && direction === "forward")) {
        return story;
      }
    }
    return assert.fail("no story has a child");
  }

  test("the user's own artifacts are told by who they are assigned to, and who submitted them", async () => {
    const own = async (which: Parameters<ServiceClient["listOwnArtifacts"]>[0]) =>
      new Set(idsOf(await walked((offset) => client.listOwnArtifacts(which, offset, signal))));
    const [assigned, submitted] = [await own({ assignedTo: true }), await own({ submittedBy: true })];
    assert.ok(assigned.size > 0 && submitted.size > 0);
    assert.deepEqual(await own({ assignedTo: true, submittedBy: true }), new Set([...submitted, ...assigned]));
  });

  test("people are found by words of their names, and by no less than three characters", async () => {
    const { items } = await client.findUsers("jane", 0, signal);
    assert.deepEqual(
      items.map(({ username, label }) => [username, label]),
      [["jdoe", "Jane Doe (jdoe)"]],
    );
    service.clearRequests();
    assert.deepEqual(await client.findUsers(" ja ", 0, signal), { items: [] });
    assert.deepEqual(service.requests, []);
    assert.deepEqual((await client.findUsers('{"username":"jdoe"}', 0, signal)).items, []);
  });

  test("a key tells when it expires, where it does", async () => {
    const body = JSON.stringify({
      description: "",
      expiration_date: "2099-03-04T00:00:00+00:00",
      scopes: ["write:rest"],
    });
    const headers = { "X-Auth-AccessKey": service.keys.member, "Content-Type": "application/json" };
    const made = await fetch(`${service.baseUrl}/access_keys`, { method: "POST", headers, body });
    const { identifier } = (await made.json()) as { identifier: string };
    const { client: expiring } = clientOf(service.baseUrl, { accessKey: async () => identifier });
    const expiries = [await client.readKeyExpiry(signal), await expiring.background.readKeyExpiry(signal)];
    assert.deepEqual(expiries, [undefined, Date.parse("2099-03-04T00:00:00Z")]);
    for (const told of ["1", "(a)(a) 2026", "soon", 5, null, {}]) {
      const answer = { kind: "answer", status: 200, body: JSON.stringify({ expiration_date: told }) } as const;
      service.control.addFault({ fault: { ...answer, headers: { "Content-Type": "application/json" } } });
      assert.equal(await client.readKeyExpiry(signal), undefined);
    }
  });

  test("a minimal service has none of it", async () => {
    service.control.changeSettings({ listing: "minimal" });
    const kinds = await Promise.all(
      [
        client.listProjects(0, signal),
        client.listArtifacts(bugs, 0, 1, signal),
        client.listReports(bugs, 0, signal),
        client.listReportArtifacts(121, 0, signal),
        client.readArtifacts([501], signal),
        client.listLinkTypes(501, signal),
        client.listLinkedArtifacts(501, { type: "", direction: "forward", label: "" }, 0, signal),
        client.listOwnArtifacts({ assignedTo: true }, 0, signal),
        client.findUsers("jane", 0, signal),
        client.readTracker(bugs, signal),
      ].map(async (action) => (await failureOf(action)).kind),
    );
    assert.deepEqual(new Set(kinds), new Set(["notFound"]));
  });

  test("a tracker tells what the names and states of its artifacts mean", async () => {
    const story = await client.readTracker(13, signal);
    const { statusFieldId, openValueIds, contributorFieldId, descriptionFieldId } = story;
    assert.deepEqual(
      { statusFieldId, openValueIds, contributorFieldId, descriptionFieldId },
      {
        statusFieldId: 1303,
        openValueIds: [401, 402, 403],
        contributorFieldId: 1304,
        descriptionFieldId: 1302,
      },
    );
    const options = (fieldId: number) => story.fields.find((field) => field.fieldId === fieldId)?.options.all ?? [];
    assert.ok(options(1303).some(({ label }) => label === "Done"));
    assert.ok(options(1304).some(({ label, username }) => label === "Jane Doe (jdoe)" && username === "jdoe"));
    const links = story.fields.find(({ type }) => type === "art_link")?.linkTypes;
    assert.ok(links?.some(({ shortname, label }) => `${shortname} ${label}` === "_is_child Child"));
  });
});
