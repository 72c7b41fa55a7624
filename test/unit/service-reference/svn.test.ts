import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { refusal, useService } from "./client.ts";

const complete = {
  commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false },
  immutable_tags: { paths: ["/tags"], whitelist: ["/tags/moving"] },
  access_file: "",
  email_notifications: [],
};

suite("Reference service: SVN repositories", () => {
  const client = useService();

  test("a repository shows its settings to administrators only, and no version to anybody", async () => {
    const reply = await client.get("/svn/90", { as: "admin" });
    assert.deepEqual([reply.headers.etag, reply.headers["last-modified"]], [undefined, undefined]);
    assert.equal(reply.headers.allow, "OPTIONS, GET, PUT, DELETE");
    assert.deepEqual(Object.keys(reply.json), ["id", "project", "uri", "name", "svn_url", "settings"]);
    assert.deepEqual(Object.keys(reply.json.settings), [
      "commit_rules",
      "immutable_tags",
      "access_file",
      "email_notifications",
      "has_default_permissions",
    ]);
    assert.equal("settings" in (await client.get("/svn/90")).json, false);
    assert.deepEqual(refusal(await client.get("/svn/999")), [404, "Not Found: Repository not found"]);
  });

  test("repositories are listed by project, and found by name", async () => {
    const ids = async (path: string) =>
      (await client.get(path)).json.repositories.map((each: { id: number }) => each.id);
    assert.deepEqual(await ids("/projects/122/svn"), [90, 91, 92]);
    assert.deepEqual(await ids(`/projects/122/svn?query=${encodeURIComponent('{"name":"tools"}')}`), [91]);
    assert.deepEqual(refusal(await client.get("/projects/122/svn?query=x")), [
      400,
      "Bad Request: Query must be in Json",
    ]);
    assert.deepEqual(refusal(await client.get(`/projects/122/svn?query=${encodeURIComponent('{"x":1}')}`)), [
      400,
      'Bad Request: You can only search on "name"',
    ]);
  });

  test("a repository is created with its settings", async () => {
    const body = {
      project_id: 122,
      name: " repo02 ",
      settings: { ...complete, access_file: " [/]\n@members = rw \n" },
    };
    const reply = await client.post("/svn", body, { as: "admin" });
    assert.deepEqual([reply.status, reply.headers.location, reply.headers.allow], [201, undefined, "OPTIONS, POST"]);
    assert.deepEqual(
      [reply.json.id, reply.json.name, reply.json.settings.access_file, reply.json.settings.has_default_permissions],
      [93, "repo02", "[/]\n@members = rw", true],
    );
    assert.equal((await client.post("/svn", { project_id: 122, name: "bare" }, { as: "admin" })).status, 201);
  });

  const nameRule =
    "Conflict: Repository name is invalid.  Must start by a letter, have a length of 3 characters minimum, only - _ . specials characters are allowed.";
  const refused: readonly { body: unknown; as?: "member"; answer: [number, string] }[] = [
    { body: { name: "abc" }, answer: [400, "Bad Request: `project_id` is required."] },
    { body: { project_id: 122 }, answer: [400, "Bad Request: `name` is required."] },
    {
      body: { project_id: 122, name: "abc", settings: {} },
      answer: [400, "Bad Request: Invalid value specified for `settings`"],
    },
    {
      body: { project_id: 122, name: "abc", settings: { commit_rules: { is_reference_mandatory: true } } },
      answer: [400, "Bad Request: `settings[commit_rules][is_commit_message_change_allowed]` is required."],
    },
    { body: { project_id: 9, name: "abc" }, answer: [400, "Bad Request: Given project does not exist"] },
    { body: { project_id: 101, name: "abc" }, answer: [400, "Bad Request: Project does not use SVN service"] },
    {
      body: { project_id: 122, name: "abc" },
      as: "member",
      answer: [403, "Forbidden: User doesn't have permission to create a repository"],
    },
    { body: { project_id: 122, name: "9ab" }, answer: [409, nameRule] },
    { body: { project_id: 122, name: "ab" }, answer: [409, nameRule] },
    {
      body: { project_id: 122, name: "repo01" },
      answer: [409, "Conflict: Repository name is already used in this project."],
    },
  ];
  for (const { body, as = "admin", answer } of refused) {
    test(`refuses to create ${JSON.stringify(body)}`, async () => {
      assert.deepEqual(refusal(await client.post("/svn", body, { as })), answer);
    });
  }

  const put = (settings: unknown, as: "admin" | "member" = "admin") => client.put("/svn/92", { settings }, { as });

  test("a PUT replaces everything and answers the repository; default permissions come back when left out", async () => {
    assert.equal(client.control.readRepository({ repositoryId: 92 }).settings.hasDefaultPermissions, false);
    const reply = await put(complete);
    assert.deepEqual([reply.status, reply.json.settings], [200, { ...complete, has_default_permissions: true }]);
    assert.equal(
      (await put({ ...complete, has_default_permissions: false })).json.settings.has_default_permissions,
      false,
    );
    assert.equal((await client.put("/svn/92", complete, { as: "admin" })).status, 200);
  });

  const missing: readonly { change: Record<string, unknown>; message: string }[] = [
    { change: { commit_rules: undefined }, message: "`settings[commit_rules]` is required." },
    { change: { immutable_tags: undefined }, message: "`settings[immutable_tags]` is required." },
    { change: { immutable_tags: { paths: [] } }, message: "`settings[immutable_tags][whitelist]` is required." },
    { change: { email_notifications: undefined }, message: "`settings[email_notifications]` is required." },
    { change: { access_file: undefined }, message: "`settings[access_file]` is required" },
    {
      change: { email_notifications: [{ path: "/", emails: [], users: [102] }] },
      message: "`settings[email_notifications][0][user_groups]` is required.",
    },
    {
      change: { email_notifications: [{ path: "/", emails: [], users: [], user_groups: [] }] },
      message: "Notification should concern at least one email or one user or one user group for path: /",
    },
    {
      change: { email_notifications: [notification({ emails: ["a@b.c", "a@b.c"] })] },
      message: "One email or more are not unique for path: /",
    },
    {
      change: { email_notifications: [notification({}), notification({})] },
      message: "One notification path or more are not unique: /",
    },
    { change: { email_notifications: [notification({ users: [999] })] }, message: "User 999 not found" },
    {
      change: { email_notifications: [notification({ users: [107] })] },
      message: "User 107 is neither active nor restricted.",
    },
    {
      change: { email_notifications: [notification({ user_groups: ["2"] })] },
      message: "Notifications cannot be sent to user groups Anonymous Authenticated and Registered",
    },
    {
      change: { email_notifications: [notification({ user_groups: ["101_3"] })] },
      message: "You can't add a user group from a different project",
    },
  ];
  for (const { change, message } of missing) {
    test(`refuses the settings with ${JSON.stringify(change)}: «${message}»`, async () => {
      assert.deepEqual(refusal(await put({ ...complete, ...change })), [400, `Bad Request: ${message}`]);
    });
  }

  test("an unknown group is 404, a member's PUT 403", async () => {
    const unknown = { ...complete, email_notifications: [notification({ user_groups: ["999"] })] };
    assert.deepEqual(refusal(await put(unknown)), [404, "Not Found: User Group does not exist"]);
    assert.deepEqual(refusal(await put(complete, "member")), [
      403,
      "Forbidden: User must be SVN admin to do this action",
    ]);
  });

  test("what a repository answers of its notifications is mapped to ids for a PUT", async () => {
    const { settings } = (await client.get("/svn/90", { as: "admin" })).json;
    const notifications = settings.email_notifications.map(
      (each: { path: string; emails: string[]; users: { id: number }[]; user_groups: { id: string }[] }) => ({
        path: each.path,
        emails: each.emails,
        users: each.users.map((user) => user.id),
        user_groups: each.user_groups.map((group) => group.id),
      }),
    );
    const reply = await client.put(
      "/svn/90",
      { settings: { ...settings, email_notifications: notifications } },
      { as: "admin" },
    );
    assert.deepEqual(reply.json.settings, settings);
  });

  test("commit rules are kept although the tags are too big", async () => {
    const paths = [`/${"x".repeat(70_000)}`];
    const reply = await put({ ...complete, immutable_tags: { paths, whitelist: [] } });
    assert.deepEqual(refusal(reply), [
      400,
      "Bad Request: The list of paths or allowed paths is too big and cannot be saved",
    ]);
    const { isReferenceMandatory, paths: stored } = client.control.readRepository({ repositoryId: 92 }).settings;
    assert.deepEqual([isReferenceMandatory, stored], [true, []]);
  });

  test("paths are trimmed and split at line feeds", async () => {
    const reply = await put({ ...complete, immutable_tags: { paths: [" /a ", "/b\n/c"], whitelist: [] } });
    assert.deepEqual(reply.json.settings.immutable_tags.paths, ["/a", "/b", "/c"]);
  });

  const accessFiles: readonly { sent: string; stored: string }[] = [
    { sent: "\n[/]\n* = r\n\n", stored: "[/]\n* = r" },
    { sent: "[/]\n@members = rw\n@Developers = r", stored: "[/]\n@members = rw\n@Developers = r" },
    { sent: "[/]\n@developers = rw", stored: "[/]\n# @developers = rw" },
    { sent: "[/]\r\n@nobody = rw\r\n* = r", stored: "[/]\r\n# @nobody = rw\r\n* = r" },
    { sent: "[/]\n@Translators = r", stored: "[/]\n# @Translators = r" },
    { sent: "[/]\n@members : rw", stored: "[/]\n# @members : rw" },
    { sent: "[groups]\nown = jdoe\n@x = y\n[/]\n@own = rw", stored: "[groups]\nown = jdoe\n@x = y\n[/]\n@own = rw" },
  ];
  for (const { sent, stored } of accessFiles) {
    test(`keeps the access file ${JSON.stringify(sent)} as ${JSON.stringify(stored)}`, async () => {
      assert.equal((await put({ ...complete, access_file: sent })).json.settings.access_file, stored);
    });
  }

  test("deleting is accepted once", async () => {
    assert.equal((await client.ask("DELETE", "/svn/91")).status, 403);
    const reply = await client.ask("DELETE", "/svn/91", { as: "admin" });
    assert.deepEqual([reply.status, reply.text], [202, ""]);
    assert.equal((await client.get("/svn/91")).status, 404);
    assert.deepEqual(refusal(await client.ask("DELETE", "/svn/91", { as: "admin" })), [
      400,
      "Bad Request: Repository already in queue for deletion",
    ]);
  });
});

function notification(change: Record<string, unknown>): Record<string, unknown> {
  return { path: "/", emails: ["a@example.com"], users: [], user_groups: [], ...change };
}
