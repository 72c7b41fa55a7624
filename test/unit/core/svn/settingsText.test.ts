import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { checkAccessFile } from "../../../../src/core/svn/accessFile.ts";
import { differingParts } from "../../../../src/core/svn/settings.ts";
import { nameProblem } from "../../../../src/core/svn/settingsProblem.ts";
import {
  accessFileForm,
  parseDraft,
  parseSettings,
  printDraft,
  printSettings,
} from "../../../../src/core/svn/settingsText.ts";
import { stepsOf } from "../../../support/stepsOf.ts";
import { anySettings, settings } from "./arbitraries.ts";

const whole = printSettings(settings({ access_file: "[/]\n* = r" }));
const change = (old: string, text: string) => {
  assert.ok(whole.includes(old), old);
  return whole.replace(old, text);
};

suite("the text of settings", () => {
  test("says what it was printed from, and is the same for the same settings", () => {
    fc.assert(
      fc.property(anySettings, (any) => {
        const text = printSettings(any);
        const { settings: read, problems } = parseSettings(text);
        assert.ok(problems.every(({ severity }) => severity === "warning"));
        assert.ok(read);
        assert.deepEqual(differingParts(read, any), []);
        assert.equal(printSettings(read), text);
        const shuffled = { ...any, email_notifications: any.email_notifications.toReversed() };
        assert.equal(printSettings(shuffled), text);
      }),
    );
  });

  test("is laid out as the editor's formatter would", () => {
    assert.equal(whole, `${JSON.stringify(JSON.parse(whole), null, 2)}\n`);
    assert.deepEqual(Object.keys(JSON.parse(whole).settings), [
      "commit_rules",
      "immutable_tags",
      "access_file",
      "email_notifications",
    ]);
  });

  const groups = { path: "/a", emails: [], users: [], user_groups: ["3", "101_3", "152"] };
  for (const { name, text, problems } of [
    { name: "whole", text: whole, problems: [] },
    { name: "with a byte order mark", text: `\ufeff${whole}`, problems: [] },
    { name: "no object", text: "[]", problems: ["rootNotObject error «[]»"] },
    { name: "empty", text: "{}", problems: ["missingMember error «{»"] },
    { name: "half typed", text: '{ "settings": {', problems: ["syntax error «»"] },
    {
      name: "without the access file",
      text: change('    "access_file": "[/]\\n* = r",\n', ""),
      problems: ["missingMember error «{»"],
    },
    {
      name: "with members that are never sent",
      text: change('"settings": {', '"settings": {\n    "has_default_permissions": true,'),
      problems: ['unknownMember warning «"has_default_permissions"»'],
    },
    {
      name: "with a rule that is a text",
      text: change('"is_reference_mandatory": false', '"is_reference_mandatory": "no"'),
      problems: ['wrongType error «"no"»'],
    },
    {
      name: "with paths that the service would change",
      text: change('"paths": []', '"paths": ["/a\\n/b", "tags", " "]'),
      problems: ['lineBreakInPath error «"/a\\n/b"»', 'pathWithoutSlash warning «"tags"»', 'emptyPath warning «" "»'],
    },
    {
      name: "with exceptions from nothing",
      text: change('"whitelist": []', '"whitelist": ["/tags/x"]'),
      problems: ['exceptionsWithoutPaths warning «["/tags/x"]»'],
    },
    {
      name: "with more paths than are kept",
      text: change('"paths": []', `"paths": ["/${"a".repeat(65_535)}"]`),
      problems: [`tooLong error «["/${"a".repeat(65_535)}"]»`],
    },
    {
      name: "with marks of a merge in the access file",
      text: change("* = r", "<<<<<<< mine\\nx\\n=======\\ny\\n>>>>>>> theirs"),
      problems: ["conflictMarks error «<<<<<<< mine»", "conflictMarks error «>>>>>>> theirs»"],
    },
    {
      name: "with a notification for a group that gets none",
      text: printSettings(settings({ email_notifications: [groups] })),
      problems: ['groupNotAllowed error «"3"»'],
    },
  ]) {
    test(`${name}: ${problems.length === 0 ? "is good" : problems.map((each) => each.split(" ")[0]).join(", ")}`, () => {
      const read = parseSettings(text);
      const found = read.problems.map(
        ({ code, severity, offset, length }) => `${code} ${severity} «${text.slice(offset, offset + length)}»`,
      );
      assert.deepEqual(found, problems);
      assert.equal(
        read.settings !== undefined,
        read.problems.every(({ severity }) => severity === "warning"),
      );
    });
  }

  test("names double paths, double addresses and notifications for nobody", () => {
    const [a, b] = [
      { path: "/a", emails: ["x@example.com", "x@example.com"], users: [], user_groups: [] },
      { path: "/a", emails: [], users: [], user_groups: [] },
    ];
    const text = printSettings(settings({ email_notifications: [a, b] }));
    assert.deepEqual(
      parseSettings(text)
        .problems.map(({ code }) => code)
        .sort(),
      ["duplicateEmail", "duplicateNotification", "noRecipient"],
    );
  });

  test("tells where each part is", () => {
    const text = printSettings(
      settings({ email_notifications: [{ path: "/a", emails: ["x@y.z"], users: [], user_groups: [] }] }),
    );
    const { places } = parseSettings(text);
    const at = (key: string) => {
      const place = places.get(key as never);
      return place && text.slice(place.offset, place.offset + place.length);
    };
    assert.equal(at("commit_rules.is_reference_mandatory"), "false");
    assert.equal(at("access_file"), '""');
    assert.equal(JSON.parse(at("email_notifications:/a") ?? "null")?.path, "/a");
  });

  test("tells where lines of an access file are wrong, and of no more than anybody mends", () => {
    const text = printSettings(settings({ access_file: '@"\u0001\n'.repeat(100_000) }));
    const { problems } = parseSettings(text);
    assert.equal(problems.length, 2000);
    assert.ok(problems.every(({ offset, length }) => text.slice(offset, offset + length) === '@\\"\\u0001'));
  });

  const notifications = (items: readonly object[]) =>
    whole.replace(/"email_notifications": \[.*\]/s, () => `"email_notifications": ${JSON.stringify(items)}`);

  test("is read in a time that grows as the text does, however many notifications it has", () => {
    const [small, large] = [300, 600].map((count) => {
      const text = notifications(Array.from({ length: count }, () => ({})));
      return stepsOf(() => parseSettings(text));
    }) as [number, number];
    assert.ok(large < small * 3, `${small}, and of the double ${large}`);
  });

  test("tells no more of what is wrong than VS Code shows, and is not sent for what it does not tell", () => {
    const unknown = { path: "/", emails: ["a@b.example"], users: [], user_groups: [], x: 1 };
    const warned = Array.from({ length: 3000 }, (_, n) => ({ ...unknown, path: `/${n}` }));
    const read = parseSettings(notifications(warned));
    assert.equal(read.problems.length, 2000);
    assert.equal(read.settings?.email_notifications.length, 3000);
    const { problems, settings: sent } = parseSettings(notifications([...warned, {}]));
    assert.equal(problems.length, 2000);
    assert.equal(sent, undefined);
  });

  test("never throws, whatever is typed", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string(), (json, at, typed) => {
        parseSettings(json.slice(0, at % (json.length + 1)) + typed);
        parseDraft(json);
        parseSettings(JSON.stringify({ settings: JSON.parse(json) }));
      }),
    );
  });
});

suite("the text of a draft", () => {
  test("says project, name and settings", () => {
    const { wanted, problems } = parseDraft(printDraft(122, "repo02", settings()));
    const { projectId, name, settings: read } = wanted ?? {};
    assert.deepEqual({ projectId, name, problems }, { projectId: 122, name: "repo02", problems: [] });
    assert.ok(read);
  });

  for (const { name, expected } of [
    { name: "repo02", expected: undefined },
    { name: " repo02 ", expected: undefined },
    { name: "", expected: "empty" },
    { name: "ab", expected: "tooShort" },
    { name: `a${"b".repeat(255)}`, expected: "tooLong" },
    { name: "2repo", expected: "start" },
    { name: "re po", expected: "characters" },
    { name: "répo", expected: "characters" },
  ]) {
    test(`the name «${name.slice(0, 10)}» ${expected ? `is ${expected}` : "will do"}`, () => {
      assert.equal(nameProblem(name), expected);
      const codes = parseDraft(printDraft(122, name, settings())).problems.map(({ code }) => code);
      assert.deepEqual(codes, expected ? ["invalidName"] : []);
    });
  }

  const rules = { is_reference_mandatory: true, is_commit_message_change_allowed: false };
  for (const { name, said, problems } of [
    { name: "no settings", said: {}, problems: [] },
    { name: "some of the settings", said: { settings: { commit_rules: rules } }, problems: [] },
    { name: "directories to begin with", said: { settings: { layout: ["/trunk", "/branches"] } }, problems: [] },
    { name: "no default permissions", said: { settings: { has_default_permissions: false } }, problems: [] },
    { name: "empty settings", said: { settings: {} }, problems: ["emptySettings"] },
    {
      name: "half of the rules",
      said: { settings: { commit_rules: { is_reference_mandatory: true } } },
      problems: ["missingMember"],
    },
    {
      name: "half of a notification",
      said: { settings: { email_notifications: [{ path: "/trunk", emails: ["a@example.com"], users: [] }] } },
      problems: ["missingMember"],
    },
    { name: "a layout that is no list", said: { settings: { layout: "/trunk" } }, problems: ["wrongType"] },
    {
      name: "default permissions that are a text",
      said: { settings: { has_default_permissions: "true" } },
      problems: ["wrongType"],
    },
    { name: "settings that are no object", said: { settings: [] }, problems: ["wrongType"] },
  ]) {
    test(`with ${name} ${problems.length === 0 ? "says just that" : `has ${problems}`}`, () => {
      const read = parseDraft(JSON.stringify({ project_id: 122, name: "repo02", ...said }));
      assert.deepEqual(
        read.problems.map(({ code }) => code),
        problems,
      );
      assert.deepEqual(read.wanted?.settings, problems.length === 0 ? (said.settings ?? {}) : undefined);
    });
  }

  test("without project or name is nothing to send", () => {
    const text = JSON.stringify({ settings: JSON.parse(printSettings(settings())).settings });
    const read = parseDraft(text);
    assert.equal(read.wanted, undefined);
    assert.deepEqual(
      read.problems.map(({ facts }) => facts?.member),
      ["project_id", "name"],
    );
  });
});

suite("an access file", () => {
  test("tells no more mistakes than anybody mends: VS Code makes a mark of each", () => {
    assert.equal(checkAccessFile("@a\n".repeat(1_000_000)).length, 2000);
  });

  for (const { name, text, problems } of [
    {
      name: "with sections, groups and rules is good",
      text: "# x\n[groups]\n@a = b\nw = jane\n\n[/]\n* = r\n@w = rw\n@x =\n",
      problems: [],
    },
    { name: "says which rule becomes a comment", text: "[/]\n@a = wr\n", problems: ["ruleBecomesComment «@a = wr»"] },
    { name: "says which rule belongs to nothing", text: "* = r\n", problems: ["outsideSection «* = r»"] },
    {
      name: "says where a merge left marks",
      text: "[/]\r\n<<<<<<< mine\r\n* = r\r\n=======\r\n* =\r\n>>>>>>> theirs",
      problems: ["conflictMarks «<<<<<<< mine»", "conflictMarks «>>>>>>> theirs»"],
    },
  ]) {
    test(name, () => {
      assert.deepEqual(
        checkAccessFile(text).map(({ code, offset, length }) => `${code} «${text.slice(offset, offset + length)}»`),
        problems,
      );
    });
  }
});

suite("the text of an access file alone", () => {
  for (const [name, file, text] of [
    ["ends its last line as its other ones", "[/]\r\n* = r", "[/]\r\n* = r\r\n"],
    ["ends one line with a line feed", "[/]", "[/]\n"],
    ["keeps empty lines at its end", "[/]\n\n", "[/]\n\n\n"],
    ["is empty where there are no rules", "", ""],
  ] as const) {
    test(name, () => {
      assert.equal(accessFileForm.print({ access_file: file }), text);
      assert.deepEqual(accessFileForm.read(text), { access_file: file });
    });
  }

  test("is not sent with the marks of a merge", () => {
    for (const mark of ["<<<<<<< mine", ">>>>>>> theirs"]) {
      assert.equal(accessFileForm.read(`[/]\n${mark}\n* = r\n`), undefined);
      assert.deepEqual(accessFileForm.read(`[/]\n ${mark}\n* = r\n`), { access_file: `[/]\n ${mark}\n* = r` });
    }
  });
});
