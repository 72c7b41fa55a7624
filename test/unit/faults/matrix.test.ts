import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { explain } from "../../../src/core/sentences/explain.ts";
import { isServiceError } from "../../../src/core/service/serviceError.ts";
import { commentOperations } from "./commentOperations.ts";
import { bodyMark, type End, type FaultCase, faultCases } from "./faults.ts";
import { FaultyService, OtherOrigins } from "./faultyService.ts";
import { type Operation, type Outcome, operations as others } from "./operations.ts";

const operations = [...others, ...commentOperations];

/** To look at some cells only: `CELLS="save JSON.*reset" mocha …`. */
const wanted = new RegExp(process.env.CELLS ?? "");
const atOnce = availableParallelism() * 8;

interface Cell {
  readonly name: string;
  readonly operation: Operation;
  readonly fault: FaultCase;
  /** The requests that meet the fault; undefined for all. */
  readonly methods: readonly string[] | undefined;
}

suite("fault matrix", () => {
  const cells: Cell[] = [];
  const senseless: { readonly name: string; readonly reason: string }[] = [];
  const results = new Map<Cell, PromiseWithResolvers<void>>();
  const rejections: unknown[] = [];
  const noteRejection = (reason: unknown) => rejections.push(reason);
  let otherOrigins: OtherOrigins;
  let finished: Promise<unknown>;

  for (const operation of operations) {
    for (const fault of faultCases) {
      const name = `${operation.name} × ${fault.name}`;
      const reason = whySenseless(operation, fault);
      if (reason !== undefined) {
        senseless.push({ name, reason });
        continue;
      }
      cells.push({ name, operation, fault, methods: undefined });
      if (operation.writes && fault.address === undefined) {
        cells.push({ name: `${name}, the write alone`, operation, fault, methods: operation.writes });
      }
    }
  }
  const chosen = cells.filter(({ name }) => wanted.test(name));
  for (const cell of chosen) {
    results.set(cell, Promise.withResolvers());
  }

  suiteSetup(async () => {
    otherOrigins = await OtherOrigins.start();
    process.on("unhandledRejection", noteRejection);
    const pairs = operations.length * faultCases.length;
    console.log(
      `    fault matrix: ${operations.length} operations × ${faultCases.length} faults = ${pairs} cells, ${cells.length} runs`,
    );
    for (const [reason, names] of Map.groupBy(senseless, ({ reason: why }) => why)) {
      console.log(`    no sense, since ${reason}: ${names.map(({ name }) => name).join("; ")}`);
    }
    const waiting = [...chosen];
    const worker = async () => {
      for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
        const result = results.get(cell);
        await runCell(cell, otherOrigins).then(result?.resolve, result?.reject);
        result?.promise.catch(() => {}); // Told by its test.
      }
    };
    finished = Promise.all(Array.from({ length: atOnce }, worker));
  });

  suiteTeardown(async () => {
    await finished;
    process.off("unhandledRejection", noteRejection);
    const { strays } = otherOrigins;
    await otherOrigins.stop();
    assert.equal(strays, 0, "requests went to servers that are not the service");
    assert.deepEqual(rejections, []);
  });

  for (const cell of chosen) {
    test(cell.name, () => results.get(cell)?.promise).timeout(300_000);
  }

  test("cells that make no sense are named", () => {
    assert.deepEqual(
      [...new Set(senseless.map(({ reason }) => reason))].sort(),
      ["any bytes are a file", "it reads no JSON", "it reads no XML"].sort(),
    );
  });
}).timeout(600_000);

function whySenseless(operation: Operation, fault: FaultCase): string | undefined {
  if (operation.isOfContent && typeof fault.endsOfContent === "string") {
    return fault.endsOfContent;
  }
  if (!operation.readsXml) {
    return fault.needsXml;
  }
  const rewriting = fault.fault?.("");
  return rewriting?.kind === "rewrite" && !fault.needsXml ? "it reads no JSON" : undefined;
}

async function runCell({ operation, fault, methods }: Cell, otherOrigins: OtherOrigins): Promise<void> {
  const faulty = await FaultyService.make(otherOrigins, operation.key ?? "member");
  try {
    const going = await operation.start(faulty);
    const before = faulty.reference.control.inventory();
    faulty.break(fault, methods);
    const { outcome, end, words } = await ending(operation, going.run());
    const { requests } = faulty.reference;
    assert.ok(requests.length <= operation.maxRequests, `${requests.length} requests`);
    checkWrites(requests.filter(({ path }) => !operation.repeats?.test(path)));
    checkEnd(operation, fault, outcome, end);
    checkWords(words, faulty.keyText);
    const after = faulty.reference.control.inventory();
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => before[name] !== after[name],
    );
    assert.deepEqual(
      changed.filter((name) => !going.mayChange?.(name)),
      [],
      "something else changed on the service",
    );
    if (outcome.kind === "done" && going.isDone) {
      assert.ok(going.isDone(), "told that it is done, and it is not");
    }
    if (outcome.kind === "notDone") {
      const left = changed.filter((name) => !operation.repeats || !name.startsWith("file "));
      assert.deepEqual(left, [], `told that nothing was done: ${words}`);
    }
    await faulty.mend();
    await going.after(outcome, fault.isDamaged === true);
    assert.ok(!JSON.stringify(faulty.log).includes(faulty.keyText), "the key is in the log");
  } finally {
    await faulty.end();
  }
}

/** How the operation ended, and what the person reads. */
async function ending(
  { what }: Operation,
  running: Promise<Outcome>,
): Promise<{ outcome: Outcome; end: readonly End[]; words: string | undefined }> {
  try {
    const outcome = await running;
    return { outcome, end: [], words: outcome.kind === "done" ? undefined : outcome.words };
  } catch (error) {
    assert.ok(isServiceError(error), `not a ServiceError: ${error instanceof Error ? error.stack : error}`);
    const { message, actions } = explain(error, what);
    assert.ok(actions.length > 0 || adviceIn(message), `says nothing of what to do: ${message}`);
    const { kind, problem } = error;
    const words = message;
    const end: readonly End[] = problem && kind === "invalidAnswer" ? [kind, `${kind}/${problem}`] : [kind];
    return { outcome: kind === "answerLost" ? { kind: "unknown", words } : { kind: "notDone", words }, end, words };
  }
}

function checkEnd(operation: Operation, fault: FaultCase, outcome: Outcome, end: readonly End[]): void {
  const ends = expectedEnds(operation, fault);
  const said = outcome.kind === "done" ? "done" : (end.at(-1) ?? outcome.kind);
  if (end.length === 0 ? operation.writes : end.includes("answerLost") && operation.writes) {
    return; // What it tells is compared with the state of the service.
  }
  const isExpected = outcome.kind === "done" ? ends.includes("done") : end.some((each) => ends.includes(each));
  assert.ok(isExpected, `ended with ${said}, not with ${ends.join(" or ")}`);
}

function expectedEnds({ isOfContent, isCheck, beginsShort }: Operation, fault: FaultCase): readonly End[] {
  if (beginsShort && fault.ends.includes("invalidAnswer/truncated")) {
    return [...fault.ends, "invalidAnswer/incomplete"];
  }
  if (isOfContent && typeof fault.endsOfContent === "object") {
    return fault.endsOfContent;
  }
  return (isCheck ? fault.endsOfCheck : undefined) ?? fault.ends;
}

function checkWords(words: string | undefined, key: string): void {
  if (words === undefined) {
    return;
  }
  assert.match(words, /^\S.{15,}[.!?”]$/s);
  for (const secret of [key, bodyMark, "<html", "<p>", "form_loginname"]) {
    assert.ok(!words.includes(secret), `a person is shown ${secret}`);
  }
}

function adviceIn(words: string): boolean {
  return /\b(check|try again|set a new one|ask|look|choose|save again|must be installed|remove)\b/i.test(words);
}

function checkWrites(
  requests: readonly { readonly method: string; readonly path: string; readonly headers: Record<string, unknown> }[],
): void {
  // A search changes nothing, and may be sent again.
  const writes = requests.filter(({ path }) => !/\/search(\?|$)/.test(path));
  const count = (method: string) => writes.filter((request) => request.method === method).length;
  assert.ok(count("POST") <= 1, "sent a POST again");
  assert.ok(count("DELETE") <= 1, "sent a DELETE again");
  assert.ok(count("PUT") <= 2, "sent a PUT more than twice");
  for (const { method, path, headers } of requests) {
    const isConditional = headers["if-match"] !== undefined || headers["if-unmodified-since"] !== undefined;
    assert.ok(method !== "PUT" || !path.includes("/artifacts/") || isConditional, "a PUT without a condition");
  }
}
