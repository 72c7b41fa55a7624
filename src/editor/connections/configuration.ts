import { type ConfigurationChangeEvent, ConfigurationTarget, workspace } from "vscode";
import { settingDefaults, settingsSection } from "../../contributions.ts";
import type { Json } from "../../core/model/json.ts";
import type { NetworkSettings } from "../../core/service/serviceClient.ts";

/** The setting `artifactDesk.connections` as the person wrote it. */
export function connectionsSetting(): unknown {
  return workspace.getConfiguration(settingsSection).get("connections");
}

/** Changes the connections in the person's own settings. */
export async function changeConnectionsSetting(change: (setting: unknown) => readonly Json[]): Promise<void> {
  const configuration = workspace.getConfiguration(settingsSection);
  const written = configuration.inspect("connections")?.globalValue;
  // A copy: what the configuration gives is frozen and compares by reference.
  const changed = structuredClone(change(written === undefined ? [] : JSON.parse(JSON.stringify(written))));
  await configuration.update("connections", changed, ConfigurationTarget.Global);
}

/** How long a request may take. */
export function requestTimeoutMs(): number {
  const seconds = workspace.getConfiguration(settingsSection).get("requestTimeout");
  const isUsable = typeof seconds === "number" && seconds >= 1 && seconds <= 600;
  return (isUsable ? seconds : settingDefaults.requestTimeout) * 1000;
}

/** VS Code's own settings of proxy and certificates. */
export function networkSettings(): NetworkSettings {
  const http = workspace.getConfiguration("http");
  const isProxyOff = http.get("proxySupport") === "off";
  const proxy = http.get("proxy");
  const noProxy = http.get("noProxy");
  return {
    ...(!isProxyOff && typeof proxy === "string" && proxy !== "" ? { proxy } : {}),
    noProxy: isProxyOff ? ["*"] : Array.isArray(noProxy) ? noProxy.filter((host) => typeof host === "string") : [],
    strictSsl: http.get("proxyStrictSSL") !== false,
  };
}

/** Whether a change of settings concerns connections or the way to them. */
export function affectsConnections(change: ConfigurationChangeEvent): boolean {
  return ["artifactDesk.connections", "artifactDesk.requestTimeout", "http"].some((name) =>
    change.affectsConfiguration(name),
  );
}
