import { commands, env, ProgressLocation, TabInputText, type TextDocument, type Uri, window, workspace } from "vscode";
import { type DeletionResult, type DeletionService, deleteArtifacts } from "../../core/deletion/deleteArtifacts.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import type { Connection } from "../../core/model/connection.ts";
import { isJsonObject } from "../../core/model/json.ts";
import { parseReference } from "../../core/references/reference.ts";
import { deletionsLeft, type NamedDeletable, nameOf, whyNotDeleted } from "../../core/sentences/deletion.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import { isCancelled, withCancellableProgress } from "../cancellation.ts";
import { confirm, explained, HumanError, inform, warn } from "../present.ts";
import { resourceOf } from "../resourceUri.ts";
import { artifactTargetOf } from "../targets/artifactTarget.ts";
import { copiesKeptDays, type DeletedCopies, type DeletedCopy } from "./deletedCopies.ts";
import { documentOf } from "./deletedFiles.ts";

export interface DeleterSurroundings {
  readonly registry: { readonly connections: readonly Connection[] };
  readonly pickConnection: (placeHolder: string) => Promise<Connection | undefined>;
  readonly serviceOf: (connectionId: string) => Promise<DeletionService>;
  readonly readArtifact: (
    connectionId: string,
    artifactId: number,
    signal: AbortSignal,
  ) => Promise<{ readonly title?: string }>;
  readonly copies: DeletedCopies;
  /** Its rows of the artifact go. */
  readonly explorer: { deleted(connectionId: string, artifactId: number): void };
  readonly known: Pick<KnownConnections, "find">;
  readonly remembered: { deleted(connectionId: string, artifactId: number): Promise<void> };
  readonly logFailure: (what: string, error: unknown) => void;
}

type Result = DeletionResult<DeletedCopy>;

/** Deletes artifacts after asking, and says what became of each. */
export class ArtifactDeleter {
  readonly #around: DeleterSurroundings;

  constructor(around: DeleterSurroundings) {
    this.#around = around;
  }

  /**
   * Deletes rows of the tree, the artifact of a document, one that is given or one that is asked for, each after a yes in
   * a dialog. Throws a HumanError when the one that is given by its ids was not deleted.
   */
  async delete(first: unknown, second: unknown): Promise<void> {
    if (typeof first === "string" && second !== undefined && second !== null) {
      await this.#deleteGiven(first, second);
      return;
    }
    const items = await this.#chosen(first, second);
    if (items.length > 0 && (await isConfirmed(items))) {
      await this.#deleteAll(items);
    }
  }

  /** Lists the copies of a connection's deleted artifacts, and opens the one that is chosen. */
  async showDeleted(target: unknown): Promise<void> {
    const { pickConnection, copies } = this.#around;
    const given = typeof target === "string" ? target : isJsonObject(target) ? target.connectionId : undefined;
    const connectionId =
      typeof given === "string" ? given : (await pickConnection("Deleted artifacts of which connection?"))?.id;
    if (connectionId === undefined) {
      return;
    }
    await copies.removeOld(connectionId);
    const kept = await copies.list(connectionId);
    if (kept.length === 0) {
      throw new HumanError(`No artifacts were deleted from here within the last ${copiesKeptDays} days.`);
    }
    const items = kept.map(async (copy) => ({
      label: nameOf({ connectionId, artifactId: copy.artifactId, ...known(await copies.titleIn(copy)) }),
      description: `deleted ${copy.deletedOn.toLocaleString(env.language)}`,
      copy,
    }));
    const chosen = await window.showQuickPick(Promise.all(items), {
      title: "Deleted Artifacts",
      placeHolder: "Copies kept on this machine",
      matchOnDescription: true,
    });
    if (chosen) {
      await openCopy(chosen.copy, chosen.label);
    }
  }

  async #deleteGiven(connectionId: string, artifactId: unknown): Promise<void> {
    const target = artifactTargetOf(connectionId, artifactId);
    const item = await this.#titledIfReadable({ connectionId, artifactId: target?.artifactId ?? 0 });
    // An editor that runs tests shows no dialog and rejects instead: whoever named the artifact there has decided.
    if (!(await isConfirmed([item]).catch(() => true))) {
      return;
    }
    const [result] = await this.#carryOut([item]);
    const failure = result && whyNotDeleted(result);
    if (result && failure !== undefined) {
      throw new HumanError(`#${item.artifactId} was not deleted. ${failure}`, causeOf(result, connectionId));
    }
    void this.#tellDeleted([item], result ? [result] : []);
  }

  async #chosen(first: unknown, second: unknown): Promise<readonly NamedDeletable[]> {
    // Of several rows that are selected the tree passes the one that was clicked, then all.
    const rows: readonly unknown[] = Array.isArray(second) && second.length > 0 ? second : [first];
    const targets = rows.flatMap((row) => {
      const target = artifactTargetOf(row);
      return target ? [{ ...target, ...titleIn(row) }] : [];
    });
    const unique = [...new Map(targets.map((item) => [`${item.connectionId}/${item.artifactId}`, item])).values()];
    if (unique.length > 1) {
      return unique;
    }
    const item = unique[0] ?? (await this.#asked());
    return item ? [await this.#titled(item)] : [];
  }

  async #asked(): Promise<NamedDeletable | undefined> {
    const { registry, pickConnection } = this.#around;
    const text = await window.showInputBox({
      title: "Delete Artifact",
      prompt: "Number, reference or address of an artifact. You are asked before it is deleted.",
      placeHolder: "512, #512, bug #512 or https://…",
      validateInput: (typed) =>
        typed.trim() === "" || parseReference(typed, registry.connections)?.kind === "artifact"
          ? undefined
          : "This names no artifact of a connection.",
    });
    const reference = text === undefined ? undefined : parseReference(text, registry.connections);
    if (reference?.kind !== "artifact") {
      return undefined;
    }
    const { artifactId } = reference;
    const connectionId =
      reference.connectionId ?? (await pickConnection(`Delete #${artifactId} of which connection?`))?.id;
    return connectionId === undefined ? undefined : { connectionId, artifactId };
  }

  /** Nobody is to say yes to a number alone. */
  async #titled(item: NamedDeletable): Promise<NamedDeletable> {
    if (item.title !== undefined) {
      return item;
    }
    const { connectionId, artifactId } = item;
    const { title } = await explained(`#${artifactId} could not be deleted`, connectionId, () =>
      withCancellableProgress({ location: ProgressLocation.Window, title: `Reading #${artifactId}` }, (signal) =>
        this.#around.readArtifact(connectionId, artifactId, signal),
      ),
    );
    return { ...item, ...known(title) };
  }

  /** Why it cannot be read is said when it is deleted. */
  async #titledIfReadable(item: NamedDeletable): Promise<NamedDeletable> {
    try {
      return await this.#titled(item);
    } catch (error) {
      if (isCancelled(error)) {
        throw error;
      }
      return item;
    }
  }

  async #deleteAll(items: readonly NamedDeletable[]): Promise<void> {
    const results = await this.#carryOut(items);
    // Not awaited: the command is over, however long its message stays unread.
    void this.#tell(items, results).catch((error: unknown) =>
      this.#around.logFailure("Telling what was deleted", error),
    );
  }

  async #carryOut(items: readonly NamedDeletable[]): Promise<readonly Result[]> {
    const { serviceOf, copies, explorer, known, remembered, logFailure } = this.#around;
    const many = items.length > 1;
    const results = await withCancellableProgress(
      {
        location: many ? ProgressLocation.Notification : ProgressLocation.Window,
        title: many ? `Deleting ${items.length} artifacts` : `Deleting #${items[0]?.artifactId}`,
      },
      (signal, report) =>
        deleteArtifacts(
          items,
          {
            serviceOf,
            keep: (item, text) => copies.keep(item, text),
            drop: (copy) => copies.drop(copy),
            onTry: (index) => {
              const item = items[index];
              report({ increment: index === 0 ? 0 : 100 / items.length, message: item ? nameOf(item) : "" });
            },
          },
          signal,
        ),
    );
    for (const [index, { connectionId, artifactId }] of items.entries()) {
      const result = results[index];
      if (result?.kind === "failed") {
        logFailure(`Deleting #${artifactId}`, result.error);
      }
      if (result?.kind === "deleted" || result?.kind === "gone") {
        explorer.deleted(connectionId, artifactId);
        known.find(connectionId)?.artifacts.forget([artifactId]);
        await remembered.deleted(connectionId, artifactId);
        await closeClean(connectionId, artifactId);
      }
    }
    for (const connectionId of new Set(items.map((item) => item.connectionId))) {
      await copies.removeOld(connectionId);
    }
    return results;
  }

  async #tell(items: readonly NamedDeletable[], results: readonly Result[]): Promise<void> {
    const open = items.filter((_, index) => results[index]?.kind !== "deleted" && results[index]?.kind !== "gone");
    if (results.every(({ kind }) => kind === "deleted")) {
      await this.#tellDeleted(items, results);
      return;
    }
    const deleted = results.filter(({ kind }) => kind === "deleted").length;
    const isOne = items.length === 1;
    const words = isOne
      ? `${nameOf(items[0] ?? { connectionId: "", artifactId: 0 })} was not deleted. ${whyNotDeleted(results[0] ?? { kind: "notTried" }) ?? ""}`
      : `${deleted} of ${items.length} artifacts were deleted. ${failuresIn(items, results)}`;
    const buttons = [...(open.length > 0 ? ["Retry" as const] : []), ...(isOne ? [] : ["Show Results" as const])];
    const answer = await warn(words.trim(), ...buttons);
    if (answer === "Retry") {
      await this.#deleteAll(open);
    } else if (answer === "Show Results") {
      await showResults(items, results);
    }
  }

  async #tellDeleted(items: readonly NamedDeletable[], results: readonly Result[]): Promise<void> {
    const dirty = items.filter(({ connectionId, artifactId }) =>
      textsOf(connectionId, artifactId).some(({ isDirty }) => isDirty),
    );
    const [only] = items;
    const words = [
      items.length === 1 && only ? `${nameOf(only)} was deleted.` : `${items.length} artifacts were deleted.`,
      dirty.length === 0
        ? ""
        : `${dirty.map(({ artifactId }) => `#${artifactId}`).join(", ")} stays open with its unsaved changes, which cannot be saved any more.`,
      deletionsLeft(results),
    ];
    const label = items.length === 1 ? "Open Copy" : "Show Copies";
    if ((await inform(words.filter((part) => part !== "").join(" "), label)) === undefined) {
      return;
    }
    const [result] = results;
    if (results.length === 1 && result?.kind === "deleted") {
      await openCopy(result.copy, nameOf(only ?? result.copy));
    } else {
      await showResults(items, results);
    }
  }
}

const mostNamed = 10;

async function isConfirmed(items: readonly NamedDeletable[]): Promise<boolean> {
  const [only] = items;
  const keeps = `The service may not be able to bring back what is deleted. A copy is kept on this machine for ${copiesKeptDays} days.`;
  if (items.length === 1 && only) {
    return await confirm(`Delete ${nameOf(only)}?`, keeps, "Delete");
  }
  const names = items.slice(0, mostNamed).map(nameOf);
  const more = items.length > mostNamed ? [`… and ${items.length - mostNamed} more`] : [];
  return await confirm(
    `Delete these ${items.length} artifacts?`,
    [...names, ...more, "", keeps].join("\n"),
    `Delete ${items.length} Artifacts`,
  );
}

const mostFailuresNamed = 4;

function failuresIn(items: readonly NamedDeletable[], results: readonly Result[]): string {
  const notTried = results.filter(({ kind }) => kind === "notTried").length;
  const failures = items.flatMap(({ artifactId }, index) => {
    const result = results[index];
    const words = result && result.kind !== "notTried" ? whyNotDeleted(result) : undefined;
    return words === undefined ? [] : [`#${artifactId}: ${words}`];
  });
  return [
    ...failures.slice(0, mostFailuresNamed),
    ...(failures.length > mostFailuresNamed ? [`${failures.length - mostFailuresNamed} more failed.`] : []),
    ...(notTried > 0 ? [`${notTried} ${notTried === 1 ? "was" : "were"} not tried.`] : []),
  ].join(" ");
}

async function showResults(items: readonly NamedDeletable[], results: readonly Result[]): Promise<void> {
  const rows = items.map((item, index) => {
    const result = results[index] ?? { kind: "notTried" };
    const failure = whyNotDeleted(result);
    return {
      label: `$(${failure === undefined ? "check" : "error"}) ${nameOf(item)}`,
      detail: failure ?? "Deleted: choose it to open its copy",
      copy: "copy" in result ? result.copy : undefined,
      name: nameOf(item),
    };
  });
  const chosen = await window.showQuickPick(rows, { title: "Deleted Artifacts", matchOnDetail: true });
  if (chosen?.copy) {
    await openCopy(chosen.copy, chosen.name);
  }
}

async function openCopy(copy: DeletedCopy, name: string): Promise<void> {
  const title = `${withoutControls(name)} (deleted)`;
  await commands.executeCommand("vscode.open", documentOf(copy), { preview: false }, title);
}

/** Closes what is open of an artifact that is no more, unless something in it is unsaved. */
async function closeClean(connectionId: string, artifactId: number): Promise<void> {
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input, isDirty }) => input instanceof TabInputText && isOf(input.uri, connectionId, artifactId) && !isDirty,
    );
  await window.tabGroups.close(tabs, true);
}

function textsOf(connectionId: string, artifactId: number): readonly TextDocument[] {
  return workspace.textDocuments.filter(({ uri }) => isOf(uri, connectionId, artifactId));
}

function isOf(uri: Uri, connectionId: string, artifactId: number): boolean {
  const shown = resourceOf(uri);
  return (
    shown?.connectionId === connectionId && "artifactId" in shown.resource && shown.resource.artifactId === artifactId
  );
}

function titleIn(row: unknown): { readonly title?: string } {
  const summary = isJsonObject(row) ? row.summary : undefined;
  return isJsonObject(summary) && typeof summary.title === "string" ? { title: summary.title } : {};
}

function known(title: string | undefined): { readonly title?: string } {
  return title === undefined ? {} : { title };
}

function causeOf(result: Result, connectionId: string): { readonly connectionId: string; readonly cause?: unknown } {
  return "error" in result ? { connectionId, cause: result.error } : { connectionId };
}
