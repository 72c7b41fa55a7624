import { ProgressLocation, QuickInputButtons, type QuickPickItem, QuickPickItemKind, window } from "vscode";
import {
  type ArtifactFilter,
  changedWithin,
  type FilterFields,
  filterFields,
  filterSorts,
  isEmptyFilter,
  keptFilter,
} from "../../core/artifactFilter.ts";
import type { ArtifactFilters, TrackerKey } from "../../core/artifactFilters.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import { withCancellableProgress } from "../cancellation.ts";
import { plainLabel } from "../plainLabel.ts";
import { explained } from "../present.ts";
import { changedWords, sortWords } from "./filterWords.ts";

export interface FilterPickerSurroundings {
  readonly filters: Pick<ArtifactFilters, "get" | "set">;
  readonly tracker: (connectionId: string, trackerId: number, signal: AbortSignal) => Promise<Tracker>;
}

/** Asks step by step which of a tracker's artifacts are wanted, and remembers it. */
export class FilterPicker {
  readonly #around: FilterPickerSurroundings;

  constructor(around: FilterPickerSurroundings) {
    this.#around = around;
  }

  /** Whether the person answered to the end. */
  async pick(key: TrackerKey): Promise<boolean> {
    const { filters } = this.#around;
    const tracker = await explained(`Tracker ${key.trackerId} cannot be filtered`, key.connectionId, () =>
      withCancellableProgress({ location: ProgressLocation.Window, title: "Reading the tracker's fields" }, (signal) =>
        this.#around.tracker(key.connectionId, key.trackerId, signal),
      ),
    );
    const fields = filterFields(tracker);
    const filter = await askAll(tracker.label, stepsOf(fields), filters.get(key) ?? {});
    if (filter) {
      const kept = keptFilter(filter, fields);
      await filters.set(key, isEmptyFilter(kept) ? undefined : kept);
    }
    return filter !== undefined;
  }
}

interface Choice {
  readonly label: string;
  readonly detail?: string;
  readonly take: (filter: ArtifactFilter) => ArtifactFilter;
  readonly isCurrent: (filter: ArtifactFilter) => boolean;
}

interface Step {
  readonly placeholder: string;
  readonly choices: readonly Choice[];
}

function stepsOf(fields: FilterFields): readonly Step[] {
  return [
    ...(fields.status ? [statusStep(fields)] : []),
    ...(fields.assignee ? [assigneeStep(fields)] : []),
    ...(fields.changed ? [changedStep()] : []),
    sortStep(),
  ];
}

function statusStep({ status, openLabels }: FilterFields): Step {
  const one = (value: "open" | "closed" | undefined, label: string): Choice => ({
    label,
    take: (filter) => ({ ...filter, status: value }),
    isCurrent: (filter) => filter.status === value,
  });
  return {
    placeholder: "Which status?",
    choices: [
      one(undefined, "Any status"),
      ...(openLabels.length > 0 ? [one("open", "Open"), one("closed", "Closed")] : []),
      ...(status?.options ?? []).map(({ label, isHidden }) => ({
        label: plainLabel(label),
        ...(isHidden ? { detail: "no longer in use" } : {}),
        take: (filter: ArtifactFilter) => ({ ...filter, status: { value: label } }),
        isCurrent: (filter: ArtifactFilter) => typeof filter.status === "object" && filter.status.value === label,
      })),
    ],
  };
}

function assigneeStep({ assignee }: FilterFields): Step {
  return {
    placeholder: "Assigned to whom?",
    choices: [
      {
        label: "Anyone",
        take: (filter) => ({ ...filter, assignee: undefined }),
        isCurrent: (filter) => filter.assignee === undefined,
      },
      {
        label: "Me",
        take: (filter) => ({ ...filter, assignee: "me" }),
        isCurrent: (filter) => filter.assignee === "me",
      },
      ...(assignee?.options ?? []).flatMap(({ label, username }): Choice[] =>
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

function changedStep(): Step {
  return {
    placeholder: "Changed when?",
    choices: [undefined, ...changedWithin].map((changed) => ({
      label: changed === undefined ? "Any time" : `Changed ${changedWords[changed]}`,
      take: (filter: ArtifactFilter) => ({ ...filter, changed }),
      isCurrent: (filter: ArtifactFilter) => filter.changed === changed,
    })),
  };
}

function sortStep(): Step {
  return {
    placeholder: "In which order?",
    choices: [undefined, ...filterSorts].map((sort) => ({
      label: sort === undefined ? "By number" : upperFirst(sortWords[sort]),
      // The service orders by number alone, and queries not at all.
      ...(sort === undefined ? {} : { detail: sortDetail(sort) }),
      take: (filter: ArtifactFilter) => ({ ...filter, sort }),
      isCurrent: (filter: ArtifactFilter) => filter.sort === sort,
    })),
  };
}

function sortDetail(sort: (typeof filterSorts)[number]): string {
  return sort === "newestFirst"
    ? "by the service where nothing is left out, else of what is loaded"
    : "of what is loaded: the service does not order by change";
}

async function askAll(
  label: string,
  steps: readonly Step[],
  before: ArtifactFilter,
): Promise<ArtifactFilter | undefined> {
  let filter: ArtifactFilter = before;
  for (let at = 0; at < steps.length; ) {
    const step = steps[at];
    const answer = step && (await ask(label, step, filter, at + 1, steps.length));
    if (answer === undefined) {
      return undefined;
    }
    if (answer === "back") {
      at -= 1;
    } else {
      filter = answer.take(filter);
      at += 1;
    }
  }
  return filter;
}

function ask(
  label: string,
  { placeholder, choices }: Step,
  filter: ArtifactFilter,
  step: number,
  totalSteps: number,
): Promise<Choice | "back" | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<QuickPickItem & { readonly choice: Choice }>();
    Object.assign(pick, { title: `Filter ${withoutControls(label)}`, placeholder, step, totalSteps });
    pick.buttons = step > 1 ? [QuickInputButtons.Back] : [];
    pick.items = choices.map((choice) => ({
      kind: QuickPickItemKind.Default,
      label: choice.label,
      choice,
      ...(choice.detail === undefined ? {} : { detail: choice.detail }),
      ...(choice.isCurrent(filter) ? { description: "current" } : {}),
    }));
    pick.activeItems = pick.items.filter(({ choice }) => choice.isCurrent(filter));
    const finish = (answer: Choice | "back" | undefined) => {
      // First: disposing hides it, which would be giving up.
      resolve(answer);
      pick.dispose();
    };
    pick.onDidAccept(() => finish(pick.selectedItems[0]?.choice));
    pick.onDidTriggerButton(() => finish("back"));
    pick.onDidHide(() => finish(undefined));
    pick.show();
  });
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
