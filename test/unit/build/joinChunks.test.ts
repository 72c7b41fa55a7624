import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { joinChunks } from "../../../src/build/joinChunks.ts";

/** `counter` is shared by all, `late` by what is loaded later. */
const sources = {
  "counter.ts": "let count = 0; export const next = () => ++count;",
  "late.ts": 'import { next } from "./counter.ts"; export const made = next(); export class Late {}',
  "first.ts": 'export { made, Late } from "./late.ts"; export { next } from "./counter.ts";',
  "second.ts": 'export { made, Late } from "./late.ts"; export const third = () => import("./third.ts");',
  "third.ts": 'import { next } from "./counter.ts"; export const third = next();',
  "extension.ts": `
    import { next } from "./counter.ts";
    export const activate = () => next();
    export const first = () => import("./first.ts");
    export const second = () => import("./second.ts");
  `,
};

interface Built {
  activate(): number;
  first(): Promise<{ made: number; Late: unknown; next(): number }>;
  second(): Promise<{ made: number; Late: unknown; third(): Promise<{ third: number }> }>;
}

suite("the files of the bundle", () => {
  let folder: string;
  let files: ReadonlyMap<string, Uint8Array>;

  suiteSetup(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "chunks-"));
    for (const [name, text] of Object.entries(sources)) {
      writeFileSync(path.join(folder, name), text);
    }
    const { metafile, outputFiles } = await esbuild.build({
      ...{ entryPoints: [path.join(folder, "extension.ts")], outdir: "dist", outExtension: { ".js": ".cjs" } },
      ...{ bundle: true, splitting: true, write: false, format: "esm", metafile: true, platform: "node" },
    });
    files = await joinChunks(metafile, outputFiles, { platform: "node", minify: true });
    mkdirSync(path.join(folder, "dist"));
    for (const [name, code] of files) {
      writeFileSync(path.join(folder, "dist", name), code);
    }
  });

  suiteTeardown(() => rmSync(folder, { recursive: true }));

  test("are one for the start, one for what is shared later, and one for each import()", () => {
    const names = [...files.keys()].map((name) => name.replace(/-.*(?=\.cjs)/, ""));
    assert.deepEqual(names.sort(), ["extension.cjs", "first.cjs", "second.cjs", "shared.cjs", "third.cjs"]);
  });

  test("hold each module once: what one file has made, the others find", async () => {
    const require = createRequire(import.meta.url);
    const extension = require(path.join(folder, "dist/extension.cjs")) as Built;
    const loaded = () => Object.keys(require.cache).filter((file) => file.startsWith(folder)).length;
    assert.equal(extension.activate(), 1);
    assert.equal(loaded(), 1, "the start reads one file");
    const [first, second] = [await extension.first(), await extension.second()];
    assert.deepEqual([first.made, second.made, first.next()], [2, 2, 3]);
    assert.equal(first.Late, second.Late);
    assert.equal((await second.third()).third, 4);
    assert.equal(extension.activate(), 5);
  });
});
