import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { bundledDocuments } from "../../../support/editorModel/bundledDocuments.ts";
import { randomRuns } from "../../../support/randomRuns.ts";
import { documents, type PacedStep, Person, type Step } from "./person.ts";

const runs = randomRuns(200);

const document = fc.constantFrom(...documents);
const field = fc.constantFrom("title" as const, "details" as const);
const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const inDocument = <K extends string>(name: K) => fc.record({ do: fc.constant(name), document });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  weighted(8, fc.record({ do: fc.constant("type" as const), document, field })),
  weighted(7, inDocument("save")),
  weighted(2, inDocument("open")),
  weighted(2, inDocument("switch")),
  weighted(3, inDocument("undo")),
  weighted(1, inDocument("redo")),
  weighted(1, inDocument("merge")),
  weighted(1, inDocument("keepMine")),
  weighted(1, inDocument("takeTheirs")),
  weighted(1, inDocument("discard")),
  weighted(2, inDocument("close")),
  weighted(2, inDocument("programReads")),
  weighted(2, fc.record({ do: fc.constant("programWrites" as const), document, field })),
  weighted(1, inDocument("agentSaves")),
  weighted(1, inDocument("language")),
  weighted(
    3,
    fc.record({ do: fc.constant("colleague" as const), field: fc.constantFrom("title", "details", "other") }),
  ),
  weighted(
    1,
    fc.record({ do: fc.constant("mishap" as const), what: fc.constantFrom("applied", "notApplied", "refused") }),
  ),
  weighted(1, fc.record({ do: fc.constant("restart" as const), isLate: fc.boolean() })),
  weighted(1, fc.record({ do: fc.constantFrom("refresh" as const, "letGo" as const, "wait" as const) })),
  weighted(1, fc.record({ do: fc.constant("move" as const) })),
);

function sequencesOf(waits: fc.Arbitrary<boolean>) {
  const step = fc.tuple(anyStep, waits).map(([each, isWaiting]): PacedStep => ({ ...each, waits: isWaiting }));
  return fc.record({
    turns: fc.constantFrom(0, 1, 5, 20),
    steps: fc.array(step, { minLength: 4, maxLength: 20, size: "max" }),
  });
}

suite("whatever a person, a colleague and a program do with the texts of an artifact", () => {
  for (const [pace, waits] of [
    ["one thing after another", fc.constant(true)],
    ["one thing before another is over", fc.boolean()],
  ] as const) {
    test(`no word is lost, and none is sent that was not saved, ${pace}`, async () => {
      const load = await bundledDocuments();
      let typed = 0;
      await fc.assert(
        fc.asyncProperty(sequencesOf(waits), async (sequence) => {
          const person = new Person(load, sequence.turns);
          await person.run(sequence.steps);
          typed += person.typedCount;
        }),
        { numRuns: runs, endOnFailure: true, verbose: true },
      );
      assert.ok(typed > runs / 2, "hardly a word was typed");
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
