import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { completeMention, lostMentions, typedMention } from "../../../../src/core/comment/mentions.ts";
import type { User } from "../../../../src/core/model/user.ts";

const { signal } = new AbortController();

suite("a mention in a comment", () => {
  for (const { line, typed } of [
    { line: "@", typed: "" },
    { line: "as @jd", typed: "jd" },
    { line: "(@j.d-o_e", typed: "j.d-o_e" },
    { line: "jane@example", typed: undefined },
    { line: "no mention", typed: undefined },
    { line: "@jdoe said", typed: undefined },
    { line: "é@jd", typed: undefined },
  ]) {
    test(`«${line}» ${typed === undefined ? "begins none" : `looks for «${typed}»`}`, () => {
      assert.equal(typedMention(line), typed);
    });
  }

  const offered = async (typed: string, known: readonly string[], found: readonly User[] = []) => {
    const searched: string[] = [];
    const people = async (words: string) => {
      searched.push(words);
      return found;
    };
    const { items, replace, isIncomplete } = await completeMention(typed, 10, known, { people }, signal);
    return {
      searched,
      logins: items.map(({ label }) => label),
      inserts: items.map(({ insert }) => insert),
      replace,
      isIncomplete,
    };
  };
  const jane = { id: 102, username: "jdoe", label: "Jane Doe (jdoe)" };
  const janet = { id: 108, username: "janet", label: "Janet Poe (janet)" };

  test("offers people who are known at once, and asks the service for nobody", async () => {
    const { logins, searched, replace } = await offered("j", ["Jane Doe (jdoe)", "Max Power (mpower)"]);
    assert.deepEqual([logins, searched, replace], [["jdoe"], [], { offset: 9, length: 1 }]);
  });

  test("offers no name that is no login: a completion is a snippet, and its variables would be filled in", async () => {
    const evil = [`j$\{CLIPBOARD}`, "j$TM_FILEPATH", "j}x"];
    const found = evil.map((username, id) => ({ id, username, label: username }));
    const { inserts } = await offered("jan", [...evil.map((login) => `Jan (${login})`), "Jane Doe (jdoe)"], found);
    assert.deepEqual(inserts, ["jdoe"]);
  });

  test("asks the service from three letters on, and puts whom it finds behind those who are known", async () => {
    const { logins, inserts, searched } = await offered("jan", ["Jane Doe (jdoe)"], [janet, jane]);
    assert.deepEqual([logins, searched], [["jdoe", "janet"], ["jan"]]);
    assert.deepEqual(inserts, logins);
  });

  test("offers nobody whom the service would not take for mentioned", async () => {
    const odd = ["jd", "1jane", "jane doe", "jané"].map((username, id) => ({ id, username, label: username }));
    assert.deepEqual((await offered("jan", ["Jane Doe", "A (b)"], odd)).logins, []);
  });

  test("that ends in a full stop is told to mention nobody", () => {
    assert.deepEqual(lostMentions("Ask @jdoe. Or @max, @kim-lee.b, a@jdoe.com, @jdoe.x and @al."), [
      { login: "jdoe", offset: 4, length: 6 },
    ]);
    assert.deepEqual(
      lostMentions("Thanks, @mpower.\nBye").map(({ login }) => login),
      ["mpower"],
    );
  });

  test("is told no more often than VS Code shows", () => {
    assert.equal(lostMentions("@jdoe. ".repeat(3000)).length, 1000);
  });
});
