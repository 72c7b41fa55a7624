import type { LocatedEntry } from "../codec/documentEntries.ts";
import { chosenIds, noValue } from "../field/chosenIds.ts";
import { sameMeaning } from "../field/meaning.ts";
import type { ValueProblem } from "../field/valueProblem.ts";
import { none } from "../labels/values.ts";
import type { Entry } from "../model/entry.ts";
import type { JsonObject } from "../model/json.ts";
import { type DocumentFields, nameOfId } from "./documentFields.ts";
import type { BrokenRule, MembersOf } from "./fieldRules.ts";

/**
 * What the fields of a document stand at: as in its text, and without an entry there as on the service. A new artifact
 * has nothing where neither its text nor the tracker says anything.
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
 * What the rules of the tracker have against the entries of a document, by the entry it is to be told at: one that says
 * something else than the service, that of the dependent field first. What an artifact holds already is no problem.
 */
export function ruleProblems(
  fields: DocumentFields,
  entries: readonly LocatedEntry[],
): ReadonlyMap<number, readonly ValueProblem[]> {
  const membersOf = standing(fields, entries);
  const isChangedField = (id: number) => entries.some((entry) => entry.fieldId === id && isChanged(fields, entry));
  const found = new Map<number, ValueProblem[]>();
  for (const rule of fields.rules?.broken(membersOf) ?? []) {
    const at = [rule.targetId, rule.sourceId].find(isChangedField);
    if (at !== undefined) {
      const problems = found.get(at) ?? [];
      found.set(at, [...problems, ...problemsOf(rule, at, fields, membersOf)]);
    }
  }
  return found;
}

/** What a field can become, while the others stand as they do. */
export interface RuledField {
  /** The values of a list that go with those of the lists it depends on, by `String(id)`; undefined where all do. */
  readonly allowed?: ReadonlySet<string>;
  /** What the rules have against a value; undefined when nothing. */
  readonly ruleProblem: (members: JsonObject) => ValueProblem | undefined;
}

/** What the rules of the tracker let a field become; undefined where it has none. */
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
        .flatMap((rule) => problemsOf(rule, fieldId, fields, changed))[0];
    },
  };
}

/** Whether an entry says something else than the service, as all of a draft does. */
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
  const names = ids.map((id) => (id === noValue ? none : ((other && nameOfId(other, id)) ?? id))).join(", ");
  const facts = { code: "dependency", severity: "warning", expected: [label, names] } as const;
  const chosen = (membersOf(at)?.bind_value_ids ?? []) as readonly unknown[];
  const wrong =
    at === rule.targetId ? chosen.flatMap((id, index) => (rule.values.includes(String(id)) ? [index] : [])) : [];
  return wrong.length === 0
    ? [{ ...facts, path: ["bind_value_ids"] }]
    : wrong.map((index) => ({ ...facts, path: ["bind_value_ids", index] }));
}

/** The same said of the other date. */
const turned = { "<": ">", "≤": "≥", ">": "<", "≥": "≤", "=": "=", "≠": "≠" } as const;
