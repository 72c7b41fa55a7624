import { execFileSync } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import type { Figure } from "./figure.ts";

/** What every user downloads and what every activation reads, of the package as it is shipped. */
export async function measureBundle(): Promise<readonly Figure[]> {
  execFileSync("npm", ["run", "--silent", "package"], { stdio: ["ignore", "ignore", "inherit"] });
  const { entryBytes } = JSON.parse(readFileSync("out/bundle-size.json", "utf8")) as { entryBytes: number };
  const [vsix] = globSync("artifact-desk-*.vsix");
  return [
    { name: "Entry script and what it loads at once, minified", value: kilobytes(entryBytes), target: "at most 60 KB" },
    {
      name: "VSIX, in two languages",
      value: vsix === undefined ? "none" : kilobytes(statSync(vsix).size),
      target: "at most 470 KB",
    },
  ];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
