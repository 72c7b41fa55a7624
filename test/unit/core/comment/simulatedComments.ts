import assert from "node:assert/strict";
import fc from "fast-check";
import type { Changeset } from "../../../../src/core/model/changeset.ts";
import { CommentFixture, type Loss, wish } from "./commentFixture.ts";

/** Something that happens to an artifact, a document of it and a comment on it. */
export type Step =
  | { readonly kind: "type" | "give" | "save" | "keepMine" | "takeTheirs" | "restart" }
  | { readonly kind: "typeComment" | "saveComment" | "closeComment" }
  | { readonly kind: "colleagueEdits" | "colleagueComments" }
  /** The host is killed in the middle of the next save, after so many requests, answers and writings to the disk. */
  | { readonly kind: "kill"; readonly after: number }
  | { readonly kind: "lose"; readonly loss: Loss }
  | { readonly kind: "down"; readonly what: "service" | "history"; readonly isDown: boolean };

const plain = [
  ...["type", "give", "save", "save", "keepMine", "takeTheirs", "restart"],
  ...["typeComment", "saveComment", "saveComment", "closeComment", "colleagueEdits", "colleagueComments"],
] as const;

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...plain).map((kind) => ({ kind }) as Step) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Loss>("before", "after", 0, 1, 2, 3, 5).map((loss): Step => ({ kind: "lose", loss })),
  },
  { weight: 1, arbitrary: fc.nat(25).map((after): Step => ({ kind: "kill", after })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ what: fc.constantFrom("service", "history"), isDown: fc.boolean() })
      .map(({ what, isDown }) => ({ kind: "down", what, isDown }) as Step),
  },
);

/** Tells of a failure by the steps that led to it, and its seed. */
export function reportSteps({ failed, counterexample, errorInstance, seed }: fc.RunDetails<[Step[]]>): void {
  if (failed) {
    const why = errorInstance instanceof Error ? errorInstance.message : "";
    const steps = (counterexample?.[0] ?? []).map((step) => `  ${JSON.stringify(step)},`).join("\n");
    assert.fail(`${why}\nseed ${seed}:\n${steps}`);
  }
}

/** Runs steps, and checks after each that no comment is lost, sent twice, or parted from its values. */
export class SimulatedComments {
  readonly #fixture: CommentFixture;
  #n = 0;
  #text: string;
  /** The comment that is due with the next save, as the person was told. */
  #due: string | undefined;
  /** Of each text that was saved the comments that were due with it, undefined for none. */
  readonly #saved = new Map<string, Set<string | undefined>>();
  #comment: string | undefined;
  /** All that the document of the comment has said. */
  #typed: readonly string[] = [];
  #isLeft = 0;
  #killedAfter: number | undefined;

  private constructor(fixture: CommentFixture) {
    this.#fixture = fixture;
    this.#text = String(fixture.stored);
    // Versions of one second cannot be told apart by the service.
    fixture.beforePut = () => fixture.wait(2);
  }

  static async open(): Promise<SimulatedComments> {
    return new SimulatedComments(await CommentFixture.open());
  }

  async run(step: Step): Promise<void> {
    const { life, document } = this.#fixture;
    const before = this.#due;
    life.endAfter(isSave(step) ? this.#killedAfter : undefined);
    await Promise.race([this.#do(step), life.end]);
    life.endAfter();
    if (isSave(step)) {
      this.#killedAfter = undefined;
    }
    if (life.isOver) {
      await this.#fixture.restart(true);
      const { due, offered } = await this.#fixture.pending.get(document);
      // A comment that was given takes the place of the one before.
      const meant = step.kind === "give" ? [before, this.#due] : [before];
      const there = [due, ...(offered?.split("\n\n") ?? []), ...this.#fixture.said];
      assert.ok(before === undefined || meant.some((each) => there.includes(each)), `${before} is lost by a kill`);
      this.#due = due;
      this.#isLeft = this.#fixture.left.length;
    }
    this.#check(await this.#fixture.history());
  }

  async #do(step: Step): Promise<void> {
    const fixture = this.#fixture;
    switch (step.kind) {
      case "type":
        this.#text = this.#unique("text");
        break;
      case "give":
        this.#due = this.#unique("with values");
        await fixture.pending.give(fixture.document, this.#due);
        await this.#save("plain");
        break;
      case "save":
        await this.#save("plain");
        break;
      case "keepMine":
        await this.#save("keepMine");
        break;
      case "takeTheirs":
        await this.#takeTheirs();
        break;
      case "restart":
        await fixture.restart(true);
        break;
      case "typeComment":
        this.#comment = this.#unique("alone");
        this.#typed = [...this.#typed, this.#comment];
        break;
      case "saveComment":
        await this.#saveComment();
        break;
      case "closeComment":
        await this.#closeComment();
        break;
      case "colleagueEdits":
        fixture.wait(2);
        fixture.edit(this.#unique("theirs"));
        break;
      case "colleagueComments":
        fixture.wait(2);
        fixture.reference.control.addComment({ artifactId: 905, body: this.#unique("colleague") });
        break;
      case "kill":
        this.#killedAfter = step.after;
        break;
      case "lose":
        fixture.losses.push(step.loss);
        break;
      case "down":
        this.#down(step.what, step.isDown);
        break;
    }
  }

  /** All is well from here on: what was to be said is said, once. */
  async settle(): Promise<void> {
    const fixture = this.#fixture;
    fixture.losses = [];
    this.#down("service", false);
    this.#down("history", false);
    const [comment, typed] = [this.#comment, this.#typed];
    if (comment !== undefined) {
      assert.match(await fixture.saveComment(comment), /^(saved|unchanged|alreadySent)$/);
      assert.equal(typed.filter((each) => fixture.said.includes(each)).length, 1, `of ${typed} one is there`);
    }
    fixture.arriveAll();
    await this.#save("plain");
    // A comment of a colleague is a version as well, which may be newer than the one that was compared.
    const endings = [await this.#save("keepMine"), await this.#save("keepMine")];
    assert.match(endings.join(), /^(conflict|saved|unchanged),(saved|unchanged)$/);
    assert.equal(this.#due, undefined, "a comment waits for ever");
    this.#check(await fixture.history());
  }

  async #save(how: "plain" | "keepMine"): Promise<string> {
    const fixture = this.#fixture;
    const dues = this.#saved.get(this.#text) ?? new Set();
    this.#saved.set(this.#text, dues.add(this.#due));
    const ending = await fixture.save(this.#text, how);
    const { due } = await fixture.pending.get(fixture.document);
    if (this.#due !== undefined && due === undefined) {
      const isToldLeft = fixture.left.length > this.#isLeft && fixture.left.at(-1) === this.#due;
      assert.ok(
        isToldLeft !== fixture.said.includes(this.#due),
        `${this.#due} is lost, or told to be left and is there`,
      );
      this.#due = undefined;
    }
    this.#isLeft = fixture.left.length;
    return ending;
  }

  async #takeTheirs(): Promise<void> {
    const fixture = this.#fixture;
    const taken = await fixture.copy.takeTheirs(fixture.document, fixture.entries(this.#text), async (theirs) => {
      this.#text = fixture.textOf(theirs);
      return true;
    });
    if (taken === "taken") {
      // As the editor does for a text without unsaved changes.
      await fixture.pending.withdraw(fixture.document);
      this.#due = undefined;
    }
  }

  async #saveComment(): Promise<void> {
    const comment = this.#comment;
    if (comment === undefined) {
      return;
    }
    const ending = await this.#fixture.saveComment(comment);
    assert.doesNotMatch(ending, /conflict|unsettled/);
    if (ending === "saved" || ending === "unchanged") {
      assert.ok(this.#fixture.said.includes(comment), `${comment} is told to be there`);
    }
    if (["saved", "unchanged", "alreadySent"].includes(ending)) {
      // The tab closes, or the person closes it.
      await this.#closeComment();
    }
  }

  async #closeComment(): Promise<void> {
    this.#comment = undefined;
    this.#typed = [];
    await this.#fixture.openComment();
  }

  #down(what: "service" | "history", isDown: boolean): void {
    if (what === "service") {
      this.#fixture.isDown = isDown;
    } else {
      this.#fixture.hidesHistory = isDown;
    }
  }

  #check(history: readonly Changeset[]): void {
    const said = this.#fixture.said;
    assert.equal(new Set(said).size, said.length, `said twice: ${said}`);
    for (const { values, comment } of this.#fixture.puts) {
      if (comment) {
        const isWith = comment.body.startsWith("with values");
        assert.equal(values.length > 0, isWith, `${comment.body} is sent ${isWith ? "without" : "with"} values`);
      }
    }
    history.forEach(({ comment, values }, index) => {
      const [text, before] = [textIn(values), textIn(history[index - 1]?.values ?? [])];
      const dues = this.#saved.get(text);
      if (comment?.content.startsWith("with values")) {
        assert.ok(dues?.has(comment.content), `${comment.content} came with «${text}»`);
        assert.notEqual(text, before, `${comment.content} came without a change`);
      } else if (dues && text.startsWith("text") && text !== before) {
        const earlier = new Set(history.slice(0, index).map((step) => step.comment?.content));
        const isDone = [...dues].some((due) => due === undefined || earlier.has(due));
        assert.ok(isDone, `«${text}» came without ${[...dues].join(" or ")}`);
      }
    });
  }

  #unique(what: string): string {
    return `${what} ${++this.#n}`;
  }
}

function isSave({ kind }: Step): boolean {
  return kind === "give" || kind === "save" || kind === "keepMine" || kind === "saveComment";
}

function textIn(values: Changeset["values"]): string {
  return String(values.find(({ fieldId }) => fieldId === wish)?.entry?.members.value);
}
