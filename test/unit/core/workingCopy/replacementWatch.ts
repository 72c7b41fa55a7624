import assert from "node:assert/strict";
import { type FoundReplacement, OverwriteGuard } from "../../../../src/core/overwrite/overwriteGuard.ts";
import type { StoredPut } from "../../../../src/core/workingCopy/ports.ts";
import type { SimulatedService } from "./simulatedService.ts";

interface Lost {
  readonly fieldId: number;
  readonly text: string;
}

const connectionId = "team";

/**
 * What a person's window tells of changes that were replaced unseen, beside what it has to tell: each colleague's
 * change that was stored between the check and the write of a PUT, and nothing else.
 */
export class ReplacementWatch {
  readonly #service: SimulatedService;
  #guard: OverwriteGuard;
  #told: FoundReplacement[] = [];
  /** Replaced by the PUT under way; whether it was carried out is not known yet. */
  readonly #underWay: Lost[] = [];
  /** Replaced by the PUT under way, as its person had decided. */
  readonly #decided: Lost[] = [];
  /** Has to be told. */
  #owed: Lost[] = [];
  /** May be told: nobody knows whether the PUT that replaced it was carried out, or the window that made it is gone. */
  #waived: Lost[] = [];
  /** A PUT was carried out since `clear`, so that the history was looked at. */
  #hasLooked = false;

  constructor(service: SimulatedService) {
    this.#service = service;
    this.#guard = this.#newGuard();
  }

  get isOwing(): boolean {
    return this.#owed.length > 0;
  }

  /** A PUT was carried out, as the working copy tells. */
  readonly note = (put: StoredPut): void => {
    this.#owed.push(...this.#underWay.splice(0));
    this.#hasLooked = true;
    this.#guard.note(connectionId, put);
  };

  /** The PUT under way has replaced a change that its person could not know of. */
  replaced(fieldId: number, text: string): void {
    this.#underWay.push({ fieldId, text });
  }

  /**
   * The PUT under way has replaced a change that its person had decided about. Where the window is killed with it, the
   * next one does not know of the decision.
   */
  decided(fieldId: number, text: string): void {
    this.#decided.push({ fieldId, text });
  }

  /** Resolves once the history was looked at after a save. */
  async look(): Promise<void> {
    await this.#guard.idle();
  }

  /** After the look: all is told that had to be, unless the history could not be read, and nothing without cause. */
  check(isReadable: boolean): void {
    this.#waived.push(...this.#underWay.splice(0));
    this.#decided.length = 0;
    for (const { lost, fields } of this.#told.filter((found) => found.lost === "theirs")) {
      for (const { field, lost: members } of fields) {
        const text = this.#service.textOf(members);
        const isIt = (other: Lost) => other.fieldId === field.fieldId && other.text === text;
        const place = [this.#owed, this.#waived].find((list) => list.some(isIt));
        assert.ok(place, `«${text}» of field ${field.fieldId} was told to be replaced (${lost}), and was not`);
        place.splice(place.findIndex(isIt), 1);
      }
    }
    for (const { fields } of this.#told.filter((found) => found.lost === "mine")) {
      for (const { now, field } of fields) {
        const text = this.#service.textOf(now);
        assert.ok(text.includes("theirs"), `«${text}» of ${field.fieldId} was told to have replaced mine`);
      }
    }
    if (isReadable && this.#hasLooked) {
      assert.deepEqual(this.#owed, [], "replaced unseen, and not told");
    }
  }

  /** Whether the person was told that their value was replaced at once. */
  hasToldMine(fieldId: number, text: string): boolean {
    return this.#told.some(
      ({ lost, fields }) =>
        lost === "mine" &&
        fields.some((field) => field.field.fieldId === fieldId && this.#service.textOf(field.lost) === text),
    );
  }

  /** Before another save. */
  clear(): void {
    this.#told = [];
    this.#hasLooked = false;
  }

  /** The window was closed, or its connection removed: what it has not told yet, nobody tells. */
  end(): void {
    this.#guard.dispose();
    this.#guard = this.#newGuard();
    this.#waived.push(...this.#owed.splice(0), ...this.#decided.splice(0), ...this.#underWay.splice(0));
  }

  #newGuard(): OverwriteGuard {
    return new OverwriteGuard({
      history: async () => this.#service,
      changed: () => {},
      report: (found) => this.#told.push(found),
      cannotTell: () => {},
      log: () => {},
    });
  }
}
