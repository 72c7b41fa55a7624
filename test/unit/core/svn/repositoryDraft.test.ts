import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import { PostedDraft } from "../../../../src/core/draft/postedDraft.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import {
  type CreationService,
  type RepositoryDraftState,
  RepositoryPosting,
  repositoryDrafts,
  unlisted,
} from "../../../../src/core/svn/repositoryDraft.ts";
import { printDraft } from "../../../../src/core/svn/settingsText.ts";
import { typedSince } from "../../../../src/core/svn/typedSettings.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { MemoryDraftStore } from "../../../support/memoryDraftStore.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { settings } from "./arbitraries.ts";

const { signal } = new AbortController();
const projectId = 122;

suite("a draft of a repository", () => {
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
  const textOf = (name = "repo02", accessFile = shown.access_file) =>
    printDraft(projectId, name, { ...shown, access_file: accessFile });
  const posts = () => service.requests.filter(({ method }) => method === "POST");
  const drafted = (store = new MemoryDraftStore<RepositoryDraftState>(), routes: CreationService = client) =>
    new PostedDraft(new RepositoryPosting(projectId, routes), store, Date.now);
  const candidateOf = ({ attempt }: ReturnType<typeof drafted>, routes: CreationService = client) =>
    new RepositoryPosting(projectId, routes).candidate(attempt ?? assert.fail(), signal);
  const create = (name?: string) => drafted().create(textOf(name), signal);
  const lose = (when: "before" | "after") =>
    service.control.addFault({ method: "POST", fault: { kind: "reset", when } });
  const list = (isListed: boolean) => service.control.changeSettings({ listing: isListed ? "full" : "minimal" });
  const refusalOf = async (saving: Promise<unknown>) => {
    const failure = await saving.catch((error: unknown) => error);
    assert.ok(isServiceError(failure), JSON.stringify(failure));
    return [failure.status, failure.serviceMessage];
  };
  const taken = [409, "Repository name is already used in this project."];

  test("is one POST with the settings the draft shows, and no others", async () => {
    const outcome = await create();
    assert.ok(outcome.kind === "created" && outcome.repository && !outcome.isRecovered);
    assert.equal(service.control.readRepository({ repositoryId: outcome.repository.id }).name, "repo02");
    assert.deepEqual(
      posts().map(({ body }) => JSON.parse(body)),
      [{ project_id: projectId, name: "repo02", settings: shown }],
    );
  });

  test("says what its text says: what that leaves out is the service's default", async () => {
    const outcome = await drafted().create(JSON.stringify({ project_id: projectId, name: "repo02" }), signal);
    assert.deepEqual(JSON.parse(posts()[0]?.body ?? ""), { project_id: projectId, name: "repo02" });
    assert.ok(outcome.kind === "created");
    assert.deepEqual(outcome.sent, outcome.repository?.settings);
  });

  test("says which directories the repository begins with", async () => {
    const layout = ["/trunk", "/branches"];
    const text = JSON.stringify({ project_id: projectId, name: "repo02", settings: { layout } });
    const outcome = await drafted().create(text, signal);
    assert.ok(outcome.kind === "created" && outcome.repository);
    assert.deepEqual(service.control.readRepository({ repositoryId: outcome.repository.id }).layout, layout);
    assert.deepEqual(outcome.sent, outcome.repository.settings);
  });

  test("whose text is not valid is not sent", async () => {
    assert.deepEqual([await drafted().create("{", signal), posts()], [{ kind: "unsendable", why: undefined }, []]);
  });

  test("whose answer was lost is not repeated: the project tells that the repository is there", async () => {
    lose("after");
    const outcome = await create();
    assert.ok(outcome.kind === "created" && outcome.isRecovered);
    assert.deepEqual([outcome.repository?.name, posts().length], ["repo02", 1]);
  });

  test("whose answer was lost is sent by the next save where the project does not have it", async () => {
    const draft = drafted();
    lose("before");
    const outcome = await draft.create(textOf(), signal);
    assert.ok(outcome.kind === "unknown" && outcome.isMissing);
    assert.equal((await draft.create(textOf(), signal)).kind, "created");
    assert.equal(posts().length, 2);
  });

  test("whose answer was lost may or may not be there where nothing is listed, after a restart as well", async () => {
    const store = new MemoryDraftStore<RepositoryDraftState>();
    list(false);
    lose("after");
    const outcome = await drafted(store).create(textOf(), signal);
    assert.ok(outcome.kind === "unknown" && !outcome.isMissing);
    assert.equal((await drafted(store).create(textOf("another"), signal)).kind, "unknown");
    assert.equal(posts().length, 1);
  });

  test("of a name that is taken is refused as often as it is saved, and never taken for the one that is there", async () => {
    const draft = drafted();
    for (const _each of ["first", "second"]) {
      assert.deepEqual(await refusalOf(draft.create(textOf("repo01"), signal)), taken);
      assert.deepEqual([draft.attempt, draft.created], [undefined, undefined]);
    }
  });

  test("of a name that was there is none that is there where the POST never arrived", async () => {
    const draft = drafted();
    lose("before");
    const outcome = await draft.create(textOf("repo01"), signal);
    assert.ok(outcome.kind === "unknown" && outcome.isMissing && outcome.attempt.wasThere);
    assert.deepEqual(await refusalOf(draft.create(textOf("repo01"), signal)), taken);
    assert.equal(draft.created, undefined);
  });

  test("that the project did not list after its lost answer is not taken for what is listed later", async () => {
    const draft = drafted();
    lose("before");
    assert.equal((await draft.create(textOf(), signal)).kind, "unknown");
    await client.createRepository({ projectId, name: "repo02" }, signal);
    const later = await draft.create(textOf(), signal);
    assert.ok(later.kind === "unknown" && !later.isMissing);
    assert.equal(posts().length, 2);
  });

  test("whose project could not be listed before is not taken for what it lists since: somebody is asked", async () => {
    for (const verdict of ["mine", "another's"]) {
      const name = `asked-${verdict.length}`;
      const draft = drafted();
      list(false);
      lose("after");
      assert.equal((await draft.create(textOf(name), signal)).kind, "unknown");
      list(true);
      assert.equal((await draft.create(textOf(name), signal)).kind, "unknown");
      const found = await candidateOf(draft);
      assert.ok(found);
      assert.deepEqual([found.repository?.name, found.isRecovered], [name, true]);
      await (verdict === "mine" ? draft.settle(found) : draft.forgetAttempt());
      if (verdict === "mine") {
        assert.equal((await draft.create(textOf(name), signal)).kind, "created");
      } else {
        assert.deepEqual(await refusalOf(draft.create(textOf(name), signal)), taken);
      }
    }
  });

  for (const { what, accessFile } of [
    { what: "with other settings", accessFile: "[/]\ncolleague = rw" },
    { what: "whose settings cannot be read", accessFile: shown.access_file },
  ]) {
    test(`of which nobody could look right after is not taken for one that a colleague made since, ${what}`, async () => {
      let isListed = true;
      const routes: CreationService = {
        ...client,
        listRepositories: async (...args) => {
          list(isListed);
          isListed = false;
          return await client.listRepositories(...args);
        },
      };
      const store = new MemoryDraftStore<RepositoryDraftState>();
      lose("before");
      assert.equal((await drafted(store, routes).create(textOf(), signal)).kind, "unknown");
      list(true);
      const theirs = { ...settings({ access_file: accessFile }) };
      await client.createRepository({ projectId, name: "repo02", settings: theirs }, signal);
      if (what !== "with other settings") {
        service.control.addFault({
          method: "GET",
          path: /\/svn\/\d+$/,
          fault: { kind: "answer", status: 404, body: "" },
        });
      }
      const draft = drafted(store);
      assert.equal((await draft.create(textOf(), signal)).kind, "unknown");
      assert.equal((await candidateOf(draft))?.repository?.name, "repo02");
      assert.equal(posts().length, 2);
    });
  }

  test("whose answer was lost is there although the service has made comments of its rules", async () => {
    lose("after");
    const outcome = await drafted().create(textOf("repo02", "[/]\n@nobody-here = rw"), signal);
    assert.ok(outcome.kind === "created" && outcome.isRecovered && outcome.repository);
    const { accessFile } = service.control.readRepository({ repositoryId: outcome.repository.id }).settings;
    assert.equal(accessFile, "[/]\n# @nobody-here = rw");
  });

  test("stays in doubt where nobody waits any more for the look at what came of it", async () => {
    const controller = new AbortController();
    const routes: CreationService = {
      ...client,
      listRepositories: async (...args) => {
        if (posts().length > 0) {
          controller.abort();
        }
        return await client.listRepositories(...args);
      },
    };
    lose("after");
    const draft = drafted(new MemoryDraftStore<RepositoryDraftState>(), routes);
    await assert.rejects(draft.create(textOf(), controller.signal), { name: "AbortError" });
    assert.deepEqual([draft.attempt?.name, draft.created], ["repo02", undefined]);
  });

  test("is of no number where the answer tells nothing and nobody knows what was there before", async () => {
    list(false);
    const routes: CreationService = {
      ...client,
      createRepository: async (...args) => {
        await client.createRepository(...args);
        list(true);
        return undefined;
      },
    };
    const outcome = await drafted(new MemoryDraftStore<RepositoryDraftState>(), routes).create(textOf(), signal);
    assert.ok(outcome.kind === "created");
    assert.equal(outcome.repository, undefined);
  });

  for (const { what, theirs, isReadable } of [
    { what: "with other settings", theirs: { access_file: "[/]\ncolleague = rw" }, isReadable: true },
    { what: "with other default permissions", theirs: { has_default_permissions: false }, isReadable: true },
    { what: "whose settings cannot be read", theirs: { access_file: "[/]\ncolleague = rw" }, isReadable: false },
  ]) {
    test(`whose POST never arrived is not taken for one that a colleague made at that moment, ${what}`, async () => {
      const routes: CreationService = {
        ...client,
        createRepository: async (...args) => {
          const made = settings({ access_file: shown.access_file, ...theirs });
          await client.createRepository({ projectId, name: "repo02", settings: made }, signal);
          lose("before");
          return await client.createRepository(...args);
        },
      };
      if (!isReadable) {
        service.control.addFault({
          method: "GET",
          path: /\/svn\/\d+$/,
          fault: { kind: "answer", status: 404, body: "" },
        });
      }
      const draft = drafted(new MemoryDraftStore<RepositoryDraftState>(), routes);
      const outcome = await draft.create(textOf(), signal);
      assert.ok(outcome.kind === "unknown" && !outcome.isMissing);
      assert.deepEqual([draft.created, (await candidateOf(draft))?.repository?.name], [undefined, "repo02"]);
    });
  }

  for (const isListed of [true, false]) {
    test(`is created where the answer tells nothing, under the number ${isListed ? "of the" : "that no"} list`, async () => {
      const routes: CreationService = {
        ...client,
        createRepository: async (...args) => {
          await client.createRepository(...args);
          list(isListed);
          return undefined;
        },
      };
      const outcome = await drafted(new MemoryDraftStore<RepositoryDraftState>(), routes).create(textOf(), signal);
      assert.ok(outcome.kind === "created");
      assert.equal(outcome.repository?.name, isListed ? "repo02" : undefined);
    });
  }

  test("that is given up while the names of the project are read is not sent", async () => {
    const controller = new AbortController();
    const routes: CreationService = {
      ...client,
      listRepositories: async (...args) => {
        controller.abort();
        return await client.listRepositories(...args);
      },
    };
    const draft = drafted(new MemoryDraftStore<RepositoryDraftState>(), routes);
    await assert.rejects(draft.create(textOf(), controller.signal), { name: "AbortError" });
    assert.deepEqual([posts(), draft.attempt], [[], undefined]);
  });

  test("whose POST ended by something else than the service is of unknown fate", async () => {
    const routes: CreationService = {
      ...client,
      createRepository: async () => {
        throw new TypeError("broken");
      },
    };
    const outcome = await drafted(new MemoryDraftStore<RepositoryDraftState>(), routes).create(textOf(), signal);
    assert.ok(outcome.kind === "unknown" && outcome.isMissing);
  });

  test("is not decided by what was answered about an attempt before", async () => {
    const routes: CreationService = {
      ...client,
      listRepositories: async (...args) => {
        list(posts().length < 2);
        return await client.listRepositories(...args);
      },
    };
    const draft = drafted(new MemoryDraftStore<RepositoryDraftState>(), routes);
    lose("before");
    assert.equal((await draft.create(textOf("repo02"), signal)).kind, "unknown");
    const asked = draft.attempt;
    lose("after");
    assert.equal((await draft.create(textOf("repo03"), signal)).kind, "unknown");
    await draft.forgetAttempt(asked);
    await draft.settle({ name: "repo02", sent: settings({}) }, asked);
    assert.equal((await draft.create(textOf("repo04"), signal)).kind, "unknown");
    assert.deepEqual([draft.attempt?.name, draft.created, posts().length], ["repo03", undefined, 2]);
  });

  test("that was renamed after its answer was lost has become the repository of its old name", async () => {
    const draft = drafted();
    list(false);
    lose("after");
    // The service lists nothing right after, and everything before and later.
    const routes: CreationService = {
      ...client,
      listRepositories: async (...args) => {
        list(posts().length === 0);
        return await client.listRepositories(...args);
      },
    };
    const renamed = drafted(new MemoryDraftStore<RepositoryDraftState>(), routes);
    assert.equal((await renamed.create(textOf("old-name"), signal)).kind, "unknown");
    routes.listRepositories = client.listRepositories;
    list(true);
    const outcome = await renamed.create(textOf("new-name"), signal);
    assert.ok(outcome.kind === "alreadyCreated");
    assert.deepEqual([outcome.name, outcome.repository?.name, posts().length], ["old-name", "old-name", 1]);
    assert.deepEqual(typedSince(renamed.created ?? assert.fail(), textOf("new-name"))?.fixed, ["name"]);
    assert.equal(draft.created, undefined);
  });

  test("has sent what it said then, whatever was changed after its answer was lost", async () => {
    const store = new MemoryDraftStore<RepositoryDraftState>();
    let isListed = true;
    const routes: CreationService = {
      ...client,
      listRepositories: async (...args) => {
        list(isListed);
        isListed = false;
        return await client.listRepositories(...args);
      },
    };
    lose("after");
    assert.equal((await drafted(store, routes).create(textOf("repo02", "[/]\nsent = r"), signal)).kind, "unknown");
    list(true);
    const typed = textOf("repo02", "[/]\nsent = r\ntyped = rw");
    const draft = drafted(store);
    const outcome = await draft.create(typed, signal);
    assert.ok(outcome.kind === "alreadyCreated");
    assert.equal(outcome.sent.access_file, "[/]\nsent = r");
    const since = typedSince(draft.created ?? assert.fail(), typed);
    assert.deepEqual([since?.fixed, since?.sent.access_file], [[], "[/]\nsent = r"]);
    await draft.noteMoved(typed);
    assert.equal((await draft.create(typed, signal)).kind, "created");
    assert.equal(posts().length, 1);
  });

  suite("whose answer was lost, and which the project does not list", () => {
    let isLagging: boolean;
    let draft: ReturnType<typeof drafted>;
    let routes: { -readonly [K in keyof CreationService]: CreationService[K] };
    /** The next list is the last that lags. */
    const catchUp = () => {
      const { listRepositories } = routes;
      routes.listRepositories = async (...args) => {
        const page = await listRepositories(...args);
        isLagging = false;
        return page;
      };
    };

    setup(async () => {
      isLagging = true;
      routes = {
        ...client,
        listRepositories: async (...args) => (isLagging ? { items: [] } : await client.listRepositories(...args)),
      };
      draft = drafted(new MemoryDraftStore<RepositoryDraftState>(), routes);
      lose("after");
      const outcome = await draft.create(textOf(), signal);
      assert.ok(outcome.kind === "unknown" && outcome.isMissing);
    });

    test("may be the one that has its name when that is refused: somebody is asked, each time", async () => {
      for (const _each of ["first", "second"]) {
        const outcome = await draft.create(textOf(), signal);
        assert.ok(outcome.kind === "unknown" && !outcome.isMissing);
        assert.equal(isServiceError(outcome.cause) && outcome.cause.status, 409);
        assert.equal(draft.attempt?.text, textOf());
      }
      assert.deepEqual(
        posts().map(({ status }) => status),
        [undefined, 409, 409],
      );
      isLagging = false;
      const outcome = await draft.create(textOf(), signal);
      assert.ok(outcome.kind === "created" && outcome.isRecovered);
      assert.equal(posts().length, 3);
    });

    test("is known by nobody but the person while it is not listed", async () => {
      await draft.create(textOf(), signal);
      assert.equal(await candidateOf(draft, routes), undefined);
      await draft.settle(unlisted(draft.attempt ?? assert.fail()), draft.attempt);
      const outcome = await draft.create(textOf(), signal);
      assert.ok(outcome.kind === "created" && outcome.name === "repo02");
      assert.deepEqual([outcome.repository, posts().length], [undefined, 2]);
    });

    test("is listed by the time it is sent again, and what was typed meanwhile is no part of it", async () => {
      lose("before");
      assert.equal((await draft.create(textOf("repo02", "[/]\ntyped = rw"), signal)).kind, "unknown");
      isLagging = false;
      assert.equal((await draft.create(textOf("repo02", "[/]\ntyped = rw"), signal)).kind, "unknown");
      const found = await candidateOf(draft, routes);
      assert.ok(found);
      await draft.settle(found);
      const outcome = await draft.create(textOf("repo02", "[/]\ntyped = rw"), signal);
      assert.equal(outcome.kind, "alreadyCreated");
      const typed = typedSince(draft.created ?? assert.fail(), textOf("repo02", "[/]\ntyped = rw"));
      // Nobody knows which of the two has come of it.
      assert.deepEqual([typed?.fixed, typed?.sent.access_file], [[], ""]);
    });

    test("may have come of the first save or of the second one, where both lost their answers", async () => {
      lose("after");
      catchUp();
      const outcome = await draft.create(textOf(), signal);
      assert.ok(outcome.kind === "created" && outcome.isRecovered);
      assert.equal(posts().length, 2);
    });

    test("says nothing of another name, which was there before", async () => {
      catchUp();
      lose("before");
      const outcome = await draft.create(textOf("repo01"), signal);
      assert.ok(outcome.kind === "unknown" && outcome.attempt.name === "repo01");
      assert.equal(outcome.attempt.wasThere, true);
    });

    test("says nothing of the same name in another project", async () => {
      const asked: number[] = [];
      const { listRepositories } = routes;
      routes.listRepositories = (...args) => {
        asked.push(args[0]);
        return listRepositories(...args);
      };
      lose("before");
      const elsewhere = textOf().replace(`${projectId}`, "101");
      const outcome = await draft.create(elsewhere, signal);
      assert.ok(outcome.kind === "unknown" && outcome.attempt.projectId === 101);
      // What became of the first one, what is there, and what became of this one.
      assert.deepEqual(asked, [projectId, 101, 101]);
    });

    test("is refused as any other one once somebody has said that it is not theirs", async () => {
      await draft.create(textOf(), signal);
      await draft.forgetAttempt();
      assert.deepEqual(await refusalOf(draft.create(textOf(), signal)), taken);
      assert.equal(draft.attempt, undefined);
    });

    test("stays in doubt where another name is refused, or something else", async () => {
      const { attempt } = draft;
      assert.deepEqual(await refusalOf(draft.create(textOf("repo01"), signal)), taken);
      service.control.addFault({ method: "POST", fault: { kind: "answer", status: 400, body: "" } });
      assert.deepEqual(await refusalOf(draft.create(textOf(), signal)), [400, undefined]);
      assert.deepEqual(draft.attempt, attempt);
      isLagging = false;
      assert.equal((await draft.create(textOf(), signal)).kind, "created");
      assert.equal(posts().length, 3);
    });
  });

  test("is not taken for what a colleague made since, where nobody could look before the first save", async () => {
    let looks = 0;
    const routes: CreationService = {
      ...client,
      listRepositories: async (...args) => {
        looks++;
        list(looks > 2);
        if (looks === 4) {
          await client.createRepository({ projectId, name: "repo02", settings: settings(shown) }, signal);
          lose("before");
        }
        return await client.listRepositories(...args);
      },
    };
    const draft = drafted(new MemoryDraftStore<RepositoryDraftState>(), routes);
    lose("before");
    assert.equal((await draft.create(textOf(), signal)).kind, "unknown");
    const outcome = await draft.create(textOf(), signal);
    assert.ok(outcome.kind === "unknown", outcome.kind);
    assert.equal(looks, 4);
  });

  test("that somebody wants to be sent again stays in doubt where its name is refused", async () => {
    const draft = drafted();
    list(false);
    lose("after");
    assert.equal((await draft.create(textOf(), signal)).kind, "unknown");
    const { attempt } = draft;
    await draft.sendAgain(attempt ?? assert.fail());
    const outcome = await draft.create(textOf(), signal);
    assert.ok(outcome.kind === "unknown" && isServiceError(outcome.cause) && outcome.cause.status === 409);
    assert.deepEqual([posts().length, draft.attempt], [2, attempt]);
    // What was answered to that question is no answer to the next one.
    assert.equal((await draft.create(textOf(), signal)).kind, "unknown");
    assert.equal(posts().length, 2);
  });

  test("of which another window has sent nobody knows what stays in doubt", async () => {
    const store = new MemoryDraftStore<RepositoryDraftState>();
    const attempt = { beganOn: new Date().toISOString(), projectId, name: "repo02", settings: {}, wasThere: false };
    await store.write({ id: "1", address: store.address, text: "", attempt });
    const draft = drafted(store);
    assert.equal((await draft.create(textOf(), signal)).kind, "unknown");
    assert.deepEqual(posts(), []);
    // Once somebody has decided about it, a name that is taken is that of another one.
    await create();
    await draft.sendAgain(draft.attempt ?? assert.fail());
    assert.deepEqual(await refusalOf(draft.create(textOf(), signal)), taken);
    assert.equal(draft.attempt, undefined);
  });

  test("is read again where what is kept of it has its shape", () => {
    const { isState, isAttempt } = repositoryDrafts;
    const created = { name: "repo02", sent: settings({}), text: "" };
    assert.deepEqual(
      [{ id: "1" }, { id: "1", created }, { id: 1 }, { id: "1", created: { ...created, name: 7 } }, { text: "" }].map(
        (state) => isState(state),
      ),
      [true, true, false, false, false],
    );
    assert.deepEqual(
      [{ repository: { id: 90 } }, { repository: {} }, { sent: {} }].map((changes) =>
        isState({ id: "1", created: { ...created, ...changes } }),
      ),
      [true, false, false],
    );
    const attempt = { beganOn: "", projectId, name: "repo02", settings: {} };
    assert.deepEqual(
      [attempt, { ...attempt, text: "{}" }, { ...attempt, settings: undefined }, { beganOn: "" }].map((each) =>
        isAttempt(each),
      ),
      [true, true, false, false],
    );
    assert.deepEqual(
      [{ wasThere: true }, { wasThere: "no" }, { settings: { access_file: 7 } }].map((changes) =>
        isAttempt({ ...attempt, ...changes }),
      ),
      [true, false, false],
    );
  });
});
