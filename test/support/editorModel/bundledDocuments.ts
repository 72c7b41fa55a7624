import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import * as esbuild from "esbuild";
import type { After } from "../../../src/core/util/after.ts";
import type { documentsOfHost } from "./documentsOfHost.ts";

type Module = { readonly documentsOfHost: typeof documentsOfHost };

/**
 * Gives a function that loads the documents of artifacts for a new extension host, whose module `vscode` is `api` and
 * whose timers are `after`: each host has modules of its own, as in VS Code.
 */
export async function bundledDocuments(): Promise<(api: object, after: After) => Module> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [`${import.meta.dirname}/documentsOfHost.ts`],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    external: ["vscode", "undici"],
    mainFields: ["module", "main"],
    plugins: [
      {
        name: "states in memory",
        setup: (build) =>
          build.onResolve({ filter: /\/diskStateStore\.ts$/ }, () => ({
            path: `${import.meta.dirname}/statesInMemory.ts`,
          })),
      },
    ],
  });
  const code = outputFiles[0]?.text ?? "";
  const load = compileFunction(code, ["require", "module", "setTimeout", "clearTimeout"], {
    filename: "documents.cjs",
  });
  const fromHere = createRequire(import.meta.url);
  return (api, after) => {
    const module = { exports: {} };
    const startTimer = (run: () => void, ms = 0) => ({ ...after(ms, run), unref: () => {} });
    load(
      (name: string) => (name === "vscode" ? api : fromHere(name)),
      module,
      startTimer,
      (timer: ReturnType<typeof startTimer> | undefined) => timer?.dispose(),
    );
    return module.exports as Module;
  };
}
