import type { Disposable } from "vscode";
import { commandIds } from "../../contributions.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import type { Diagnostics } from "../diagnosis/diagnostics.ts";
import type { Log } from "../log.ts";
import { registerCommand } from "../registerCommand.ts";

/** Show the log, copy diagnostics. */
export function registerDiagnosisCommands({
  diagnostics,
  log,
}: {
  readonly diagnostics: () => Promise<Diagnostics>;
  readonly log: Log;
}): Disposable {
  const store = new DisposableStore();
  store.add(registerCommand(commandIds.showLog, log, async () => log.show()));
  store.add(registerCommand(commandIds.copyDiagnostics, log, async () => (await diagnostics()).show()));
  return store;
}
