import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { newSuggestions, readSuggestions } from "../../../../src/core/connection/suggestions.ts";

suite("a connection that a folder suggests", () => {
  const from = "app";

  test("has its address however it is written, and its host for a name where it has none", () => {
    const suggestions = readSuggestions(
      [{ url: "tracker.example" }, { url: "https://b.example/x/api", label: " B " }],
      from,
    );
    assert.deepEqual(suggestions, [
      { url: "https://tracker.example/api/v1", label: "tracker.example", from },
      { url: "https://b.example/x/api/v1", label: "B", from },
    ]);
  });

  for (const setting of [
    ...["none", 5, null, { url: "https://tracker.example" }, [null], [5], [{}], [{ url: 5 }], [{ url: "" }]],
    ...[[{ url: "javascript:alert(1)" }], [{ url: "file:///etc/passwd" }], [{ url: "command:x" }]],
    [{ url: "https://ada:secret@tracker.example" }],
    [{ url: `https://tracker.example/${"a".repeat(10_000)}` }],
  ]) {
    test(`is none in ${JSON.stringify(setting).slice(0, 60)}`, () => {
      assert.deepEqual(readSuggestions(setting, from), []);
    });
  }

  test("is one of ten at most, with a label of a line that is no icon", () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ url: `https://t${at}.example`, label: `$(bug)\n${at}` }));
    const suggestions = readSuggestions(many, "a\nfolder");
    assert.equal(suggestions.length, 10);
    assert.deepEqual(
      suggestions.map(({ label, from }) => [label, from]),
      Array.from({ length: 10 }, (_, at) => [`$ (bug) ${at}`, "a folder"]),
    );
    const label = "L".repeat(10_000);
    assert.ok((readSuggestions([{ url: "t.example", label }], from)[0]?.label.length ?? 0) < 200);
  });

  test("is offered once, and not where its address is connected", () => {
    const suggestions = readSuggestions(
      ["a.example", "b.example", "a.example/api"].map((url) => ({ url })),
      from,
    );
    const offered = newSuggestions(suggestions, [{ url: "https://b.example/api/v1/" }]);
    assert.deepEqual(
      offered.map(({ url }) => url),
      ["https://a.example/api/v1"],
    );
  });

  test("is found soon among those of hundreds of folders, each with others", () => {
    const folders = Array.from({ length: 200 }, (_, folder) =>
      readSuggestions(
        Array.from({ length: 10 }, (_each, at) => ({ url: `https://t${at}.f${folder}.example` })),
        from,
      ),
    );
    const { user } = process.cpuUsage();
    const offered = newSuggestions(folders.flat(), [{ url: "t1.f0.example" }, { url: "no address" }]);
    assert.ok(process.cpuUsage().user - user < 500_000);
    assert.deepEqual(
      offered.map(({ url }) => new URL(url).host),
      [...[0, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `t${at}.f0.example`), "t0.f1.example"],
    );
  });
});
