import type { DisposableStore } from "../../core/util/disposable.ts";
import { once } from "../../core/util/once.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { DiagnosticsDependencies } from "./diagnostics.ts";

/** Makes the commands that show the log and copy diagnostics. `store` gets what is made with the first report. */
export function diagnosisCommands(parts: DiagnosticsDependencies, store: DisposableStore) {
  // The report is loaded when it is asked for: most people never need it.
  const diagnostics = once(async () => {
    const { Diagnostics } = await import("./diagnostics.ts");
    return store.add(new Diagnostics(parts));
  });
  return {
    [commandIds.showLog]: async () => parts.log.show(),
    [commandIds.copyDiagnostics]: async () => (await diagnostics()).show(),
  } satisfies Partial<Commands>;
}
