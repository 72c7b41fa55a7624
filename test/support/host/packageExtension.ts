import { mkdirSync } from "node:fs";
import path from "node:path";
import { nodeExecutable, outFolder, projectRoot } from "./paths.ts";
import { runToEnd } from "./processes.ts";

/** The packages that a window of the demo or the UI tests has installed. */
export type Packages = {
  /** The extension as users get it. */
  readonly extension: string;
  /** The small one that connects it to the reference service: see test/support/demo-extension. */
  readonly demo: string;
};

/** Where `packageExtension` puts them. */
export const packages: Packages = {
  extension: path.join(outFolder, "packages/artifact-desk.vsix"),
  demo: path.join(outFolder, "packages/artifact-desk-demo.vsix"),
};

/**
 * Builds and packages the extension and its demo companion. Throws when a step fails, after its output, which for the
 * build goes to `buildLog` where one is given.
 */
export async function packageExtension(buildLog?: string): Promise<Packages> {
  mkdirSync(path.dirname(packages.extension), { recursive: true });
  await step("the build", ["esbuild.js", "--production"], buildLog);
  const readme = ["--no-rewrite-relative-links", "--readme-path", "out/README.md"];
  await step("packaging", [...vsce(packages.extension), ...readme], "vsce.log");
  const demoFolder = path.join(projectRoot, "test/support/demo-extension");
  await step("packaging of the demo", [...vsce(packages.demo), "--skip-license"], "vsce-demo.log", demoFolder);
  return packages;
}

function vsce(target: string): string[] {
  const program = path.join(projectRoot, "node_modules/@vscode/vsce/vsce");
  return [program, "package", "--no-dependencies", "--allow-missing-repository", "--out", target];
}

async function step(name: string, args: readonly string[], log?: string, cwd = projectRoot): Promise<void> {
  const logFile = log === undefined ? undefined : path.resolve(outFolder, "logs", log);
  const code = await runToEnd(nodeExecutable, args, { cwd, timeoutMs: 120_000, ...(logFile && { logFile }) });
  if (code !== 0) {
    throw new Error(`${name} failed${logFile === undefined ? "" : `: see ${logFile}`}`);
  }
}
