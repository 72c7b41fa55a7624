import { globSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { type Sample, timed } from "./figure.ts";

export interface ActivationTimes {
  readonly activation: Sample;
  /** Of the extension's bundle that activation reads. */
  readonly files: number;
  /** The loading of what speaks to the service; undefined for an extension without. */
  readonly client: Sample | undefined;
}

/** Activates an extension once the host has come to rest. */
export async function measureActivation(extensionId: string): Promise<ActivationTimes> {
  const extension = vscode.extensions.getExtension(extensionId);
  if (!extension || extension.isActive) {
    throw new Error(`There is no inactive extension ${extensionId} to measure`);
  }
  await atRest();
  const activation: Sample[] = [];
  await timed(() => extension.activate(), activation);
  const require = createRequire(path.join(extension.extensionPath, "package.json"));
  // The editor may lie in the extension's folder too, which is the project's.
  const bundled = path.join(extension.extensionPath, "dist", path.sep);
  const files = Object.keys(require.cache).filter((file) => file.startsWith(bundled)).length;
  const [clientFile] = globSync(path.join(extension.extensionPath, "dist/serviceClient-*.cjs"));
  const client: Sample[] = [];
  if (clientFile !== undefined) {
    await atRest();
    await timed(() => void require(clientFile), client);
  }
  return { activation: activation[0] ?? { ms: Number.NaN, cpuMs: Number.NaN }, files, client: client[0] };
}

/** The host has used hardly any processor for a second; after half a minute it is taken as it is. */
async function atRest(): Promise<void> {
  for (let quiet = 0, waited = 0; quiet < 5 && waited < 150; waited++) {
    const before = process.cpuUsage();
    await pause(200);
    const { user, system } = process.cpuUsage(before);
    quiet = user + system < 10_000 ? quiet + 1 : 0;
  }
}
