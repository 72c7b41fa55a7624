import type { BoundedRegexp } from "./boundedRegexps.ts";
import type { FoundRegexp } from "./findRegexps.ts";

// The checker's own JavaScript: the same answers everywhere, and no program of another kind is started.
process.env.RECHECK_BACKEND = "pure";
const { checkSync } = await import("recheck");
const { default: recheck } = await import("recheck/package.json", { with: { type: "json" } });

/**
 * Limits are of steps alone, with a fixed seed: where time limits one, the checker calls an expression slow on a busy
 * machine that it calls safe on an idle one.
 */
const limits = {
  ...{ timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null, randomSeed: 0 },
  // Of quadratic ones some 5,000 characters take these.
  attackLimit: 15_000_000,
};

/**
 * What the checker has found, by expression; null where that is safe. An answer depends on nothing but the expression,
 * the version of the checker and its limits, so it holds for as long as these stay: see `answersOf`.
 */
export type RegexpAnswers = Record<string, string | null>;

/** What answers depend on beside the expression: those that were found with another one do not hold any more. */
export const answersOf = `recheck ${recheck.version} ${JSON.stringify(limits)}`;

/**
 * What is wrong with regular expressions, a line for each: those that can take more than linear time, with a text that
 * shows it, those that could not be checked, and exceptions that are not needed. Paths are those of `regexps`. What is
 * in `answers` is not checked again; what was checked is put there.
 */
export function checkRegexps(
  regexps: readonly FoundRegexp[],
  bounded: readonly BoundedRegexp[],
  answers: RegexpAnswers = {},
): readonly string[] {
  const problems: string[] = [];
  const needed = new Set<BoundedRegexp>();
  for (const { file, line, written, pattern } of regexps) {
    const problem = pattern ? problemOf(pattern.source, pattern.flags, answers) : "is made of what only its run knows";
    if (problem === null) {
      continue;
    }
    const exception = bounded.find((each) => each.file === file && each.written === written);
    if (exception) {
      needed.add(exception);
    } else {
      problems.push(`${file}:${line} ${written} ${problem}`);
    }
  }
  const idle = bounded.filter((each) => !needed.has(each));
  return [...problems, ...idle.map(({ file, written }) => `${file} ${written} is an exception that nothing needs`)];
}

function problemOf(source: string, flags: string, answers: RegexpAnswers): string | null {
  const key = `/${source}/${flags}`;
  const answer = answers[key] === undefined ? checked(source, flags) : answers[key];
  answers[key] = answer;
  return answer;
}

function checked(source: string, flags: string): string | null {
  const diagnostics = checkSync(source, flags, limits);
  switch (diagnostics.status) {
    case "safe":
      return null;
    case "vulnerable":
      return `takes time of ${diagnostics.complexity.summary}: ${diagnostics.attack.pattern}`;
    case "unknown":
      return `could not be checked: ${diagnostics.error.kind}`;
  }
}
