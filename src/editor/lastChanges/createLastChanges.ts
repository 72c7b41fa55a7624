import type { DisposableStore } from "../../core/util/disposable.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import { registerChangeHovers } from "./changeHovers.ts";
import { ChangeNotes, type NotesParts } from "./changeNotes.ts";

/** Who changed the fields of artifacts last: at their entries, and behind them. `store` gets what is to be disposed. */
export function createLastChanges(parts: NotesParts, store: DisposableStore) {
  store.add(registerChangeHovers(parts));
  const notes = store.add(new ChangeNotes(parts));
  return {
    commands: {
      [commandIds.toggleLastChanges]: (uri) => notes.toggle(uri),
    } satisfies Partial<Commands>,
  };
}
