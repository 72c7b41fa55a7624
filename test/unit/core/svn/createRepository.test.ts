import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import { PinnedRepositories } from "../../../../src/core/pins/pinnedRepositories.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import { createRepository } from "../../../../src/core/svn/createRepository.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { settings } from "./arbitraries.ts";

const { signal } = new AbortController();
const projectId = 122;

suite("creating a repository", () => {
  let service: ReferenceService;
  let client: ServiceClient;

  setup(async () => {
    service = await startReferenceService();
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.admin }).client;
  });

  teardown(async () => {
    await client.close();
    await service.close();
  });

  const { has_default_permissions: _, ...shown } = settings({ access_file: "[/]\n* = r" });
  const create = (name = "repo02") => createRepository(client, { projectId, name, settings: shown }, signal);
  const posts = () => service.requests.filter(({ method }) => method === "POST").length;

  test("is one POST with the settings the draft shows, and no others", async () => {
    const outcome = await create();
    assert.ok(outcome.kind === "created" && !outcome.isRecovered);
    assert.equal(service.control.readRepository({ repositoryId: outcome.repository.id }).name, "repo02");
    assert.deepEqual(JSON.parse(service.requests[0]?.body ?? ""), {
      project_id: projectId,
      name: "repo02",
      settings: shown,
    });
  });

  test("says what the draft says: what it leaves out is the service's default", async () => {
    const outcome = await createRepository(client, { projectId, name: "repo02", settings: {} }, signal);
    assert.deepEqual(JSON.parse(service.requests[0]?.body ?? ""), { project_id: projectId, name: "repo02" });
    assert.ok(outcome.kind === "created");
    assert.deepEqual(outcome.sent, outcome.repository.settings);
  });

  test("says which directories it begins with", async () => {
    const said = { layout: ["/trunk", "/branches"] };
    const outcome = await createRepository(client, { projectId, name: "repo02", settings: said }, signal);
    assert.ok(outcome.kind === "created");
    assert.deepEqual(service.control.readRepository({ repositoryId: outcome.repository.id }).layout, said.layout);
    assert.deepEqual(outcome.sent, outcome.repository.settings);
  });

  test("whose answer was lost is not repeated: the project tells that it is there", async () => {
    service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    const outcome = await create();
    assert.ok(outcome.kind === "created" && outcome.isRecovered);
    assert.equal(outcome.repository.name, "repo02");
    assert.equal(posts(), 1);
  });

  test("whose answer was lost is not repeated: the project tells that it is not there", async () => {
    service.control.addFault({ method: "POST", fault: { kind: "reset", when: "before" } });
    assert.equal((await create()).kind, "notCreated");
    assert.equal(posts(), 1);
  });

  test("whose answer was lost may or may not be there where nothing is listed", async () => {
    service.control.changeSettings({ listing: "minimal" });
    service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    assert.equal((await create()).kind, "unknown");
    assert.equal(posts(), 1);
  });

  test("of a name that is taken is refused", async () => {
    const failure = await create("repo01").catch((error: unknown) => error);
    assert.ok(isServiceError(failure));
    assert.deepEqual(
      [failure.status, failure.serviceMessage],
      [409, "Repository name is already used in this project."],
    );
  });
});

suite("pinned repositories", () => {
  test("stay in the order of pinning, with what is known of them now", async () => {
    const store = new MemoryStore();
    const pins = new PinnedRepositories(store);
    let changes = 0;
    pins.onDidChange(() => changes++);
    await pins.add("team", { id: 90 });
    await pins.add("team", { id: 91, name: "tools" });
    await pins.add("team", { id: 90, name: "again" });
    await pins.seen("team", { id: 90, name: "repo01", projectId: 122 });
    await pins.seen("team", { id: 90 });
    await pins.seen("team", { id: 7, name: "not pinned" });
    assert.deepEqual(new PinnedRepositories(store).list("team"), [
      { id: 90, name: "repo01", projectId: 122 },
      { id: 91, name: "tools" },
    ]);
    await pins.remove("team", 91);
    assert.deepEqual([pins.has("team", 90), pins.has("team", 91), pins.list("other"), changes], [true, false, [], 4]);
    await pins.forget("team");
    assert.deepEqual(pins.list("team"), []);
  });
});
