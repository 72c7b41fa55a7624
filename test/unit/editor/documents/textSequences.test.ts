import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { bundledDocuments } from "../../../support/editorModel/bundledDocuments.ts";
import { randomRuns } from "../../../support/randomRuns.ts";
import { Person } from "./person.ts";
import { sequencesOf } from "./randomSteps.ts";

const runs = randomRuns(400);

suite("whatever a person, a colleague and a program do with the texts of an artifact", () => {
  // What meets something that is under way is found less often.
  for (const [pace, waiting, count] of [
    ["one thing after another", [8], runs / 2],
    ["one thing before another is over", [0, 1, 3, 6], runs],
  ] as const) {
    test(`no word is lost, and none is sent that was not saved, ${pace}`, async () => {
      const load = await bundledDocuments();
      let written = 0;
      await fc.assert(
        fc.asyncProperty(sequencesOf(waiting), async (sequence) => {
          const person = new Person(load, sequence.turns);
          await person.run(sequence.steps, sequence.open);
          written += person.writtenCount;
        }),
        { numRuns: count, endOnFailure: true, verbose: true },
      );
      assert.ok(written > count / 2, "hardly a word was written");
    }).timeout(0);
  }

  test("what is typed and saved while the format is switched is taken back by no save of the other text", async () => {
    const person = new Person(await bundledDocuments(), 1);
    await person.run([
      { do: "type", document: "json", field: "details", waits: true },
      { do: "save", document: "json", waits: false },
      { do: "switch", document: "json", waits: false },
      { do: "type", document: "json", field: "title", waits: false },
    ]);
  });
});
