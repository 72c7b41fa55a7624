import { QuickInputButtons, type QuickPickItem, QuickPickItemKind } from "vscode";
import { type FilterChoice, type FilterStep, filterSteps } from "../../core/filter/filterSteps.ts";
import type { FilterStore, TrackerKey } from "../../core/filter/filterStore.ts";
import { type ArtifactFilter, filterFields, isEmptyFilter, keptFilter } from "../../core/query/artifactFilter.ts";
import { readingFields } from "../../core/sentences/savedQueries.ts";
import { currentChoice, filterTitle, notFiltered } from "../../core/sentences/tree.ts";
import { withProgress } from "../dialog/cancellation.ts";
import { explained } from "../dialog/present.ts";
import { answerOf, newQuickPick } from "../dialog/quickInput.ts";
import { requireAddress } from "../services/serviceAt.ts";
import type { Services } from "../services/services.ts";

/**
 * Asks step by step which of a tracker's artifacts are wanted, and remembers it. Tells whether the person answered to
 * the end. Throws a HumanError where the connection leads elsewhere by then: the number is another tracker's there.
 */
export async function pickFilter(
  key: TrackerKey,
  filters: FilterStore,
  { registry, catalogOf }: Services,
): Promise<boolean> {
  const { url } = registry.get(key.connectionId);
  const catalog = catalogOf(key.connectionId);
  const tracker = await explained(notFiltered(key.trackerId), key.connectionId, () =>
    withProgress(readingFields, (signal) => catalog.readTracker(key.trackerId, signal)),
  );
  const fields = filterFields(tracker);
  const filter = await askAll(tracker.label, filterSteps(fields), keptFilter(filters.get(key) ?? {}, fields));
  if (filter) {
    requireAddress(registry, key.connectionId, url);
    const kept = keptFilter(filter, fields);
    await filters.set(key, isEmptyFilter(kept) ? undefined : kept);
  }
  return filter !== undefined;
}

async function askAll(
  label: string,
  steps: readonly FilterStep[],
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
  { placeholder, choices }: FilterStep,
  filter: ArtifactFilter,
  step: number,
  totalSteps: number,
): Promise<FilterChoice | "back" | undefined> {
  const pick = newQuickPick<QuickPickItem & { readonly choice?: FilterChoice }>();
  Object.assign(pick, { title: filterTitle(label), placeholder, step, totalSteps });
  pick.buttons = step > 1 ? [QuickInputButtons.Back] : [];
  pick.items = choices.flatMap((choice) => [
    ...(choice.group === undefined ? [] : [{ kind: QuickPickItemKind.Separator, label: choice.group }]),
    {
      kind: QuickPickItemKind.Default,
      label: choice.label,
      choice,
      ...(choice.detail === undefined ? {} : { detail: choice.detail }),
      ...(choice.isCurrent(filter) ? { description: currentChoice } : {}),
    },
  ]);
  pick.activeItems = pick.items.filter(({ choice }) => choice?.isCurrent(filter));
  return answerOf<FilterChoice | "back">(pick, ({ answer }) => {
    pick.onDidAccept(() => answer(pick.selectedItems[0]?.choice));
    pick.onDidTriggerButton(() => answer("back"));
  });
}
