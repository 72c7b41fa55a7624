import { contentOf, type ShownContent } from "../field/shownContent.ts";
import { unnamedField } from "../labels/values.ts";
import type { FieldValue } from "../model/artifact.ts";
import type { Comment } from "../model/changeset.ts";
import type { Tracker } from "../model/tracker.ts";
import { computedByService } from "../sentences/history.ts";
import type { HistoryEntry } from "./artifactHistory.ts";
import type { FieldChange } from "./fieldChanges.ts";

/** A step of the discussion as a reader sees it, with names in the place of numbers. It is plain data. */
export interface ThreadEntry {
  readonly changesetId: number;
  /** The version before it, where it is known. */
  readonly previousId?: number;
  /** It is undefined where the service does not tell. */
  readonly author?: string;
  /** The address of somebody who wrote by mail. */
  readonly email?: string;
  /** The instant in ISO 8601. */
  readonly on?: string;
  readonly isCreation: boolean;
  readonly comment?: Comment;
  readonly changes: readonly ShownChange[];
}

export interface ShownChange {
  readonly fieldId: number;
  readonly label: string;
  /** They are undefined for long values: two versions of those are compared side by side. */
  readonly values?: { readonly before: ShownContent; readonly after: ShownContent };
}

/** Gives the entries of a history with names in the place of numbers. */
export class Thread {
  readonly #names: ReadonlyMap<number, { readonly label: string; readonly names: Readonly<Record<string, string>> }>;

  constructor(tracker: Tracker | undefined) {
    this.#names = new Map(
      tracker?.fields.map(({ fieldId, label, options }) => [
        fieldId,
        { label, names: Object.fromEntries(options.all.map((option) => [String(option.id), option.label])) },
      ]),
    );
  }

  of(entries: readonly HistoryEntry[]): readonly ThreadEntry[] {
    return entries.map((entry) => this.#entry(entry));
  }

  #entry({ step, before, changes = [], isCreation = false }: HistoryEntry): ThreadEntry {
    const { id, author, email, submittedOn, comment } = step;
    return {
      changesetId: id,
      ...(before && { previousId: before.id }),
      ...(author !== undefined && { author }),
      ...(email !== undefined && { email }),
      ...(submittedOn !== undefined && { on: submittedOn }),
      ...(comment && { comment }),
      isCreation,
      changes: changes.map((change) => this.#change(change)),
    };
  }

  #change({ fieldId, label, before, after }: FieldChange): ShownChange {
    const known = this.#names.get(fieldId);
    const named = { fieldId, label: known?.label || label || unnamedField(fieldId) };
    const values = { before: wordsOf(before, known?.names), after: wordsOf(after, known?.names) };
    const isLong =
      after.kind === "text" || after.kind === "steps" || [values.before, values.after].some(isLongerThanShown);
    return isLong ? named : { ...named, values };
  }
}

/** Words that are longer together cannot be read beside another value. */
const maxShownLength = 1000;

function isLongerThanShown(content: ShownContent): boolean {
  return content.kind === "words" && content.words.reduce((length, word) => length + word.length, 0) > maxShownLength;
}

/** Gives the words of a value, without links from elsewhere and computed numbers: those are today's in every step. */
function wordsOf(value: FieldValue | undefined, options: Readonly<Record<string, string>> = {}): ShownContent {
  if (!value) {
    return { kind: "empty" };
  }
  const { shown, kind, entry } = value;
  if (entry?.members.is_autocomputed === true) {
    return { kind: "words", words: [computedByService] };
  }
  const { type, names } = value;
  const told = { type, names, ...(kind ? { kind } : shown && { shown }) };
  const content = contentOf(told, entry?.members, options);
  return content.kind === "links" ? { kind: "words", words: content.links.map(({ name }) => name) } : content;
}
