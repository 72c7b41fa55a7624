import assert from "node:assert/strict";
import fc from "fast-check";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { xmlCodec } from "../../../../src/core/codec/xmlCodec.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { isJsonObject, type JsonObject } from "../../../../src/core/model/json.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactOutcome, ArtifactTypes } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { type Base, differingFields, sameVersion } from "../../../../src/core/workingCopy/base.ts";
import type { TogetherOutcome } from "../../../../src/core/workingCopy/kindTypes.ts";
import { artifactForm, uniteTexts } from "../../../../src/core/workingCopy/textForm.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { BackgroundReads } from "./backgroundReads.ts";

const artifactId = 512;
const linksField = 105;
const firstIds = [1, 2];
const keys = ["json", "xml"] as const;
type Key = (typeof keys)[number];
const forms = { json: artifactForm(jsonCodec), xml: artifactForm(xmlCodec) };
const trackers = { tracker: async () => undefined };
const { signal } = new AbortController();

/** What somebody does to a set: adds a link, removes one, changes the type of one; which one goes by `pick`. */
interface Change {
  readonly how: "add" | "remove" | "retype";
  readonly pick: number;
}

export type SetsStep =
  | DocumentStep
  | { readonly do: "colleague"; readonly change: Change }
  | { readonly do: "reload" }
  /** One member is added or removed without a document, as files are by rows of the tree. */
  | { readonly do: "elsewhere"; readonly change: Change; readonly theirs?: Change }
  /** All that is unsaved, in one PUT. */
  | { readonly do: "saveAll"; readonly theirs?: Change };

type DocumentStep =
  | { readonly do: "write"; readonly document: Key; readonly change: Change }
  /** Back, or forth, to any text of the session, through all between. */
  | { readonly do: "undo"; readonly document: Key; readonly past: number }
  | { readonly do: "save"; readonly document: Key; readonly theirs?: Change }
  | {
      readonly do:
        | "keepMine"
        | "compare"
        | "merge"
        | "takeTheirs"
        | "chooseMine"
        | "chooseTheirs"
        | "follow"
        | "rebase";
      readonly document: Key;
    };

const change: fc.Arbitrary<Change> = fc.record({
  how: fc.constantFrom("add" as const, "remove" as const, "retype" as const),
  pick: fc.nat(3),
});
const document = fc.constantFrom<Key>("json", "json", "xml");
const weighted = (weight: number, arbitrary: fc.Arbitrary<SetsStep>) => ({ weight, arbitrary });

export const anySetsStep: fc.Arbitrary<SetsStep> = fc.oneof(
  weighted(6, fc.record({ do: fc.constant("write" as const), document, change })),
  weighted(3, fc.record({ do: fc.constant("undo" as const), document, past: fc.nat(5) })),
  weighted(6, fc.record({ do: fc.constant("save" as const), document }, { requiredKeys: ["do", "document"] })),
  weighted(1, fc.record({ do: fc.constant("save" as const), document, theirs: change })),
  weighted(4, fc.record({ do: fc.constant("saveAll" as const) })),
  weighted(1, fc.record({ do: fc.constant("saveAll" as const), theirs: change })),
  ...(["keepMine", "takeTheirs", "chooseMine", "chooseTheirs", "rebase", "compare"] as const).map((step) =>
    weighted(1, fc.record({ do: fc.constant(step), document })),
  ),
  ...(["merge", "follow"] as const).map((step) => weighted(3, fc.record({ do: fc.constant(step), document }))),
  weighted(5, fc.record({ do: fc.constant("colleague" as const), change })),
  weighted(1, fc.record({ do: fc.constant("reload" as const) })),
  weighted(2, fc.record({ do: fc.constant("elsewhere" as const), change })),
  weighted(1, fc.record({ do: fc.constant("elsewhere" as const), change, theirs: change })),
);

/** The type of a link; undefined where there is none. */
type State = string | undefined;

/** How a link is in a text, and how the person had seen it on the service when they made it so. */
interface Value {
  readonly state: State;
  readonly known: ReadonlySet<State>;
}

type Values = ReadonlyMap<number, Value>;

/** A document as the person sees it. */
interface Sheet {
  readonly key: Key;
  text: string;
  values: Values;
  /** Every text of the session, as the person came by them. */
  past: { readonly text: string; readonly values: Values }[];
  isDirty: boolean;
  /** By link: how the version has it that the text is made from. */
  madeFrom: ReadonlyMap<number, State>;
  /** By link: how the versions had it that the text was made from at some time. */
  readonly seen: Map<number, Set<State>>;
  /** By link: theirs that the person preferred mine to. */
  readonly chosen: Map<number, State>;
  comparison: Base | undefined;
}

/** A person with two documents of one artifact, colleagues, and a field that is a set: whose members may get lost. */
export class SetsFixture {
  readonly #service = new MemoryArtifactService({
    [linksField]: { kind: "links", members: { links: firstIds.map((id) => ({ id, type: "" })) } },
  });
  readonly #store = new MemoryStateStore();
  readonly #background = new BackgroundReads();
  readonly #sheets = new Map<Key, Sheet>();
  /** The links that are on the service as a colleague made them. */
  readonly #isTheirs = new Set<number>();
  /** Each link is added once, so that no two states of one are alike by chance. */
  #nextId = 100;
  #count = 0;
  #copy = this.#newCopy();

  static async open(): Promise<SetsFixture> {
    const fixture = new SetsFixture();
    for (const key of keys) {
      const base = await fixture.#copy.read(signal);
      const sheet: Sheet = {
        ...{ key, text: "", values: new Map(), past: [], isDirty: false, seen: new Map(), chosen: new Map() },
        madeFrom: new Map(),
        comparison: undefined,
      };
      await fixture.#copy.adopt(key, base);
      fixture.#sheets.set(key, sheet);
      fixture.#show(sheet, base);
      await fixture.#copy.track(key);
    }
    return fixture;
  }

  async run(step: SetsStep): Promise<void> {
    if (step.do === "colleague") {
      this.#service.wait(3);
      return this.#colleague(step.change);
    }
    if (step.do === "reload") {
      return await this.#reload();
    }
    if (step.do === "saveAll") {
      return await this.#saveAll(step.theirs);
    }
    if (step.do === "elsewhere") {
      return await this.#changeElsewhere(step.change, step.theirs);
    }
    return await this.#act(this.#sheets.get(step.document) ?? assert.fail(), step);
  }

  async #act(sheet: Sheet, step: DocumentStep): Promise<void> {
    switch (step.do) {
      case "write":
        return this.#write(sheet, step.change);
      case "undo":
        return this.#undo(sheet, step.past);
      case "save":
        return await this.#save(sheet, "plain", step.theirs);
      case "keepMine":
        return sheet.comparison && sheet.isDirty ? await this.#save(sheet, "keepMine") : undefined;
      case "compare":
        if (sheet.isDirty && (await this.#copy.compare(sheet.key, this.#read(sheet), signal))) {
          sheet.comparison = this.#copy.conflictOf(sheet.key)?.theirs;
        }
        return;
      case "merge":
        return await this.#merge(sheet);
      case "takeTheirs":
        return await this.#takeTheirs(sheet);
      case "chooseMine":
      case "chooseTheirs":
        return await this.#choose(sheet, step.do);
      case "follow":
        return this.#follow(sheet);
      case "rebase":
        return await this.#rebase(sheet);
    }
  }

  /** All is well again: every document can be saved, and then shows what the service has. */
  async settle(): Promise<void> {
    this.#service.wait(5);
    for (let round = 0; round < 4; round++) {
      for (const sheet of this.#sheets.values()) {
        await this.#rebase(sheet);
        for (let tries = 0; sheet.isDirty && tries < 4; tries++) {
          await this.#save(sheet, "plain");
          await this.#merge(sheet);
          await this.#choose(sheet, "chooseMine");
        }
        assert.ok(!sheet.isDirty, `${sheet.key} cannot be saved although all is well`);
        this.#follow(sheet);
      }
    }
    for (const sheet of this.#sheets.values()) {
      const base = await this.#copy.read(signal);
      this.#show(sheet, base);
      await this.#copy.adopt(sheet.key, base);
      const { key, values } = sheet;
      assert.deepEqual(statesOf(values), this.#storedStates(), `${key} does not show what the service has`);
    }
  }

  #newCopy(): ArtifactCopy {
    const around = {
      after: this.#background.after,
      confirmed: () => {},
      onFailure: (error: unknown) => assert.fail(String(error)),
    };
    const service = this.#background.over(this.#service);
    return artifactCopy(artifactId, service, trackers, this.#store, () => {}, around);
  }

  #read({ key, text }: Sheet): readonly Entry[] {
    const { entries, problems } = forms[key].parse(text, this.#copy.contextOf(key));
    assert.deepEqual(problems, []);
    return entries.map(({ fieldId, members }) => ({ fieldId, members }));
  }

  #storedStates(): ReadonlyMap<number, State> {
    return linksIn(this.#service.stored()[linksField]);
  }

  /** The next state of some link, of those that `mayRemove` for a removal; undefined where there is none to change. */
  #next(
    { how, pick }: Change,
    links: ReadonlyMap<number, State>,
    mayRemove: (id: number) => boolean,
  ): [number, State] | undefined {
    if (how === "add") {
      return [this.#nextId++, `type ${++this.#count}`];
    }
    const ids = [...links.keys()].filter((id) => how === "retype" || mayRemove(id));
    const id = ids[pick % ids.length];
    return id === undefined ? undefined : [id, how === "retype" ? `type ${++this.#count}` : undefined];
  }

  #colleague(made: Change): void {
    const links = this.#storedStates();
    // What is removed for the second time looks like what it was before it was there.
    const next = this.#next(made, links, (id) => firstIds.includes(id));
    if (next) {
      this.#isTheirs.add(next[0]);
      this.#service.edit(linksField, membersOf(new Map([...links, next])));
    }
  }

  #write(sheet: Sheet, made: Change): void {
    const next = this.#next(made, statesOf(sheet.values), () => true);
    if (next) {
      const [id, state] = next;
      const known = new Set(sheet.seen.get(id) ?? [undefined]);
      const values = new Map([...sheet.values, [id, { state, known }] as const]);
      const entry = { fieldId: linksField, members: membersOf(statesOf(values)) };
      this.#become(sheet, forms[sheet.key].edit(sheet.text, [{ kind: "set", entry }]), values);
    }
  }

  #undo(sheet: Sheet, past: number): void {
    const target = Math.max(0, sheet.past.length - 1 - past);
    const back = sheet.past.slice(target, -1).reverse();
    for (const { text, values } of back) {
      const kept = [...values].map(([id, value]): [number, Value] => {
        const now = sheet.values.get(id) ?? value;
        return [id, now.state === value.state ? now : value];
      });
      this.#become(sheet, text, new Map(kept), true);
    }
  }

  #become(sheet: Sheet, text: string, values: Values, isUndo = false): void {
    if (text === sheet.text) {
      return;
    }
    sheet.text = text;
    sheet.values = values;
    sheet.isDirty = true;
    sheet.past.push({ text, values });
    this.#copy.noteText(sheet.key, this.#read(sheet), isUndo);
    this.#checkText(sheet);
  }

  /** The text says what the person takes it to say. */
  #checkText(sheet: Sheet): void {
    assert.deepEqual(linksIn(this.#read(sheet)[0]?.members), statesOf(sheet.values));
  }

  #show(sheet: Sheet, base: Base): void {
    const printed = forms[sheet.key].print(base);
    assert.ok(printed.kind === "text");
    this.#see(sheet, base);
    this.#become(sheet, printed.text, this.#valuesFrom(sheet, linksIn(entryIn(base))));
    sheet.isDirty = false;
  }

  /** A text that somebody else made of the sheet's. */
  #valuesFrom(sheet: Sheet, states: ReadonlyMap<number, State>): Values {
    const ids = new Set([...sheet.values.keys(), ...states.keys()]);
    return new Map(
      [...ids].map((id) => {
        const [old, state] = [sheet.values.get(id), states.get(id)];
        return [id, old && old.state === state ? old : { state, known: new Set(sheet.seen.get(id)) }];
      }),
    );
  }

  #see(sheet: Sheet, base: Base): void {
    const states = linksIn(entryIn(base));
    sheet.madeFrom = states;
    for (let id = 1; id < this.#nextId; id++) {
      sheet.seen.set(id, new Set(sheet.seen.get(id)).add(states.get(id)));
    }
  }

  async #reload(): Promise<void> {
    this.#copy.stop();
    this.#copy = this.#newCopy();
    for (const sheet of this.#sheets.values()) {
      sheet.comparison = undefined;
      sheet.past = [{ text: sheet.text, values: sheet.values }];
      if (sheet.isDirty) {
        await this.#copy.track(sheet.key, () => this.#read(sheet));
        continue;
      }
      const base = await this.#copy.read(signal);
      await this.#copy.adopt(sheet.key, base);
      this.#show(sheet, base);
      sheet.past = [{ text: sheet.text, values: sheet.values }];
      await this.#copy.track(sheet.key);
    }
  }

  #follow(sheet: Sheet): void {
    const { base } = this.#copy;
    if (!sheet.isDirty && base) {
      this.#show(sheet, base);
      this.#copy.follow(sheet.key, base);
    }
  }

  async #rebase(sheet: Sheet): Promise<void> {
    const merge = sheet.isDirty ? await this.#copy.rebase(sheet.key, this.#read(sheet)) : undefined;
    if (merge && this.#copy.base) {
      this.#takeIn(sheet, merge.again, this.#copy.base);
    }
  }

  async #merge(sheet: Sheet): Promise<void> {
    const conflict = this.#copy.conflictOf(sheet.key);
    const merge = await this.#copy.merge(sheet.key, this.#read(sheet));
    if (merge && conflict) {
      this.#takeIn(sheet, merge.again, conflict.theirs);
      sheet.comparison = conflict.theirs;
    }
  }

  #takeIn(sheet: Sheet, merge: NonNullable<Awaited<ReturnType<ArtifactCopy["merge"]>>>["again"], theirs: Base): void {
    const { changes } = merge(this.#read(sheet));
    sheet.values = new Map(
      [...sheet.values].map(([id, value]): [number, Value] => {
        const isKept = isRetyped(sheet.madeFrom.get(id), value.state) && !linksIn(entryIn(theirs)).has(id);
        return [id, isKept ? { ...value, known: new Set([...value.known, undefined]) } : value];
      }),
    );
    this.#see(sheet, theirs);
    const text = forms[sheet.key].edit(sheet.text, changes);
    const [entry] = forms[sheet.key].parse(text, this.#copy.contextOf(sheet.key)).entries;
    this.#become(sheet, text, this.#valuesFrom(sheet, linksIn(entry?.members)));
  }

  async #takeTheirs(sheet: Sheet): Promise<void> {
    if (!sheet.isDirty) {
      return;
    }
    const taken = await this.#copy.takeTheirs(sheet.key, this.#read(sheet), async (theirs) => {
      this.#show(sheet, theirs);
      return true;
    });
    if (taken === "taken") {
      this.#copy.noteText(sheet.key, this.#read(sheet), false);
      sheet.isDirty = true;
      await this.#save(sheet, "plain");
    }
  }

  async #choose(sheet: Sheet, which: "chooseMine" | "chooseTheirs"): Promise<void> {
    const [marked] = this.#copy.unsettled(sheet.key, this.#read(sheet));
    const { base } = this.#copy;
    if (!marked || !base) {
      return;
    }
    const entry = which === "chooseMine" ? marked.mine : (marked.theirs ?? assert.fail());
    const [chosen, theirs] = [linksIn(entry.members), linksIn(entryIn(base))];
    const mine = statesOf(sheet.values);
    const { madeFrom } = this.#copy.contextOf(sheet.key);
    const moved = madeFrom ? disputedIn(entryIn(madeFrom), entryIn(base)) : [];
    const offered = linksIn(marked.theirs?.members);
    for (const id of new Set([...theirs.keys(), ...chosen.keys()])) {
      const isOwn = mine.get(id) !== theirs.get(id) && chosen.get(id) === mine.get(id);
      if (which === "chooseMine" && isOwn && mine.has(id) && offered.get(id) !== mine.get(id)) {
        // The person saw that theirs would be another type, or no such link.
        sheet.chosen.set(id, theirs.get(id));
      }
    }
    this.#see(sheet, base);
    const text = forms[sheet.key].edit(sheet.text, [{ kind: "set", entry }]);
    this.#become(sheet, text, this.#valuesFrom(sheet, chosen));
    if (which === "chooseMine") {
      this.#copy.chooseMine(sheet.key, this.#read(sheet), linksField);
    }
    // A member that the base has moved since the text was made is another choice, which nobody was asked for yet.
    const [again] = this.#copy.unsettled(sheet.key, this.#read(sheet));
    const chosenIds = disputedIn(marked.mine.members, marked.theirs?.members);
    const left = disputedIn(again?.mine.members, again?.theirs?.members);
    assert.deepEqual(
      left.filter((id) => chosenIds.includes(id) && !moved.includes(id)),
      [],
      "what was chosen is marked again",
    );
  }

  async #save(sheet: Sheet, how: "plain" | "keepMine", theirs?: Change): Promise<void> {
    const { values, comparison } = sheet;
    const outcome: ArtifactOutcome = await this.#sending(
      theirs,
      (before, after) => this.#checkReplaced([{ ...sheet, values, comparison }], how, before, after),
      () => this.#copy.save(sheet.key, this.#read(sheet), how, signal),
    );
    if (isClean(outcome)) {
      this.#becomeClean(sheet);
    } else {
      assert.ok(outcome.kind === "conflict" || outcome.kind === "unsettled", outcome.kind);
      sheet.comparison = outcome.kind === "conflict" ? outcome.theirs : this.#copy.base;
    }
  }

  /** As the box of Source Control does: texts that say different things of the set are not sent. */
  async #saveAll(theirs: Change | undefined): Promise<void> {
    const sheets = [...this.#sheets.values()].filter(({ isDirty }) => isDirty);
    const texts = new Map(sheets.map((sheet) => [sheet.key, this.#read(sheet)] as const));
    if (sheets.length === 0) {
      return;
    }
    let isSent = false;
    const outcome: TogetherOutcome<ArtifactTypes> = await this.#sending(
      theirs,
      (before, after) => {
        isSent = true;
        // One that says nothing new has left the set to the other, which takes in what the first was saved over.
        const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
          (id) => before.get(id) !== after.get(id),
        );
        const saying = sheets.filter(({ values }) => changed.every((id) => values.get(id)?.state === after.get(id)));
        assert.ok(saying.length > 0, "what was sent is what no text says");
        this.#checkReplaced(saying, "plain", before, after);
      },
      () => this.#copy.saveTogether("all", texts, uniteTexts, signal),
    );
    for (const sheet of sheets) {
      if (isClean(outcome)) {
        this.#becomeClean(sheet);
      } else if (outcome.kind !== "disagreeing") {
        sheet.comparison = this.#copy.conflictOf(sheet.key)?.theirs ?? this.#copy.base;
      }
    }
    assert.ok(!isSent || isClean(outcome), `«${outcome.kind}», but something was sent`);
  }

  /** Over what is read right before, again where a colleague was faster: nothing else of the set changes. */
  async #changeElsewhere({ how, pick }: Change, theirs: Change | undefined): Promise<void> {
    let base = await this.#copy.read(signal);
    const made: Change = { how: how === "add" ? "add" : "remove", pick };
    const next = this.#next(made, linksIn(entryIn(base)), () => true);
    if (!next) {
      return;
    }
    const [id] = next;
    for (let tries = 0, isOver = false; !isOver; tries++) {
      assert.ok(tries < 3, "it is tried again and again");
      const entry = { fieldId: linksField, members: membersOf(new Map([...linksIn(entryIn(base)), next])) };
      const made = base;
      const look = async (held: Base | undefined) => {
        const isRead = !held || (sameVersion(held.version, made.version) && !held.isRacy);
        const now = isRead ? made : await this.#copy.read(signal);
        return { now, isOther: now !== made && differingFields(made, now).includes(linksField) };
      };
      const outcome = await this.#sending(
        tries === 0 ? theirs : undefined,
        (before, after) => {
          const others = [...new Set([...before.keys(), ...after.keys()])].filter((each) => each !== id);
          assert.ok(others.every((each) => before.get(each) === after.get(each)));
          this.#isTheirs.delete(id);
        },
        () => this.#copy.saveOver("elsewhere", [entry], look, signal),
      );
      isOver = isClean(outcome);
      base = outcome.kind === "conflict" ? outcome.theirs : base;
    }
    assert.equal(this.#storedStates().get(id), next[1]);
  }

  /** Runs `send`, with the change of a colleague right before a PUT arrives. */
  async #sending<T>(
    theirs: Change | undefined,
    onReplaced: (before: ReadonlyMap<number, State>, after: ReadonlyMap<number, State>) => void,
    send: () => Promise<T>,
  ): Promise<T> {
    this.#service.beforeUpdate = () => {
      this.#service.beforeUpdate = undefined;
      if (theirs) {
        this.#service.wait(3);
        this.#colleague(theirs);
      }
    };
    this.#service.onReplaced = (_, before, after) => onReplaced(linksIn(before), linksIn(after));
    const outcome: T = await send();
    this.#service.beforeUpdate = undefined;
    this.#service.onReplaced = undefined;
    this.#service.wait(3);
    this.#background.pass(3);
    await this.#background.begin();
    return outcome;
  }

  #becomeClean(sheet: Sheet): void {
    sheet.isDirty = false;
    sheet.comparison = undefined;
    this.#madeFromItself(sheet);
  }

  /** What the text says is stored. Where the service has the same, the person has what it has before them. */
  #madeFromItself(sheet: Sheet): void {
    const states = statesOf(sheet.values);
    const stored = linksIn(this.#copy.base && entryIn(this.#copy.base));
    sheet.madeFrom = states;
    for (const [id, seen] of sheet.seen) {
      if (states.get(id) === stored.get(id)) {
        seen.add(states.get(id));
      }
    }
  }

  /**
   * A colleague's member gives way only to one that the person made in the face of it, or chose: in one of the `sheets`
   * that say it.
   */
  #checkReplaced(
    sheets: readonly Sheet[],
    how: "plain" | "keepMine",
    before: ReadonlyMap<number, State>,
    after: ReadonlyMap<number, State>,
  ): void {
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      const [old, now] = [before.get(id), after.get(id)];
      if (old === now) {
        continue;
      }
      for (const { values } of sheets) {
        assert.equal(now, values.get(id)?.state, `what was sent of link ${id} is not what the text says`);
      }
      if (old === undefined && sheets.some(({ madeFrom }) => isRetyped(madeFrom.get(id), now))) {
        this.#isTheirs.delete(id);
        continue;
      }
      const isSeen = sheets.some(({ values, comparison, chosen, madeFrom }) => {
        const shown = how === "keepMine" && comparison ? linksIn(entryIn(comparison)) : undefined;
        // What it was when the text was made and is again looks like what nobody has changed.
        const isKnown = values.get(id)?.known.has(old) || madeFrom.get(id) === old || (shown && shown.get(id) === old);
        return isKnown || (chosen.has(id) && chosen.get(id) === old);
      });
      assert.ok(!this.#isTheirs.delete(id) || isSeen, `link ${id}, «${old}», silently became «${now}»`);
    }
  }
}

function isClean({ kind }: { readonly kind: string }): boolean {
  return kind === "saved" || kind === "unchanged";
}

/** With another type it is another link, which a colleague who removed the first one has not removed. */
function isRetyped(before: State, after: State): boolean {
  return before !== undefined && after !== undefined && before !== after;
}

function entryIn(base: Base): JsonObject | undefined {
  return base.fields.find(({ fieldId }) => fieldId === linksField)?.entry?.members;
}

function linksIn(members: JsonObject | undefined): ReadonlyMap<number, State> {
  const links = Array.isArray(members?.links) ? members.links.filter(isJsonObject) : [];
  return new Map(links.map((link): [number, State] => [Number(link.id), String(link.type)]).sort(([a], [b]) => a - b));
}

/** The links that two versions of the set have otherwise. */
function disputedIn(mine: JsonObject | undefined, theirs: JsonObject | undefined): readonly number[] {
  const [a, b] = [linksIn(mine), linksIn(theirs)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((id) => a.get(id) !== b.get(id));
}

function statesOf(values: Values): ReadonlyMap<number, State> {
  const present = [...values].filter(([, { state }]) => state !== undefined);
  return new Map(present.map(([id, { state }]): [number, State] => [id, state]).sort(([a], [b]) => a - b));
}

function membersOf(states: ReadonlyMap<number, State>): JsonObject {
  return { links: [...states].flatMap(([id, type]) => (type === undefined ? [] : [{ id, type }])) };
}
