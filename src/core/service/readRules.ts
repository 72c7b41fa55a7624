import type { DateRule, ListRule, WorkflowRules } from "../model/tracker.ts";
import { id, list, member } from "./wire.ts";

/**
 * The rules of a tracker's workflow, which hold whether the workflow is used or not (test/service/README.md, Workflow);
 * undefined without any. Those of another shape are left out.
 */
export function readRules(tracker: unknown): WorkflowRules | undefined {
  const rules = member(member(tracker, "workflow"), "rules");
  const lists = list(member(rules, "lists")).flatMap(listRule);
  const dates = list(member(rules, "dates")).flatMap(dateRule);
  return lists.length === 0 && dates.length === 0 ? undefined : { lists, dates };
}

function listRule(rule: unknown): readonly ListRule[] {
  const [sourceId, sourceValue, targetId, targetValue] = [
    ...["source_field_id", "source_value_id", "target_field_id", "target_value_id"],
  ].map((name) => id(member(rule, name)));
  return sourceId === undefined || sourceValue === undefined || targetId === undefined || targetValue === undefined
    ? []
    : [{ sourceId, sourceValue, targetId, targetValue }];
}

const comparators: readonly DateRule["comparator"][] = ["<", "≤", ">", "≥", "=", "≠"];

function dateRule(rule: unknown): readonly DateRule[] {
  const [sourceId, targetId] = ["source_field_id", "target_field_id"].map((name) => id(member(rule, name)));
  const comparator = comparators.find((each) => each === member(rule, "comparator"));
  return sourceId === undefined || targetId === undefined || comparator === undefined
    ? []
    : [{ sourceId, targetId, comparator }];
}
