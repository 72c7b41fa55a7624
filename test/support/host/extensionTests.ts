import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { runTests, TestRunFailedError } from "@vscode/test-electron";
import * as esbuild from "esbuild";
import { outFolder, projectRoot } from "./paths.ts";

// node test/support/host/extensionTests.ts --result <file> [--desktop]
// Runs test/integration inside an extension host: that of the editor in .vscode-test, or of a downloaded desktop one.
const { values } = parseArgs({ options: { result: { type: "string" }, desktop: { type: "boolean", default: false } } });
const { result: resultFile, desktop: isDesktop } = values;
if (resultFile === undefined) {
  throw new Error("usage: extensionTests.ts --result <file> [--desktop]");
}
const folder = path.join(outFolder, "integration");
rmSync(folder, { recursive: true, force: true });
// Bundled, because not every host's Node runs TypeScript.
await esbuild.build({
  entryPoints: ["test/integration/index.ts", "test/integration/**/*.test.ts"],
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
  external: ["vscode"],
  sourcemap: "inline",
});
try {
  await runTests({
    ...(isDesktop ? {} : { vscodeExecutablePath: path.join(import.meta.dirname, "vscode-stand-in") }),
    extensionDevelopmentPath: projectRoot,
    extensionTestsPath: path.join(folder, "index.mjs"),
    extensionTestsEnv: { ARTIFACT_DESK_RESULT_FILE: path.resolve(resultFile) },
  });
} catch (error) {
  if (!(error instanceof TestRunFailedError)) {
    throw error;
  }
  process.exitCode = 1;
}
