import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { sameMeaning } from "../../../../src/core/field/meaning.ts";
import { restoration } from "../../../../src/core/history/restoration.ts";
import { uniteEntries } from "../../../../src/core/merge/uniteEntries.ts";
import type { Entry, EntryChange } from "../../../../src/core/model/entry.ts";
import { type JsonObject, listOf } from "../../../../src/core/model/json.ts";
import { type LastSave, lastSave } from "../../../../src/core/undo/lastSave.ts";
import { takenBack } from "../../../../src/core/undo/takenBack.ts";
import { Attaching } from "../../../../src/core/upload/attachIds.ts";
import { artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { type Base, differingFields, documentEntries, sameVersion } from "../../../../src/core/workingCopy/base.ts";
import { uniteTexts } from "../../../../src/core/workingCopy/textForm.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { randomRuns } from "../../../support/randomRuns.ts";

const runs = randomRuns(400);

const [title, text, values, links, files] = [101, 102, 103, 104, 105];
const keys = ["json", "xml", "field"] as const;
type Key = (typeof keys)[number];
const { signal } = new AbortController();

const inDocument = ["type", "revertChange", "save", "discard", "switch", "close", "open"] as const;
const anywhere = ["saveAll", "attach", "detach", "setByRow", "undoLastSave", "restoreVersion", "wait"] as const;

interface Step {
  readonly do: (typeof inDocument)[number] | (typeof anywhere)[number];
  readonly key: Key;
  readonly entry: Entry;
  readonly pick: number;
  /** Seconds that pass before it. */
  readonly after: number;
}

const ids = fc.subarray([1, 2, 3, 4]);
const anyLines = fc.array(fc.constantFrom("one", "two", "three"), { maxLength: 4 });
const anyEntry: fc.Arbitrary<Entry> = fc.oneof(
  fc.constantFrom("a", "b", "").map((value) => said(title, { value })),
  anyLines.map((lines) => said(text, { value: { content: lines.join("\n"), format: "text" } })),
  ids.map((all) => said(values, { bind_value_ids: all })),
  ids.map((all) => said(links, { links: all.map((id) => ({ id })) })),
);
const anyStep: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("type" as const, "save" as const, "open" as const) },
    { weight: 2, arbitrary: fc.constantFrom(...inDocument) },
    { weight: 3, arbitrary: fc.constantFrom(...anywhere) },
  ),
  key: fc.constantFrom(...keys),
  entry: anyEntry,
  pick: fc.nat(6),
  after: fc.constantFrom(0, 0, 1, 3),
});

function said(fieldId: number, members: JsonObject): Entry {
  return { fieldId, members };
}

suite("Whatever one person does to an artifact that nobody else changes, in several documents and without one", () => {
  // What undoing brings back from before a change that was made elsewhere is asked about: that is not among the steps.
  test("it is saved as it stands, and nothing is asked but where two documents say different things", async () => {
    let saves = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 25, size: "max" }), async (steps) => {
        const person = await Person.open();
        for (const step of steps) {
          await person.run(step);
        }
        await person.saveEach();
        saves += person.saveCount;
      }),
      { numRuns: runs },
    );
    assert.ok(saves > runs / 2, "hardly anything was saved");
  }).timeout(0);
});

function idsIn(members: JsonObject | undefined): readonly number[] {
  return listOf(members?.value).filter((id) => typeof id === "number");
}

interface Sheet {
  text: readonly Entry[];
  isUnsaved: boolean;
}

class Person {
  readonly #service = new MemoryArtifactService({
    [title]: { kind: "string", members: { value: "first" } },
    [text]: { kind: "text", members: { value: { content: "one\ntwo", format: "text" } } },
    [values]: { kind: "list", type: "msb", members: { bind_value_ids: [1, 2] } },
    [links]: { kind: "links", members: { links: [{ id: 1 }] } },
    [files]: { kind: "files", members: { value: [1, 2] } },
  });
  readonly #attaching = new Attaching();
  readonly #sheets = new Map<Key, Sheet>();
  #lastSave: LastSave | undefined;
  #nextFile = 10;
  /** Two documents have said different things: from then on one of them may be asked about. */
  #isAtOdds = false;
  saveCount = 0;
  readonly #copy = artifactCopy(
    512,
    this.#service,
    { tracker: async () => undefined },
    new MemoryStateStore(),
    (put) => {
      this.#lastSave = lastSave(put);
    },
  );

  static async open(): Promise<Person> {
    const person = new Person();
    await person.#open("json");
    return person;
  }

  async run(step: Step): Promise<void> {
    this.#service.wait(step.after);
    const sheet = this.#sheets.get(step.key);
    switch (step.do) {
      case "open":
        return sheet ? undefined : await this.#open(step.key);
      case "type":
        return sheet && this.#type(step.key, sheet, step.entry);
      case "revertChange":
        return sheet && this.#type(step.key, sheet, this.#held(step.entry.fieldId));
      case "save":
        return sheet && (await this.#save(step.key, sheet));
      case "discard":
        return sheet && (await this.#discard(step.key, sheet));
      case "switch":
        return sheet && (await this.#switch(step.key, sheet));
      case "close":
        return sheet && this.#close(step.key, sheet);
      case "saveAll":
        return await this.#saveAll();
      case "attach":
        return await this.#attach(this.#nextFile++);
      case "detach":
        return await this.#detach(step.pick);
      case "setByRow":
        return await this.#setByRow(step.entry);
      case "undoLastSave":
        return this.#undoLastSave();
      case "restoreVersion":
        return await this.#restoreVersion(step.pick);
      case "wait":
        return;
    }
  }

  async saveEach(): Promise<void> {
    for (const [key, sheet] of this.#sheets) {
      this.#service.wait(3);
      await this.#save(key, sheet);
    }
  }

  get #base(): Base {
    return this.#copy.base ?? assert.fail("nothing was read");
  }

  #held(fieldId: number): Entry {
    return this.#base.fields.find((field) => field.fieldId === fieldId)?.entry ?? assert.fail();
  }

  #kindOf(fieldId: number) {
    return this.#base.fields.find((field) => field.fieldId === fieldId)?.kind;
  }

  #shown(key: Key, entries: readonly Entry[]): readonly Entry[] {
    return key === "field" ? entries.filter(({ fieldId }) => fieldId === text) : entries;
  }

  async #open(key: Key): Promise<void> {
    const base = this.#sheets.size > 0 ? this.#base : await this.#copy.read(signal);
    await this.#copy.adopt(key, base);
    this.#sheets.set(key, { text: this.#shown(key, documentEntries(base)), isUnsaved: false });
    await this.#copy.track(key);
  }

  #close(key: Key, { isUnsaved }: Sheet): void {
    if (!isUnsaved && this.#sheets.size > 1) {
      this.#copy.close(key);
      this.#sheets.delete(key);
    }
  }

  async #switch(key: Key, sheet: Sheet): Promise<void> {
    const to = key === "json" ? "xml" : "json";
    if (key !== "field" && !this.#sheets.has(to)) {
      this.#copy.handOver(key, to, sheet.text);
      await this.#copy.track(to, () => sheet.text);
      this.#copy.close(key);
      this.#sheets.delete(key);
      this.#sheets.set(to, sheet);
    }
  }

  #type(key: Key, sheet: Sheet, entry: Entry): void {
    if (sheet.text.some(({ fieldId }) => fieldId === entry.fieldId)) {
      const entries = sheet.text.map((each) => (each.fieldId === entry.fieldId ? entry : each));
      this.#become(key, sheet, entries);
      sheet.isUnsaved = true;
    }
  }

  #edit(key: Key, sheet: Sheet, changes: readonly EntryChange[]): void {
    for (const change of changes) {
      if (change.kind === "set") {
        this.#type(key, sheet, change.entry);
      }
    }
  }

  #become(key: Key, sheet: Sheet, entries: readonly Entry[]): void {
    sheet.text = this.#shown(key, entries);
    this.#copy.noteText(key, sheet.text, false);
  }

  async #discard(key: Key, sheet: Sheet): Promise<void> {
    const base = await this.#copy.read(signal);
    this.#become(key, sheet, documentEntries(base));
    sheet.isUnsaved = false;
    await this.#copy.adopt(key, base);
    await this.#followed(key);
  }

  /** As the editor does once something was stored: what is unsaved is rebased, and all else follows. */
  async #followed(writer: string): Promise<void> {
    for (const [key, sheet] of this.#sheets) {
      if (key === writer || !this.#copy.isBehind(key)) {
        continue;
      }
      if (sheet.isUnsaved) {
        const merge = await this.#copy.rebase(key, sheet.text);
        this.#become(key, sheet, merge?.again(sheet.text).entries ?? sheet.text);
      } else {
        this.#become(key, sheet, documentEntries(this.#base));
        this.#copy.follow(key, this.#base);
      }
    }
  }

  get #unsaved(): readonly [Key, Sheet][] {
    return [...this.#sheets].filter(([, { isUnsaved }]) => isUnsaved);
  }

  #noteOdds(): boolean {
    const texts = this.#unsaved.map(([, sheet]) => sheet.text);
    const isAtOdds = uniteEntries(this.#base.fields, texts).disagreeing.length > 0;
    this.#isAtOdds ||= isAtOdds;
    return isAtOdds;
  }

  async #save(key: Key, sheet: Sheet): Promise<void> {
    if (!sheet.isUnsaved) {
      return;
    }
    this.#noteOdds();
    const others = this.#unsaved.filter(([other]) => other !== key);
    const pending = others.map(
      ([other, { text: mine }]) => [other, this.#copy.pending(other, mine).change ?? []] as const,
    );
    const { kind } = await this.#copy.save(key, sheet.text, "plain", signal);
    this.saveCount++;
    if (kind !== "saved" && kind !== "unchanged") {
      assert.ok(this.#isAtOdds, `${key} was asked about: ${kind}`);
      return await this.#discard(key, sheet);
    }
    this.#checkStored(key, sheet.text);
    sheet.isUnsaved = false;
    await this.#followed(key);
    for (const [other, changes] of this.#isAtOdds ? [] : pending) {
      this.#checkKept(other, changes);
    }
  }

  async #saveAll(): Promise<void> {
    const isAtOdds = this.#noteOdds();
    const texts = new Map<string, readonly Entry[]>(this.#unsaved.map(([key, sheet]) => [key, sheet.text]));
    if (texts.size === 0) {
      return;
    }
    const { kind } = await this.#copy.saveTogether("all", texts, uniteTexts, signal);
    this.saveCount++;
    assert.ok(kind !== "disagreeing" || isAtOdds, "the documents say the same");
    if (kind === "saved" || kind === "unchanged") {
      assert.ok(!isAtOdds, "one document took the place of what another one says");
      for (const [, sheet] of this.#unsaved) {
        sheet.isUnsaved = false;
      }
      await this.#followed("all");
      for (const [key, sheet] of this.#sheets) {
        this.#checkStored(key, sheet.text);
      }
    } else {
      assert.ok(this.#isAtOdds, `all were asked about: ${kind}`);
    }
  }

  #checkStored(key: Key, entries: readonly Entry[]): void {
    const stored = this.#service.stored();
    for (const { fieldId, members } of entries) {
      const now = stored[fieldId] ?? assert.fail();
      const isStored = sameMeaning(now, members, this.#kindOf(fieldId));
      assert.ok(isStored, `${key} says ${JSON.stringify(members)}, and stored is ${JSON.stringify(now)}`);
    }
  }

  /** What is merged by member and by line may say more by now. */
  #checkKept(key: Key, changes: readonly Entry[]): void {
    const kept = changes.filter(({ fieldId }) => fieldId === title);
    for (const { members } of kept) {
      assert.deepEqual(this.#sheets.get(key)?.text.find(({ fieldId }) => fieldId === title)?.members, members);
    }
  }

  /** The one that a change goes to which is made without a document while something is unsaved. */
  get #target(): [Key, Sheet] | undefined {
    const whole = [...this.#sheets].filter(([key]) => key !== "field");
    return whole.find(([, { isUnsaved }]) => isUnsaved) ?? whole[0];
  }

  get #attached(): readonly number[] {
    return idsIn(this.#service.stored()[files]);
  }

  async #attach(id: number): Promise<void> {
    const [key, sheet] = this.#target ?? [];
    if (key && sheet?.isUnsaved) {
      const attached = idsIn(sheet.text.find(({ fieldId }) => fieldId === files)?.members);
      return this.#type(key, sheet, said(files, { value: [...attached, id] }));
    }
    const { kind } = await this.#attaching.attach("512", this.#here(), files, [id]);
    assert.equal(kind, "saved");
    assert.ok(this.#attached.includes(id));
    await this.#followed("change");
  }

  async #detach(pick: number): Promise<void> {
    const attached = this.#attached;
    const id = attached[pick % attached.length];
    if (id !== undefined) {
      const { kind } = await this.#attaching.remove("512", this.#here(), files, id);
      assert.equal(kind, "saved");
      assert.deepEqual(
        this.#attached,
        attached.filter((each) => each !== id),
      );
      await this.#followed("change");
    }
  }

  async #setByRow(entry: Entry): Promise<void> {
    const [key, sheet] = this.#target ?? [];
    if (this.#unsaved.length > 0) {
      return key && sheet && this.#type(key, sheet, entry);
    }
    const { read, change } = this.#here();
    const { kind } = await change(await read(), entry);
    assert.ok(kind === "saved" || kind === "unchanged", kind);
    this.#checkStored("json", [entry]);
    await this.#followed("change");
  }

  /** As a row reads and changes the artifact. */
  #here() {
    return {
      read: () => this.#copy.read(signal),
      change: (base: Base, entry: Entry) =>
        this.#copy.saveOver(
          "change",
          [entry],
          async (held) => {
            const isRead = !held || (sameVersion(held.version, base.version) && !held.isRacy);
            const now = isRead ? base : await this.#copy.read(signal);
            return { now, isOther: now !== base && differingFields(base, now).includes(entry.fieldId) };
          },
          signal,
        ),
    };
  }

  #undoLastSave(): void {
    const [key, sheet] = this.#target ?? [];
    if (key && sheet && this.#lastSave) {
      const others = this.#unsaved.filter(([other]) => other !== key);
      const changed = others.flatMap(([other, { text: mine }]) => this.#copy.pending(other, mine).change ?? []);
      const elsewhere = new Set(changed.map(({ fieldId }) => fieldId));
      const { changes } = takenBack(this.#lastSave, { said: sheet.text, now: this.#base, elsewhere });
      this.#edit(key, sheet, changes);
    }
  }

  async #restoreVersion(pick: number): Promise<void> {
    const [key, sheet] = this.#target ?? [];
    const { items } = await this.#service.readChangesets(512, { offset: 0, limit: 100 });
    const step = items[pick % items.length] ?? assert.fail();
    if (key && sheet) {
      this.#edit(key, sheet, restoration(step, this.#base, sheet.text).changes);
    }
  }
}
