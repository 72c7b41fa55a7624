import type { LocatedEntry } from "../codec/documentEntries.ts";
import { maxProblems } from "../codec/textTree.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import { chosenIds, noValue } from "../field/options.ts";
import type { ValueProblem } from "../field/valueProblem.ts";
import { none } from "../labels/values.ts";
import type { Entry } from "../model/entry.ts";
import type { JsonObject } from "../model/json.ts";
import type { Tracker } from "../model/tracker.ts";
import { getOrMake } from "../util/getOrMake.ts";
import type { Base } from "../workingCopy/base.ts";
import { artifactFields, type DocumentField, type DocumentFields, nameOfId } from "./documentFields.ts";
import type { BrokenRule, MembersOf } from "./fieldRules.ts";

/**
 * Gives the values of the fields of a document: those in its text, else those on the service. The lists of a new
 * artifact are empty where neither its text nor the tracker says anything.
 */
export function standing(fields: DocumentFields, entries: readonly Entry[]): MembersOf {
  let inText: ReadonlyMap<number, JsonObject> | undefined;
  return (fieldId) => {
    inText ??= new Map(entries.map(({ fieldId: id, members }) => [id, members]));
    const field = fields.get(fieldId);
    const isNewList = fields.artifactId === undefined && field?.kind === "list";
    return inText.get(fieldId) ?? field?.current ?? (isNewList ? { bind_value_ids: [] } : undefined);
  };
}

/**
 * Tells what the rules of the tracker have against the entries of a document, each problem at an entry that says
 * something else than the service; the one of the dependent field is preferred. What an artifact has already is no
 * problem.
 */
export function ruleProblems(
  fields: DocumentFields,
  entries: readonly LocatedEntry[],
): ReadonlyMap<number, readonly ValueProblem[]> {
  const membersOf = standing(fields, entries);
  const broken = fields.rules?.broken(membersOf) ?? [];
  const isBroken = new Set(broken.flatMap(({ targetId, sourceId }) => [targetId, sourceId]));
  const changed = new Set(
    entries.filter((entry) => isBroken.has(entry.fieldId) && isChanged(fields, entry)).map(({ fieldId }) => fieldId),
  );
  const found = new Map<number, ValueProblem[]>();
  let count = 0;
  for (const rule of broken) {
    const at = [rule.targetId, rule.sourceId].find((id) => changed.has(id));
    if (at !== undefined && count < maxProblems) {
      const problems = problemsOf(rule, at, fields, membersOf).slice(0, maxProblems - count);
      count += problems.length;
      getOrMake(found, at, (): ValueProblem[] => []).push(...problems);
    }
  }
  return found;
}

/** Tells what a field can become, while the others stay as they are. */
export interface RuledField {
  /** The values of a list that go with those of the lists it depends on, by `String(id)`; undefined where all do. */
  readonly allowed?: ReadonlySet<string>;
  /** Tells what the rules have against a value; undefined when nothing. */
  readonly ruleProblem: (members: JsonObject) => ValueProblem | undefined;
}

/** Tells what the rules of the tracker let a field become; undefined where it has none. */
export function ruledField(fieldId: number, fields: DocumentFields, membersOf: MembersOf): RuledField | undefined {
  const { rules } = fields;
  if (!rules) {
    return undefined;
  }
  const allowed = rules.allowed(fieldId, membersOf);
  return {
    ...(allowed && { allowed }),
    ruleProblem: (members) => {
      const changed: MembersOf = (id) => (id === fieldId ? members : membersOf(id));
      return rules
        .broken(changed)
        .filter(({ sourceId, targetId }) => sourceId === fieldId || targetId === fieldId)
        .slice(0, 1)
        .flatMap((rule) => problemsOf(rule, fieldId, fields, changed))[0];
    },
  };
}

/** Tells whether an entry says something else than the service, as all of a draft does. */
export function isChanged(fields: DocumentFields, { fieldId, members }: Entry): boolean {
  const { current, kind } = fields.get(fieldId) ?? {};
  return fields.artifactId === undefined || !current || !sameMeaning(members, current, kind, current);
}

function problemsOf(
  rule: BrokenRule,
  at: number,
  fields: DocumentFields,
  membersOf: MembersOf,
): readonly ValueProblem[] {
  const otherId = at === rule.targetId ? rule.sourceId : rule.targetId;
  const other = fields.get(otherId);
  const label = other?.label || String(otherId);
  if (rule.kind === "dates") {
    const comparator = at === rule.sourceId ? rule.comparator : turned[rule.comparator];
    return [{ code: "dateRule", severity: "warning", path: ["value"], expected: [comparator, label] }];
  }
  const ids = chosenIds(membersOf(otherId)) ?? [];
  const named = ids.slice(0, maxNamed).map((id) => (id === noValue ? none : ((other && nameOfId(other, id)) ?? id)));
  const names = [...named, ...(ids.length > maxNamed ? ["…"] : [])].join(", ");
  const facts = { code: "dependency", severity: "warning", expected: [label, names] } as const;
  const written = (membersOf(at)?.bind_value_ids ?? []) as readonly unknown[];
  const chosen = new Set(chosenIds(membersOf(at)));
  const isWrong = (id: string) => chosen.has(id) && !rule.fitting.has(id);
  const wrong = at === rule.targetId ? written.flatMap((id, index) => (isWrong(String(id)) ? [index] : [])) : [];
  return wrong.length === 0
    ? [{ ...facts, path: ["bind_value_ids"] }]
    : wrong.map((index) => ({ ...facts, path: ["bind_value_ids", index] }));
}

/** No more values of one list are named, as nobody reads more. */
const maxNamed = 20;

/** Gives each comparator as it reads from the other date. */
const turned = { "<": ">", "≤": "≥", ">": "<", "≥": "≤", "=": "=", "≠": "≠" } as const;

/**
 * Gives the value that a field had in `before`, with the field as it is in `after`, where it was changed. It is
 * undefined where the field cannot get that value again: the workflow does not lead back, or nobody may change it any
 * more.
 */
export function wayBack(
  before: Base,
  after: Base,
  tracker: Tracker | undefined,
  fieldId: number,
): { readonly field: DocumentField; readonly members: JsonObject } | undefined {
  const field = artifactFields(after, tracker).get(fieldId);
  const stood = before.fields.find((each) => each.fieldId === fieldId)?.entry?.members;
  const members = stood ?? (field?.kind && emptyMembers(field.kind));
  if (!members || !field?.isWritable || field.isFrozen) {
    return undefined;
  }
  const ids = chosenIds(members) ?? [];
  const isReachable = (ids.length === 0 ? [noValue] : ids).every((id) => field.reachable?.has(id) !== false);
  return isReachable ? { field, members } : undefined;
}
