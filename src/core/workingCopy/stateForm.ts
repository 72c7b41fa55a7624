import { type Check, isText, listOf, optional, recordOf, shapeOf } from "../model/shape.ts";
import type { Unanswered } from "./documentKind.ts";
import type { TakenIn } from "./documentState.ts";
import type { KindTypes } from "./kindTypes.ts";
import type { SetWatch } from "./memberWatch.ts";
import type { SavedState } from "./savedState.ts";
import type { Settlement } from "./settlement.ts";
import type { Lacking, TheirChange } from "./valueWatch.ts";

/** How the states of one kind of document are kept. */
export interface StateForm {
  /** Raised when the shape changes: what an older version wrote is then not taken up. */
  readonly formatVersion: number;
  /** Whether what was kept can be relied on: a base of the resource with all that a save reads of it. */
  isBase(id: number, value: unknown): boolean;
  /** Whether `value` can be the value of a part, whose name has become a text. */
  isValue(value: unknown, key: string): boolean;
  /** Of kinds that keep a PUT of which nobody knows the fate: whether it is a change. */
  readonly isChange?: Check;
}

/**
 * Whether `value`, which was kept, is the state of a resource in this form with all that a save reads. Never throws.
 */
export function isSavedState<T extends KindTypes>(value: unknown, id: number, form: StateForm): value is SavedState<T> {
  const isBase: Check = (base) => form.isBase(id, base);
  return shapeOf<SavedState<T>>({
    base: isBase,
    settlements: optional(recordOf(settlementShape(form))),
    shown: optional(recordOf(isBase)),
    takenIn: optional(
      recordOf(
        shapeOf<TakenIn<T>>({
          ancestor: optional(isBase),
          values: recordOf((value, key) => form.isValue(value, key)),
        }),
      ),
    ),
    conflicting: optional(listOf(isText)),
    unknown: optional(listOf(isText)),
    unanswered: optional(
      shapeOf<Unanswered<T>>({ document: isText, target: isBase, change: form.isChange ?? (() => false) }),
    ),
  })(value);
}

/** What is to be settled in a document. */
function settlementShape({ isValue }: StateForm): Check {
  return shapeOf<Settlement<KindTypes>>({
    outdated: recordOf((values, key) => listOf((value) => isValue(value, key))(values)),
    theirs: optional(
      recordOf((all, key) => {
        const isOfKey = (value: unknown) => isValue(value, key);
        return listOf(shapeOf<TheirChange<unknown>>({ was: isOfKey, made: isOfKey }))(all);
      }),
    ),
    lacking: optional(
      recordOf((each, key) => {
        const isOfKey = (value: unknown) => isValue(value, key);
        return shapeOf<Lacking<unknown>>({ mine: isOfKey, filled: isOfKey })(each);
      }),
    ),
    sets: optional(recordOf(isSetWatch)),
    formats: optional(recordOf(isText)),
  });
}

const isMemberState = (value: unknown) => value === null || isText(value);

const isSetWatch = shapeOf<SetWatch>({
  members: recordOf(
    shapeOf<SetWatch["members"][string]>({ outdated: listOf(isMemberState), mine: listOf(isMemberState) }),
  ),
  names: recordOf(isText),
});
