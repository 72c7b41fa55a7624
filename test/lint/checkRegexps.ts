import type { BoundedRegexp } from "./boundedRegexps.ts";
import type { FoundRegexp } from "./findRegexps.ts";

// The checker's own JavaScript: the same answers everywhere, and no program of another kind is started.
process.env.RECHECK_BACKEND = "pure";
const { checkSync } = await import("recheck");

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
 * What is wrong with regular expressions, a line for each: those that can take more than linear time, with a text that
 * shows it, those that could not be checked, and exceptions that are not needed. Paths are those of `regexps`.
 */
export function checkRegexps(regexps: readonly FoundRegexp[], bounded: readonly BoundedRegexp[]): readonly string[] {
  const problems: string[] = [];
  const needed = new Set<BoundedRegexp>();
  for (const { file, line, written, pattern } of regexps) {
    const problem = pattern ? problemOf(pattern.source, pattern.flags) : "is made of what only its run knows";
    if (problem === undefined) {
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

const known = new Map<string, string | undefined>();

function problemOf(source: string, flags: string): string | undefined {
  const key = `/${source}/${flags}`;
  if (!known.has(key)) {
    known.set(key, checked(source, flags));
  }
  return known.get(key);
}

function checked(source: string, flags: string): string | undefined {
  const diagnostics = checkSync(source, flags, limits);
  switch (diagnostics.status) {
    case "safe":
      return undefined;
    case "vulnerable":
      return `takes time of ${diagnostics.complexity.summary}: ${diagnostics.attack.pattern}`;
    case "unknown":
      return `could not be checked: ${diagnostics.error.kind}`;
  }
}
