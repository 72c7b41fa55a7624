import { globSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../support/host/paths.ts";
import { boundedRegexps } from "./boundedRegexps.ts";
import { checkRegexps } from "./checkRegexps.ts";
import { findRegexps } from "./findRegexps.ts";

// node test/lint/main.ts
// Checks the regular expressions of `src`, which see what services and people write, for more than linear time.

const root = path.join(projectRoot, "src");
const regexps = globSync("**/*.ts", { cwd: root })
  .toSorted()
  .flatMap((file) =>
    findRegexps(path.join(root, file)).map((found) => ({ ...found, file: file.replaceAll("\\", "/") })),
  );
const problems = checkRegexps(regexps, boundedRegexps);
problems.forEach((problem) => void console.error(`src/${problem}`));
console.log(`Checked ${regexps.length} regular expressions.`);
process.exitCode = problems.length === 0 ? 0 : 1;
