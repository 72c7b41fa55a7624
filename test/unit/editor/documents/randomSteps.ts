import fc from "fast-check";
import { documents, type PacedStep, type Step } from "./steps.ts";

const document = fc.constantFrom(...documents);
const field = fc.constantFrom("title" as const, "details" as const);
const isLate = fc.boolean();

const named = <K extends string>(name: K) => fc.record({ do: fc.constant(name) });
const inDocument = <K extends string>(name: K) => fc.record({ do: fc.constant(name), document });
const inField = <K extends string>(name: K) => fc.record({ do: fc.constant(name), document, field });
const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

/** What every sequence is made of. */
const common = [
  weighted(8, inField("type")),
  weighted(6, inDocument("save")),
  weighted(6, fc.record({ do: fc.constant("pause" as const), turns: fc.integer({ min: 1, max: 12 }) })),
  weighted(
    4,
    fc.record({
      do: fc.constant("colleague" as const),
      field: fc.constantFrom("title", "title", "details", "details", "other"),
    }),
  ),
];

/** Of which each sequence has some. */
const special = [
  weighted(3, inDocument("typeBoth")),
  weighted(2, inDocument("deleteOwn")),
  weighted(4, named("saveAll")),
  weighted(3, inDocument("open")),
  weighted(3, inDocument("switch")),
  weighted(4, inDocument("undo")),
  weighted(2, inDocument("redo")),
  weighted(4, inDocument("merge")),
  weighted(3, inDocument("keepMine")),
  weighted(3, inDocument("takeTheirs")),
  weighted(3, inDocument("discard")),
  weighted(3, inDocument("close")),
  weighted(3, inDocument("programReads")),
  weighted(2, inDocument("programStats")),
  weighted(3, inField("programWrites")),
  weighted(2, fc.oneof(named("commandReads"), fc.record({ do: fc.constant("commandChanges" as const), field }))),
  weighted(1, inDocument("agentSaves")),
  weighted(1, inDocument("language")),
  weighted(
    3,
    fc.record({ do: fc.constant("mishap" as const), what: fc.constantFrom("applied", "notApplied", "refused") }),
  ),
  weighted(2, fc.record({ do: fc.constant("restart" as const), isLate })),
  weighted(2, fc.record({ do: fc.constant("crash" as const), missed: fc.nat(3), isLate })),
  weighted(3, named("refresh")),
  weighted(2, fc.record({ do: fc.constantFrom("letGo" as const, "wait" as const) })),
  weighted(1, named("move")),
];

/**
 * Gives sequences of steps, with how slow the service is and which documents are open. Of eight steps as many wait for
 * those before as one of `waiting` says. A sequence has only some kinds of steps, so that these meet each other often.
 */
export function sequencesOf(waiting: readonly number[]) {
  return fc
    .record({
      kinds: fc.subarray(special, { minLength: 2, maxLength: 7 }),
      waits: fc.constantFrom(...waiting).map((share) => fc.nat(7).map((each) => each < share)),
      turns: fc.constantFrom(0, 1, 5, 20),
      open: fc.subarray([...documents], { minLength: 1 }),
    })
    .chain(({ kinds, waits, turns, open }) => {
      const anyStep = fc.oneof(...common, ...kinds);
      const step = fc.tuple(anyStep, waits).map(([each, isWaiting]): PacedStep => ({ ...each, waits: isWaiting }));
      return fc.record({
        turns: fc.constant(turns),
        open: fc.constant(open),
        steps: fc.array(step, { minLength: 4, maxLength: 24, size: "max" }),
      });
    });
}
