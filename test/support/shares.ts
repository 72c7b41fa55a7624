import path from "node:path";

/** About how many seconds the longest files of tests take in an editor. */
const longest = {
  journeys: {
    restart: 90,
    keys: 80,
    tree: 50,
    connections: 50,
    preview: 45,
    svn: 45,
    artifact: 45,
    twoWindows: 40,
    start: 40,
    creating: 35,
    freshness: 35,
    language: 35,
    search: 25,
    hostile: 25,
  },
  extension: {
    documents: 60,
    svn: 35,
    formats: 30,
    drafts: 25,
    tree: 25,
    language: 18,
    replaced: 18,
    references: 15,
    attachments: 15,
    connections: 12,
    freshness: 12,
    openArtifact: 12,
  },
} as const satisfies Record<string, Readonly<Record<string, number>>>;
/** How many all others take. */
const usual = 10;

/**
 * Shares test files of a sort out, so that each share takes about as long as the others; those that take longest come
 * first.
 */
export function sharesOf(
  files: readonly string[],
  count: number,
  sort: keyof typeof longest,
): readonly (readonly string[])[] {
  const known: Readonly<Record<string, number>> = longest[sort];
  const shares = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }));
  const secondsOf = (file: string) => known[path.basename(file, ".test.ts")] ?? usual;
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1))) {
    const share = shares.reduce((least, each) => (each.seconds < least.seconds ? each : least));
    share.files.push(file);
    share.seconds += secondsOf(file);
  }
  return shares.map((share) => share.files);
}
