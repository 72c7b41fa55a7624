import path from "node:path";
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from "esbuild";

const folder = path.resolve("dist");
const entryFile = "extension.cjs";
const sharedFile = "shared.cjs";

/**
 * Joins what esbuild has split into few CommonJS files, and gives them by name. Splitting makes a chunk for each set of
 * modules that several files share, dozens of them. Here the entry gets all that it loads at once, `shared.cjs` gets
 * what else is shared, and each other `import()` has a file of its own.
 *
 * `metafile` and `chunks` are those of a build with `splitting` into `dist`.
 */
export async function joinChunks(
  metafile: Metafile,
  chunks: readonly OutputFile[],
  how: BuildOptions,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const texts = new Map(chunks.map(({ path: chunk, text }) => [path.basename(chunk), text]));
  const atOnce = withImports(entryFile, metafile);
  const fileOf = (chunk: string) => {
    const isImported = metafile.outputs[`dist/${chunk}`]?.entryPoint !== undefined;
    return atOnce.has(chunk) ? entryFile : isImported ? chunk : sharedFile;
  };
  const files = Map.groupBy(texts.keys(), fileOf);
  const { outputFiles = [] } = await build({
    ...how,
    entryPoints: [...files.keys()].map((file) => ({ in: file, out: path.basename(file, ".cjs") })),
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    write: false,
    format: "cjs",
    // `import()` becomes a `require` on first use, so that no second module loader takes part.
    supported: { "dynamic-import": false },
    plugins: [filesOf(texts, files, fileOf)],
  });
  return new Map(outputFiles.map(({ path: file, contents }) => [path.basename(file), contents]));
}

/** Gives the chunks that are loaded together with `chunk`. */
function withImports(chunk: string, metafile: Metafile, found = new Set<string>()): ReadonlySet<string> {
  found.add(chunk);
  for (const { path: next, kind } of metafile.outputs[`dist/${chunk}`]?.imports ?? []) {
    const name = path.basename(next);
    if (kind === "import-statement" && next in metafile.outputs && !found.has(name)) {
      withImports(name, metafile, found);
    }
  }
  return found;
}

/** Makes each file of its chunks. What is in another file is taken from there, so that each module is loaded once. */
function filesOf(
  texts: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, readonly string[]>,
  fileOf: (chunk: string) => string,
): Plugin {
  // The names are short, as they stand in the files wherever one file uses another.
  const names = new Map([...texts.keys()].map((chunk, index) => [chunk, `c${index.toString(36)}`]));
  const nameOf = (chunk: string) => names.get(chunk);
  const whole = (file: string) =>
    (files.get(file) ?? [])
      .map((chunk) => `export * ${chunk === file ? "" : `as ${nameOf(chunk)} `}from "./${chunk}";`)
      .join("\n");
  return {
    name: "files of chunks",
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: /.*/ }, ({ path: asked, kind, importer, namespace }) => {
        const chunk = path.basename(asked);
        if (kind === "entry-point") {
          return { path: asked, namespace: "whole" };
        }
        if (namespace === "elsewhere" || !texts.has(chunk)) {
          return { path: asked, external: true };
        }
        const isOwn = namespace === "whole" || fileOf(path.basename(importer)) === fileOf(chunk);
        return isOwn ? { path: path.join(folder, chunk) } : { path: chunk, namespace: "elsewhere" };
      });
      onLoad({ filter: /.*/, namespace: "whole" }, ({ path: file }) => ({ contents: whole(file), resolveDir: folder }));
      onLoad({ filter: /.*/, namespace: "elsewhere" }, ({ path: chunk }) => {
        const file = fileOf(chunk);
        const member = chunk === file ? "" : `.${nameOf(chunk)}`;
        return { contents: `module.exports = require("./${file}")${member};`, resolveDir: folder };
      });
      onLoad({ filter: /.*/, namespace: "file" }, ({ path: file }) => ({
        contents: texts.get(path.basename(file)) ?? "",
        resolveDir: folder,
      }));
    },
  };
}
