import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { SvnSettings } from "../../../../src/core/model/svnRepository.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import { failureOf, useServers } from "./harness.ts";
import { html, json, testKey } from "./loopbackServer.ts";

suite("SVN repositories", () => {
  const { signal } = new AbortController();
  const serving = useServers();

  const settings: SvnSettings = {
    commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: true },
    immutable_tags: { paths: ["/tags"], whitelist: [] },
    access_file: "[/]\n* = r",
    email_notifications: [{ path: "/trunk", emails: [], users: [102], user_groups: ["101_3"] }],
    has_default_permissions: false,
  };
  const answered = {
    id: 90,
    name: "repo01",
    settings: {
      ...settings,
      email_notifications: [{ path: "/trunk", emails: [], users: [{ id: 102 }], user_groups: [{ id: "101_3" }] }],
    },
  };
  const read = { id: 90, name: "repo01", settings };

  test("are listed in pages", async () => {
    const { server, client } = await serving((response) =>
      json(response, { repositories: [answered, { id: 91, name: "tools" }, { name: "?" }] }, 200, {
        "X-Pagination-Size": "120",
        Date: "Fri, 13 Mar 2026 14:00:00 GMT",
      }),
    );
    assert.deepEqual(await client.listRepositories(122, 50, signal), {
      items: [
        { id: 90, name: "repo01" },
        { id: 91, name: "tools" },
      ],
      nextOffset: 100,
      total: 120,
      date: "Fri, 13 Mar 2026 14:00:00 GMT",
    });
    assert.deepEqual(
      server.received.map(({ path }) => path),
      ["/api/v1/projects/122/svn?limit=50&offset=50"],
    );
  });

  test("a listing without repositories is none", async () => {
    for (const body of [[], {}, { repositories: {} }]) {
      const { client } = await serving((response) => json(response, body));
      assert.equal((await failureOf(client.listRepositories(122, 0, signal))).problem, "incomplete");
    }
  });

  test("are read, created, changed and deleted", async () => {
    const { server, client } = await serving((response, { method }) =>
      method === "DELETE" ? json(response, "", 202) : json(response, answered, method === "POST" ? 201 : 200),
    );
    assert.deepEqual(
      [
        await client.readRepository(90, signal),
        await client.createRepository({ projectId: 122, name: "repo01", settings }, signal),
        await client.createRepository({ projectId: 122, name: "repo01" }, signal),
        await client.updateRepository(90, settings, signal),
        await client.deleteRepository(90, signal),
      ],
      [read, read, read, read, undefined],
    );
    assert.deepEqual(
      server.received.map(({ method, path, body, headers }) => [
        method,
        path,
        body === "" ? undefined : JSON.parse(body),
        headers["content-type"],
        headers["x-auth-accesskey"],
      ]),
      [
        ["GET", "/api/v1/svn/90", undefined, undefined, testKey],
        ["POST", "/api/v1/svn", { project_id: 122, name: "repo01", settings }, "application/json", testKey],
        ["POST", "/api/v1/svn", { project_id: 122, name: "repo01" }, "application/json", testKey],
        ["PUT", "/api/v1/svn/90", { settings }, "application/json", testKey],
        ["DELETE", "/api/v1/svn/90", undefined, undefined, testKey],
      ],
    );
  });

  test("a write that was carried out and tells nothing of it gives nothing", async () => {
    for (const body of [
      "",
      "{{{",
      "{}",
      { id: 90 },
      { id: 90, settings: { commit_rules: {} } },
      { ...answered, id: 91 },
    ]) {
      const { client } = await serving((response) => json(response, body));
      assert.equal(await client.updateRepository(90, settings, signal), undefined);
    }
    for (const body of ["", "{{{", "{}"]) {
      const { client } = await serving((response) => json(response, body, 201));
      assert.equal(await client.createRepository({ projectId: 122, name: "repo01" }, signal), undefined);
    }
  });

  test("a creation answered by something else than the service may or may not have happened", async () => {
    const { client } = await serving((response) => json(response, "{}"));
    const error = await failureOf(client.createRepository({ projectId: 122, name: "repo01" }, signal));
    assert.deepEqual([error.kind, error.problem], ["answerLost", "incomplete"]);
  });

  test("one that was created without a word, whatever the status, was created", async () => {
    for (const status of [200, 201, 204]) {
      const { client } = await serving((response) => void response.writeHead(status).end());
      assert.equal(await client.createRepository({ projectId: 122, name: "repo01" }, signal), undefined);
    }
  });

  test("one that was created is known by as little as its number or its address", async () => {
    const created = { id: 90, name: "repo01" };
    for (const [body, location, expected] of [
      [{ id: 90 }, undefined, created],
      [{ uri: "svn/90" }, undefined, { ...created, projectId: 122 }],
      ["", "/api/v1/svn/90", { ...created, projectId: 122 }],
      ["", "svn/90", { ...created, projectId: 122 }],
      ["", "/api/v1/svn/x", undefined],
    ] as const) {
      const { client } = await serving((response) =>
        json(response, body, 201, location === undefined ? {} : { Location: location }),
      );
      assert.deepEqual(await client.createRepository({ projectId: 122, name: "repo01" }, signal), expected);
    }
  });

  test("half of the settings, or another repository, is no answer", async () => {
    for (const body of [{ id: 91, name: "x" }, { ...answered, settings: { access_file: "" } }, []]) {
      const { client } = await serving((response) => json(response, body));
      assert.equal((await failureOf(client.readRepository(90, signal))).problem, "incomplete");
    }
  });

  for (const { name, there, expected } of [
    { name: "is over where it is found no more", there: 404, expected: undefined },
    { name: "is not where it is found still", there: 200, expected: "invalidAnswer" },
    { name: "is not known where nobody can look", there: 403, expected: "answerLost" },
  ]) {
    test(`a deletion answered by something else than the service ${name}`, async () => {
      const { client } = await serving((response, { method }) =>
        method === "DELETE" ? json(response, "") : json(response, answered, there),
      );
      const error = await client.deleteRepository(90, signal).catch((thrown: unknown) => thrown);
      assert.equal(isServiceError(error) ? error.kind : error, expected);
    });
  }

  test("a write whose answer is lost is not sent again", async () => {
    for (const act of ["createRepository", "updateRepository", "deleteRepository"] as const) {
      for (const respond of ["reset", "page"]) {
        const { server, client } = await serving((response) =>
          respond === "page" ? html(response) : void response.socket?.resetAndDestroy(),
        );
        const actions = {
          createRepository: () => client.createRepository({ projectId: 122, name: "repo01" }, signal),
          updateRepository: () => client.updateRepository(90, settings, signal),
          deleteRepository: () => client.deleteRepository(90, signal),
        };
        assert.equal((await failureOf(actions[act]())).kind, "answerLost", `${act} ${respond}`);
        assert.equal(server.received.length, 1);
      }
    }
  });

  test("a route that is missing is told from a repository that is", async () => {
    const { client } = await serving((response, _request, index) =>
      json(
        response,
        { error: { code: 404, message: index === 0 ? "Not Found" : "Not Found: Repository not found" } },
        404,
      ),
    );
    const errors = [
      await failureOf(client.readRepository(90, signal)),
      await failureOf(client.readRepository(90, signal)),
    ];
    assert.deepEqual(
      errors.map(({ kind, serviceMessage }) => [kind, serviceMessage]),
      [
        ["notFound", undefined],
        ["notFound", "Repository not found"],
      ],
    );
  });
});
