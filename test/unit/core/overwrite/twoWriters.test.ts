import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { commentCopy } from "../../../../src/core/comment/commentKind.ts";
import { CommentRecord, type CommentState } from "../../../../src/core/comment/commentRecord.ts";
import type { CommentService } from "../../../../src/core/comment/commentTypes.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { type FoundReplacement, OverwriteGuard } from "../../../../src/core/overwrite/overwriteGuard.ts";
import { artifactRoutes } from "../../../../src/core/service/artifacts.ts";
import { changesetRoutes } from "../../../../src/core/service/changesets.ts";
import type { Answer, Request } from "../../../../src/core/service/request.ts";
import { userRoutes } from "../../../../src/core/service/users.ts";
import { artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { StoredPut } from "../../../../src/core/workingCopy/ports.ts";
import { makeUnconnectedService } from "../../../service/referenceService.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { MemoryDraftStore } from "../../../support/memoryDraftStore.ts";
import { askUnconnected, UnconnectedClient } from "../../../support/unconnectedClient.ts";

/** More, to search longer: `RUNS=20000 mocha --timeout 0 …`. */
const runs = Number(process.env.RUNS ?? 150);
const bug = 501;
const connectionId = "team";
const { signal } = new AbortController();

/** The state of a field, as the parts of which each can get lost: lines, members, or one value. */
type Parts = readonly string[];

interface FieldModel {
  readonly id: number;
  readonly isWhole?: true;
  /** Each part is added once: one that is removed and added again is moved. */
  readonly isOrdered?: true;
  partsIn(members: JsonObject): Parts;
  membersOf(parts: Parts): JsonObject;
  /** What can be added. */
  readonly pool: Parts;
}

const lines = (id: number): FieldModel => ({
  id,
  isOrdered: true,
  partsIn: ({ value }) => String((value as { content: string }).content).split("\n"),
  membersOf: (parts) => ({ value: { content: parts.join("\n"), format: "text" } }),
  pool: ["alpha", "beta", "gamma", "delta"],
});
/** The id that a list without values has. */
const none = "100";
const chosen = (id: number, pool: Parts): FieldModel => ({
  id,
  partsIn: ({ bind_value_ids: ids }) => (ids as (number | string)[]).map(String).filter((part) => part !== none),
  membersOf: (parts) => ({ bind_value_ids: parts.map(idOf) }),
  pool,
});
const isNumber = (id: number | string) => /^\d+$/.test(String(id));
/** Lists have numbers as ids, and groups such as `101_3`. */
const idOf = (part: string) => (isNumber(part) ? Number(part) : part);
const single = (id: number, pool: Parts, toValue: (part: string) => string | number = String): FieldModel => ({
  id,
  isWhole: true,
  // A day comes with a time.
  partsIn: ({ value }) => [String(value).slice(0, "2026-03-01".length)],
  membersOf: ([part = ""]) => ({ value: toValue(part) }),
  pool,
});

/** The group without which nobody here could read the artifact any more. */
const ownGroup = "101_3";

const models: readonly FieldModel[] = [
  single(1206, ["one", "two", "three"]),
  single(1220, ["4", "5", "6"], Number),
  single(1218, ["2026-03-01", "2026-03-02"]),
  lines(1204),
  lines(1205),
  chosen(1209, ["321", "322", "323"]),
  single(1221, ["0.5", "1.25", "3"], Number),
  chosen(1212, ["102", "104", "108"]),
  chosen(1214, ["101_3", "150", "151"]),
  {
    id: 1215,
    partsIn: ({ bind_value_objects: objects }) =>
      (objects as { id: number | string; label: string }[]).map(({ id, label }) => (isNumber(id) ? String(id) : label)),
    membersOf: (parts) => ({
      value: {
        bind_value_objects: parts.map((part): JsonObject => (isNumber(part) ? { id: Number(part) } : { label: part })),
      },
    }),
    pool: ["341", "342", "a new tag", "another tag"],
  },
  {
    id: 1222,
    isWhole: true,
    partsIn: ({ is_autocomputed: isAuto, manual_value: manual }) => [isAuto ? "auto" : String(manual)],
    membersOf: ([part]): JsonObject => (part === "auto" ? { is_autocomputed: true } : { manual_value: Number(part) }),
    pool: ["1", "2", "auto"],
  },
  {
    id: 1232,
    partsIn: ({ granted_groups_ids: ids }) => (ids as string[]).filter((group) => group !== ownGroup),
    membersOf: (parts) => ({ value: { granted_groups: [ownGroup, ...parts] } }),
    pool: ["101_4", "150", "151"],
  },
  {
    id: 1230,
    partsIn: ({ links }) => (links as { id: number }[]).map(({ id }) => String(id)),
    membersOf: (parts) => ({ links: parts.map((id) => ({ id: Number(id), type: "" })) }),
    pool: ["502", "503", "504", "505"],
  },
  {
    id: 1231,
    partsIn: ({ value }) => (value as number[]).map(String),
    membersOf: (parts) => ({ value: parts.map(Number) }),
    pool: [],
  },
];
const filesId = 1231;

/** What one does to a field: adds or removes a part of it. */
interface Change {
  readonly field: number;
  readonly pick: number;
  readonly isRemoval: boolean;
}

interface Step {
  /** Undefined for a comment alone. */
  readonly mine: readonly Change[] | undefined;
  /** Who saves between the check of mine and its write, and what. */
  readonly inGap: readonly { readonly as: "colleague" | "member"; readonly changes: readonly Change[] }[];
  /** What a colleague saves right after mine, with mine in view. */
  readonly after: readonly Change[];
  /** How many seconds pass between them. */
  readonly later: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  field: fc.nat(models.length - 1),
  pick: fc.nat(4),
  isRemoval: fc.boolean(),
});
const changes = fc.array(change, { minLength: 1, maxLength: 4 });
const anyStep: fc.Arbitrary<Step> = fc.record({
  mine: fc.option(changes, { nil: undefined, freq: 4 }),
  inGap: fc.array(fc.record({ as: fc.constantFrom("colleague" as const, "member" as const), changes }), {
    maxLength: 2,
  }),
  after: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: changes }),
  later: fc.nat(1),
});

type State = ReadonlyMap<number, Parts>;

let lineCount = 0;

function changed(state: State, made: readonly Change[]): State {
  const now = new Map(state);
  for (const { field, pick, isRemoval } of made) {
    const model = models[field] ?? assert.fail();
    const parts = now.get(model.id) ?? [];
    const from = isRemoval ? parts : model.pool;
    const picked = from[pick % Math.max(1, from.length)];
    const part = picked !== undefined && !isRemoval && model.isOrdered ? `${picked} ${++lineCount}` : picked;
    const others = parts.filter((each) => each !== part);
    if (part !== undefined && (model.isWhole !== undefined || isRemoval || others.length === parts.length)) {
      now.set(model.id, model.isWhole ? (isRemoval ? parts : [part]) : isRemoval ? others : [...others, part]);
    }
  }
  return now;
}

function isRemovedFile({ field, isRemoval }: Change): boolean {
  return models[field]?.id === filesId && isRemoval;
}

/** The fields in which something that `first` made of `before` is not in `second`. */
function lostOf(before: State, first: State, second: State): readonly number[] {
  return models
    .filter(({ id, isWhole }) => {
      const [o, a, b] = [before, first, second].map((state) => state.get(id) ?? []) as [Parts, Parts, Parts];
      const added = a.filter((part) => !o.includes(part));
      // A file that somebody has removed is gone for good.
      const removed = id === filesId ? [] : o.filter((part) => !a.includes(part));
      const isGone = added.some((part) => !b.includes(part)) || removed.some((part) => b.includes(part));
      return isWhole ? added.length > 0 && a[0] !== b[0] : isGone;
    })
    .map(({ id }) => id);
}

/** One window on the reference service, and colleagues who save while it does. */
class Fixture {
  readonly #service = makeUnconnectedService({ artifactCount: 0 });
  readonly #client = new UnconnectedClient((request) => this.#answer(request));
  readonly #routes: CommentService = {
    ...artifactRoutes(this.#client),
    ...changesetRoutes(this.#client),
    ...userRoutes(this.#client),
  };
  readonly #told: FoundReplacement[] = [];
  readonly #guard = new OverwriteGuard({
    history: async () => this.#routes,
    changed: () => {},
    report: (found) => this.#told.push(found),
    cannotTell: () => assert.fail("the history can be read"),
    log: () => {},
  });
  readonly #note = (put: StoredPut) => this.#guard.note(connectionId, put);
  readonly #copy = artifactCopy(
    bug,
    this.#routes,
    { tracker: async () => undefined },
    new MemoryStateStore(),
    this.#note,
  );
  #inGap = () => {};
  #afterPut = () => {};
  #count = 0;

  constructor() {
    const { control } = this.#service;
    control.freezeClock({ atMs: Date.UTC(2026, 2, 13, 14) });
    control.addAttachment({ artifactId: bug, name: "first.txt", text: "1" });
    const values = models
      .filter(({ pool }) => pool.length > 0)
      .map(({ id, pool, membersOf }) => ({ field_id: id, ...membersOf(pool.slice(0, 2)) }));
    control.editArtifact({ artifactId: bug, values });
  }

  async run({ mine, inGap, after, later }: Step): Promise<void> {
    const { control } = this.#service;
    control.advanceClock({ ms: 5000 });
    const base = await this.#copy.read(signal);
    await this.#copy.adopt("document", base);
    const before = this.#stored();
    let theirs = before;
    let stored = before;
    let last = before;
    // A PUT that names a file that is gone is refused.
    const namesFiles = mine?.some(({ field }) => models[field]?.id === filesId);
    this.#inGap = () => {
      for (const { as, changes } of inGap) {
        this.#edit(
          as,
          changes.filter((each) => !(isRemovedFile(each) && namesFiles)),
        );
        control.advanceClock({ ms: later * 1000 });
      }
      theirs = this.#stored();
    };
    this.#afterPut = () => {
      stored = this.#stored();
      this.#edit("colleague", after);
      last = this.#stored();
    };
    this.#told.length = 0;
    const sent = mine && this.#entries(before, changed(before, mine));
    const isSent = sent ? sent.length > 0 : true;
    const outcome = sent ? await this.#copy.save("document", sent, "plain", signal) : await this.#say();
    this.#afterPut = () => {};
    await this.#guard.idle();
    assert.equal(outcome.kind, isSent ? "saved" : "unchanged");
    const sentIds = (sent ?? []).map(({ fieldId }) => fieldId);
    const lost = isSent ? lostOf(before, theirs, stored) : [];
    // The history keeps no step of a save that changes nothing, and no trace of a file that is removed: another step
    // of the same person may be taken for it.
    const isFileAlone = sentIds.join() === String(filesId);
    const hasNoTrace = this.#entries(theirs, stored).every(({ fieldId }) => fieldId === filesId);
    const isHidden = isFileAlone || (hasNoTrace && inGap.some(({ as }) => as === "member"));
    const told = this.#toldOf("theirs").filter((id) => !isHidden || lost.includes(id));
    assert.deepEqual(told, lost, `theirs that is gone: ${lost}`);
    const own = lostOf(before, stored, last).filter((id) => sentIds.includes(id));
    assert.deepEqual(this.#toldOf("mine"), own, `mine that is gone: ${own}`);
  }

  #toldOf(whose: FoundReplacement["lost"]): readonly number[] {
    const ids = this.#told
      .filter(({ lost }) => lost === whose)
      .flatMap(({ fields }) => fields.map(({ field }) => field.fieldId));
    return models.map(({ id }) => id).filter((id) => ids.includes(id));
  }

  async #say() {
    const comments = commentCopy(
      bug,
      this.#routes,
      new CommentRecord(new MemoryDraftStore<CommentState>()),
      ({ put }) => this.#note(put ?? assert.fail("a comment that is not looked after")),
    );
    await comments.adopt("comment", (await comments.open(signal)) ?? assert.fail());
    return await comments.save("comment", `comment ${++this.#count}`, "plain", signal);
  }

  #edit(as: string, made: readonly Change[]): void {
    const now = this.#stored();
    const values = this.#entries(now, changed(now, made)).map(({ fieldId, members }) => ({
      field_id: fieldId,
      ...members,
    }));
    if (values.length > 0) {
      this.#service.control.editArtifact({ artifactId: bug, values, as });
    }
    if (made.some(({ field, isRemoval }) => models[field]?.id === filesId && !isRemoval)) {
      this.#service.control.addAttachment({ artifactId: bug, name: `${++this.#count}.txt`, text: "2" });
    }
  }

  #entries(before: State, after: State) {
    return models
      .filter(({ id, isOrdered }) => {
        const [old, now] = [before, after].map((state) => state.get(id) ?? []) as [Parts, Parts];
        return isOrdered ? old.join() !== now.join() : old.toSorted().join() !== now.toSorted().join();
      })
      .map(({ id, membersOf }) => ({ fieldId: id, members: membersOf(after.get(id) ?? []) }));
  }

  /** As a reader of the service sees it, without the history. */
  #stored(): State {
    const answer = askUnconnected(this.#service, this.#service.keys.member, {
      ...{ method: "GET", path: `/api/v1/artifacts/${bug}`, headers: {} },
    } as Request);
    const { values } = JSON.parse(Buffer.from(answer.body).toString()) as { values: Record<string, unknown>[] };
    return new Map(
      models.map(({ id, partsIn }) => {
        const told = values.find(({ field_id }) => field_id === id) ?? {};
        const { value, file_descriptions: descriptions, format } = told;
        const files = (descriptions as { id: number }[] | undefined)?.map((file) => file.id);
        const content = format === undefined ? value : { content: value };
        return [id, partsIn({ ...told, value: files ?? content } as JsonObject)];
      }),
    );
  }

  #answer(request: Request): Answer {
    const isPut = request.method === "PUT";
    const answer = askUnconnected(this.#service, this.#service.keys.member, request, isPut ? this.#inGap : undefined);
    if (isPut && answer.status === 200) {
      this.#afterPut();
    }
    return answer;
  }
}

/** Two windows of one person remove a colleague's line, the second without having seen it. */
const removedHereAndThere: Step[] = [
  {
    mine: undefined,
    inGap: [],
    after: [{ field: 4, pick: 0, isRemoval: false }],
    later: 0,
  },
  {
    mine: [{ field: 4, pick: 0, isRemoval: true }],
    inGap: [
      {
        as: "colleague",
        changes: [
          { field: 4, pick: 0, isRemoval: true },
          { field: 4, pick: 0, isRemoval: false },
        ],
      },
      { as: "member", changes: [{ field: 4, pick: 2, isRemoval: true }] },
    ],
    after: [],
    later: 0,
  },
];

suite("two who save one artifact at the same moment", () => {
  test("are told of all that one has undone of the other's, and of nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 6 }), async (steps) => {
        const fixture = new Fixture();
        for (const step of steps) {
          await fixture.run(step);
        }
      }),
      { numRuns: runs, examples: [[removedHereAndThere]] },
    );
  }).timeout(runs > 150 ? 0 : 300_000);
});
