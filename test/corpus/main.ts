import { checkArtifact } from "./artifacts.ts";
import { type Check, type Corpus, type Item, readCorpus, sourceOf } from "./corpus.ts";
import { checkListing } from "./listings.ts";
import { checkCorpusQuery } from "./queries.ts";
import { checkRequest, checkXmlRequest } from "./requests.ts";
import { checkSvn } from "./svn.ts";
import { checkTracker } from "./trackers.ts";

// `npm run corpus -- <folder>`: whether the core understands payloads of the service that others have recorded.

const checks: Readonly<Record<keyof Corpus, Check>> = {
  artifacts: checkArtifact,
  trackers: checkTracker,
  requests: checkRequest,
  xmlRequests: checkXmlRequest,
  svn: checkSvn,
  queries: checkCorpusQuery,
  listings: checkListing,
};

interface Failure {
  readonly index: number;
  readonly source: string;
  readonly faults: readonly string[];
}

async function failuresOf(items: readonly Item[], check: Check, corpus: Corpus): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const [index, item] of items.entries()) {
    const faults = await faultsOf(item, check, corpus);
    if (faults.length > 0) {
      failures.push({ index, source: sourceOf(item), faults });
    }
  }
  return failures;
}

async function faultsOf(item: Item, check: Check, corpus: Corpus): Promise<readonly string[]> {
  try {
    return await check(item, corpus);
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

/** Of one item: most often one cause has them all. */
const shownFaults = 8;

function print(file: string, total: number, failures: readonly Failure[]): void {
  console.log(`${file}.json: ${total - failures.length} of ${total} hold`);
  for (const { index, source, faults } of failures) {
    console.log(`  ${index} ${source}`);
    const different = [...new Set(faults)];
    for (const fault of different.slice(0, shownFaults)) {
      console.log(`    ${fault}`);
    }
    if (different.length > shownFaults) {
      console.log(`    and ${different.length - shownFaults} more`);
    }
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name the folder of the payloads: npm run corpus -- <folder>");
  process.exit(2);
}
const corpus = readCorpus(folder);
let held = 0;
let total = 0;
for (const name of Object.keys(checks) as (keyof Corpus)[]) {
  const items = corpus[name];
  const failures = await failuresOf(items, checks[name], corpus);
  print(name, items.length, failures);
  held += items.length - failures.length;
  total += items.length;
}
console.log(`${held} of ${total} hold`);
process.exitCode = held === total ? 0 : 1;
