import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { ArtifactHistory } from "../../../../src/core/history/artifactHistory.ts";
import { lastChanges } from "../../../../src/core/history/lastChange.ts";
import { longChange, saidWithChange, shortChange } from "../../../../src/core/history/stepWords.ts";
import type { FieldValue } from "../../../../src/core/model/artifact.ts";
import type { Comment } from "../../../../src/core/model/changeset.ts";
import { LongHistory, line, longText, never, notes, step, summary } from "./longHistory.ts";

suite("who gave a field its value", () => {
  let source: LongHistory;
  let history: ArtifactHistory;

  setup(() => {
    source = new LongHistory(0);
    history = new ArtifactHistory(512, () => {});
  });

  /** By field: the step that is told, of a version with `now` that is `later` than the newest step. */
  const told = (now: readonly FieldValue[], later = 0) => {
    const versionMs = Date.parse(source.steps.at(-1)?.submittedOn ?? "") + later;
    const changes = lastChanges(history, now, versionMs);
    return Object.fromEntries(
      [...changes].map(
        ([
          fieldId,
          {
            step: { id },
            previousId,
          },
        ]) => [fieldId, [id, previousId]],
      ),
    );
  };

  test("is whoever changed it last, and the creation for what never was changed", async () => {
    source.steps = [
      step(1000, [line("One"), longText("Long")]),
      step(1003, [line("Two"), longText("Long")], "Because"),
      step(1006, [line("Two"), longText("Long")], "I only say"),
    ];
    await history.readNewest(source, never);
    assert.deepEqual(told([line("Two"), longText("Long")]), { [summary]: [1003, 1000], [notes]: [1000, undefined] });
  });

  test("is not told of what was never given a value, nor where older steps are not known", async () => {
    source.steps = [step(1000, [line("One"), longText("")]), step(1003, [line("Two"), longText("")])];
    await history.readNewest(source, never);
    assert.deepEqual(told([line("Two"), longText("")]), { [summary]: [1003, 1000] });
    source = new LongHistory(60, (n) => [line(`Version ${n}`), longText("Long")]);
    history = new ArtifactHistory(512, () => {});
    await history.readNewest(source, never);
    assert.deepEqual(Object.keys(told([line("Version 60"), longText("Long")])), [String(summary)]);
    assert.equal(source.asked.length, 2);
  });

  test("is told of a later version only where that has the value of the newest step that was read", async () => {
    source.steps = [step(1000, [line("One"), longText("Long")]), step(1003, [line("Two"), longText("Longer")])];
    await history.readNewest(source, never);
    const now = [line("Somebody else's"), longText("Longer")];
    assert.deepEqual(Object.keys(told(now, 60_000)), [String(notes)]);
    assert.deepEqual(lastChanges(history, now, undefined).size, 1);
    assert.deepEqual(lastChanges(new ArtifactHistory(512, () => {}), now, 5).size, 0);
  });
});

suite("a last change in words", () => {
  const nowMs = Date.parse(step(0, []).submittedOn ?? "") + 3 * 86_400_000;
  const change = (author: string | undefined, comment?: string | Comment) => {
    const made = step(0, [], comment);
    return { step: author === undefined ? { id: 1, values: [] } : { ...made, author }, previousId: 9 };
  };
  const short = (...args: Parameters<typeof change>) => shortChange(change(...args), nowMs, "en");

  test("are short: who without the login, when, and the first line of the comment", () => {
    assert.equal(short("Jane Roe (jroe)", "works for me\nand more"), "Jane Roe, 3 days ago: works for me");
    assert.equal(short("Jane Roe (jroe)"), "Jane Roe, 3 days ago");
    assert.equal(
      short("Jane Roe (jroe)", { content: "<p>It &lt;works&gt;</p>", format: "html" }),
      "Jane Roe, 3 days ago: It <works>",
    );
    assert.equal(short(undefined), "Somebody unknown");
  });

  test("are on one line of bounded length, whatever the service says", () => {
    const words = short(`J\u202eane\n${"x".repeat(5000)} (jroe)`, `\u0007${"y ".repeat(5000)}`);
    assert.ok(words.length < 130, String(words.length));
    assert.ok(!["\n", "\u0007", "\u202e"].some((mark) => words.includes(mark)));
  });

  test("tell the whole name and the instant at length, and that it was the creation", () => {
    const long = longChange(change("Jane Roe (jroe)"), nowMs, "en");
    assert.match(long, /^Changed by Jane Roe \(jroe\), 3 days ago \(Mar 1\d, 2026, .*\)$/);
    const { step: made } = change("Max");
    assert.match(longChange({ step: made }, nowMs, "en"), /^Created by Max, /);
    assert.equal(saidWithChange(change("Max", "works\nfor me")), "works");
    assert.equal(saidWithChange(change("Max", "y".repeat(5000))), `${"y".repeat(300)}…`);
  });
});
