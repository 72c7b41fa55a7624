import path from "node:path";

/** About how many seconds the longest files of tests take in an editor. */
const longest = {
  journeys: {
    twoWindows: 78,
    keys: 70,
    sourceControl: 68,
    languages: 50,
    connections: 48,
    restart: 48,
    freshness: 46,
    page: 40,
    hostileService: 36,
    preview: 32,
    hostile: 26,
    insertion: 26,
    keyboard: 25,
    tree: 24,
    longWords: 22,
    start: 22,
    language: 20,
    fields: 17,
    search: 17,
    artifact: 16,
    comments: 16,
    creating: 16,
    attachments: 15,
    svn: 15,
    personsSaves: 14,
    walkthrough: 14,
    undo: 12,
  },
  extension: {
    documents: 50,
    formats: 24,
    comments: 20,
    personsSaves: 20,
    svn: 15,
    fields: 14,
    connections: 12,
    freshness: 11,
    confirmedSaves: 10,
    references: 10,
    drafts: 8,
    language: 8,
    catalog: 5,
    replaced: 5,
  },
} as const satisfies Record<string, Readonly<Record<string, number>>>;
/** How many all others take. */
const usual = { journeys: 8, extension: 3 } as const;

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
  const secondsOf = (file: string) => known[path.basename(file, ".test.ts")] ?? usual[sort];
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1))) {
    const share = shares.reduce((least, each) => (each.seconds < least.seconds ? each : least));
    share.files.push(file);
    share.seconds += secondsOf(file);
  }
  return shares.map((share) => share.files);
}
