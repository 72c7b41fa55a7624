import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";

// One bundle per `import()`: what the sources import dynamically lands in a file of its own that is read on first
// use. esbuild splits ES modules only, while VS Code wants a CommonJS entry, so the split bundles are made first and
// each file is then turned into CommonJS. Shared code is in a shared chunk, once: classes keep their identity.
const isProduction = process.argv.includes("--production");
const isWatch = process.argv.includes("--watch");

/** The Node of VS Code 1.105, the oldest host served (`engines.vscode`). */
const target = "node22.19";

/** The parts of undici that the sources import. Its own module takes all along: fetch, caches, what is for tests. */
const partsOfUndici = `
  module.exports = {
    Pool: require("undici/lib/dispatcher/pool.js"),
    ProxyAgent: require("undici/lib/dispatcher/proxy-agent.js"),
    errors: require("undici/lib/core/errors.js"),
  };
  Object.assign(require("undici/lib/dispatcher/dispatcher.js").prototype, require("undici/lib/api/index.js"));
`;

/** What these parts ask for when a body is a form, which none here is. */
const formsOfUndici = /[\\/]undici[\\/]lib[\\/]web[\\/]/;

/** @type {esbuild.BuildOptions} */
const options = {
  entryPoints: ["src/extension.ts"],
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  write: false,
  format: "esm",
  platform: "node",
  target,
  external: ["vscode"],
  // jsonc-parser's `main` is UMD, whose `require` esbuild cannot follow.
  mainFields: ["module", "main"],
  minify: isProduction,
  sourcemap: isProduction ? false : "inline",
  metafile: true,
  // So undici knows that it is bundled, and leaves its second parser of HTTP, an experiment, behind.
  define: { esbuildDetection: "true" },
  logOverride: { "import-is-undefined": "error" },
  plugins: [
    { name: "undici", setup: takePartsOfUndici },
    { name: "commonjs", setup: (build) => build.onEnd(writeCommonJs) },
  ],
};

/** @param {esbuild.PluginBuild} build */
function takePartsOfUndici({ onLoad, onResolve }) {
  onResolve({ filter: /^undici$/ }, ({ path: name }) => ({ path: name, namespace: "parts" }));
  onLoad({ filter: /.*/, namespace: "parts" }, () => ({ contents: partsOfUndici, resolveDir: import.meta.dirname }));
  onLoad({ filter: formsOfUndici }, () => ({ contents: "" }));
}

/** @param {esbuild.BuildResult} result */
async function writeCommonJs({ errors, outputFiles = [], metafile }) {
  if (errors.length > 0 || metafile === undefined) {
    return;
  }
  await rm("dist", { recursive: true, force: true });
  await mkdir("dist");
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const { path: file, text } of outputFiles) {
    const { code } = await esbuild.transform(text, {
      format: "cjs",
      platform: "node",
      target,
      minify: isProduction,
      sourcemap: isProduction ? false : "inline",
      // `import()` becomes a `require` on first use: no second module loader takes part.
      supported: { "dynamic-import": false },
    });
    await writeFile(file, code);
    sizes.set(path.relative(process.cwd(), file), Buffer.byteLength(code));
  }
  const entry = [...atStart("dist/extension.cjs", metafile)];
  const total = entry.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  await mkdir("out", { recursive: true });
  const report = { isProduction, entryBytes: total, entryFiles: entry, files: Object.fromEntries(sizes) };
  await writeFile("out/bundle-size.json", `${JSON.stringify(report, null, 2)}\n`);
  await writeFile("out/bundle-meta.json", JSON.stringify(metafile));
  // The package's own: VS Code cannot show pictures that lie in an extension.
  const readme = await readFile("README.md", "utf8");
  await writeFile("out/README.md", readme.replace(/^!\[.*\]\(media\/.*\)\n\n/gm, ""));
  console.log(`dist/extension.cjs and what it loads at once: ${kilobytes(total)}`);
  for (const [file, size] of sizes) {
    console.log(`  ${entry.includes(file) ? "at once" : "later  "} ${kilobytes(size).padStart(9)}  ${file}`);
  }
}

/**
 * The files that loading `file` loads with it.
 * @param {string} file
 * @param {esbuild.Metafile} metafile
 * @param {Set<string>} seen
 */
function atStart(file, metafile, seen = new Set()) {
  seen.add(file);
  for (const { path: next, kind } of metafile.outputs[file]?.imports ?? []) {
    if (kind === "import-statement" && next in metafile.outputs && !seen.has(next)) {
      atStart(next, metafile, seen);
    }
  }
  return seen;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

if (isWatch) {
  const context = await esbuild.context(options);
  await context.watch();
} else {
  await esbuild.build(options);
}
