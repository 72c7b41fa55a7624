import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { HistoryEnd } from "../../../../src/core/overwrite/newestSteps.ts";
import { LongHistory, line, longText, never } from "../history/longHistory.ts";

suite("the end of a history that is read backwards", () => {
  const endOf = async (words: string) => {
    const steps = new LongHistory(100, (n) => [line(`${n}`), longText(`${n}${words}`)]);
    const source = {
      countChangesets: () => steps.countChangesets(),
      readChangesets: steps.readChangesets.bind(steps),
      readOwnId: async () => 102,
    };
    const end = (await HistoryEnd.read(source, 512, undefined, never)) ?? assert.fail();
    for (let more = true; more; ) {
      more = await end.readOlder(never);
    }
    return end.steps.length;
  };

  test("is read as far as ten pages lead, and no further than its steps take no more memory than they may", async () => {
    assert.equal(await endOf("short"), 50);
    assert.equal(await endOf("é".repeat(8_000_000)), 5);
    assert.equal(await endOf("é".repeat(4_000_000)), 10);
  });
});
