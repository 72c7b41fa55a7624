import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import type { DocumentCodec } from "../../../../src/core/codec/formatCodec.ts";
import { draftTextIn, putDraftText, putSinceGiven, withTakenAlong } from "../../../../src/core/draft/draftText.ts";
import { ShownTexts } from "../../../../src/core/draft/shownTexts.ts";
import { randomRuns } from "../../../support/randomRuns.ts";

const runs = randomRuns(300);

/** Where somebody types or deletes: in the draft, or in the editor of its text. `at` chooses the line. */
interface Typing {
  readonly kind: "type" | "delete";
  readonly where: "draft" | "editor";
  readonly at: number;
}

type Step =
  | Typing
  /** Undoes the last change of the draft, or all that the editor has unsaved, which VS Code calls saved then. */
  | { readonly kind: "undo"; readonly where: Typing["where"] }
  /** VS Code reads the text again where nothing in its editor is unsaved. */
  | { readonly kind: "follow" }
  | { readonly kind: "saveEditor" | "refuseDraft"; readonly meanwhile: readonly Typing[] };

const typing: fc.Arbitrary<Typing> = fc.record({
  kind: fc.constantFrom("type" as const, "type" as const, "delete" as const),
  where: fc.constantFrom("draft" as const, "editor" as const, "editor" as const),
  at: fc.nat({ max: 9 }),
});
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: typing },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("follow" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("undo" as const),
      where: fc.constantFrom("draft" as const, "draft" as const, "editor" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("saveEditor" as const, "refuseDraft" as const),
      meanwhile: fc.array(typing, { maxLength: 2 }),
    }),
  },
);

const key = "artifact://demo/trackers/12/new-1/1203.txt";
const place = { kindOf: () => "text" as const, fieldId: 1203 };

/** A draft and the editor of its text, as `DraftTexts` has them follow each other. Every line is another word. */
class SimulatedTexts {
  readonly #codec: DocumentCodec;
  readonly #shown = new ShownTexts(() => {});
  /** What the person has typed and not deleted. */
  readonly #wanted = new Set<string>();
  /** What undoing has brought back. */
  readonly #doubted = new Set<string>();
  /** The texts of the draft before each of its changes. */
  readonly #undone: string[] = [];
  #said: string;
  #editor = "";
  /** What the editor said when it had nothing unsaved. */
  #saved = "";
  #isUnsaved = false;
  #words = 0;

  constructor(codec: DocumentCodec) {
    this.#codec = codec;
    this.#said = codec.print([{ fieldId: place.fieldId, members: { value: "" } }], 12);
    for (let line = 0; line < 4; line++) {
      this.#type({ kind: "type", where: "draft", at: 0 });
    }
    // A draft that was emptied takes whatever its editor says.
    this.#undone.length = 0;
    this.#follow();
  }

  run(step: Step): void {
    switch (step.kind) {
      case "follow":
        this.#follow();
        break;
      case "saveEditor":
        this.#saveEditor(step.meanwhile);
        break;
      case "refuseDraft":
        this.#takeAlong(step.meanwhile);
        break;
      case "undo":
        this.#undo(step.where);
        break;
      default:
        this.#type(step);
    }
    const all = new Set([...wordsOf(this.#draft), ...wordsOf(this.#editor)]);
    assert.deepEqual(
      [...this.#wanted].filter((word) => !all.has(word)),
      [],
      "words are lost",
    );
  }

  /** The draft is created with what is wanted, and nothing else. */
  settle(): void {
    for (let tries = 0; tries < 5 && !this.#takeAlong([]); tries++) {
      this.#saveEditor([]);
    }
    assert.ok(this.#takeAlong([]), "it cannot be sent");
    const certain = (words: Iterable<string>) => [...words].filter((word) => !this.#doubted.has(word)).toSorted();
    assert.deepEqual(certain(wordsOf(this.#draft)), certain(this.#wanted), "sent is what is wanted");
  }

  get #draft(): string {
    return draftTextIn(this.#place) ?? assert.fail();
  }

  get #place() {
    return { ...place, codec: this.#codec, said: this.#said };
  }

  #type({ kind, where, at }: Typing): void {
    const lines = wordsOf(where === "draft" ? this.#draft : this.#editor);
    const index = at % (lines.length + 1);
    if (kind === "type") {
      const word = `w${++this.#words}`;
      lines.splice(index, 0, word);
      this.#wanted.add(word);
    } else if (where === "editor" || lines.length > 1) {
      // A draft that was emptied takes whatever its editor says.
      for (const word of lines.splice(index, 1)) {
        this.#unwant(where, word);
      }
    }
    if (where === "draft") {
      this.#say(
        this.#codec.edit(this.#said, [
          { kind: "set", entry: { fieldId: place.fieldId, members: { value: lines.join("\n") } } },
        ]),
      );
    } else if (lines.join("\n") !== this.#editor) {
      this.#editor = lines.join("\n");
      if (!this.#isUnsaved) {
        // VS Code tells of the first change before it calls the text unsaved.
        this.#shown.noteShown(key, this.#editor);
      }
      this.#isUnsaved = true;
    }
  }

  /** Notes that a word was taken out of one place. What an editor has unsaved is wanted as long as it is there. */
  #unwant(where: Typing["where"], word: string): void {
    const [first = ""] = this.#shown.madeFrom(key);
    const isTyped = this.#isUnsaved && wordsOf(this.#editor).includes(word) && !wordsOf(first).includes(word);
    if (where === "editor" || !isTyped) {
      this.#wanted.delete(word);
    }
  }

  #undo(where: Typing["where"]): void {
    const [before, now] =
      where === "draft" ? [this.#draft, this.#undone.at(-1) ?? this.#said] : [this.#editor, this.#saved];
    if (where === "draft") {
      this.#said = now;
      this.#undone.pop();
      this.#shown.noteGiven(key, this.#draft);
    } else {
      this.#editor = now;
      this.#isUnsaved = false;
      this.#shown.noteShown(key, now);
      this.#takeBack();
    }
    const after = wordsOf(where === "draft" ? this.#draft : this.#editor);
    for (const word of wordsOf(before).filter((each) => !after.includes(each))) {
      this.#unwant(where, word);
    }
    for (const word of after.filter((each) => !wordsOf(before).includes(each))) {
      this.#doubt(word);
    }
  }

  /** Notes that a word is in one place again, and not in the other: whichever is saved last is right. */
  #doubt(word: string): void {
    this.#wanted.delete(word);
    this.#doubted.add(word);
  }

  #takeBack(): void {
    const put = this.#shown.hasTakenBack(key, this.#editor) ? putSinceGiven(this.#place, this.#typed) : undefined;
    if (put?.kind === "put") {
      this.#say(put.said);
      this.#shown.notePut(key, this.#editor, put.content);
    } else if (put) {
      // The editor shows again what the draft says.
      wordsOf(this.#draft).forEach((word) => void this.#doubt(word));
      this.#follow();
    }
  }

  #say(said: string): void {
    if (said !== this.#said) {
      this.#undone.push(this.#said);
      this.#said = said;
    }
  }

  #follow(): void {
    const now = this.#draft;
    const isTaken = this.#shown.isTaken(key, now, this.#editor);
    if (!isTaken && !this.#isUnsaved) {
      this.#shown.noteRead(key, now, this.#editor);
      this.#editor = now;
      this.#saved = now;
      this.#shown.noteShown(key, now);
    }
  }

  get #typed() {
    return { language: "txt", madeFrom: this.#shown.madeFrom(key), mine: this.#editor } as const;
  }

  #saveEditor(meanwhile: readonly Typing[]): void {
    if (!this.#isUnsaved) {
      return;
    }
    const typed = this.#typed;
    const put = putDraftText(this.#place, typed);
    if (put.kind === "differs") {
      this.#replace();
      return;
    }
    assert.ok(put.kind === "put");
    this.#say(put.said);
    this.#saved = typed.mine;
    this.#shown.notePut(key, typed.mine, put.content);
    for (const each of meanwhile) {
      this.#type(each);
    }
    this.#isUnsaved = this.#editor !== typed.mine;
    this.#follow();
  }

  /** The person wants what the editor says in place of what the draft says. */
  #replace(): void {
    this.#wanted.clear();
    for (const word of wordsOf(this.#editor)) {
      this.#wanted.add(word);
    }
    this.#shown.notePut(key, this.#draft, this.#draft);
    this.#saveEditor([]);
  }

  /** What a save of the draft begins with; whether the draft has everything then. */
  #takeAlong(meanwhile: readonly Typing[]): boolean {
    if (this.#isUnsaved) {
      const said = withTakenAlong(this.#place, this.#typed);
      if (said !== this.#said) {
        this.#shown.noteOffered(key, this.#editor);
        this.#say(said);
        // VS Code tells that the draft has changed.
        this.#shown.noteGiven(key, this.#draft);
      }
    }
    for (const each of meanwhile) {
      this.#type(each);
    }
    return !this.#isUnsaved || this.#shown.isTaken(key, this.#draft, this.#editor);
  }
}

function wordsOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

suite("whatever is typed in turn into a draft and into the editor of one of its texts", () => {
  test("is in the draft that is sent, and nothing that was deleted", async () => {
    const codec = await documentCodec("json");
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 15, size: "max" }), (steps) => {
        const simulated = new SimulatedTexts(codec);
        for (const step of steps) {
          simulated.run(step);
        }
        simulated.settle();
      }),
      { numRuns: runs },
    );
  }).timeout(runs > 500 ? 0 : 60_000);
});
