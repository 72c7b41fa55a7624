import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { CandidateSources } from "../../../../src/core/language/ports.ts";
import type { FoundPerson } from "../../../../src/core/model/user.ts";
import { readRepository } from "../../../../src/core/service/readRepository.ts";
import {
  checkIds,
  completeSettings,
  groupNames,
  nameOf,
  type SettingsNames,
} from "../../../../src/core/svn/settingsNames.ts";
import { parseDraft, parseSettings, printSettings } from "../../../../src/core/svn/settingsText.ts";
import { settings } from "./arbitraries.ts";

const { signal } = new AbortController();
const notification = { path: "/trunk", emails: [], users: [102, 999], user_groups: ["122_3", "151", "101_3"] };
const text = printSettings(settings({ email_notifications: [notification] }));
const people = new Map<number, FoundPerson>([
  [102, { name: "Jane Doe (jdoe)", isActive: true }],
  [103, { name: "Old Max (max)", isActive: false }],
  [999, "unknown"],
]);
const names: SettingsNames = {
  person: (id) => people.get(id),
  groups: groupNames([{ people: [], groups: [{ id: "151", name: "Developers" }] }], 122),
  projectId: 122,
};

suite("names in settings", () => {
  test("are told by the service with the settings", () => {
    const project = { id: 122, label: "SVN plugin test" };
    const minimal = [
      { id: 102, display_name: "Jane Doe (jdoe)", username: "jdoe" },
      { id: 103, username: "max" },
    ];
    const groups = [{ id: "151", label: "Developers" }, { id: "122_3" }];
    const notifications = [{ path: "/trunk", emails: [], users: minimal, user_groups: groups }];
    const read = readRepository({
      ...{ id: 90, name: "repo01", project },
      settings: settings({ email_notifications: notifications as never }),
    });
    assert.deepEqual(read?.settings?.email_notifications[0]?.users, [102, 103]);
    assert.deepEqual(read?.names, {
      people: [
        { id: 102, name: "Jane Doe (jdoe)" },
        { id: 103, name: "max" },
      ],
      groups: [{ id: "151", name: "Developers" }],
    });
    assert.equal(readRepository({ id: 90, name: "repo01", settings: settings() })?.names, undefined);
  });

  test("stand for the people and groups of a text, where those stand", () => {
    const { ids } = parseSettings(text);
    assert.deepEqual(
      ids.map((id) => [text.slice(id.offset, id.offset + id.length), nameOf(id, names)]),
      [
        ["102", "Jane Doe (jdoe)"],
        ["999", undefined],
        ['"101_3"', undefined],
        ['"122_3"', "Project members"],
        ['"151"', "Developers"],
      ],
    );
    // A text of settings is read as that of a draft here: both name people alike.
    assert.deepEqual(parseDraft(text).ids, ids);
  });

  test("mark who gets no notifications", () => {
    const problems = (document: string, known = names) =>
      checkIds(parseSettings(document), known).map(({ code, id }) => `${code} ${id.id}`);
    assert.deepEqual(problems(text), ["unknownPerson 999", "foreignGroup 101_3"]);
    const inactive = printSettings(settings({ email_notifications: [{ ...notification, users: [103, 104] }] }));
    assert.deepEqual(problems(inactive, { person: names.person, groups: new Map() }), ["inactivePerson 103"]);
  });

  const sources: CandidateSources = {
    people: async (words) => [{ id: 105, label: `Found by ${words}`, username: "found" }],
    artifacts: async () => assert.fail("no artifacts belong here"),
    now: () => new Date(0),
  };
  /** `|` is the cursor. */
  const complete = async (list: string, before = "") => {
    const document = `{"settings": {"email_notifications": [${before}{"path": "/a", ${list}}]}}`;
    const found = await completeSettings(document.replace("|", ""), document.indexOf("|"), names, sources, signal);
    return found?.items.map(({ label, insert }) => `${label}: ${insert}`);
  };

  for (const { where, list, expected } of [
    { where: "a name that is typed", list: '"users": ["jane|"]', expected: ["Found by jane: 105"] },
    { where: "a name without quotes", list: '"users": [102, jane|]', expected: ["Found by jane: 105"] },
    { where: "too little of a name", list: '"users": [ja|]', expected: [] },
    { where: "the whole list", list: '"users": jane|', expected: ["Found by jane: [105]"] },
    {
      where: "groups that are not there yet",
      list: '"user_groups": ["151", |]',
      expected: ['Project members: "122_3"', 'Project administrators: "122_4"'],
    },
    { where: "an address", list: '"emails": ["jane|"]', expected: undefined },
    { where: "a path", list: '"path": "|"', expected: undefined },
  ]) {
    test(`complete ${where}`, async () => {
      assert.deepEqual(
        (await complete(list))?.map((each) => each.replaceAll(/\s+/g, " ").replace("[ 105 ]", "[105]")),
        expected,
      );
    });
  }

  test("complete what is not in the same notification yet, whatever stands before that", async () => {
    assert.deepEqual(await complete('"user_groups": ["151", |]', "null, "), [
      'Project members: "122_3"',
      'Project administrators: "122_4"',
    ]);
  });
});

suite("problems of an access file in settings", () => {
  for (const { what, accessFile, expected } of [
    {
      what: "behind line breaks",
      accessFile: "[/]\r\n* = rw\r\n@a = wr\n@b = r",
      expected: ["ruleBecomesComment «@a = wr»"],
    },
    {
      what: "behind quotes and letters that are escaped",
      accessFile: '# "é\u0001\t\n@a = w"',
      expected: ['ruleBecomesComment «@a = w\\"»'],
    },
    { what: "outside of sections", accessFile: "* = r\n[/]\n* = r", expected: ["outsideSection «* = r»"] },
  ]) {
    test(`are marked at their lines: ${what}`, () => {
      for (const document of [
        printSettings(settings({ access_file: accessFile })),
        printSettings(settings({ access_file: accessFile })).replaceAll("\\n", "\\u000a"),
      ]) {
        const { problems, settings: read } = parseSettings(document);
        assert.deepEqual(
          problems.map(({ code, offset, length }) => `${code} «${document.slice(offset, offset + length)}»`),
          expected,
        );
        assert.ok(read);
      }
    });
  }
});
