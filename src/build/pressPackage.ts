import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { deflateAsync } from "@gfx/zopfli";
import { repositoryAddresses } from "./repositoryAddresses.ts";
import { readZip, writeZip, type ZipEntry } from "./zipEntries.ts";

// node src/build/pressPackage.ts
// Makes the package that `vsce` has written smaller, by some 4 %: the files in it are the same, JSON without blanks.
// The manifest loses what only developers need, and gets the addresses of the repository, where the clone has been made
// from a public one.

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly name: string;
  readonly version: string;
};
const file = `${manifest.name}-${manifest.version}.vsix`;
const { stdout: remote } = spawnSync("git", ["config", "--get", "remote.origin.url"], { encoding: "utf8" });
const entries = readZip(readFileSync(file)).map(withUsersManifest).map(withoutBlanks);
// More rounds would save only some 300 bytes.
const archive = await writeZip(entries, (content) => deflateAsync(content, { numiterations: 5 }));
for (const [index, { name, content }] of readZip(archive).entries()) {
  if (!entries[index]?.content.equals(content)) {
    throw new Error(`${name} would not be the same in the package`);
  }
}
writeFileSync(file, archive);
console.log(`${file}: ${(archive.length / 1000).toFixed(1)} KB`);

function withUsersManifest(entry: ZipEntry): ZipEntry {
  if (entry.name !== "extension/package.json") {
    return entry;
  }
  const { scripts, devDependencies, ...content } = JSON.parse(entry.content.toString());
  const addresses = repositoryAddresses(remote ?? "");
  return { ...entry, content: Buffer.from(JSON.stringify({ ...content, ...addresses })) };
}

function withoutBlanks({ name, content, attributes }: ZipEntry): ZipEntry {
  const isJson = name.endsWith(".json");
  return { name, content: isJson ? Buffer.from(JSON.stringify(JSON.parse(content.toString()))) : content, attributes };
}
