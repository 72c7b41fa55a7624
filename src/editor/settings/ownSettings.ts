import { ConfigurationTarget, workspace } from "vscode";
import type { Json } from "../../core/model/json.ts";
import type { DocumentFormat } from "../../core/model/uri.ts";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { type Settings, settingDefaults, settingsSection } from "../manifest/contributions.ts";

/** Gives a setting of ours as the person wrote it: no folder and no other extension has a say in it. */
export function ownSetting(name: keyof Settings): unknown {
  return workspace.getConfiguration(settingsSection).inspect(name)?.globalValue;
}

/** Changes run one after another: a list is written whole, and one would undo another of the same moment. */
const changes = new WriteQueues<keyof Settings>();

/** Changes a list in the person's own settings. Where nothing changes, nothing is written. */
export function changeOwnSetting(name: keyof Settings, change: (setting: unknown) => readonly Json[]): Promise<void> {
  return changes.run(name, async () => {
    const configuration = workspace.getConfiguration(settingsSection);
    const written = JSON.stringify(configuration.inspect(name)?.globalValue);
    // The change gets a copy: what the configuration gives is frozen and compares by reference.
    const changed = structuredClone(change(written === undefined ? [] : JSON.parse(written)));
    if (JSON.stringify(changed) !== written) {
      await configuration.update(name, changed, ConfigurationTarget.Global);
    }
  });
}

/** Gives the format in which artifacts open where nobody names one. */
export function defaultFormat(): DocumentFormat {
  return workspace.getConfiguration(settingsSection).get("documentFormat") === "xml" ? "xml" : "json";
}

/** Tells what a click on the row of an artifact opens. */
export function openRowsAs(): Settings["openRowsAs"] {
  return workspace.getConfiguration(settingsSection).get("openRowsAs") === "page" ? "page" : "document";
}

/** Gives the most bytes of an attachment that open in the editor (setting `artifactDesk.maximumAttachmentSize`). */
export function maximumAttachmentBytes(): number {
  const megabytes = workspace.getConfiguration(settingsSection).get("maximumAttachmentSize");
  const isUsable = typeof megabytes === "number" && megabytes >= 1 && megabytes <= 50;
  return (isUsable ? megabytes : settingDefaults.maximumAttachmentSize) * 1_000_000;
}
