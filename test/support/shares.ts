import path from "node:path";

/** About how many seconds the longest files of journeys take. */
const longest: Readonly<Record<string, number>> = {
  restart: 120,
  keys: 70,
  tree: 60,
  preview: 50,
  search: 50,
  connections: 45,
  svn: 40,
  creating: 35,
};
/** How many all others take. */
const usual = 15;

/** Shares test files out, so that each share takes about as long as the others; those that take longest come first. */
export function sharesOf(files: readonly string[], count: number): readonly (readonly string[])[] {
  const shares = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }));
  const secondsOf = (file: string) => longest[path.basename(file, ".test.ts")] ?? usual;
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1))) {
    const share = shares.reduce((least, each) => (each.seconds < least.seconds ? each : least));
    share.files.push(file);
    share.seconds += secondsOf(file);
  }
  return shares.map((share) => share.files);
}
