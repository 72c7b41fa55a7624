import assert from "node:assert/strict";
import fc from "fast-check";
import { hasConflictMarks } from "../../../../src/core/merge/mergeText.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import { type LastSave, lastSave } from "../../../../src/core/undo/lastSave.ts";
import { takenBack } from "../../../../src/core/undo/takenBack.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactOutcome, ArtifactTypes } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { type Base, differingFields, documentEntries, hasToken } from "../../../../src/core/workingCopy/base.ts";
import type { Confirmed } from "../../../../src/core/workingCopy/confirmation.ts";
import type { TogetherOutcome } from "../../../../src/core/workingCopy/kindTypes.ts";
import type { StoredPut } from "../../../../src/core/workingCopy/ports.ts";
import { uniteTexts } from "../../../../src/core/workingCopy/textForm.ts";
import { HostLife } from "../../../support/hostLife.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { type BackgroundAnswer, BackgroundReads } from "./backgroundReads.ts";
import { ReplacementWatch } from "./replacementWatch.ts";
import { type DocumentKey, type SimulatedService, withoutFormat } from "./simulatedService.ts";

/** By their places among those of the artifact. */
const fields = [0, 1, 2] as const;
const keys = ["json", "xml", "field"] as const satisfies readonly DocumentKey[];
type Key = DocumentKey;
const { signal } = new AbortController();

/** What goes wrong, or comes between, during one save. */
interface Mishaps {
  /** A colleague changes this field in the second before the PUT arrives. */
  readonly editBefore?: number;
  /**
   * Colleagues change these fields between the check of the PUT's condition and its write, in its second or the one
   * before.
   */
  readonly editInGap?: { readonly fields: readonly number[]; readonly later: number };
  /** A colleague changes this field in the second of the PUT, before the artifact is read again. */
  readonly editAfter?: number;
  readonly answer?: "applied" | "notApplied";
  /** What stands in place of the PUT's answer, where one was lost: a status, instead of nothing at all. */
  readonly status?: 500 | 502 | 503 | 504;
  readonly failReads?: "all" | "afterPut";
  /** A 412 that nothing explains. */
  readonly refuses?: boolean;
  /** When an earlier reading in the background is answered, which is held back. */
  readonly delivers?: "beforeUpdate" | "inGap" | "afterUpdate";
  /** The person types in the document while it is saved. */
  readonly types?: { readonly field: number; readonly when: "beforeUpdate" | "inGap" | "afterUpdate" };
  /**
   * The host is killed after so many requests, answers and writings, at the latest before VS Code takes the text for
   * saved: it has kept one from before.
   */
  readonly dies?: { readonly at: number; readonly past: number };
}

export type Step = DocumentStep | SurroundingStep;

/** What the person does in a document. */
type DocumentStep =
  | { readonly do: "write" | "remove"; readonly document: Key; readonly field: number }
  /** The value of a field from any earlier text of the session, written again by hand. */
  | { readonly do: "rewrite"; readonly document: Key; readonly field: number; readonly past: number }
  /** The value of a field in the version beside the text, written by hand. */
  | { readonly do: "agree"; readonly document: Key; readonly field: number }
  /** Back, or forth, to any text of the session. */
  | { readonly do: "undo"; readonly document: Key; readonly past: number }
  | { readonly do: "save" | "keepMine"; readonly document: Key; readonly mishaps: Mishaps }
  | {
      readonly do: "compare" | "merge" | "takeTheirs" | "follow" | "refresh" | "revert" | "rebase" | "undoLastSave";
      readonly document: Key;
    }
  | { readonly do: "chooseMine"; readonly document: Key; readonly field: number }
  /** What VS Code does not let happen in the text: the person types at that moment. */
  | { readonly do: "mergeRefused" | "takeRefused"; readonly document: Key; readonly field: number }
  /** To the other format, unsaved changes and all. `staysOpen`: another editor shows the document, too. */
  | { readonly do: "switch"; readonly document: Key; readonly staysOpen?: boolean }
  | { readonly do: "close"; readonly document: Key };

type SurroundingStep =
  /** All that is unsaved, in one PUT. */
  | { readonly do: "saveAll"; readonly mishaps: Mishaps }
  | { readonly do: "open"; readonly document: Key }
  | { readonly do: "colleague"; readonly field: number; readonly later: number }
  /** And what is read in the background in that time is answered like this. */
  | { readonly do: "wait"; readonly seconds: number; readonly background: BackgroundAnswer }
  /** What was read in the background and is held back is answered. */
  | { readonly do: "deliver" }
  | { readonly do: "reload"; readonly first: Key; readonly isStoreLost: boolean }
  /** As after a kill: VS Code has kept texts from before. */
  | { readonly do: "crash"; readonly first: Key; readonly past: number }
  /** The connection is removed, and added again: what is open stays open. */
  | { readonly do: "forget" }
  | { readonly do: "hideVersions"; readonly which: "etag" | "lastModified" | "both" | "none" };

const document = fc.constantFrom<Key>("json", "json", "xml", "field");
const field = fc.constantFrom(...fields);
const past = fc.nat(6);
const editInGap = fc.record({
  fields: fc.uniqueArray(field, { minLength: 1, maxLength: 2 }),
  later: fc.nat(1),
});
const delivers = fc.constantFrom("beforeUpdate" as const, "inGap" as const, "afterUpdate" as const);
const dies = fc.record({ at: fc.nat(9), past });
const background = fc.constantFrom<BackgroundAnswer>("atOnce", "atOnce", "held", "held", "failed");
const mishaps: fc.Arbitrary<Mishaps> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ editInGap }) },
  { weight: 1, arbitrary: fc.record({ delivers }) },
  { weight: 1, arbitrary: fc.record({ editAfter: field }) },
  { weight: 1, arbitrary: fc.record({ types: fc.record({ field, when: delivers }) }) },
  { weight: 2, arbitrary: fc.record({ dies }) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        editBefore: field,
        editInGap,
        editAfter: field,
        answer: fc.constantFrom("applied" as const, "notApplied" as const),
        status: fc.constantFrom(500 as const, 502 as const, 503 as const, 504 as const),
        failReads: fc.constantFrom("all" as const, "afterPut" as const),
        refuses: fc.constant(true),
        delivers,
        types: fc.record({ field, when: delivers }),
        dies,
      },
      { requiredKeys: [] },
    ),
  },
);

const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  weighted(6, fc.record({ do: fc.constant("write" as const), document, field })),
  weighted(2, fc.record({ do: fc.constant("remove" as const), document, field })),
  weighted(2, fc.record({ do: fc.constant("rewrite" as const), document, field, past })),
  weighted(2, fc.record({ do: fc.constant("agree" as const), document, field })),
  weighted(4, fc.record({ do: fc.constant("undo" as const), document, past })),
  weighted(5, fc.record({ do: fc.constant("colleague" as const), field, later: fc.nat(3) })),
  weighted(4, fc.record({ do: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 3 }), background })),
  weighted(2, fc.record({ do: fc.constant("deliver" as const) })),
  weighted(8, fc.record({ do: fc.constant("save" as const), document, mishaps })),
  weighted(4, fc.record({ do: fc.constant("saveAll" as const), mishaps })),
  weighted(2, fc.record({ do: fc.constant("keepMine" as const), document, mishaps })),
  weighted(2, fc.record({ do: fc.constant("compare" as const), document })),
  weighted(3, fc.record({ do: fc.constant("merge" as const), document })),
  weighted(2, fc.record({ do: fc.constant("takeTheirs" as const), document })),
  weighted(1, fc.record({ do: fc.constantFrom("mergeRefused" as const, "takeRefused" as const), document, field })),
  weighted(3, fc.record({ do: fc.constant("follow" as const), document })),
  weighted(2, fc.record({ do: fc.constant("refresh" as const), document })),
  weighted(1, fc.record({ do: fc.constant("revert" as const), document })),
  weighted(2, fc.record({ do: fc.constant("rebase" as const), document })),
  weighted(3, fc.record({ do: fc.constant("undoLastSave" as const), document })),
  weighted(2, fc.record({ do: fc.constant("switch" as const), document, staysOpen: fc.boolean() })),
  weighted(2, fc.record({ do: fc.constant("chooseMine" as const), document, field })),
  weighted(1, fc.record({ do: fc.constant("close" as const), document })),
  weighted(3, fc.record({ do: fc.constant("open" as const), document: fc.constantFrom(...keys) })),
  weighted(
    2,
    fc.record({
      do: fc.constant("reload" as const),
      first: document,
      isStoreLost: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
  ),
  weighted(1, fc.record({ do: fc.constant("forget" as const) })),
  weighted(2, fc.record({ do: fc.constant("crash" as const), first: document, past })),
  weighted(
    1,
    fc.record({
      do: fc.constant("hideVersions" as const),
      which: fc.constantFrom("etag" as const, "lastModified" as const, "both" as const, "none" as const),
    }),
  ),
);

export const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 30, size: "max" });

/** How far the clock of the service is from the machine's. */
export const anyHoursOff = fc.constantFrom<number>(0, 5, -5);

/** Fails with the steps of the shortest sequence that fails, and the seed to find it again. */
export function reportSteps({
  failed,
  counterexample,
  errorInstance,
  seed,
  numRuns,
}: fc.RunDetails<[Step[], number]>): void {
  if (failed) {
    const why = errorInstance instanceof Error ? errorInstance.message : "";
    const steps = (counterexample?.[0] ?? []).map((step) => `  ${JSON.stringify(step)},`).join("\n");
    assert.fail(`${why}\nseed ${seed}, after ${numRuns} runs:\n${steps}`);
  }
}

/** A value in a text, and the colleagues' values of its field that the person had before them when they wrote it. */
interface Value {
  readonly text: string;
  readonly known: ReadonlySet<string>;
}

type Text = ReadonlyMap<number, Value>;

/** A document as the person sees it. */
interface Sheet {
  readonly key: Key;
  text: Text;
  /** Every text of the session. */
  readonly past: Text[];
  /** Of those the ones since it was clean last: VS Code keeps what is unsaved some time after it is typed. */
  unsaved: readonly { readonly text: Text; readonly madeFrom: Map<number, string> }[];
  isDirty: boolean;
  /** What the text was made from. */
  readonly madeFrom: Map<number, string>;
  /** Whether `madeFrom` is known to the extension. */
  isMadeFromKnown: boolean;
  /** By field: colleagues' values the document was made from at some time. */
  readonly seen: Map<number, Set<string>>;
  /** By field: theirs that the person preferred mine to. */
  readonly chosen: Map<number, string | undefined>;
  /**
   * By field: what the person made the same as the base, by hand or by undoing. It is theirs from there on, and
   * follows.
   */
  readonly agreed: Map<number, string>;
  /** The version beside the text. */
  comparison: Base | undefined;
  following: Base | undefined;
}

/** A text as it is saved. */
interface SavedText {
  readonly sheet: Sheet;
  readonly text: Text;
  /** The version beside it then. */
  readonly comparison: Base | undefined;
}

/** A PUT that was carried out, of which nobody knows: its answer was lost, or the host was killed. */
interface UnknownPut {
  readonly saved: readonly SavedText[];
  /** By field: what it stored. */
  readonly texts: ReadonlyMap<number, string>;
  /** What the service held right after it, to compare. */
  readonly left: string;
}

/** A person's editor with documents of one artifact, its service, and what must be true of both. */
export class EditorFixture {
  readonly #service: SimulatedService;
  readonly #store = new MemoryStateStore();
  readonly #background = new BackgroundReads();
  #life = new HostLife();
  #copy: ArtifactCopy;
  readonly #sheets = new Map<Key, Sheet>();
  /** The fields whose values on the service a colleague stored. */
  readonly #isTheirs = new Set<number>();
  readonly #watch: ReplacementWatch;
  /** A colleague has changed what was saved before that was read. */
  #isOvertaken = false;
  /** Until the extension finds out, or sends another. */
  #unknownPut: UnknownPut | undefined;
  #lastSave: LastSave | undefined;
  /** Of the save under way. */
  #onFoundOut: () => void = () => {};
  #count = 0;

  private constructor(service: SimulatedService) {
    this.#service = service;
    this.#watch = new ReplacementWatch(service);
    this.#copy = this.#newCopy();
  }

  static async open(service: SimulatedService): Promise<EditorFixture> {
    const fixture = new EditorFixture(service);
    await fixture.#open("json");
    return fixture;
  }

  async run(step: Step): Promise<void> {
    const { document: key = "json" } = step as { readonly document?: Key };
    const sheet = this.#sheets.get(key) ?? [...this.#sheets.values()][0];
    switch (step.do) {
      case "colleague":
        this.#pass(step.later);
        this.#colleagueEdits(this.#fieldAt(step.field));
        return;
      case "wait":
        this.#background.answer = step.background;
        this.#pass(step.seconds);
        return await this.#background.begin();
      case "deliver":
        return await this.#background.delivered();
      case "hideVersions":
        this.#service.hidesVersion = step.which === "none" ? undefined : step.which;
        return;
      case "reload":
        return await this.#reload(step.first, step.isStoreLost);
      case "crash":
        return await this.#crash(step.first, step.past);
      case "forget":
        return await this.#forget();
      case "saveAll":
        await this.#saveAll(step.mishaps);
        return await this.#comeBack("json", step.mishaps);
      case "open":
        return this.#sheets.has(step.document) ? undefined : await this.#open(step.document);
      default:
        await (sheet && this.#act(sheet, step));
        return await this.#comeBack(key, "mishaps" in step ? step.mishaps : {});
    }
  }

  /** Where the host was killed in the middle of a save, or right after it. */
  async #comeBack(first: Key, { dies }: Mishaps): Promise<void> {
    if (dies) {
      await this.#crash(first, dies.past);
    }
  }

  async #crash(first: Key, past: number): Promise<void> {
    for (const each of this.#sheets.values()) {
      const kept = each.unsaved.at(-1 - (past % (each.unsaved.length || 1)));
      // What it says as a later text did is what the person wanted then, and known to be.
      const later = [
        ...each.unsaved.slice(kept ? each.unsaved.indexOf(kept) : each.unsaved.length),
        { text: each.text },
      ];
      const last = (id: number, value: Value) => later.findLast(({ text }) => text.get(id)?.text === value.text);
      each.text = new Map(
        [...(kept?.text ?? each.text)].map(([id, value]) => [id, last(id, value)?.text.get(id) ?? value]),
      );
      for (const [fieldId, value] of kept === each.unsaved.at(-1) ? [] : each.text) {
        // An older text may be from before a merge, or one that undoing brought back after it: nothing tells.
        if (each.seen.get(fieldId)?.has(value.text)) {
          each.agreed.set(fieldId, value.text);
        }
      }
      // From before a merge it is made from what it was made from then.
      for (const [fieldId, value] of kept?.madeFrom ?? []) {
        each.madeFrom.set(fieldId, value);
      }
    }
    if (this.#unknownPut) {
      // A text from before the PUT is not made from what that has stored.
      const { texts } = this.#unknownPut;
      const says = (text: Text, id: number) => text.get(id)?.text === texts.get(id);
      const saved = this.#unknownPut.saved.filter(({ sheet, text }) =>
        [...texts.keys()].every((id) => !says(text, id) || says(sheet.text, id)),
      );
      this.#unknownPut = saved.length > 0 ? { ...this.#unknownPut, saved } : undefined;
    }
    await this.#reload(first, false);
    for (const each of [...this.#sheets.values()].filter(({ isDirty }) => isDirty)) {
      // A text from before does not tell its format, where it is that of one field.
      each.text = this.#asRead(each, each.text);
    }
  }

  /** All is well again: every document can be saved or follows, and then shows what the service has. */
  async settle(): Promise<void> {
    this.#service.hidesVersion = undefined;
    await this.#background.delivered();
    await this.#confirm();
    const [first] = this.#sheets.values();
    if (this.#watch.isOwing && first) {
      // A look that failed is made with the next save.
      this.#write(first, this.#fieldIn(first, 0), `mine ${++this.#count}`);
    }
    // A save of one makes another follow, which is then saved too.
    for (let round = 0; round < 4; round++) {
      for (const sheet of this.#sheets.values()) {
        await this.#rebase(sheet);
        await this.#saveForGood(sheet);
        this.#follow(sheet);
      }
    }
    assert.ok(!this.#watch.isOwing || !first, "a replaced change is not told of although all is well");
    const isAwaited = this.#background.waiting > 0;
    await this.#confirm();
    const isConfirmed = isAwaited && !this.#isOvertaken;
    assert.ok(!isConfirmed || this.#copy.base?.isRacy === false, "what was saved is not confirmed");
    const stored = this.#service.stored();
    for (const sheet of this.#sheets.values()) {
      assert.ok(!sheet.isDirty, `${sheet.key} is not saved`);
      this.#follow(sheet);
      await (isConfirmed || this.#readAgain(sheet));
      for (const [fieldId, { text }] of sheet.text) {
        assert.equal(text, this.#service.textOf(stored[fieldId]), `${sheet.key} does not show ${fieldId}`);
      }
    }
  }

  /** Until what was saved is confirmed. */
  async #confirm(): Promise<void> {
    this.#background.answer = "atOnce";
    this.#pass(5);
    await this.#background.begin();
    assert.equal(this.#background.waiting, 0, "something is read again and again");
  }

  #pass(seconds: number): void {
    this.#service.wait(seconds);
    this.#background.pass(seconds);
  }

  async #saveForGood(sheet: Sheet): Promise<void> {
    for (let round = 0; sheet.isDirty && round < 6; round++) {
      const outcome = await this.#save(sheet, "plain", {});
      for (const fieldId of outcome?.kind === "notStored" ? outcome.fieldIds : []) {
        // The service takes another format only with another text.
        this.#write(sheet, fieldId, `mine ${++this.#count}`);
      }
      if (this.#copy.conflictOf(sheet.key)) {
        await this.#merge(sheet);
      }
      for (const { fieldId } of this.#copy.unsettled(sheet.key, this.#entriesOf(sheet))) {
        await this.#chooseMine(sheet, fieldId);
        if (hasConflictMarks(sheet.text.get(fieldId)?.text ?? "")) {
          // What it was before the marks is not known any more: the person removes them by hand.
          this.#write(sheet, fieldId, `mine ${++this.#count}`);
        }
      }
    }
    assert.ok(!sheet.isDirty, `${sheet.key} cannot be saved although all is well`);
  }

  async #act(sheet: Sheet, step: DocumentStep): Promise<void> {
    switch (step.do) {
      case "write":
        return this.#write(sheet, this.#fieldIn(sheet, step.field), `mine ${++this.#count}`);
      case "rewrite": {
        const fieldId = this.#fieldIn(sheet, step.field);
        return this.#retype(sheet, fieldId, this.#pastText(sheet, step.past).get(fieldId)?.text);
      }
      case "agree": {
        const fieldId = this.#fieldIn(sheet, step.field);
        const shown = sheet.comparison && this.#valuesOf(sheet.comparison, sheet.key).get(fieldId);
        if (shown !== undefined) {
          sheet.seen.set(fieldId, new Set(sheet.seen.get(fieldId)).add(shown));
        }
        return this.#retype(sheet, fieldId, shown);
      }
      case "remove": {
        if (sheet.key === "field") {
          return; // The whole text is the entry.
        }
        const text = new Map(sheet.text);
        text.delete(this.#fieldIn(sheet, step.field));
        return this.#type(sheet, text);
      }
      case "undo":
        return this.#undo(sheet, this.#pastText(sheet, step.past));
      case "save":
        await this.#save(sheet, "plain", step.mishaps);
        return;
      case "keepMine":
        if (this.#isWaiting(sheet) && sheet.isDirty) {
          await this.#save(sheet, "keepMine", step.mishaps);
        }
        return;
      case "compare":
        return await this.#compare(sheet);
      case "merge":
        return await this.#merge(sheet);
      case "takeTheirs":
        return await this.#takeTheirs(sheet);
      case "mergeRefused":
        await this.#copy.merge(sheet.key, this.#entriesOf(sheet), async () => {
          this.#write(sheet, this.#fieldIn(sheet, step.field), `mine ${++this.#count}`);
          return false;
        });
        return;
      case "takeRefused":
        if (this.#isWaiting(sheet)) {
          await this.#copy.takeTheirs(sheet.key, this.#entriesOf(sheet), async () => {
            this.#write(sheet, this.#fieldIn(sheet, step.field), `mine ${++this.#count}`);
            return false;
          });
        }
        return;
      case "chooseMine":
        return await this.#chooseMine(sheet, this.#fieldIn(sheet, step.field));
      case "follow":
        return this.#follow(sheet);
      case "refresh":
        return sheet.isDirty ? undefined : await this.#readAgain(sheet);
      case "revert":
        return await this.#readAgain(sheet);
      case "rebase":
        return await this.#rebase(sheet);
      case "undoLastSave":
        return this.#undoLastSave(sheet);
      case "switch":
        return await this.#switch(sheet, step.staysOpen ?? false);
      case "close":
        return await this.#close(sheet);
    }
  }

  #newCopy(): ArtifactCopy {
    const { artifactId, trackers } = this.#service;
    const life = new HostLife();
    this.#life = life;
    const service = this.#background.over(life.around(this.#service));
    const noteStored = (put: StoredPut) => {
      this.#watch.note(put);
      this.#lastSave = lastSave(put);
      this.#findOut();
    };
    const confirmed = (found: Confirmed<ArtifactTypes>) => this.#noticeConfirmed(found);
    return artifactCopy(artifactId, service, trackers, life.keeping(this.#store), noteStored, {
      after: this.#background.after,
      confirmed,
      onFailure: (error) => {
        throw error;
      },
    });
  }

  /** What was saved before was read: what has nothing unsaved follows it. */
  #noticeConfirmed(found: Confirmed<ArtifactTypes>): void {
    if (found.kind === "overtaken") {
      this.#isOvertaken = true;
      return;
    }
    for (const sheet of [...this.#sheets.values()].filter(({ isDirty }) => !isDirty)) {
      this.#followLater(sheet, found.base);
    }
  }

  /**
   * The extension tells that a PUT was carried out. Where that is an earlier one, of unknown fate, its document is made
   * from what it stored, and the version there is now is the one that it made: told, or not.
   */
  #findOut(): void {
    const put = this.#unknownPut;
    this.#unknownPut = undefined;
    if (put) {
      assert.equal(JSON.stringify(this.#service.stored()), put.left, "what is there is not what the PUT left");
      for (const { sheet, text } of put.saved) {
        for (const [fieldId, stored] of put.texts) {
          for (const made of [{ text, madeFrom: sheet.madeFrom }, ...sheet.unsaved]) {
            if (made.text.get(fieldId)?.text === stored) {
              made.madeFrom.set(fieldId, stored);
            }
          }
        }
      }
      this.#onFoundOut();
    }
  }

  #fieldAt(place: number): number {
    return this.#service.fieldIds[place] ?? assert.fail(`no field at ${place}`);
  }

  /** The document of a single field has only that. */
  #fieldIn({ key }: Sheet, place: number): number {
    return this.#service.fieldsIn(key).includes(this.#fieldAt(place))
      ? this.#fieldAt(place)
      : (this.#service.fieldsIn(key)[0] ?? assert.fail());
  }

  /** What a document says, by way of a text of its form. */
  #entriesOf(sheet: Sheet): readonly Entry[] {
    if (!sheet.isMadeFromKnown) {
      // Nobody knows the format it was written in.
      sheet.text = this.#asRead(sheet, sheet.text);
    }
    const read = this.#read(sheet);
    if (sheet.isMadeFromKnown) {
      for (const { fieldId, members } of read) {
        assert.equal(this.#service.textOf(members), sheet.text.get(fieldId)?.text, `${fieldId} is read otherwise`);
      }
    }
    return read;
  }

  #read({ key, text }: Pick<Sheet, "key" | "text">): readonly Entry[] {
    const entries = this.#service.fieldsIn(key).flatMap((fieldId): Entry[] => {
      const value = text.get(fieldId);
      return value ? [{ fieldId, members: this.#service.membersOf(fieldId, value.text) }] : [];
    });
    return this.#service.throughText(key, entries, this.#copy.contextOf(key));
  }

  /** What the document would show of `base`. */
  #valuesOf(base: Base, key: Key): ReadonlyMap<number, string> {
    const shown = new Set(this.#service.fieldsIn(key));
    return new Map(
      documentEntries(base)
        .filter(({ fieldId }) => shown.has(fieldId))
        .map(({ fieldId, members }) => [fieldId, this.#service.textOf(members)]),
    );
  }

  /** Gives the new value. */
  #colleagueEdits(fieldId: number): string {
    const count = ++this.#count;
    // A long text changes its format with the text.
    const members = this.#service.membersOf(fieldId, `${["", "[html]", "[commonmark]"][count % 3]}theirs ${count}`);
    this.#isTheirs.add(fieldId);
    this.#service.edit(fieldId, members);
    return this.#service.textOf(members);
  }

  #pastText(sheet: Sheet, past: number): Text {
    return sheet.past.at(-1 - (past % sheet.past.length)) ?? sheet.text;
  }

  /** In the format that the text has. */
  #write(sheet: Sheet, fieldId: number, content: string): void {
    const known = new Set(sheet.seen.get(fieldId));
    const format = /^\[\w+\]/.exec(sheet.text.get(fieldId)?.text ?? "")?.[0] ?? "";
    const text = this.#service.textOf(this.#service.membersOf(fieldId, format + withoutFormat(content)));
    this.#type(sheet, new Map([...sheet.text, [fieldId, { text, known }]]));
  }

  /** A value that was seen before is written by hand. */
  #retype(sheet: Sheet, fieldId: number, value: string | undefined): void {
    if (value !== undefined) {
      const known = new Set(sheet.seen.get(fieldId));
      this.#type(sheet, this.#asRead(sheet, new Map([...sheet.text, [fieldId, { text: value, known }] as const])));
    }
  }

  /** The person sees what comes back into the text: it is as if they had written it. */
  #undoLastSave(sheet: Sheet): void {
    const { base } = this.#copy;
    const changes =
      this.#lastSave && base ? takenBack(this.#lastSave, { said: this.#entriesOf(sheet), now: base }).changes : [];
    for (const change of changes) {
      if (change.kind === "set" && this.#service.fieldsIn(sheet.key).includes(change.entry.fieldId)) {
        this.#retype(sheet, change.entry.fieldId, this.#service.textOf(change.entry.members));
      }
    }
  }

  /** What the person has written since they know of theirs is not brought back from before that. */
  #undo(sheet: Sheet, past: Text): void {
    const values = [...this.#asRead(sheet, past)].map(([fieldId, value]): [number, Value] => {
      const last = sheet.past.findLast((text) => text.get(fieldId)?.text === value.text);
      return [fieldId, last?.get(fieldId) ?? value];
    });
    this.#type(sheet, new Map(values), true);
  }

  /** A text from before, of which the document of one field does not tell the format. */
  #asRead({ key }: Sheet, text: Text): Text {
    const read = key === "field" ? this.#read({ key, text }) : [];
    const values = read.map(({ fieldId, members }): [number, Value] => {
      const known = text.get(fieldId)?.known ?? new Set();
      return [fieldId, { text: this.#service.textOf(members), known }];
    });
    return new Map([...text, ...values]);
  }

  #type(sheet: Sheet, text: Text, isUndo = false): void {
    const values = this.#copy.base && this.#valuesOf(this.#copy.base, sheet.key);
    for (const [fieldId, value] of text) {
      if (value.text !== sheet.text.get(fieldId)?.text && value.text === values?.get(fieldId)) {
        sheet.agreed.set(fieldId, value.text);
      }
    }
    sheet.text = text;
    sheet.past.push(text);
    sheet.unsaved = [...sheet.unsaved, { text, madeFrom: new Map(sheet.madeFrom) }];
    sheet.isDirty = true;
    sheet.following = undefined;
    this.#copy.noteText(sheet.key, this.#entriesOf(sheet), isUndo);
  }

  async #open(key: Key): Promise<void> {
    const base = await this.#copy.read(signal);
    const sheet: Sheet = {
      key,
      text: new Map(),
      past: [],
      unsaved: [],
      isDirty: false,
      madeFrom: new Map(),
      isMadeFromKnown: true,
      seen: new Map(),
      chosen: new Map(),
      agreed: new Map(),
      comparison: undefined,
      following: undefined,
    };
    await this.#copy.adopt(key, base);
    this.#show(sheet, base);
    sheet.past.splice(0, sheet.past.length - 1);
    await this.#copy.track(key);
    this.#sheets.set(key, sheet);
  }

  async #close({ key }: Sheet): Promise<void> {
    this.#copy.close(key);
    this.#sheets.delete(key);
    if (this.#sheets.size === 0) {
      this.#copy.release();
      await this.#life.written();
      assert.equal(this.#background.waiting, 0, "a closed document is still read");
      await this.#store.remove(this.#service.artifactId);
      this.#copy = this.#newCopy();
    }
  }

  async #reload(first: Key, isStoreLost: boolean): Promise<void> {
    this.#watch.end();
    this.#copy.stop();
    await this.#life.written();
    if (isStoreLost) {
      await this.#store.remove(this.#service.artifactId);
    }
    this.#copy = this.#newCopy();
    const sheets = [...this.#sheets.values()].sort((a) => (a.key === first ? -1 : 1));
    for (const sheet of sheets) {
      sheet.following = undefined;
      sheet.comparison = undefined;
      if (sheet.isDirty) {
        sheet.past.splice(0, sheet.past.length, sheet.text);
        sheet.isMadeFromKnown &&= !isStoreLost;
        await this.#copy.track(sheet.key, () => this.#read(sheet));
      } else {
        this.#sheets.delete(sheet.key);
        await this.#open(sheet.key);
      }
    }
  }

  async #forget(): Promise<void> {
    this.#watch.end();
    this.#copy.release();
    await this.#life.written();
    await this.#store.remove(this.#service.artifactId);
    this.#copy = this.#newCopy();
    for (const sheet of this.#sheets.values()) {
      sheet.following = undefined;
      sheet.comparison = undefined;
      sheet.isMadeFromKnown = false;
      await this.#copy.track(sheet.key, sheet.isDirty ? () => this.#read(sheet) : undefined);
    }
  }

  /** The text is replaced by that of `base`. */
  #show(sheet: Sheet, base: Base): void {
    this.#madeFrom(sheet, base);
    const values = this.#valuesOf(base, sheet.key);
    sheet.text = new Map([...values].map(([id, text]) => [id, { text, known: new Set(sheet.seen.get(id)) }]));
    sheet.past.push(sheet.text);
    // The editor tells of every change, whoever makes it.
    this.#copy.noteText(sheet.key, this.#read(sheet), false);
    sheet.isDirty = false;
    sheet.unsaved = [];
    sheet.following = undefined;
    sheet.isMadeFromKnown = true;
  }

  #madeFrom(sheet: Sheet, base: Base): void {
    for (const [fieldId, text] of this.#valuesOf(base, sheet.key)) {
      sheet.madeFrom.set(fieldId, text);
      sheet.seen.set(fieldId, new Set(sheet.seen.get(fieldId)).add(text));
    }
  }

  async #readAgain(sheet: Sheet): Promise<void> {
    const base = await this.#copy.read(signal);
    this.#show(sheet, base);
    sheet.comparison = undefined;
    await this.#copy.adopt(sheet.key, base);
  }

  #follow(sheet: Sheet): void {
    const base = sheet.following;
    if (!base || sheet.isDirty) {
      return;
    }
    this.#show(sheet, base);
    this.#copy.follow(sheet.key, base);
  }

  async #rebase(sheet: Sheet): Promise<void> {
    const result = await this.#copy.rebase(sheet.key, this.#entriesOf(sheet));
    if (!result) {
      return;
    }
    this.#takeIn(sheet, result.again(this.#read(sheet)).entries, this.#copy.base);
  }

  async #switch(sheet: Sheet, staysOpen: boolean): Promise<void> {
    const to = sheet.key === "json" ? "xml" : "json";
    const there = this.#sheets.get(to);
    if (sheet.key === "field" || there?.isDirty || (there && !sheet.isDirty)) {
      return;
    }
    this.#copy.handOver(sheet.key, to, this.#entriesOf(sheet));
    await this.#copy.track(to, () => this.#read({ key: to, text: sheet.text }));
    const moved: Sheet = {
      ...sheet,
      key: to,
      past: [...(there?.past ?? []), sheet.text],
      // What VS Code has kept of the other format is of that.
      unsaved: sheet.isDirty ? [{ text: sheet.text, madeFrom: new Map(sheet.madeFrom) }] : [],
      madeFrom: new Map(sheet.madeFrom),
      // The texts that the other format showed come back by undoing there: the person has seen what they say.
      seen: new Map(
        this.#service.fieldIds.map((id) => [
          id,
          new Set([...(there?.seen.get(id) ?? []), ...(sheet.seen.get(id) ?? [])]),
        ]),
      ),
      chosen: new Map(sheet.chosen),
      agreed: new Map(sheet.agreed),
      comparison: undefined,
      following: undefined,
    };
    this.#sheets.set(to, moved);
    if (this.#unknownPut) {
      const saved = this.#unknownPut.saved.map((each) => (each.sheet === sheet ? { ...each, sheet: moved } : each));
      this.#unknownPut = { ...this.#unknownPut, saved };
    }
    const { base } = this.#copy;
    if (staysOpen && sheet.isDirty && base) {
      this.#show(sheet, base);
      this.#copy.letGo(sheet.key, base);
      sheet.comparison = undefined;
      return;
    }
    this.#copy.close(sheet.key);
    this.#sheets.delete(sheet.key);
  }

  #isWaiting(sheet: Sheet): boolean {
    return (
      this.#copy.conflictOf(sheet.key) !== undefined ||
      this.#copy.unsettled(sheet.key, this.#entriesOf(sheet)).length > 0
    );
  }

  async #compare(sheet: Sheet): Promise<void> {
    if (sheet.isDirty && (await this.#copy.compare(sheet.key, this.#entriesOf(sheet), signal))) {
      sheet.comparison = this.#copy.conflictOf(sheet.key)?.theirs;
    }
  }

  async #merge(sheet: Sheet): Promise<void> {
    const theirs = this.#copy.conflictOf(sheet.key)?.theirs;
    const result = await this.#copy.merge(sheet.key, this.#entriesOf(sheet));
    if (!result) {
      return;
    }
    // The editor asks with the text as it is by then.
    this.#takeIn(sheet, result.again(this.#read(sheet)).entries, theirs);
    sheet.comparison = theirs;
  }

  /** The text is replaced by a merge with `theirs`. */
  #takeIn(sheet: Sheet, entries: readonly Entry[], theirs: Base | undefined): void {
    const before = sheet.text;
    const made = new Map(sheet.madeFrom);
    if (theirs) {
      this.#madeFrom(sheet, theirs);
    }
    const text = new Map<number, Value>();
    const shown = new Set(this.#service.fieldsIn(sheet.key));
    const values = theirs && this.#valuesOf(theirs, sheet.key);
    for (const entry of entries.filter(({ fieldId }) => shown.has(fieldId))) {
      const written = this.#service.textOf(entry.members);
      const old = before.get(entry.fieldId);
      const isMarked = hasConflictMarks(written) && written.includes(withoutFormat(old?.text ?? ""));
      // The document of one field does not tell its format: with the content of theirs it has that of theirs.
      const isTheirs =
        sheet.key === "field" &&
        written === values?.get(entry.fieldId) &&
        withoutFormat(written) === withoutFormat(old?.text ?? "");
      const isAgreed = old?.text === sheet.agreed.get(entry.fieldId);
      if (old && old.text !== written && !isMarked && !isTheirs && !isAgreed && sheet.isMadeFromKnown) {
        assert.equal(old.text, made.get(entry.fieldId), `a merge dropped what the person wrote in ${entry.fieldId}`);
      }
      const known = new Set(sheet.seen.get(entry.fieldId));
      text.set(entry.fieldId, old?.text === written ? old : { text: written, known });
    }
    sheet.isMadeFromKnown = true;
    this.#type(sheet, text);
  }

  async #takeTheirs(sheet: Sheet): Promise<void> {
    if (!this.#isWaiting(sheet)) {
      return;
    }
    const taken = await this.#copy.takeTheirs(sheet.key, this.#entriesOf(sheet), async (theirs) => {
      this.#show(sheet, theirs);
      return true;
    });
    if (taken === "taken") {
      this.#copy.noteText(sheet.key, this.#read(sheet), false);
      sheet.isDirty = true;
      await this.#save(sheet, "plain", {});
    }
  }

  async #chooseMine(sheet: Sheet, fieldId: number): Promise<void> {
    const unsettled = this.#copy.unsettled(sheet.key, this.#entriesOf(sheet));
    const entry = unsettled.find((one) => one.fieldId === fieldId);
    // No choice is offered where the marks do not tell whose lines are whose.
    if (!entry || (entry.isMarked && !entry.theirs)) {
      return;
    }
    const mine = this.#service.textOf(entry.mine.members);
    const value = sheet.text.get(fieldId);
    if (value && value.text !== mine) {
      this.#type(sheet, new Map([...sheet.text, [fieldId, { ...value, text: mine }]]));
    }
    this.#copy.chooseMine(sheet.key, this.#entriesOf(sheet), fieldId, entry.isMarked);
    sheet.chosen.set(fieldId, entry.theirs && this.#service.textOf(entry.theirs.members));
  }

  async #save(sheet: Sheet, how: "plain" | "keepMine", mishaps: Mishaps): Promise<ArtifactOutcome | undefined> {
    return await this.#saveTexts([sheet], how, mishaps);
  }

  /** As the box of Source Control does: what is typed since then takes in what the others had stored. */
  async #saveAll(mishaps: Mishaps): Promise<void> {
    const sheets = [...this.#sheets.values()].filter(({ isDirty }) => isDirty);
    if (sheets.length === 0) {
      return;
    }
    const outcome = await this.#saveTexts(sheets, "plain", mishaps);
    if (outcome?.kind !== "saved" && outcome?.kind !== "unchanged" && outcome?.kind !== "notStored") {
      return;
    }
    for (const sheet of sheets.filter(({ isDirty }) => isDirty)) {
      await this.#rebase(sheet);
    }
  }

  /** One text, or several in one PUT. */
  async #saveTexts(
    sheets: readonly Sheet[],
    how: "plain" | "keepMine",
    mishaps: Mishaps,
  ): Promise<ArtifactOutcome | undefined> {
    const service = this.#service;
    // What they say is read first: where nobody knows the format, that is of what is there now.
    const texts = new Map(sheets.map((sheet) => [sheet.key, this.#entriesOf(sheet)] as const));
    const saved = sheets.map((sheet): SavedText => ({ sheet, text: sheet.text, comparison: sheet.comparison }));
    const [first = assert.fail("nothing is saved")] = sheets;
    const held = this.#copy.base && this.#valuesOf(this.#copy.base, "json");
    /** Where a text says what was held, and another one says something new, that is stored. */
    const isOfAnother = (fieldId: number, text: string, now: string) =>
      held?.get(fieldId) === text && saved.some((other) => other.text.get(fieldId)?.text === now);
    service.requests.length = 0;
    this.#watch.clear();
    const replaced = new Map<number, string>();
    let left = "";
    /** The fields that colleagues have changed unseen: to what, and whether theirs was there before. */
    const unseen = new Map<number, { readonly to: string; readonly wasTheirs: boolean }>();
    service.onReplaced = (fieldId, before, after) => {
      replaced.set(fieldId, this.#service.textOf(after));
      const old = this.#service.textOf(before);
      const change = unseen.get(fieldId);
      if (change?.to === old) {
        const isMine = saved.some(({ text }) => text.get(fieldId)?.text === this.#service.textOf(after));
        const isUndone = change.wasTheirs && !isMine;
        this.#isTheirs[isUndone ? "add" : "delete"](fieldId);
        this.#watch.replaced(fieldId, old);
      } else {
        this.#checkReplaced(saved, how, fieldId, old, after);
      }
    };
    service.inGap = () => {
      service.inGap = undefined;
      this.#deliverIn("inGap", mishaps);
      this.#typeIn("inGap", first, mishaps);
      if (mishaps.editInGap !== undefined && service.hidesVersion !== "both") {
        for (const fieldId of mishaps.editInGap.fields.map((place) => this.#fieldAt(place))) {
          const wasTheirs = this.#isTheirs.has(fieldId);
          unseen.set(fieldId, { to: this.#colleagueEdits(fieldId), wasTheirs });
        }
        this.#pass(mishaps.editInGap.later);
      }
    };
    service.beforeUpdate = () => {
      service.beforeUpdate = undefined;
      this.#unknownPut = undefined;
      const { base } = this.#copy;
      if (heldBefore && base && (differingFields(heldBefore, base).length > 0 || !hasToken(base.version))) {
        // One of the texts says what theirs says by now: the others are sent over that, as it was read.
        targetHadToken = hasTargetToken();
      }
      this.#deliverIn("beforeUpdate", mishaps);
      this.#typeIn("beforeUpdate", first, mishaps);
      if (mishaps.editBefore !== undefined && service.hidesVersion !== "both") {
        this.#pass(1);
        this.#colleagueEdits(this.#fieldAt(mishaps.editBefore));
      }
    };
    service.afterUpdate = () => {
      service.afterUpdate = undefined;
      left = JSON.stringify(service.stored());
      if (mishaps.editAfter !== undefined) {
        this.#colleagueEdits(this.#fieldAt(mishaps.editAfter));
      }
      if (mishaps.failReads === "afterPut") {
        service.failReads = "unreachable";
      }
      this.#deliverIn("afterUpdate", mishaps);
      this.#typeIn("afterUpdate", first, mishaps);
    };
    service.loseAnswer = mishaps.answer;
    service.statusInstead = mishaps.status;
    service.failReads = mishaps.failReads === "all" ? "unreachable" : undefined;
    service.refuses = mishaps.refuses ?? false;
    const hasTargetToken = () =>
      hasTokenOf(how === "keepMine" ? this.#copy.conflictOf(first.key)?.theirs : undefined, this.#copy.base);
    let targetHadToken = hasTargetToken();
    const heldBefore = this.#copy.base;
    this.#onFoundOut = () => {
      targetHadToken = hasTargetToken();
    };
    let outcome: ArtifactOutcome | undefined;
    let isReadable = true;
    // A text that VS Code brings back was typed a second ago: what was to be kept then is kept.
    await this.#life.written();
    this.#life.endAfter(mishaps.dies?.at);
    try {
      const saving: Promise<ArtifactOutcome | undefined> =
        sheets.length === 1
          ? this.#copy.save(first.key, this.#entriesOf(first), how, signal, service.encode(first.key))
          : this.#copy
              .saveTogether("all", texts, uniteTexts, signal, service.encode(first.key))
              .then((together) => this.#agreed(together, saved));
      outcome = await Promise.race([saving, this.#life.end]);
    } catch (error) {
      if (!isServiceError(error)) {
        throw error;
      }
    } finally {
      this.#life.endAfter();
      await (this.#life.isOver || this.#watch.look());
      isReadable = service.failReads === undefined;
      if (!this.#life.isOver) {
        this.#watch.check(isReadable);
      }
      this.#onFoundOut = () => {};
      service.onReplaced = undefined;
      service.beforeUpdate = undefined;
      service.inGap = undefined;
      service.afterUpdate = undefined;
      service.loseAnswer = undefined;
      service.statusInstead = undefined;
      service.failReads = undefined;
      service.refuses = false;
    }
    if (this.#life.isOver || mishaps.dies) {
      for (const { sheet, text } of outcome?.kind === "saved" || outcome?.kind === "unchanged" ? saved : []) {
        for (const kept of sheet.unsaved) {
          for (const [fieldId, { text: stored }] of text) {
            if (kept.text.get(fieldId)?.text === stored) {
              kept.madeFrom.set(fieldId, stored);
            }
          }
        }
      }
      if (replaced.size > 0 && (outcome === undefined || outcome.kind === "unknown" || outcome.kind === "notSaved")) {
        this.#unknownPut = { saved, texts: replaced, left };
      }
      return undefined;
    }
    this.#isOvertaken &&= outcome?.kind !== "saved";
    this.#checkRequests(outcome, replaced.size, targetHadToken);
    if (outcome?.kind === "saved" || outcome?.kind === "unchanged") {
      for (const { sheet, text } of saved) {
        this.#checkStored({ ...sheet, text }, outcome, isReadable, isOfAnother);
        this.#becomeClean(sheet, text);
      }
    } else if (outcome?.kind === "conflict") {
      for (const { sheet } of saved) {
        sheet.comparison = this.#copy.conflictOf(sheet.key)?.theirs ?? sheet.comparison;
      }
    } else if (outcome?.kind === "unsettled") {
      for (const { sheet } of saved.filter((each) => this.#isWaiting(each.sheet))) {
        sheet.comparison = this.#copy.base;
      }
    } else if (outcome?.kind === "notStored" && replaced.size > 0) {
      for (const { sheet, text } of saved) {
        for (const [fieldId, { text: stored }] of [...text].filter(([id]) => !outcome.fieldIds.includes(id))) {
          sheet.madeFrom.set(fieldId, stored);
        }
      }
    } else if ((outcome?.kind === "unknown" || outcome?.kind === "notSaved") && replaced.size > 0) {
      this.#unknownPut = { saved, texts: replaced, left };
    }
    return outcome;
  }

  /** Texts that say different things of a field are not sent. */
  #agreed(outcome: TogetherOutcome<ArtifactTypes>, saved: readonly SavedText[]): ArtifactOutcome | undefined {
    if (outcome.kind !== "disagreeing") {
      return outcome;
    }
    assert.ok(
      this.#service.requests.every((request) => typeof request === "string"),
      "disagreeing texts were sent",
    );
    for (const fieldId of outcome.keys) {
      const said = new Set(saved.flatMap(({ text }) => text.get(fieldId)?.text ?? []));
      assert.ok(said.size > 1, `the texts say the same of ${fieldId}`);
    }
    return undefined;
  }

  #typeIn(when: Mishaps["delivers"], sheet: Sheet, { types }: Mishaps): void {
    if (types !== undefined && types.when === when) {
      this.#write(sheet, this.#fieldIn(sheet, types.field), `mine ${++this.#count}`);
    }
  }

  #deliverIn(when: Mishaps["delivers"], { delivers: chosen }: Mishaps): void {
    if (when === chosen) {
      this.#background.deliver();
    }
  }

  /** `saved` is stored; what was typed since is not. */
  #becomeClean(sheet: Sheet, saved: Text): void {
    sheet.isDirty = sheet.text !== saved;
    sheet.comparison = undefined;
    sheet.isMadeFromKnown = true;
    for (const [fieldId, { text }] of saved) {
      sheet.madeFrom.set(fieldId, text);
    }
    sheet.unsaved = sheet.isDirty ? [{ text: sheet.text, madeFrom: new Map(sheet.madeFrom) }] : [];
    if (sheet.isDirty) {
      return;
    }
    const base = this.#copy.base;
    assert.ok(base);
    this.#followLater(sheet, base);
  }

  #followLater(sheet: Sheet, base: Base): void {
    const values = this.#valuesOf(base, sheet.key);
    const showsBase =
      values.size === sheet.text.size && [...values].every(([id, value]) => sheet.text.get(id)?.text === value);
    if (showsBase) {
      this.#madeFrom(sheet, base);
      sheet.following = undefined;
    } else {
      sheet.following = base;
    }
  }

  /** A colleague's value gives way only to one the person wrote in the face of it, or chose. */
  #checkReplaced(
    saved: readonly SavedText[],
    how: "plain" | "keepMine",
    fieldId: number,
    before: string,
    after: JsonObject,
  ): void {
    const stored = this.#service.textOf(after);
    const saying = saved.filter(({ text }) => text.get(fieldId)?.text === stored);
    assert.ok(saying.length > 0, `what was sent for ${fieldId}, «${stored}», is not what a text says`);
    if (!this.#isTheirs.delete(fieldId)) {
      return;
    }
    const isChosen = saying.some(({ sheet, text, comparison }) => {
      const shown = how === "keepMine" && comparison ? this.#valuesOf(comparison, sheet.key).get(fieldId) : undefined;
      return text.get(fieldId)?.known.has(before) || shown === before || sheet.chosen.get(fieldId) === before;
    });
    assert.ok(isChosen, `«${before}» of field ${fieldId} was silently replaced by «${stored}»`);
    this.#watch.decided(fieldId, before);
  }

  #checkRequests(outcome: ArtifactOutcome | undefined, applied: number, targetHadToken: boolean): void {
    const { requests } = this.#service;
    assert.ok(requests.length <= 8, `${requests.length} requests for one save`);
    const puts = requests.filter((request) => typeof request !== "string");
    for (const put of puts) {
      assert.ok(put.condition || !targetHadToken, "a PUT without a condition");
      assert.ok(put.entries.length > 0, "a PUT of nothing");
    }
    const isUnconditional = puts.some((put) => !put.condition);
    if (outcome?.kind === "saved" && puts.length > 0) {
      assert.equal(outcome.isUnconditional ?? false, isUnconditional, "whether it was stored without a condition");
    }
    if (outcome?.kind === "unchanged") {
      assert.equal(applied, 0, "«unchanged», but something was stored");
    }
    if (outcome?.kind === "unsettled" || outcome?.kind === "notWritable" || outcome?.kind === "harmful") {
      assert.deepEqual(puts, [], `«${outcome.kind}», but something was sent`);
    }
  }

  /** What the person changed is on the service now, unless the outcome says otherwise or a colleague was faster. */
  #checkStored(
    sheet: Sheet,
    outcome: Extract<ArtifactOutcome, { kind: "saved" | "unchanged" }>,
    isReadable: boolean,
    isOfAnother: (fieldId: number, text: string, now: string) => boolean,
  ): void {
    const stored = this.#service.stored();
    const puts = this.#service.requests.filter((request) => typeof request !== "string");
    const sent = new Set(puts.flatMap(({ entries }) => entries.map(({ fieldId }) => fieldId)));
    const held = this.#copy.base && this.#valuesOf(this.#copy.base, sheet.key);
    for (const [fieldId, { text }] of sheet.text) {
      if (sheet.madeFrom.get(fieldId) === text) {
        continue;
      }
      const now = this.#service.textOf(stored[fieldId]);
      const isNamed = outcome.kind === "saved" && outcome.differing.includes(fieldId);
      const isLater = now !== text && withoutFormat(now).startsWith("theirs");
      const isUnseen = isLater && held?.get(fieldId) === text;
      assert.ok(
        !isUnseen || !isReadable || !sent.has(fieldId) || this.#watch.hasToldMine(fieldId, text),
        `«${text}» of ${fieldId} was replaced at once, and nobody said so`,
      );
      // A colleague has changed what was there already, and was not sent.
      const isOthers = isLater && !sent.has(fieldId);
      assert.ok(
        now === text || isNamed || isUnseen || isOthers || isOfAnother(fieldId, text, now),
        `«${outcome.kind}», but ${fieldId} is «${now}», not «${text}»`,
      );
    }
  }
}

function hasTokenOf(theirs: Base | undefined, base: Base | undefined): boolean {
  const target = theirs ?? base;
  return target !== undefined && hasToken(target.version);
}
