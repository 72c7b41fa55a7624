import { commands, env, window } from "vscode";
import type { DeletionResult } from "../../core/deletion/deleteArtifacts.ts";
import { HumanError } from "../../core/failure/humanError.ts";
import type { Connection } from "../../core/model/connection.ts";
import {
  askWhoseDeleted,
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
import { withoutControls } from "../../core/util/withoutControls.ts";
import { connectionIdIn } from "../targets/connectionTarget.ts";
import { copiesKeptDays, type DeletedCopies, type DeletedCopy } from "./deletedCopies.ts";
import { documentOf } from "./deletedFiles.ts";

/** What became of an artifact that was to be deleted. */
export type DeletionOutcome = DeletionResult<DeletedCopy>;

/** Lists the copies of a connection's deleted artifacts, and opens the one that is chosen. */
export async function showDeleted(
  target: unknown,
  copies: DeletedCopies,
  pickConnection: (placeHolder: string) => Promise<Connection | undefined>,
): Promise<void> {
  const connectionId = connectionIdIn(target) ?? (await pickConnection(askWhoseDeleted))?.id;
  if (connectionId === undefined) {
    return;
  }
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
  const chosen = await window.showQuickPick(Promise.all(items), {
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
      label: `$(${failure === undefined ? "check" : "error"}) ${nameOf(item)}`,
      detail: failure ?? chooseToOpenCopy,
      copy: "copy" in result ? result.copy : undefined,
      name: nameOf(item),
    };
  });
  const chosen = await window.showQuickPick(rows, { title: deletedListTitle, matchOnDetail: true });
  if (chosen?.copy) {
    await openCopy(chosen.copy, chosen.name);
  }
}

/** Opens the copy of an artifact that was deleted. */
export async function openCopy(copy: DeletedCopy, name: string): Promise<void> {
  const title = deletedTitle(withoutControls(name));
  await commands.executeCommand("vscode.open", documentOf(copy), { preview: false }, title);
}
