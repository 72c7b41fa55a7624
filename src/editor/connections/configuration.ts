import { type ConfigurationChangeEvent, type WorkspaceConfiguration, workspace } from "vscode";
import type { NetworkSettings } from "../../core/service/serviceClient.ts";
import { settingDefaults, settingsSection } from "../manifest/contributions.ts";

/** Tells how long a request may go without a byte of an answer. */
export function requestTimeoutMs(): number {
  const seconds = workspace.getConfiguration(settingsSection).get("requestTimeout");
  const isUsable = typeof seconds === "number" && seconds >= 1 && seconds <= 600;
  return (isUsable ? seconds : settingDefaults.requestTimeout) * 1000;
}

/**
 * Gives VS Code's own settings of proxy and certificates, which it takes from no folder. Of the values of
 * `http.proxySupport` only `off` matters here: the others say how VS Code treats requests that extensions send through
 * it.
 */
export function networkSettings(): NetworkSettings {
  const http = workspace.getConfiguration("http");
  const isProxyOff = http.get("proxySupport") === "off";
  const proxy = textIn(http, "proxy");
  const proxyAuthorization = textIn(http, "proxyAuthorization");
  const noProxy = http.get("noProxy");
  return {
    ...(!isProxyOff && proxy !== undefined && { proxy }),
    ...(!isProxyOff && proxyAuthorization !== undefined && { proxyAuthorization }),
    noProxy: isProxyOff ? ["*"] : Array.isArray(noProxy) ? noProxy.filter((host) => typeof host === "string") : [],
    strictSsl: http.get("proxyStrictSSL") !== false,
    systemCertificates: http.get("systemCertificates") !== false,
  };
}

function textIn(configuration: WorkspaceConfiguration, name: string): string | undefined {
  const value = configuration.get(name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Tells whether a change of settings concerns connections or the way to them. */
export function affectsConnections(change: ConfigurationChangeEvent): boolean {
  return ["artifactDesk.connections", "artifactDesk.requestTimeout", "http"].some((name) =>
    change.affectsConfiguration(name),
  );
}
