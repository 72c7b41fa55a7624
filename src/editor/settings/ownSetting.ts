import { ConfigurationTarget, workspace } from "vscode";
import type { Json } from "../../core/model/json.ts";
import { type Settings, settingsSection } from "../manifest/contributions.ts";

/** A setting of ours as the person wrote it: no folder and no other extension has a say in it. */
export function ownSetting(name: keyof Settings): unknown {
  return workspace.getConfiguration(settingsSection).inspect(name)?.globalValue;
}

/** Changes a list in the person's own settings; where it is as it was already, nothing is written. */
export async function changeOwnSetting(
  name: keyof Settings,
  change: (setting: unknown) => readonly Json[],
): Promise<void> {
  const configuration = workspace.getConfiguration(settingsSection);
  const written = JSON.stringify(configuration.inspect(name)?.globalValue);
  // A copy: what the configuration gives is frozen and compares by reference.
  const changed = structuredClone(change(written === undefined ? [] : JSON.parse(written)));
  if (JSON.stringify(changed) !== written) {
    await configuration.update(name, changed, ConfigurationTarget.Global);
  }
}
