import { t } from "@vscode/l10n";

export const readBeforePassingOn = t(
  "Read what the diagnostics say about you and your service before you pass them on.",
);

// The report is in English for everybody, since it is read by those who look into a fault.

export const reportTitle = "Artifact Desk: diagnostics";
export const reportWarning =
  "No access key and no text of an artifact is in here. Read it through before you send it: addresses name your service, and failures may name what you were working on.";
export const reportSections = { versions: "Versions", settings: "Settings", failures: "Last failures" } as const;
export const versionNames = {
  runsOn: "Runs on",
  remote: "Remote",
  system: "System",
  language: "Language",
  workspace: "Workspace",
} as const;
export const notRemote = "no";
export const setAndLeftOut = "(set, and left out)";
export const notSet = "not set";
export const nothingReported = "none";
export const leftOutAsKey = "(left out: it looks like an access key)";
export const leftOutAsPassword = "(left out: it may hold a password)";
export const leftOutCredentials = "(user and password left out)";

export function runsHere(isHere: boolean): string {
  return isHere ? "this machine" : "the machine of the workspace";
}

export function trustOf(isTrusted: boolean): string {
  return isTrusted ? "trusted" : "restricted";
}

export function connectionSection(id: string): string {
  return `Connection ${id}`;
}

export function addressIs(address: string): string {
  return `Address: ${address}`;
}

export function accessKeyIs(isStored: boolean): string {
  return isStored ? "Access key: stored" : "Access key: none";
}

export function reachedBy(proxy: string | undefined): string {
  return proxy === undefined ? "Reached: directly" : `Reached: by the proxy ${proxy}`;
}

/** `outcome` is that of the last request of the route. */
export function routeAsked(route: string, count: number, outcome: string): string {
  return count === 1 ? `\`${route}\`: once, last ${outcome}` : `\`${route}\`: ${count} times, last ${outcome}`;
}
