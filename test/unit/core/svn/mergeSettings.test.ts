import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import type { SvnNotification, SvnSettings } from "../../../../src/core/model/svnRepository.ts";
import { isRewrittenAccessFile, mergeSettings } from "../../../../src/core/svn/mergeSettings.ts";
import { differingParts, isSamePart, notificationPath, partsOf } from "../../../../src/core/svn/settings.ts";
import { anySettings, settings } from "./arbitraries.ts";

const trunk = (members: Partial<SvnNotification> = {}): SvnNotification => ({
  ...{ path: "/trunk", emails: ["a@example.com"], users: [], user_groups: [] },
  ...members,
});
const rules = (isMandatory: boolean, isChangeAllowed = false): Partial<SvnSettings> => ({
  commit_rules: { is_reference_mandatory: isMandatory, is_commit_message_change_allowed: isChangeAllowed },
});
const tags = (...paths: string[]): Partial<SvnSettings> => ({ immutable_tags: { paths, whitelist: [] } });

suite("merging settings", () => {
  const cases: {
    name: string;
    base: Partial<SvnSettings>;
    mine: Partial<SvnSettings>;
    theirs: Partial<SvnSettings>;
    merged: Partial<SvnSettings>;
    conflicts?: string[];
  }[] = [
    {
      name: "takes a rule that only they changed, and keeps one that only mine did",
      ...{ base: rules(false), mine: rules(true), theirs: rules(false, true), merged: rules(true, true) },
    },
    {
      name: "joins what both added to a list of paths, and drops what one removed",
      ...{ base: tags("/tags", "/old"), mine: tags("/tags", "/old", "/mine"), theirs: tags("/tags", "/theirs") },
      merged: tags("/tags", "/mine", "/theirs"),
    },
    {
      name: "combines lines of the access file that are apart",
      base: { access_file: "[/]\n* = r\n\n[/trunk]\n@members = rw" },
      mine: { access_file: "[/]\n* =\n\n[/trunk]\n@members = rw" },
      theirs: { access_file: "[/]\n* = r\n\n[/trunk]\n@members = r" },
      merged: { access_file: "[/]\n* =\n\n[/trunk]\n@members = r" },
    },
    {
      name: "marks lines of the access file that both changed",
      base: { access_file: "* = r" },
      mine: { access_file: "* = rw" },
      theirs: { access_file: "* =" },
      merged: { access_file: "<<<<<<< mine\n* = rw\n=======\n* =\n>>>>>>> theirs" },
      conflicts: ["access_file"],
    },
    {
      name: "joins those who get a notification",
      base: { email_notifications: [trunk()] },
      mine: { email_notifications: [trunk({ users: [102] })] },
      theirs: { email_notifications: [trunk({ emails: [], user_groups: ["152"] })] },
      merged: { email_notifications: [trunk({ emails: [], users: [102], user_groups: ["152"] })] },
    },
    {
      name: "joins a notification of one path that both added",
      base: {},
      mine: { email_notifications: [trunk()] },
      theirs: { email_notifications: [trunk({ emails: ["b@example.com"] })] },
      merged: { email_notifications: [trunk({ emails: ["a@example.com", "b@example.com"] })] },
    },
    {
      name: "leaves a notification that one removed and the other changed to a person",
      base: { email_notifications: [trunk()] },
      mine: { email_notifications: [] },
      theirs: { email_notifications: [trunk({ users: [102] })] },
      merged: { email_notifications: [] },
      conflicts: ["email_notifications:/trunk"],
    },
    {
      name: "leaves a notification that nobody would get any more to a person",
      base: { email_notifications: [trunk({ emails: ["a@example.com", "b@example.com"] })] },
      mine: { email_notifications: [trunk({ emails: ["a@example.com"] })] },
      theirs: { email_notifications: [trunk({ emails: ["b@example.com"] })] },
      merged: { email_notifications: [trunk({ emails: ["a@example.com"] })] },
      conflicts: ["email_notifications:/trunk"],
    },
  ];
  for (const { name, base, mine, theirs, merged, conflicts = [] } of cases) {
    test(name, () => {
      const result = mergeSettings(settings(base), settings(mine), settings(theirs));
      assert.deepEqual(
        { settings: result.settings, conflicts: result.conflicts },
        { settings: settings(merged), conflicts },
      );
    });
  }

  test("without a base each difference is a conflict, and mine stays", () => {
    const mine = settings({ ...rules(true), access_file: "* = r" });
    const result = mergeSettings(undefined, mine, settings());
    assert.deepEqual(result, {
      settings: mine,
      taken: [],
      combined: [],
      conflicts: ["commit_rules.is_reference_mandatory", "access_file"],
    });
  });

  test("an access file in an editor of its own takes nothing else over", () => {
    const result = mergeSettings(
      settings({ access_file: "a\nb" }),
      { access_file: "a\nB" },
      settings({ ...rules(true), access_file: "a\nb" }),
    );
    assert.deepEqual(result, { settings: { access_file: "a\nB" }, taken: [], combined: [], conflicts: [] });
  });

  test("what one side left alone is as the other side has it", () => {
    fc.assert(
      fc.property(anySettings, anySettings, anySettings, (base, mine, theirs) => {
        const merged = partsOf(mergeSettings(base, mine, theirs).settings);
        const [before, ours, others] = [partsOf(base), partsOf(mine), partsOf(theirs)];
        for (const key of new Set([...before.keys(), ...ours.keys(), ...others.keys()])) {
          if (isSamePart(key, before.get(key), ours.get(key))) {
            assert.ok(isSamePart(key, merged.get(key), others.get(key)), `${key} is theirs`);
          } else if (isSamePart(key, before.get(key), others.get(key))) {
            assert.ok(isSamePart(key, merged.get(key), ours.get(key)), `${key} is mine`);
          }
        }
      }),
    );
  });

  test("gives the same from both sides where it leaves nothing to decide", () => {
    fc.assert(
      fc.property(anySettings, anySettings, anySettings, (base, mine, theirs) => {
        const [one, other] = [mergeSettings(base, mine, theirs), mergeSettings(base, theirs, mine)];
        assert.deepEqual([...one.conflicts].sort(), [...other.conflicts].sort());
        assert.deepEqual(
          differingParts(one.settings, other.settings).filter((key) => !one.conflicts.includes(key)),
          [],
        );
      }),
    );
  });

  test("never leaves a rule to a person, and no list of paths", () => {
    fc.assert(
      fc.property(anySettings, anySettings, anySettings, (base, mine, theirs) => {
        const { conflicts } = mergeSettings(base, mine, theirs);
        assert.ok(conflicts.every((key) => key === "access_file" || notificationPath(key) !== undefined));
      }),
    );
  });
});

suite("what the service makes of an access file", () => {
  for (const { name, sent, stored, expected } of [
    { name: "trimming it", sent: "\n[/]\n* = r\n", stored: "[/]\n* = r", expected: true },
    { name: "turning a rule into a comment", sent: "[/]\n@x = r", stored: "[/]\n# @x = r", expected: true },
    { name: "not turning other lines into comments", sent: "[/]\n* = r", stored: "[/]\n# * = r", expected: false },
    { name: "not adding lines", sent: "[/]", stored: "[/]\n* = r", expected: false },
  ]) {
    test(`is ${name}`, () => assert.equal(isRewrittenAccessFile(sent, stored), expected));
  }
});
