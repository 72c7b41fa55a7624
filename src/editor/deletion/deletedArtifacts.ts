import { env, ThemeIcon } from "vscode";
import type { DeletionResult } from "../../core/deletion/deleteArtifacts.ts";
import { HumanError } from "../../core/failure/humanError.ts";
import {
  chooseToOpenCopy,
  deletedListTitle,
  deletedOn,
  deletedTitle,
  keptCopies,
  type NamedDeletable,
  nameOf,
  nothingDeletedLately,
  whyNotDeleted,
} from "../../core/sentences/deletion.ts";
import { askQuickPick } from "../dialog/quickInput.ts";
import { showDocument } from "../text/showDocument.ts";
import { copiesKeptDays, type DeletedCopies, type DeletedCopy, documentOf } from "./deletedCopies.ts";

/** Tells what became of an artifact that was to be deleted. */
export type DeletionOutcome = DeletionResult<DeletedCopy>;

/** Lists the copies of a connection's deleted artifacts, and opens the one that is chosen. */
export async function showDeleted(connectionId: string, copies: DeletedCopies): Promise<void> {
  await copies.removeOld(connectionId);
  const kept = await copies.list(connectionId);
  if (kept.length === 0) {
    throw new HumanError(nothingDeletedLately(copiesKeptDays));
  }
  const items = kept.map(async (copy) => {
    return {
      label: nameOf({ ...copy, title: await copies.titleIn(copy) }),
      description: deletedOn(copy.deletedOn, env.language),
      copy,
    };
  });
  const chosen = await askQuickPick(await Promise.all(items), {
    title: deletedListTitle,
    placeHolder: keptCopies,
    matchOnDescription: true,
  });
  if (chosen) {
    await openCopy(chosen.copy, chosen.label);
  }
}

/** Lists what became of each of `items`, and opens the copy of the one that is chosen. */
export async function showResults(
  items: readonly NamedDeletable[],
  results: readonly DeletionOutcome[],
): Promise<void> {
  const rows = items.map((item, index) => {
    const result = results[index] ?? { kind: "notTried" };
    const failure = whyNotDeleted(result);
    return {
      label: nameOf(item),
      iconPath: new ThemeIcon(failure === undefined ? "check" : "error"),
      detail: failure ?? chooseToOpenCopy,
      copy: "copy" in result ? result.copy : undefined,
      name: nameOf(item),
    };
  });
  const chosen = await askQuickPick(rows, { title: deletedListTitle, matchOnDetail: true });
  if (chosen?.copy) {
    await openCopy(chosen.copy, chosen.name);
  }
}

/** Opens the copy of an artifact that was deleted. */
export async function openCopy(copy: DeletedCopy, name: string): Promise<void> {
  const title = deletedTitle(name);
  await showDocument(documentOf(copy), { preview: false }, title);
}
