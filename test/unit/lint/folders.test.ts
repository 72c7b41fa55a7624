import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import { projectRoot } from "../../support/host/paths.ts";

const imported = /^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";/gm;

/** Which folders of `src` import from which, types included; a file is in the folder that `folderOf` says. */
function importsOf(folderOf: (file: string) => string): ReadonlyMap<string, ReadonlySet<string>> {
  const root = path.join(projectRoot, "src");
  const imports = new Map<string, Set<string>>();
  for (const file of globSync("{core,editor}/**/*.ts", { cwd: root })) {
    const from = folderOf(file);
    const to = imports.get(from) ?? new Set();
    imports.set(from, to);
    for (const [, target = ""] of readFileSync(path.join(root, file), "utf8").matchAll(imported)) {
      to.add(folderOf(path.join(path.dirname(file), target)));
    }
    to.delete(from);
  }
  return imports;
}

/** Folders that import each other, in the order of the way; empty where there are none. */
function circleIn(imports: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const done = new Set<string>();
  const from = (folder: string, way: readonly string[]): readonly string[] => {
    if (way.includes(folder)) {
      return [...way.slice(way.indexOf(folder)), folder];
    }
    for (const next of done.has(folder) ? [] : (imports.get(folder) ?? [])) {
      const circle = from(next, [...way, folder]);
      if (circle.length > 0) {
        return circle;
      }
    }
    done.add(folder);
    return [];
  };
  return [...imports.keys()].map((folder) => from(folder, [])).find((circle) => circle.length > 0) ?? [];
}

suite("the folders of the source", () => {
  const folder = (file: string) => path.dirname(file).replaceAll("\\", "/");
  const feature = (file: string) => folder(file).split("/").slice(0, 2).join("/");

  test("import each other in one direction alone", () => {
    const imports = importsOf(folder);
    assert.ok(imports.get("core/codec")?.has("core/field"));
    assert.deepEqual(circleIn(imports), []);
  });

  test("import each other in one direction alone, with what is in them", () => {
    assert.deepEqual(circleIn(importsOf(feature)), []);
  });

  test("that import each other are found", () => {
    const imports = new Map([
      ["a", new Set(["b"])],
      ["b", new Set(["c", "d"])],
      ["c", new Set<string>()],
      ["d", new Set(["b"])],
    ]);
    assert.deepEqual(circleIn(imports), ["b", "d", "b"]);
  });
});
