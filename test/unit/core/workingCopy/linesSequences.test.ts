import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { hasConflictMarks } from "../../../../src/core/merge/mergeText.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { isJsonObject } from "../../../../src/core/model/json.ts";
import { artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { randomRuns } from "../../../support/randomRuns.ts";

const runs = randomRuns(500);

const notes = 102;
const document = "artifact://team/artifacts/512.artifact.json";
const { signal } = new AbortController();

/** What somebody does to a line of a text; `at` is counted round. */
interface LineChange {
  readonly how: "edit" | "insert" | "remove";
  readonly at: number;
}

type LinesStep =
  | { readonly do: "type" | "colleague"; readonly change: LineChange }
  | { readonly do: "undo"; readonly steps: number }
  | { readonly do: "resolve"; readonly to: "mine" | "theirs" | "both" }
  /** While its PUT is under way the person undoes, and types. */
  | { readonly do: "save"; readonly undoes?: number; readonly types?: LineChange }
  | { readonly do: "merge" | "chooseMine" | "takeTheirs" | "refresh" | "reload" };

const change = fc.record({
  how: fc.constantFrom("edit" as const, "edit" as const, "insert" as const, "remove" as const),
  at: fc.nat(7),
});
const anyStep: fc.Arbitrary<LinesStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("type" as const), change }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("colleague" as const), change }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("undo" as const), steps: fc.integer({ min: -3, max: 3 }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("save" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record(
      { do: fc.constant("save" as const), undoes: fc.integer({ min: -2, max: 3 }), types: change },
      { requiredKeys: ["do", "undoes"] },
    ),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("merge" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("resolve" as const), to: fc.constantFrom("mine", "theirs", "both") }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("chooseMine" as const, "takeTheirs" as const, "refresh", "reload") }),
  },
);

const marks = { mine: "<<<<<<< mine", middle: "=======", theirs: ">>>>>>> theirs" };

/** A person with a long text, of which a colleague changes lines, too: no line of theirs goes by itself. */
class LinesFixture {
  readonly #service = new MemoryArtifactService({ [notes]: { kind: "text", members: said(["a", "b", "c", "d"]) } });
  readonly #store = new MemoryStateStore();
  #copy = this.#newCopy();
  #texts: (readonly string[])[] = [];
  #at = 0;
  #count = 0;
  /** By line: the lines of colleagues that it has come from. */
  readonly #roots = new Map<string, ReadonlySet<string>>();
  /** By line: those that it was made from. */
  readonly #older = new Map<string, readonly string[]>();
  /** Lines of colleagues that the person took out, and lines that colleagues took out and the person put back. */
  readonly #decided = new Set<string>();
  /** What was decided by the choice of mine, by the text as it said then, in whatever step it says so. */
  readonly #chosenIn = new Map<string, readonly string[]>();
  /** Lines that colleagues took out, and what they have in the place of them. */
  readonly #takenOut = new Map<string, readonly string[]>();
  /** What was there before a colleague has changed it. */
  readonly #versions = new Set<string>();
  /** Lines that colleagues have inserted. */
  readonly #inserted = new Set<string>();
  /** Lines of colleagues in versions that the document was shown beside. */
  readonly #shown = new Set<string>();
  /** By text: the decisions that led to it, which undoing takes back. */
  readonly #decidedIn = new Map<readonly string[], ReadonlySet<string>>();
  /** Decisions of the change that is being made. */
  readonly #fresh = new Set<string>();
  #isDirty = false;
  #isUndone = false;

  static async open(): Promise<LinesFixture> {
    const fixture = new LinesFixture();
    const base = await fixture.#copy.read(signal);
    await fixture.#copy.adopt(document, base);
    await fixture.#copy.track(document);
    fixture.#texts = [linesOf(documentEntries(base))];
    return fixture;
  }

  async run(step: LinesStep): Promise<void> {
    this.#service.wait(60);
    switch (step.do) {
      case "type":
        return this.#type(this.#changed(this.#text, step.change, false));
      case "colleague": {
        const now = this.#stored;
        this.#versions.add(now.join());
        this.#service.edit(notes, said(this.#changed(now, step.change, true)));
        return;
      }
      case "undo":
        return this.#undo(step.steps);
      case "resolve":
        return this.#resolve(step.to);
      case "save":
        return await this.#save(step.undoes, step.types);
      case "merge": {
        this.#noteShown();
        const merged = await this.#copy.merge(document, this.#entries);
        return merged && this.#show(linesOf(merged.again(this.#entries).entries), true);
      }
      case "chooseMine":
        if (this.#copy.unsettled(document, this.#entries).length > 0 && !hasConflictMarks(this.#text.join("\n"))) {
          this.#chooseMine();
        }
        return;
      case "takeTheirs": {
        this.#noteShown();
        await this.#copy.takeTheirs(document, this.#entries, async (theirs) => {
          this.#texts = [...this.#texts.slice(0, this.#at + 1), linesOf(documentEntries(theirs))];
          this.#at = this.#texts.length - 1;
          return true;
        });
        this.#copy.noteText(document, this.#entries, false);
        return;
      }
      case "refresh":
        return this.#isDirty ? undefined : await this.#refresh();
      case "reload":
        return await this.#reload();
    }
  }

  get isUnsaved(): boolean {
    return this.#isDirty;
  }

  get #text(): readonly string[] {
    return this.#texts[this.#at] ?? assert.fail();
  }

  get #entries(): readonly Entry[] {
    return [{ fieldId: notes, members: said(this.#text) }];
  }

  get #stored(): readonly string[] {
    return linesOf([{ fieldId: notes, members: this.#service.stored()[notes] ?? assert.fail() }]);
  }

  /** What the extension knows to be there. */
  get #known(): readonly string[] {
    return linesOf(documentEntries(this.#copy.base ?? assert.fail()));
  }

  #newCopy() {
    return artifactCopy(512, this.#service, { tracker: async () => undefined }, this.#store);
  }

  #changed(lines: readonly string[], { how, at }: LineChange, isColleague: boolean): readonly string[] {
    const place = at % (lines.length + (how === "insert" ? 1 : 0) || 1);
    const old = lines[place];
    if (how !== "insert" && (old === undefined || Object.values(marks).includes(old))) {
      return lines;
    }
    const line = `${isColleague ? "theirs" : "mine"} ${++this.#count}`;
    const before = how === "insert" || old === undefined ? [] : this.#rootsOf([old]);
    if (how !== "insert" && old !== undefined && isColleague) {
      this.#takenOut.set(old, how === "edit" ? [...before, line] : before);
    } else if (how !== "insert" && old !== undefined) {
      // Whoever writes over a line that a colleague has changed decides about that.
      const lineage = [old, ...(this.#older.get(old) ?? [])];
      // The line may be from before one that was taken out.
      const taken = [...this.#takenOut.keys()].filter(
        (each) => lineage.includes(each) || this.#older.get(each)?.includes(old),
      );
      const direct = taken.flatMap((each) => this.#takenOut.get(each) ?? []);
      const roots = [...this.#roots.values()].flatMap((each) =>
        direct.some((root) => each.has(root)) ? [...each] : [],
      );
      this.#decideOn(
        roots.filter((root) => this.#shown.has(root)),
        lines,
      );
      // A line of theirs that is written over between the marks of a merge is decided about with the merge.
      for (const root of hasConflictMarks(lines.join("\n")) ? before : []) {
        this.#decided.add(root);
      }
      if (this.#rootsOf([old]).some((root) => this.#inserted.has(root))) {
        for (const taken of this.#takenOut.keys()) {
          this.#decided.add(taken);
        }
      }
      // What was inserted may stand in the place of a line that was taken out before.
      for (const root of taken.length > 0 ? [...taken, ...this.#inserted] : []) {
        this.#decided.add(root);
      }
    }
    if (how === "remove") {
      const left = lines.filter((_, n) => n !== place);
      this.#decideOn(isColleague ? [] : before, left);
      return left;
    }
    if (isColleague && how === "insert") {
      this.#inserted.add(line);
    }
    this.#older.set(line, how === "edit" && old !== undefined ? [old, ...(this.#older.get(old) ?? [])] : []);
    this.#roots.set(line, new Set([...before, ...(isColleague ? [line] : [])]));
    return lines.toSpliced(place, how === "edit" ? 1 : 0, line);
  }

  #rootsOf(lines: readonly string[]): readonly string[] {
    return lines.flatMap((line) => [...(this.#roots.get(line) ?? [])]);
  }

  /** The person takes lines out by hand. */
  #decideOn(roots: readonly string[], left: readonly string[]): void {
    const still = new Set(this.#rootsOf(left));
    for (const root of roots.filter((each) => !still.has(each))) {
      this.#decided.add(root);
      // In a text that undoing brought back nobody can always tell which line is in the place of which.
      if (!this.#isUndone) {
        this.#fresh.add(root);
      }
    }
  }

  #show(lines: readonly string[], isDirty: boolean): void {
    this.#decidedIn.set(lines, new Set([...this.#decidedOf(this.#text), ...this.#fresh]));
    this.#fresh.clear();
    this.#texts = [...this.#texts.slice(0, this.#at + 1), lines];
    this.#at = this.#texts.length - 1;
    this.#isDirty = isDirty;
    this.#isUndone = false;
    this.#copy.noteText(document, this.#entries, false);
  }

  #undo(steps: number): void {
    const at = Math.min(Math.max(this.#at - steps, 0), this.#texts.length - 1);
    if (at !== this.#at) {
      this.#at = at;
      this.#isDirty = true;
      this.#isUndone = true;
      this.#copy.noteText(document, this.#entries, true);
    }
  }

  #type(lines: readonly string[]): void {
    this.#show(lines, true);
  }

  #resolve(to: "mine" | "theirs" | "both"): void {
    let side: "none" | "mine" | "theirs" = "none";
    const left: string[] = [];
    const out: string[] = [];
    for (const line of this.#text) {
      if (line === marks.mine) {
        side = "mine";
      } else if (line === marks.middle && side === "mine") {
        side = "theirs";
      } else if (line === marks.theirs) {
        side = "none";
      } else {
        (side === "none" || to === "both" || to === side ? left : out).push(line);
      }
    }
    if (left.length === this.#text.length) {
      return;
    }
    this.#decideOn(this.#rootsOf(out), left);
    const kept = left.flatMap((line) => [line, ...(this.#older.get(line) ?? [])]);
    for (const line of kept.filter((each) => this.#takenOut.has(each))) {
      this.#decided.add(line);
      this.#fresh.add(line);
    }
    this.#type(left);
  }

  /** Of what is there what the text would undo: lines of colleagues that it lacks, and lines that they took out. */
  #undone(
    text: readonly string[],
    there: readonly string[],
    decided: ReadonlySet<string> = this.#decided,
  ): readonly string[] {
    const has = new Set(this.#rootsOf(text));
    const lost = this.#rootsOf(there).filter((root) => !has.has(root));
    const back = text.filter((line) => {
      const inPlace = this.#takenOut.get(line);
      const isDecided = inPlace && inPlace.length > 0 && inPlace.every((root) => decided.has(root));
      return inPlace && !isDecided && !there.includes(line);
    });
    return [...lost, ...back].filter((each) => !decided.has(each));
  }

  #decidedOf(text: readonly string[]): ReadonlySet<string> {
    return new Set([...(this.#decidedIn.get(text) ?? []), ...(this.#chosenIn.get(text.join("\n")) ?? [])]);
  }

  #chooseMine(): void {
    const decided = [...this.#rootsOf(this.#known), ...this.#takenOut.keys()];
    const said = this.#text.join("\n");
    this.#chosenIn.set(said, [...(this.#chosenIn.get(said) ?? []), ...decided]);
    this.#copy.chooseMine(document, this.#entries, notes);
  }

  async #save(undoes = 0, types?: LineChange): Promise<void> {
    const text = this.#text;
    const there = this.#stored;
    this.#service.inGap = () => {
      this.#service.inGap = undefined;
      this.#undo(undoes);
      if (types) {
        this.#type(this.#changed(this.#text, types, false));
      }
    };
    const { kind } = await this.#copy.save(document, this.#entries, "plain", signal);
    this.#service.inGap = undefined;
    if (kind === "saved" || kind === "unchanged") {
      const stored = this.#stored;
      const undone = this.#undone(stored, there, new Set([...this.#decided, ...this.#decidedOf(text)]));
      assert.deepEqual(undone, [], `a save of [${text}] undid ${undone}`);
      this.#isDirty = this.#text !== text;
      if (this.#isDirty && this.#copy.isWatched(document)) {
        // As the editor does: it was typed before anything was watched.
        this.#copy.noteText(document, this.#entries, false);
      }
      // The document follows what its save has merged.
      if (!this.#isDirty && stored.join() !== text.join()) {
        await this.#refresh();
      }
      return;
    }
    if (kind === "unsettled") {
      const known = this.#known;
      const isOnTaken = text.some(
        (line) =>
          !known.includes(line) &&
          (this.#older.get(line)?.some((old) => this.#takenOut.has(old)) ||
            [...this.#takenOut.keys()].some((taken) => this.#older.get(taken)?.includes(line))),
      );
      const decided = this.#decidedOf(text);
      // A colleague may have taken all back. Where theirs was saved over, nobody can tell what is left of it.
      const isUntold =
        this.#versions.has(known.join()) ||
        [...this.#decided, ...[...this.#chosenIn.values()].flat()].some((root) => !this.#rootsOf(known).includes(root));
      assert.ok(
        isUntold || hasConflictMarks(text.join("\n")) || isOnTaken || this.#undone(text, known, decided).length > 0,
        `[${text}] undoes nothing of [${known}], and is asked about`,
      );
    }
    assert.deepEqual(this.#stored, there, "a save that was refused stored something");
  }

  /** A conflict shows what is there. */
  #noteShown(): void {
    for (const { fieldId, entry } of this.#copy.conflictOf(document)?.theirs.fields ?? []) {
      this.#noteRoots(entry ? linesOf([{ fieldId, members: entry.members }]) : []);
    }
  }

  #noteRoots(lines: readonly string[]): void {
    for (const each of this.#rootsOf(lines)) {
      this.#shown.add(each);
    }
  }

  async #refresh(): Promise<void> {
    this.#noteRoots(this.#stored);
    const base = await this.#copy.read(signal);
    this.#show(linesOf(documentEntries(base)), false);
    await this.#copy.adopt(document, base);
  }

  async #reload(): Promise<void> {
    this.#copy.stop();
    this.#copy = this.#newCopy();
    const shown = this.#entries;
    if (this.#isDirty) {
      this.#texts = [this.#text];
      this.#at = 0;
      await this.#copy.track(document, () => shown);
    } else {
      const base = await this.#copy.read(signal);
      await this.#copy.adopt(document, base);
      await this.#copy.track(document);
      this.#texts = [linesOf(documentEntries(base))];
      this.#at = 0;
    }
  }
}

function said(lines: readonly string[]) {
  return { value: { content: lines.join("\n"), format: "text" } };
}

function linesOf(entries: readonly Entry[]): readonly string[] {
  const value = entries.find(({ fieldId }) => fieldId === notes)?.members.value;
  const content = isJsonObject(value) ? value.content : assert.fail();
  return String(content).split("\n");
}

suite("Whatever a person types and undoes in a long text of which a colleague changes lines", () => {
  test("no line of theirs goes without a question, and nothing else is asked about", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 25, size: "max" }), async (steps) => {
        const fixture = await LinesFixture.open();
        for (const each of steps) {
          await fixture.run(each);
        }
      }),
      { numRuns: runs },
    );
  }).timeout(0);

  test("a line that they took out is asked about where another that they changed is written over in the text from before", async () => {
    const fixture = await LinesFixture.open();
    const steps: readonly LinesStep[] = [
      { do: "type", change: { how: "edit", at: 2 } },
      { do: "save" },
      { do: "colleague", change: { how: "remove", at: 1 } },
      { do: "refresh" },
      { do: "colleague", change: { how: "edit", at: 2 } },
      { do: "refresh" },
      { do: "undo", steps: 3 },
      { do: "type", change: { how: "edit", at: 3 } },
      { do: "save" },
    ];
    for (const each of steps) {
      await fixture.run(each);
    }
    assert.equal(fixture.isUnsaved, true);
  });

  test("a line that they took out beside one that the person wrote over is asked about after the merge is stored", async () => {
    const fixture = await LinesFixture.open();
    const steps: readonly LinesStep[] = [
      { do: "colleague", change: { how: "edit", at: 0 } },
      { do: "save" },
      { do: "type", change: { how: "edit", at: 1 } },
      { do: "save" },
      { do: "colleague", change: { how: "remove", at: 2 } },
      { do: "type", change: { how: "edit", at: 0 } },
      { do: "save" },
      { do: "merge" },
      { do: "save" },
      { do: "undo", steps: 1 },
      { do: "save" },
    ];
    for (const each of steps) {
      await fixture.run(each);
    }
    assert.equal(fixture.isUnsaved, true);
  });
});
