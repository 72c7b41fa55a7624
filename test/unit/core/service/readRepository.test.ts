import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { readRepositories, readRepository } from "../../../../src/core/service/readRepository.ts";

suite("reading SVN repositories", () => {
  const settings = {
    commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false },
    immutable_tags: { paths: ["/tags"], whitelist: ["/tags/moving"] },
    access_file: "[/] * = rw @members = rw",
    email_notifications: [
      {
        path: "/trunk",
        emails: ["a@example.com"],
        users: [{ id: 102, username: "jdoe" }, { id: "103" }],
        user_groups: [{ id: "101_3", label: "Members" }, { id: 152 }],
      },
    ],
    has_default_permissions: false,
  };
  const body = {
    id: 90,
    project: { id: 122, label: "SVN plugin test", shortname: "svn-plugin-test" },
    uri: "svn/90",
    name: "repo01",
    svn_url: "https://host/svnplugin/SVN-plugin-test/repo01",
    settings,
  };
  const summary = {
    id: 90,
    name: "repo01",
    projectId: 122,
    projectLabel: "SVN plugin test",
    projectShortname: "svn-plugin-test",
    checkoutUrl: "https://host/svnplugin/SVN-plugin-test/repo01",
  };

  test("users and groups become ids, as a PUT takes them", () => {
    assert.deepEqual(readRepository(body, 90), {
      ...summary,
      settings: {
        ...settings,
        email_notifications: [
          { path: "/trunk", emails: ["a@example.com"], users: [102, 103], user_groups: ["101_3", "152"] },
        ],
      },
      names: { people: [{ id: 102, name: "jdoe" }], groups: [{ id: "101_3", name: "Members" }] },
    });
  });

  test("without settings, which not everybody may see, is one", () => {
    const { settings: _, ...bare } = body;
    assert.deepEqual([readRepository(bare, 90), readRepository({ ...bare, settings: null })], [summary, summary]);
    assert.deepEqual(readRepository({ id: 90 }, 90), { id: 90, name: "" });
  });

  test("default permissions that are not told are what the service takes them for", () => {
    const { has_default_permissions: _, ...rest } = settings;
    assert.equal(readRepository({ ...body, settings: rest })?.settings?.has_default_permissions, true);
  });

  test("a member that is missing or malformed spoils the whole: a PUT would store what was made up", () => {
    const spoilt: readonly object[] = [
      ...Object.keys(settings)
        .filter((name) => name !== "has_default_permissions")
        .map((name) => ({ [name]: undefined })),
      { commit_rules: { is_reference_mandatory: true } },
      { immutable_tags: { paths: ["/tags"] } },
      { immutable_tags: { paths: [1], whitelist: [] } },
      { access_file: null },
      { email_notifications: [{ path: "/", emails: [], users: [] }] },
      { email_notifications: [{ path: "/", emails: [], users: [{ username: "x" }], user_groups: [] }] },
      { has_default_permissions: "1" },
    ];
    for (const members of spoilt) {
      assert.equal(
        readRepository({ ...body, settings: { ...settings, ...members } }),
        undefined,
        JSON.stringify(members),
      );
    }
    assert.equal(readRepository({ ...body, settings: [] }), undefined);
  });

  test("another repository, or none, is not the one asked for", () => {
    assert.deepEqual(
      [readRepository(body, 91), readRepository([], 90), readRepository(undefined), readRepository({ name: "x" })],
      [undefined, undefined, undefined, undefined],
    );
  });

  test("a listing has what has an id", () => {
    assert.deepEqual(readRepositories([body, { name: "x" }, null]), [summary]);
    assert.equal(readRepositories({}), undefined);
  });
});
