import type { Json } from "../model/json.ts";
import type { FieldOption } from "../model/tracker.ts";
import { getOrMake } from "../util/getOrMake.ts";

/** The values of a list, found by what people and texts call them. */
interface OptionIndex {
  /** By `String(id)`. */
  readonly byId: ReadonlyMap<string, FieldOption>;
  /**
   * By the label, whatever its case; of several with one label the first that is not hidden. Free values have no place
   * here.
   */
  readonly byLabel: ReadonlyMap<string, FieldOption>;
  /** What may be chosen, in the order of the tracker, with the label as it is searched. */
  readonly offered: readonly { readonly option: FieldOption; readonly searched: string }[];
}

const indexes = new WeakMap<readonly FieldOption[], OptionIndex>();

/** The index of a list's values, made once: a list may have thousands, and is asked at every key. */
export function optionIndex(options: readonly FieldOption[]): OptionIndex {
  return getOrMake(indexes, options, () => makeIndex(options));
}

function makeIndex(options: readonly FieldOption[]): OptionIndex {
  let offered: OptionIndex["offered"] | undefined;
  let byLabel: ReadonlyMap<string, FieldOption> | undefined;
  const offeredOf = () => {
    offered ??= options
      .filter(({ isHidden }) => !isHidden)
      .map((option) => ({ option, searched: searchedLabel(option.label) }));
    return offered;
  };
  // Most lists of a tracker are only looked up in by id.
  return {
    byId: new Map(options.map((option) => [String(option.id), option])),
    get offered() {
      return offeredOf();
    },
    get byLabel() {
      byLabel ??= new Map([
        ...options.filter(isKnown).map((option) => [searchedLabel(option.label), option] as const),
        ...offeredOf()
          .toReversed()
          .filter(({ option }) => isKnown(option))
          .map(({ option, searched }) => [searched, option] as const),
      ]);
      return byLabel;
    },
  };
}

/** Tells whether the tracker has made the value; others have been typed into an open list. */
function isKnown({ id }: FieldOption): boolean {
  return !isFreeValueId(id);
}

/** A label as it is compared with what somebody typed. */
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
