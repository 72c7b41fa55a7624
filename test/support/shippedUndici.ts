import { registerHooks } from "node:module";
import * as esbuild from "esbuild";
import { undiciDefine, undiciParts } from "../../src/build/undiciParts.ts";

// Gives the sources the undici that is shipped: what the bundle leaves out of it is missing in the tests too.
const { outputFiles } = await esbuild.build({
  stdin: { contents: 'export { errors, Pool, ProxyAgent } from "undici";', resolveDir: import.meta.dirname },
  bundle: true,
  write: false,
  format: "cjs",
  platform: "node",
  define: undiciDefine,
  plugins: [undiciParts],
});
const source = outputFiles[0]?.text ?? "";
const url = import.meta.resolve("../../out/undici.cjs");

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "undici" ? { url, format: "commonjs", shortCircuit: true } : next(specifier, context),
  load: (asked, context, next) =>
    asked === url ? { format: "commonjs", source, shortCircuit: true } : next(asked, context),
});
