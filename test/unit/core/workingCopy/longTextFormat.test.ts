import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactOutcome } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { fieldForm } from "../../../../src/core/workingCopy/textForm.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const notes = 103;
const document = "artifact://team/artifacts/512/fields/103.txt";
const whole = "artifact://team/artifacts/512.artifact.json";
const { signal } = new AbortController();
const form = fieldForm(notes, "txt");
const tracker = { tracker: async () => undefined };

suite("the document of one long text whose format a colleague changes", () => {
  let service: MemoryArtifactService;
  let store: MemoryStateStore;
  let copy: ArtifactCopy;
  let text: string;

  setup(async () => {
    service = new MemoryArtifactService({ [notes]: { kind: "text", members: formatted("first", "text") } });
    store = new MemoryStateStore();
    copy = artifactCopy(512, service, tracker, store);
    await copy.adopt(document, await copy.read(signal));
    await copy.track(document);
    text = "mine";
  });

  function formatted(content: string, format: string): JsonObject {
    return { value: { content, format } };
  }

  function read(): readonly Entry[] {
    return form.parse(text, copy.contextOf(document)).entries.map(({ fieldId, members }) => ({ fieldId, members }));
  }

  function save(how: "plain" | "keepMine" = "plain"): Promise<ArtifactOutcome> {
    return copy.save(document, read(), how, signal);
  }

  /** The text turns into another one, as the editor tells it. */
  function become(next: string, isUndo = false): void {
    text = next;
    copy.noteText(document, read(), isUndo);
  }

  /** A colleague writes an HTML text, and the refused save is merged. */
  async function mergeWith(theirs: string): Promise<void> {
    service.wait(60);
    service.edit(notes, formatted(theirs, "html"));
    service.wait(60);
    assert.equal((await save()).kind, "conflict");
    const merge = await copy.merge(document, read());
    // The editor asks again, with the text as it is by then.
    become(form.edit(text, merge?.again(read()).changes ?? []));
    service.requests.length = 0;
  }

  const marks = () => copy.unsettled(document, read()).map(({ mine, theirs }) => [mine.members, theirs?.members]);
  const sent = () => service.requests.flatMap((request) => (typeof request === "string" ? [] : request.entries));

  test("is marked after the merge, and nothing is sent before a choice", async () => {
    await mergeWith("<p>theirs</p>");
    assert.equal(text, "mine");
    assert.deepEqual(marks(), [[formatted("mine", "text"), formatted("<p>theirs</p>", "html")]]);
    assert.equal((await save()).kind, "unsettled");
    assert.deepEqual([sent(), service.stored()[notes]], [[], formatted("<p>theirs</p>", "html")]);
  });

  test("is sent in its own format once mine is chosen", async () => {
    await mergeWith("<p>theirs</p>");
    copy.chooseMine(document, read(), notes);
    assert.equal((await save()).kind, "saved");
    assert.deepEqual(service.stored()[notes], formatted("mine", "text"));
  });

  test("keeps mine in its own format", async () => {
    service.wait(60);
    service.edit(notes, formatted("<p>theirs</p>", "html"));
    service.wait(60);
    await save();
    assert.equal((await save("keepMine")).kind, "saved");
    assert.deepEqual(service.stored()[notes], formatted("mine", "text"));
  });

  test("is sent in its own format when it is written on", async () => {
    await mergeWith("<p>theirs</p>");
    become("mine, and more");
    assert.equal((await save()).kind, "saved");
    assert.deepEqual(service.stored()[notes], formatted("mine, and more", "text"));
  });

  test("is theirs, format and all, once it says what theirs says", async () => {
    await mergeWith("<p>theirs</p>");
    become("<p>theirs</p>");
    assert.deepEqual([marks(), await save()], [[], { kind: "unchanged" }]);
    become("<p>theirs, and mine</p>");
    assert.equal((await save()).kind, "saved");
    assert.deepEqual(service.stored()[notes], formatted("<p>theirs, and mine</p>", "html"));
  });

  test("is marked again when undoing brings it back", async () => {
    await mergeWith("<p>theirs</p>");
    become("<p>theirs</p>");
    become("mine", true);
    assert.deepEqual(marks(), [[formatted("mine", "text"), formatted("<p>theirs</p>", "html")]]);
    become("min", true);
    assert.deepEqual(marks(), [[formatted("min", "text"), formatted("<p>theirs</p>", "html")]]);
    assert.equal((await save()).kind, "unsettled");
    assert.deepEqual(sent(), []);
  });

  test("that was not touched becomes theirs, and is not put back by undoing", async () => {
    text = "first";
    service.wait(60);
    service.edit(notes, formatted("<p>theirs</p>", "html"));
    service.wait(60);
    await copy.compare(document, read(), signal);
    const merge = await copy.merge(document, read());
    const result = merge?.again(read());
    assert.deepEqual([result?.taken, result?.conflicts], [[notes], []]);
    become(form.edit(text, result?.changes ?? []));
    assert.deepEqual([text, marks(), await save()], ["<p>theirs</p>", [], { kind: "unchanged" }]);
    become("first", true);
    assert.equal((await save()).kind, "unsettled");
    assert.deepEqual(service.stored()[notes], formatted("<p>theirs</p>", "html"));
  });

  test("keeps its format over a reload", async () => {
    await mergeWith("<p>theirs</p>");
    become("mine, and more");
    copy = artifactCopy(512, service, tracker, store);
    await copy.track(document, () => undefined);
    assert.deepEqual(read()[0]?.members, formatted("mine, and more", "text"));
  });

  test("is compared in its own format with what another document of the artifact saved", async () => {
    await copy.adopt(whole, await copy.read(signal));
    await copy.track(whole);
    const others = [{ fieldId: notes, members: formatted("<p>other</p>", "html") }];
    assert.equal((await copy.save(whole, others, "plain", signal)).kind, "saved");
    assert.deepEqual(read()[0]?.members, formatted("mine", "text"));
    assert.equal(await copy.rebase(document, read()), undefined);
    assert.equal((await save()).kind, "conflict");
    const merged = await copy.merge(document, read());
    become(form.edit(text, merged?.again(read()).changes ?? []));
    assert.equal((await save()).kind, "unsettled");
    assert.deepEqual(service.stored()[notes], formatted("<p>other</p>", "html"));
  });

  for (const format of ["text", "html"]) {
    test(`has the format it had last, where it had another one with the same content, and ${format} is stored`, () =>
      hasLastFormat(format));
  }

  async function hasLastFormat(format: string): Promise<void> {
    service.edit(notes, formatted("theirs", "html"));
    text = "theirs";
    copy = artifactCopy(512, service, tracker, new MemoryStateStore());
    await copy.track(document, () => undefined);
    // What it was made from is not known, nor its format.
    assert.equal((await save()).kind, "conflict");
    await copy.merge(document, read());
    assert.deepEqual([read()[0]?.members, await save()], [formatted("theirs", "html"), { kind: "unchanged" }]);
    await copy.adopt(whole, await copy.read(signal));
    await copy.track(whole);
    const others = [{ fieldId: notes, members: formatted("other", format) }];
    assert.equal((await copy.save(whole, others, "plain", signal)).kind, "saved");
    const rebased = await copy.rebase(document, read());
    assert.deepEqual(read()[0]?.members, formatted("theirs", "html"));
    assert.deepEqual(rebased?.again(read()).taken, [notes]);
  }
});
