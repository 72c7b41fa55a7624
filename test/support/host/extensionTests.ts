import { globSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { runTests, TestRunFailedError } from "@vscode/test-electron";
import * as esbuild from "esbuild";
import { sharesOf } from "../shares.ts";
import { outFolder, projectRoot } from "./paths.ts";

// node test/support/host/extensionTests.ts --result <file> [--share <n>/<count>] [--desktop] [--inspect <port>]
// Runs test/integration, or a share of its files, inside an extension host: that of the editor in .vscode-test, or of a
// downloaded desktop one. With a port the host waits for a debugger there, and no test is cut off for taking long.
const { values } = parseArgs({
  options: {
    result: { type: "string" },
    share: { type: "string", default: "1/1" },
    desktop: { type: "boolean", default: false },
    inspect: { type: "string" },
  },
});
const { result: resultFile, desktop: isDesktop, inspect: inspectPort } = values;
const [share = 1, count = 1] = values.share.split("/").map(Number);
const files = sharesOf(globSync("test/integration/**/*.test.ts", { cwd: projectRoot }), count, "extension")[share - 1];
if (resultFile === undefined || files === undefined) {
  throw new Error("usage: extensionTests.ts --result <file> [--share <n>/<count>] [--desktop] [--inspect <port>]");
}
// What the editor that runs them leaves is in a folder of the same name.
const folder = path.join(outFolder, `integration-${share}`);
rmSync(folder, { recursive: true, force: true });
// Bundled, because not every host's Node runs TypeScript.
await esbuild.build({
  entryPoints: ["test/integration/index.ts", ...files],
  absWorkingDir: projectRoot,
  outbase: "test/integration",
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.19",
  packages: "external",
  plugins: [{ name: "vscode", setup: takeRequiredApi }],
  banner: {
    js: 'import { createRequire as requireAt } from "node:module"; const require = requireAt(import.meta.url);',
  },
  sourcemap: "inline",
});
try {
  await runTests({
    ...(isDesktop ? {} : { vscodeExecutablePath: path.join(import.meta.dirname, "vscode-stand-in") }),
    extensionDevelopmentPath: projectRoot,
    extensionTestsPath: path.join(folder, "index.mjs"),
    launchArgs: inspectPort === undefined ? [] : [`--inspect-brk-extensions=${inspectPort}`],
    extensionTestsEnv: {
      ARTIFACT_DESK_RESULT_FILE: path.resolve(resultFile),
      ...(inspectPort !== undefined && { ARTIFACT_DESK_IS_DEBUGGED: "1" }),
    },
  });
} catch (error) {
  if (!(error instanceof TestRunFailedError)) {
    throw error;
  }
  process.exitCode = 1;
}

/**
 * Has `vscode` required, as the extension does: older hosts give to who imports it another object, in which tests could
 * put nothing in the place of what the extension calls.
 */
function takeRequiredApi({ onResolve, onLoad }: esbuild.PluginBuild): void {
  onResolve({ filter: /^vscode$/ }, ({ path: name, kind }) =>
    kind === "require-call" ? { path: name, external: true } : { path: name, namespace: "required" },
  );
  onLoad({ filter: /^vscode$/, namespace: "required" }, () => ({ contents: 'module.exports = require("vscode");' }));
}
