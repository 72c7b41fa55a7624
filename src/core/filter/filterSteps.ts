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

/** One answer. */
export interface FilterChoice {
  readonly label: string;
  readonly detail?: string;
  /** Of the first of some that belong together: what they are. */
  readonly group?: string;
  readonly take: (filter: ArtifactFilter) => ArtifactFilter;
  readonly isCurrent: (filter: ArtifactFilter) => boolean;
}

/** What is asked for at once. */
export interface FilterStep {
  readonly placeholder: string;
  readonly choices: readonly FilterChoice[];
}

/** What is asked for, one after another: the fields that the tracker has, and the order. */
export function filterSteps(fields: FilterFields): readonly FilterStep[] {
  return [
    ...(fields.status ? [statusStep(fields)] : []),
    ...(fields.assignee ? [assigneeStep(fields)] : []),
    ...(fields.changed ? [changedStep()] : []),
    sortStep(),
  ];
}

function statusStep({ status, openLabels }: FilterFields): FilterStep {
  const one = (value: "open" | "closed" | undefined, label: string, detail?: string): FilterChoice => ({
    label,
    ...(detail !== undefined && { detail }),
    take: (filter) => ({ ...filter, status: value }),
    isCurrent: (filter) => filter.status === value,
  });
  const options = status?.options ?? [];
  const isOpen = new Set(openLabels);
  const closedLabels = options
    .filter(({ label, isHidden }) => !isHidden && !isOpen.has(label))
    .map(({ label }) => label);
  return {
    placeholder: whichStatus,
    choices: [
      one(undefined, anyStatus),
      ...(openLabels.length > 0
        ? [one("open", anyOpenStatus, listed(openLabels)), one("closed", anyClosedStatus, listed(closedLabels))]
        : []),
      ...options.map(({ label, isHidden }, index) => ({
        label: plainLabel(label),
        ...(index === 0 && { group: oneStatus }),
        ...(isHidden ? { detail: noLongerInUse } : {}),
        take: (filter: ArtifactFilter) => ({ ...filter, status: { value: label } }),
        isCurrent: (filter: ArtifactFilter) => typeof filter.status === "object" && filter.status.value === label,
      })),
    ],
  };
}

/** Undefined for none, such as where everything is open. */
function listed(labels: readonly string[]): string | undefined {
  return labels.length === 0 ? undefined : plainLabel(labels.join(", "));
}

function assigneeStep({ assignee }: FilterFields): FilterStep {
  return {
    placeholder: assignedToWhom,
    choices: [
      {
        label: anyone,
        take: (filter) => ({ ...filter, assignee: undefined }),
        isCurrent: (filter) => filter.assignee === undefined,
      },
      {
        label: me,
        take: (filter) => ({ ...filter, assignee: "me" }),
        isCurrent: (filter) => filter.assignee === "me",
      },
      ...(assignee?.options ?? []).flatMap(({ label, username }): FilterChoice[] =>
        username === undefined
          ? []
          : [
              {
                label: plainLabel(label),
                take: (filter) => ({ ...filter, assignee: { username, name: label } }),
                isCurrent: (filter) => typeof filter.assignee === "object" && filter.assignee.username === username,
              },
            ],
      ),
    ],
  };
}

function changedStep(): FilterStep {
  return {
    placeholder: changedWhen,
    choices: [undefined, ...changedWithin].map((changed) => ({
      label: changedLabel(changed),
      take: (filter: ArtifactFilter) => ({ ...filter, changed }),
      isCurrent: (filter: ArtifactFilter) => filter.changed === changed,
    })),
  };
}

function sortStep(): FilterStep {
  return {
    placeholder: inWhichOrder,
    choices: [undefined, ...filterSorts].map((sort) => ({
      label: sortLabel(sort),
      ...(sort === undefined ? {} : { detail: sortDetail(sort) }),
      take: (filter: ArtifactFilter) => ({ ...filter, sort }),
      isCurrent: (filter: ArtifactFilter) => filter.sort === sort,
    })),
  };
}
