import type { RefreshScope } from "../../core/model/refreshScope.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import { type ExchangeParts, Exchanges } from "./exchanges.ts";

/** What goes over the wire for a document, to be looked at: by commands for the one that is given or active. */
export function createExchanges(parts: ExchangeParts, store: DisposableStore) {
  const exchanges = store.add(new Exchanges(parts));
  return {
    refresh: (scopes?: readonly RefreshScope[]) => exchanges.refreshAll(scopes),
    commands: {
      [commandIds.showRequest]: (uri) => exchanges.showRequest(uri),
      [commandIds.showResponse]: (uri) => exchanges.showResponse(uri),
    } satisfies Partial<Commands>,
  };
}
