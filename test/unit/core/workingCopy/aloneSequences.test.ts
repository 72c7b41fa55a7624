import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { randomRuns } from "../../../support/randomRuns.ts";

const runs = randomRuns(500);

const [title, text, values, links, files] = [101, 102, 103, 104, 105];
const document = "artifact://team/artifacts/512.artifact.json";
const { signal } = new AbortController();

const ids = fc.subarray([1, 2, 3, 4]);
const typed: fc.Arbitrary<Entry> = fc.oneof(
  fc.string().map((value) => said(title, { value })),
  fc
    .array(fc.constantFrom("one", "two", "three"))
    .map((lines) => said(text, { value: { content: lines.join("\n"), format: "text" } })),
  ids.map((all) => said(values, { bind_value_ids: all })),
  ids.map((all) => said(links, { links: all.map((id) => ({ id })) })),
  ids.map((all) => said(files, { value: all })),
);
const step = fc.oneof(
  { weight: 3, arbitrary: typed },
  { weight: 5, arbitrary: fc.constantFrom("undo" as const, "redo" as const, "save" as const, "save" as const) },
);

function said(fieldId: number, members: JsonObject): Entry {
  return { fieldId, members };
}

suite("Whatever one person types, undoes, redoes and saves in a document of an artifact that nobody else changes", () => {
  test("it is saved as it stands, and nothing is asked", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: "max" }), async (steps) => {
        const service = new MemoryArtifactService({
          [title]: { kind: "string", members: { value: "first" } },
          [text]: { kind: "text", members: { value: { content: "one\ntwo", format: "text" } } },
          [values]: { kind: "list", type: "msb", members: { bind_value_ids: [1, 2] } },
          [links]: { kind: "links", members: { links: [{ id: 1 }] } },
          [files]: { kind: "files", members: { value: [1, 2] } },
        });
        const copy = artifactCopy(512, service, { tracker: async () => undefined }, new MemoryStateStore());
        const base = await copy.read(signal);
        await copy.adopt(document, base);
        await copy.track(document);
        let texts = [documentEntries(base)];
        let at = 0;
        for (const each of steps) {
          const shown = texts[at] ?? assert.fail();
          if (each === "save") {
            service.wait(5);
            const { kind } = await copy.save(document, shown, "plain", signal);
            assert.ok(kind === "saved" || kind === "unchanged", kind);
            assert.deepEqual(service.stored(), Object.fromEntries(shown.map((e) => [e.fieldId, e.members])));
            continue;
          }
          const isUndo = each === "undo" || each === "redo";
          if (!isUndo) {
            const next = shown.map((entry) => (entry.fieldId === each.fieldId ? each : entry));
            texts = [...texts.slice(0, at + 1), next];
          }
          at = Math.min(Math.max(at + (each === "undo" ? -1 : 1), 0), texts.length - 1);
          copy.noteText(document, texts[at] ?? assert.fail(), isUndo);
        }
      }),
      { numRuns: runs },
    );
  }).timeout(0);
});
