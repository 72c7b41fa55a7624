import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { ArtifactHistory } from "../../../../src/core/history/artifactHistory.ts";
import { restoration, versionBase } from "../../../../src/core/history/restoration.ts";
import { Thread } from "../../../../src/core/history/thread.ts";
import type { Changeset } from "../../../../src/core/model/changeset.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { documentEntries, makeBase } from "../../../../src/core/workingCopy/base.ts";
import { artifactForm } from "../../../../src/core/workingCopy/textForm.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { never } from "./longHistory.ts";

const bug = 501;
const summary = 1202;

suite("versions of an artifact of the reference service", () => {
  let service: ReferenceService;
  let client: ServiceClient;
  let tracker: Tracker;

  setup(async () => {
    service = await startReferenceService({ artifactCount: 0 });
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.member }).client;
    const { artifact } = await client.readArtifact(bug, never);
    tracker = await client.readTracker(artifact.tracker?.id ?? 0, never);
  });

  teardown(() => service.close());

  const readHistory = async () => {
    const history = new ArtifactHistory(bug, () => {});
    await history.readNewest(client, never);
    return history;
  };
  const print = (step: Changeset, newest: Changeset | undefined, structure: Tracker | undefined = tracker) => {
    const printed = artifactForm(jsonCodec).print(versionBase(bug, step, structure, newest));
    return printed.kind === "text" ? printed.text : undefined;
  };
  const printDocument = async (structure: Tracker | undefined = tracker) => {
    const printed = artifactForm(jsonCodec).print(makeBase(await client.readArtifact(bug, never), structure));
    return printed.kind === "text" ? printed.text : undefined;
  };
  const edit = (value: string, comment?: string) =>
    service.control.editArtifact({
      artifactId: bug,
      values: [{ field: "summary", value }],
      ...(comment !== undefined && { comment }),
    });

  test("the newest one prints as the document does, with the tracker's structure and without", async () => {
    edit("Changed");
    const { newest } = await readHistory();
    assert.ok(newest);
    assert.equal(print(newest, newest), await printDocument());
    const withoutStructure = artifactForm(jsonCodec).print(versionBase(bug, newest, undefined, newest));
    const document = artifactForm(jsonCodec).print(makeBase(await client.readArtifact(bug, never), undefined));
    assert.deepEqual(withoutStructure, document);
  });

  test("two of them differ in what was changed and in nothing else", async () => {
    edit("Before");
    service.control.editArtifact({ artifactId: 502, values: [{ field: "links", links: [{ id: bug }] }] });
    edit("After");
    const { entries, newest } = await readHistory();
    const [before, after] = entries.slice(-2).map(({ step }) => print(step, newest)?.split("\n") ?? []);
    const different = (after ?? []).filter((line, index) => line !== before?.[index]);
    assert.deepEqual(
      different.map((line) => line.trim()),
      ['"value": "After"'],
    );
  });

  test("what may not be read is in none, what the tracker has no more is", async () => {
    service.control.setFieldPermissions({ fieldId: summary, read: [] });
    const hidden = await readHistory();
    tracker = await client.readTracker(tracker.id, never);
    assert.ok(!print(hidden.newest as Changeset, hidden.newest)?.includes(String(summary)));
    service.control.setFieldPermissions({ fieldId: summary, read: ["1"] });
    const { newest } = await readHistory();
    const without = { ...tracker, fields: tracker.fields.filter(({ fieldId }) => fieldId !== summary) };
    const text = print(newest as Changeset, newest, without);
    assert.ok(text?.includes(String(summary)));
    const now = makeBase(await client.readArtifact(bug, never), without);
    edit("Otherwise");
    const { changes, left } = restoration(
      newest as Changeset,
      { ...now, fields: now.fields.filter(({ fieldId }) => fieldId !== summary) },
      [],
    );
    assert.deepEqual([changes, left.map(({ why }) => why)], [[], ["gone"]]);
  });

  test("a field that a version does not tell is empty in it unless it was filled since", async () => {
    const effort = tracker.fields.find(({ type, isUpdatable }) => type === "int" && isUpdatable);
    assert.ok(effort);
    edit("Before");
    const { newest } = await readHistory();
    const unfilled = {
      ...(newest as Changeset),
      values: newest?.values.filter(({ fieldId }) => fieldId !== effort.fieldId) ?? [],
    };
    const has = (base: ReturnType<typeof versionBase>) =>
      documentEntries(base).some(({ fieldId }) => fieldId === effort.fieldId);
    assert.equal(has(versionBase(bug, unfilled, tracker, unfilled)), true);
    const filled = { fieldId: effort.fieldId, type: "int", label: "Effort", kind: "number", names: {} } as const;
    assert.equal(has(versionBase(bug, unfilled, tracker, { ...unfilled, values: [filled] })), false);
  });

  test("the thread tells changes by label, from what to what, and long texts as changed", async () => {
    edit("First");
    edit("Second", "Why not");
    service.control.editArtifact({
      artifactId: bug,
      values: [{ field: "details", value: { content: "Other", format: "text" } }],
    });
    service.control.addComment({ artifactId: bug, body: "Mail", email: "someone@example.com" });
    const history = await readHistory();
    const thread = new Thread(tracker);
    const shown = thread.of(history.entries);
    const words = (text: string) => ({ kind: "words", words: [text] });
    const [second, details, mail] = shown.slice(-3);
    assert.deepEqual(second?.changes, [
      { fieldId: summary, label: "Summary", values: { before: words("First"), after: words("Second") } },
    ]);
    assert.equal(second?.comment?.content, "Why not");
    assert.equal(second?.previousId, shown.at(-4)?.changesetId);
    assert.deepEqual(
      details?.changes.map(({ values }) => values),
      [undefined],
    );
    assert.deepEqual([mail?.email, mail?.changes], ["someone@example.com", []]);
    assert.equal(shown[0]?.isCreation, true);
  });

  test("are read from an older service that refuses to leave out values, and with megabytes of a comment among them", async () => {
    service.control.addComment({ artifactId: bug, body: `<p>${"x".repeat(5_000_000)}</p>`, format: "html" });
    const body = JSON.stringify({ error: { code: 403, message: "Forbidden" } });
    const headers = { "Content-Type": "application/json" };
    service.control.addFault({ path: "fields=comments", fault: { kind: "answer", status: 403, headers, body } });
    const { entries } = await readHistory();
    assert.equal(entries.at(-1)?.step.comment?.content.length, 5_000_007);
    assert.ok(entries.length >= 3);
  });
});
