import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { outFolder, projectRoot } from "../support/host/paths.ts";
import { boundedRegexps } from "./boundedRegexps.ts";
import { answersOf, checkRegexps, type RegexpAnswers } from "./checkRegexps.ts";
import { findRegexps } from "./findRegexps.ts";

// node test/lint/main.ts
// Checks the regular expressions of `src`, which see what services and people write, for more than linear time. That
// takes half a minute, so what was found is kept in `out` for the next run, which checks new expressions only.

const answersFile = path.join(outFolder, "regexps.json");
const root = path.join(projectRoot, "src");
const regexps = globSync("**/*.ts", { cwd: root })
  .toSorted()
  .flatMap((file) =>
    findRegexps(path.join(root, file)).map((found) => ({ ...found, file: file.replaceAll("\\", "/") })),
  );
const answers = readAnswers();
const problems = checkRegexps(regexps, boundedRegexps, answers);
mkdirSync(outFolder, { recursive: true });
writeFileSync(answersFile, JSON.stringify({ of: answersOf, answers }, null, 1));
problems.forEach((problem) => void console.error(`src/${problem}`));
console.log(`Checked ${regexps.length} regular expressions.`);
process.exitCode = problems.length === 0 ? 0 : 1;

function readAnswers(): RegexpAnswers {
  try {
    const kept = JSON.parse(readFileSync(answersFile, "utf8")) as { of: string; answers: RegexpAnswers };
    return kept.of === answersOf ? kept.answers : {};
  } catch {
    // None are kept, or a run that was cut off has left a part of them: all are checked.
    return {};
  }
}
