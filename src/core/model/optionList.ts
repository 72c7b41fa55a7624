import type { Json } from "./json.ts";

/** A value that a list offers. */
export interface FieldOption {
  /** The id as artifacts hold it: a number, or a string for user groups and free values (`101_3`, `o5`). */
  readonly id: number | string;
  readonly label: string;
  readonly isHidden: boolean;
  /** The login of a person, by which queries name them. */
  readonly username?: string;
}

/**
 * Holds the values of a list, found by what people and texts call them. A list may have thousands, and every key that
 * is typed looks values up. So the indexes are made once, when somebody first asks.
 */
export class OptionList {
  /** The values in the order of the tracker. */
  readonly all: readonly FieldOption[];
  #byId: ReadonlyMap<string, FieldOption> | undefined;
  #byLabel: ReadonlyMap<string, FieldOption> | undefined;
  #offered: readonly OfferedOption[] | undefined;

  constructor(all: readonly FieldOption[]) {
    this.all = all;
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** Gives the values that may be chosen, in the order of the tracker. */
  get offered(): readonly OfferedOption[] {
    this.#offered ??= this.all
      .filter(({ isHidden }) => !isHidden)
      .map((option) => ({ option, searched: searchedLabel(option.label) }));
    return this.#offered;
  }

  /** Finds the value with an id, which texts may write as a number or as a string. */
  get(id: number | string): FieldOption | undefined {
    this.#byId ??= new Map(this.all.map((option) => [String(option.id), option]));
    return this.#byId.get(String(id));
  }

  /**
   * Finds the value with a label, whatever its case; of several with one label the first that is not hidden. Free
   * values, which somebody has typed into an open list, are not found.
   */
  labelled(words: string): FieldOption | undefined {
    this.#byLabel ??= new Map([
      ...this.all.filter(isKnown).map((option) => [searchedLabel(option.label), option] as const),
      ...this.offered
        .toReversed()
        .filter(({ option }) => isKnown(option))
        .map(({ option, searched }) => [searched, option] as const),
    ]);
    return this.#byLabel.get(searchedLabel(words));
  }

  /** Gives what is kept of the list: only its values. */
  toJSON(): readonly FieldOption[] {
    return this.all;
  }
}

interface OfferedOption {
  readonly option: FieldOption;
  /** The label in the form in which it is searched. */
  readonly searched: string;
}

/** The list of a field that offers nothing, or of which nothing is known. */
export const noOptions = new OptionList([]);

/** Tells whether the tracker has made the value; others were typed into an open list. */
function isKnown({ id }: FieldOption): boolean {
  return !isFreeValueId(id);
}

/** Gives a label in the form in which it is compared with what somebody typed. */
export function searchedLabel(label: string): string {
  return label.trim().toLowerCase();
}

/**
 * Tells whether an id is that of a free value, which somebody typed into an open list: `o12`. The service returns such
 * ids and takes none: free values are sent by their label (test/service/README.md, Values as written).
 */
export function isFreeValueId(id: Json | undefined): boolean {
  return typeof id === "string" && /^o\d+$/.test(id);
}
