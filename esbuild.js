import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";
import { joinChunks } from "./src/build/joinChunks.ts";
import { ownLanguage } from "./src/build/ownLanguage.ts";
import { packagedReadme } from "./src/build/packagedReadme.ts";
import { shippedTranslations } from "./src/build/shippedTranslations.ts";
import { translateBy, translatedSchema } from "./src/build/translatedSchema.ts";
import { undiciDefine, undiciParts } from "./src/build/undiciParts.ts";
import { xmlParserParts } from "./src/build/xmlParserParts.ts";

// One file per `import()`, which is read on first use. esbuild splits ES modules only, while VS Code wants a CommonJS
// entry: the split bundles are made first, and joined into few files of CommonJS then. Each module is in one file alone, so
// that classes keep their identity.
const isProduction = process.argv.includes("--production");
const isWatch = process.argv.includes("--watch");

/** The Node of VS Code 1.105, the oldest host served (`engines.vscode`). */
const target = "node22.19";

/** What speaks to the service, loaded with the first request. */
const clientFile = "src/core/service/serviceClient.ts";

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
  define: undiciDefine,
  logOverride: { "import-is-undefined": "error" },
  plugins: [
    ownLanguage,
    undiciParts,
    xmlParserParts,
    { name: "commonjs", setup: (build) => build.onEnd(writeCommonJs) },
  ],
};

/** @param {esbuild.BuildResult} result */
async function writeCommonJs({ errors, outputFiles = [], metafile }) {
  if (errors.length > 0 || metafile === undefined) {
    return;
  }
  const files = await joinChunks(metafile, outputFiles, {
    platform: "node",
    target,
    minify: isProduction,
    sourcemap: isProduction ? false : "inline",
  });
  await rm("dist", { recursive: true, force: true });
  await mkdir("dist");
  /** @type {Record<string, number>} */
  const sizes = {};
  for (const [file, code] of files) {
    await writeFile(path.join("dist", file), code);
    sizes[`dist/${file}`] = code.byteLength;
  }
  await writeTranslations();
  await writeSchemas();
  const entryBytes = sizes["dist/extension.cjs"] ?? 0;
  requireUndiciApart(metafile);
  await mkdir("out", { recursive: true });
  await writeFile("out/bundle-size.json", `${JSON.stringify({ isProduction, entryBytes, files: sizes }, null, 2)}\n`);
  await writeFile("out/bundle-meta.json", JSON.stringify(metafile));
  /** @param {string} name */
  const paper = (name) => readFileSync(path.join("media/help", name), "utf8");
  await writeFile("out/README.md", packagedReadme(await readFile("README.md", "utf8"), paper));
  console.log(`dist/extension.cjs, which is loaded at once: ${kilobytes(entryBytes)}`);
  for (const [file, size] of Object.entries(sizes)) {
    console.log(`  ${kilobytes(size).padStart(9)}  ${file}`);
  }
}

/** Makes of the translations in `l10n` those that the manifest names. */
async function writeTranslations() {
  await mkdir("dist/l10n");
  for (const file of (await readdir("l10n")).filter((each) => each.startsWith("bundle."))) {
    await writeFile(
      path.join("dist/l10n", file),
      JSON.stringify(shippedTranslations(await read(path.join("l10n", file)))),
    );
  }
}

/** Makes of the schemas those that the manifest names, in a folder for each language: they refer to one another. */
async function writeSchemas() {
  const tables = (await readdir("l10n")).filter((each) => each.startsWith("schemas."));
  /** @type {Map<string, (text: string) => string>} */
  const translations = new Map([["en", (text) => text]]);
  for (const table of tables) {
    const language = /^schemas\.(.+)\.json$/.exec(table)?.[1] ?? table;
    translations.set(language, translateBy(await read(path.join("l10n", table))));
  }
  for (const [language, translate] of translations) {
    const folder = path.join("dist/schemas", language);
    await mkdir(folder, { recursive: true });
    for (const file of await readdir("media/schemas")) {
      const schema = translatedSchema(await read(path.join("media/schemas", file)), translate);
      await writeFile(path.join(folder, file), JSON.stringify(schema));
    }
  }
}

/**
 * @param {string} file
 * @returns {Promise<any>}
 */
async function read(file) {
  return JSON.parse(await readFile(file, "utf8"));
}

/**
 * A value that something else imports from the client would have undici loaded long before the first request.
 * @param {esbuild.Metafile} metafile
 */
function requireUndiciApart({ outputs }) {
  for (const { inputs, entryPoint } of Object.values(outputs)) {
    if (Object.keys(inputs).some((file) => file.startsWith("parts:")) && entryPoint !== clientFile) {
      throw new Error(`undici is not in the file of ${clientFile} alone: see what is imported from src/core/service`);
    }
  }
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
