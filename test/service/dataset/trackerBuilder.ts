import type {
  Bind,
  Field,
  GroupId,
  Semantics,
  StaticValue,
  StoredValue,
  StructureElement,
  Tracker,
  Workflow,
} from "../state/model.ts";
import { max } from "./people.ts";

/** Who may do what with a field; M are the members of the tracker's project, A its administrators. */
export const accesses = {
  open: { readers: ["1"], submitters: ["M"], updaters: ["M"] },
  readOnly: { readers: ["1"], submitters: ["A"], updaters: ["A"] },
  hidden: { readers: ["A"], submitters: ["A"], updaters: ["A"] },
  submitOnly: { readers: ["1"], submitters: ["M"], updaters: [] },
  updateOnly: { readers: ["1"], submitters: [], updaters: ["M"] },
  derived: { readers: ["1"], submitters: [], updaters: [] },
} as const;

export interface FieldOptions {
  readonly access?: keyof typeof accesses;
  readonly required?: boolean;
  readonly unused?: boolean;
  readonly bind?: Bind;
  readonly free?: readonly (readonly [id: number, label: string])[];
  readonly withTime?: boolean;
  readonly maxLength?: number;
  readonly defaultValue?: StoredValue;
  readonly today?: boolean;
  readonly description?: string;
  readonly content?: readonly FieldPlan[];
}

export interface FieldPlan extends FieldOptions {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly type: string;
}

export function field(id: number, name: string, label: string, type: string, options: FieldOptions = {}): FieldPlan {
  return { id, name, label, type, ...options };
}

export function group(id: number, name: string, label: string, content: readonly FieldPlan[]): FieldPlan {
  return { id, name, label, type: "fieldset", access: "derived", content };
}

/**
 * A list of static values: `"New"`, with a colour `"New/sherwood-green"`, hidden `"-Obsolete"`; ids count from
 * `firstId`.
 */
export function staticValues(firstId: number, labels: readonly string[]): Bind {
  const values = labels.map((text, index): StaticValue => {
    const [label = "", colour] = text.replace(/^-/, "").split("/");
    return { id: firstId + index, label, isHidden: text.startsWith("-"), colour };
  });
  return { type: "static", values };
}

export function usersBind(...userIds: number[]): Bind {
  return { type: "users", userIds };
}

export function groupsBind(...groupIds: GroupId[]): Bind {
  return { type: "ugroups", groupIds };
}

export interface TrackerPlan {
  readonly id: number;
  readonly projectId: number;
  readonly label: string;
  readonly itemName: string;
  readonly description?: string;
  readonly colour?: string;
  readonly readers?: readonly GroupId[];
  readonly semantics: Semantics;
  readonly workflow?: Workflow;
  readonly parent?: number;
  readonly elements: readonly FieldPlan[];
}

export function makeTracker(plan: TrackerPlan): Tracker {
  const resolve = (groups: readonly string[]) =>
    groups.map((id) => (id === "M" ? `${plan.projectId}_3` : id === "A" ? `${plan.projectId}_4` : id));
  const toField = (element: FieldPlan): Field => {
    const access = accesses[element.access ?? "open"];
    return {
      id: element.id,
      trackerId: plan.id,
      name: element.name,
      label: element.label,
      type: element.type,
      description: element.description ?? "",
      isRequired: element.required ?? false,
      isUsed: element.unused !== true,
      bind: element.bind,
      freeValues: (element.free ?? []).map(([id, label]) => ({ id, label })),
      isTimeDisplayed: element.withTime ?? false,
      maxLength: element.maxLength ?? 0,
      defaultValue: element.defaultValue,
      isTodayByDefault: element.today ?? false,
      readers: resolve(access.readers),
      submitters: resolve(access.submitters),
      updaters: resolve(access.updaters),
    };
  };
  const flatten = (element: FieldPlan): Field[] => [toField(element), ...(element.content ?? []).flatMap(flatten)];
  const toStructure = (element: FieldPlan): StructureElement => ({
    id: element.id,
    content: element.content === undefined ? null : element.content.filter((each) => !each.unused).map(toStructure),
  });
  return {
    id: plan.id,
    projectId: plan.projectId,
    label: plan.label,
    itemName: plan.itemName,
    description: plan.description ?? "",
    colourName: plan.colour ?? "inca-silver",
    fields: plan.elements.flatMap(flatten),
    structure: plan.elements.map(toStructure),
    semantics: plan.semantics,
    workflow: plan.workflow,
    parentTrackerId: plan.parent,
    adminIds: [max],
    readers: plan.readers ?? ["1"],
  };
}
