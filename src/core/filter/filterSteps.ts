import { type ArtifactFilter, changedWithin, type FilterFields, filterSorts } from "../query/artifactFilter.ts";
import {
  anyClosedStatus,
  anyOpenStatus,
  anyone,
  anyStatus,
  assignedToWhom,
  changedLabel,
  changedWhen,
  inWhichOrder,
  me,
  noLongerInUse,
  oneStatus,
  sortDetail,
  sortLabel,
  whichStatus,
} from "../sentences/filters.ts";
import { plainLabel } from "../util/plainLabel.ts";

/** An answer to the question of a step. */
export interface FilterChoice {
  readonly label: string;
  readonly detail?: string;
  /** The name of a group of choices; the first of them has it. */
  readonly group?: string;
  readonly take: (filter: ArtifactFilter) => ArtifactFilter;
  readonly isCurrent: (filter: ArtifactFilter) => boolean;
}

/** A question with its choices. */
export interface FilterStep {
  readonly placeholder: string;
  readonly choices: readonly FilterChoice[];
}

/** Gives the questions, one after another: about each of the fields that the tracker has, then about the order. */
export function filterSteps(fields: FilterFields): readonly FilterStep[] {
  return [
    ...(fields.status ? [statusStep(fields)] : []),
    ...(fields.assignee ? [assigneeStep(fields)] : []),
    ...(fields.changed ? [changedStep()] : []),
    sortStep(),
  ];
}

function statusStep({ status, openLabels }: FilterFields): FilterStep {
  const options = status?.options.all ?? [];
  const isOpen = new Set(openLabels);
  const closedLabels = options
    .filter(({ label, isHidden }) => !isHidden && !isOpen.has(label))
    .map(({ label }) => label);
  return {
    placeholder: whichStatus,
    choices: [
      choice(anyStatus, { status: undefined }),
      ...(openLabels.length > 0
        ? [
            choice(anyOpenStatus, { status: "open" }, { detail: listed(openLabels) }),
            choice(anyClosedStatus, { status: "closed" }, { detail: listed(closedLabels) }),
          ]
        : []),
      ...options.map(({ id, label, isHidden }, index) =>
        choice(
          plainLabel(label),
          { status: { value: label, id } },
          { group: index === 0 ? oneStatus : undefined, detail: isHidden ? noLongerInUse : undefined },
        ),
      ),
    ],
  };
}

/** Lists labels. It is undefined where there are none, such as where everything is open. */
function listed(labels: readonly string[]): string | undefined {
  return labels.length === 0 ? undefined : plainLabel(labels.join(", "));
}

function assigneeStep({ assignee }: FilterFields): FilterStep {
  return {
    placeholder: assignedToWhom,
    choices: [
      choice(anyone, { assignee: undefined }),
      choice(me, { assignee: "me" }),
      ...(assignee?.options.all ?? []).flatMap(({ label, username }) =>
        username === undefined ? [] : choice(plainLabel(label), { assignee: { username, name: label } }),
      ),
    ],
  };
}

function changedStep(): FilterStep {
  return {
    placeholder: changedWhen,
    choices: [undefined, ...changedWithin].map((changed) => choice(changedLabel(changed), { changed })),
  };
}

function sortStep(): FilterStep {
  return {
    placeholder: inWhichOrder,
    choices: [undefined, ...filterSorts].map((sort) =>
      choice(sortLabel(sort), { sort }, { detail: sort && sortDetail(sort) }),
    ),
  };
}

/** Makes a choice that sets a part of the filter. */
function choice(label: string, part: ArtifactFilter, texts: Pick<FilterChoice, "detail" | "group"> = {}): FilterChoice {
  return {
    label,
    ...texts,
    take: (filter) => ({ ...filter, ...part }),
    isCurrent: (filter) => textOf({ ...filter, ...part }) === textOf(filter),
  };
}

/** Gives a text that tells filters apart. People are told by their logins, whatever they are called now. */
function textOf({ status, assignee, changed, sort }: ArtifactFilter): string {
  return JSON.stringify([
    status,
    typeof assignee === "object" ? { login: assignee.username } : assignee,
    changed,
    sort,
  ]);
}
