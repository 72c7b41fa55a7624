import { ConfigurationTarget, workspace } from "vscode";
import type { Json } from "../../core/model/json.ts";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { type Settings, settingsSection } from "../manifest/contributions.ts";

/** A setting of ours as the person wrote it: no folder and no other extension has a say in it. */
export function ownSetting(name: keyof Settings): unknown {
  return workspace.getConfiguration(settingsSection).inspect(name)?.globalValue;
}

/** A list is written whole: two changes at the same moment would write the second over the first. */
const changes = new WriteQueues<keyof Settings>();

/** Changes a list in the person's own settings; where it is as it was already, nothing is written. */
export function changeOwnSetting(name: keyof Settings, change: (setting: unknown) => readonly Json[]): Promise<void> {
  return changes.run(name, async () => {
    const configuration = workspace.getConfiguration(settingsSection);
    const written = JSON.stringify(configuration.inspect(name)?.globalValue);
    // A copy: what the configuration gives is frozen and compares by reference.
    const changed = structuredClone(change(written === undefined ? [] : JSON.parse(written)));
    if (JSON.stringify(changed) !== written) {
      await configuration.update(name, changed, ConfigurationTarget.Global);
    }
  });
}
