import type { Uri } from "vscode";
import type { RefreshScope } from "../../core/model/refreshScope.ts";
import { openArtifactFirst } from "../../core/sentences/exchange.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { HumanError } from "../dialog/present.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { uriMeant } from "../text/resourceUri.ts";
import { type ExchangeParts, Exchanges } from "./exchanges.ts";

/** What goes over the wire for a document, to be looked at: by commands for the one that is given or active. */
export function createExchanges(parts: ExchangeParts, store: DisposableStore) {
  const exchanges = store.add(new Exchanges(parts));
  return {
    refresh: (scopes?: readonly RefreshScope[]) => exchanges.refreshAll(scopes),
    commands: {
      [commandIds.showRequest]: (resource) => exchanges.showRequest(uriOf(resource)),
      [commandIds.showResponse]: (resource) => exchanges.showResponse(uriOf(resource)),
    } satisfies Partial<CommandSignatures>,
  };
}

function uriOf(resource: unknown): Uri {
  const uri = uriMeant(resource);
  if (!uri) {
    throw new HumanError(openArtifactFirst);
  }
  return uri;
}
