import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runTests } from "@vscode/test-electron";
import * as esbuild from "esbuild";
import { ensureHost } from "../support/host/installHost.ts";
import { outFolder, projectRoot } from "../support/host/paths.ts";

/**
 * Runs the measurements of `inHost.ts` in a real extension host, each time a fresh one with one extension, and gives
 * their result.
 */
export async function benchInHost<T>(): Promise<
  (environment?: Readonly<Record<string, string>>, extensionFolder?: string) => Promise<T>
> {
  await ensureHost();
  const entry = path.join(outFolder, "bench/inHost.mjs");
  const resultFile = path.join(outFolder, "bench/result.json");
  await esbuild.build({
    entryPoints: ["test/bench/inHost.ts"],
    absWorkingDir: projectRoot,
    outfile: entry,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22.19",
    external: ["vscode"],
    // undici is CommonJS, which asks for Node's modules by `require`.
    banner: {
      js: 'import { createRequire as requireAt } from "node:module"; const require = requireAt(import.meta.url);',
    },
  });
  return async (environment = {}, extensionFolder = projectRoot) => {
    await runTests({
      vscodeExecutablePath: path.join(projectRoot, "test/support/host/vscode-stand-in"),
      extensionDevelopmentPath: extensionFolder,
      extensionTestsPath: entry,
      extensionTestsEnv: { ARTIFACT_DESK_RESULT_FILE: resultFile, ...environment },
    });
    return JSON.parse(readFileSync(resultFile, "utf8")) as T;
  };
}

/** The folder of an extension that does nothing: what any activation costs. */
export function writeNothing(): string {
  const folder = path.join(outFolder, "bench/nothing");
  mkdirSync(folder, { recursive: true });
  const manifest = {
    ...{ name: "nothing", publisher: "bench", version: "1.0.0", main: "./nothing.cjs" },
    ...{ engines: { vscode: "^1.100.0" }, activationEvents: ["onCommand:bench.nothing"] },
  };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(folder, "nothing.cjs"), 'require("vscode"); exports.activate = () => {};\n');
  return folder;
}

/**
 * A folder with the editor's own `vscode.git`, which waits to be activated: as it is shipped it is active before a host
 * has come to rest.
 */
export async function writeWaitingGit(): Promise<string> {
  const { builtinExtensions } = await ensureHost();
  const [shipped, builtins] = [path.join(builtinExtensions, "git"), path.join(outFolder, "bench/builtins")];
  const folder = path.join(builtins, "git");
  rmSync(builtins, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(shipped).filter((each) => each !== "package.json")) {
    symlinkSync(path.join(shipped, name), path.join(folder, name));
  }
  const manifest = JSON.parse(readFileSync(path.join(shipped, "package.json"), "utf8")) as object;
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ ...manifest, activationEvents: [] }));
  return builtins;
}
