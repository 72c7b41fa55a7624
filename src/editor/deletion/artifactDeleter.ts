import { ProgressLocation, TabInputText, type TextDocument, type Uri, window, workspace } from "vscode";
import { type DeletionService, deleteArtifacts } from "../../core/deletion/deleteArtifacts.ts";
import {
  deleteButton,
  openCopyButton,
  retryButton,
  showCopiesButton,
  showResultsButton,
} from "../../core/labels/buttons.ts";
import {
  allDeleted,
  andMore,
  askDeletion,
  askDeletions,
  copyIsKept,
  couldNotBeDeleted,
  deleteMany,
  deleting,
  deletionsLeft,
  failuresOf,
  type NamedDeletable,
  nameOf,
  notDeleted,
  someDeleted,
  staysOpenDeleted,
  wasDeleted,
  whyNotDeleted,
} from "../../core/sentences/deletion.ts";
import { sentences } from "../../core/sentences/failures.ts";
import { reading } from "../../core/sentences/targets.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { Explorer } from "../../core/tree/explorer/explorer.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { isCancelled, withProgress } from "../dialog/cancellation.ts";
import { confirm, explained, HumanError, inform, warn } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { serviceNow } from "../services/serviceAt.ts";
import type { Services } from "../services/services.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { type DeletionOutcome, openCopy, showResults } from "./deletedArtifacts.ts";
import { copiesKeptDays, type DeletedCopies } from "./deletedCopies.ts";

/** An artifact to be deleted, where its connection led when the person asked for that. */
interface DeletableHere extends NamedDeletable {
  /** Gives the service; throws a HumanError once the connection leads elsewhere. */
  readonly service: () => Promise<DeletionService>;
  /** The tracker's id, known once the artifact was read. */
  readonly trackerId?: number;
}

/** Deletes artifacts after asking, and tells what became of each. */
export class ArtifactDeleter {
  readonly #services: Services;
  /** Removes the rows of deleted artifacts, and offers no deletion in trackers where the service refuses it. */
  readonly #explorer: Explorer;
  readonly #copies: DeletedCopies;

  constructor(services: Services, explorer: Explorer, copies: DeletedCopies) {
    this.#services = services;
    this.#explorer = explorer;
    this.#copies = copies;
  }

  /**
   * Deletes artifacts, after a yes in a dialog. Throws a HumanError when one that is named by its ids was not deleted.
   */
  async delete(artifacts: readonly ArtifactTarget[], isByIds: boolean): Promise<void> {
    const items = artifacts.map((each) => this.#here(each));
    const [only] = items;
    if (only && isByIds) {
      await this.#deleteGiven(only);
      return;
    }
    const isOne = items.length === 1;
    const titled = await Promise.all(items.map((item) => (isOne ? this.#titled(item) : this.#titledIfReadable(item))));
    if (titled.length > 0 && (await isConfirmed(titled))) {
      await this.#deleteAll(titled);
    }
  }

  async #deleteGiven(given: DeletableHere): Promise<void> {
    const item = await this.#titledIfReadable(given);
    // An editor that runs tests shows no dialog and rejects: there, whoever named the artifact has decided. A window
    // that closes over the question rejects with a cancellation: there, nobody has decided.
    if (!(await isConfirmed([item]).catch((error: unknown) => !isCancelled(error)))) {
      return;
    }
    const [result] = await this.#carryOut([item]);
    const failure = result && whyNotDeleted(result);
    if (result && failure !== undefined) {
      const { connectionId } = item;
      const cause = "error" in result ? result.error : undefined;
      throw new HumanError(notDeleted(`#${item.artifactId}`, failure), { connectionId, cause });
    }
    void this.#tellDeleted([item], result ? [result] : []);
  }

  #here(item: NamedDeletable): DeletableHere {
    return { ...item, service: serviceNow(this.#services, item.connectionId) };
  }

  /** Reads the title, so that nobody says yes to a number alone, which may have been another artifact's before. */
  async #titled(item: DeletableHere): Promise<DeletableHere> {
    const { connectionId, artifactId } = item;
    const { title, tracker } = await explained(couldNotBeDeleted(`#${artifactId}`), connectionId, () =>
      withProgress(reading(`#${artifactId}`), (signal) =>
        this.#services.readArtifact(connectionId, artifactId, signal),
      ),
    );
    return { ...item, title, ...(tracker && { trackerId: tracker.id }) };
  }

  /** Reads the title where that works. The deletion itself tells why an artifact cannot be read. */
  async #titledIfReadable(item: DeletableHere): Promise<DeletableHere> {
    try {
      return await this.#titled(item);
    } catch (error) {
      if (isCancelled(error)) {
        throw error;
      }
      return item;
    }
  }

  async #deleteAll(items: readonly DeletableHere[]): Promise<void> {
    const results = await this.#carryOut(items);
    // Nobody waits for the message: the command is over, however long its message stays unread.
    void this.#tell(items, results).catch((error: unknown) =>
      this.#services.logFailure("Telling what was deleted", error),
    );
  }

  async #carryOut(items: readonly DeletableHere[]): Promise<readonly DeletionOutcome[]> {
    const { known, remembered, logFailure } = this.#services;
    const many = items.length > 1;
    const results = await withProgress(
      deleting(items.map(({ artifactId }) => artifactId)),
      (signal, report) =>
        deleteArtifacts(
          items,
          ({ service }) => service(),
          this.#copies,
          signal,
          (index) => {
            const item = items[index];
            report({ increment: index === 0 ? 0 : 100 / items.length, message: item ? nameOf(item) : "" });
          },
        ),
      many ? ProgressLocation.Notification : ProgressLocation.Window,
    );
    for (const [index, { connectionId, artifactId, trackerId }] of items.entries()) {
      const result = results[index];
      if (result?.kind === "failed") {
        logFailure(`Deleting #${artifactId}`, result.error);
      }
      if (trackerId !== undefined && isForbidden(result)) {
        this.#explorer.deletionRefused(connectionId, trackerId);
      }
      if (result?.kind === "deleted" || result?.kind === "gone") {
        this.#explorer.deleted(connectionId, artifactId);
        known.find(connectionId)?.artifacts.forget([artifactId]);
        await remembered.deleted(connectionId, artifactId);
        await closeClean(connectionId, artifactId);
      }
    }
    for (const connectionId of new Set(items.map((item) => item.connectionId))) {
      await this.#copies.removeOld(connectionId);
    }
    return results;
  }

  async #tell(items: readonly DeletableHere[], results: readonly DeletionOutcome[]): Promise<void> {
    const open = items.filter((_, index) => mayBeRetried(results[index]));
    if (results.every(({ kind }) => kind === "deleted")) {
      await this.#tellDeleted(items, results);
      return;
    }
    const deleted = results.filter(({ kind }) => kind === "deleted").length;
    const isOne = items.length === 1;
    const [only] = items;
    const words =
      isOne && only
        ? notDeleted(nameOf(only), whyNotDeleted(results[0] ?? { kind: "notTried" }) ?? "")
        : sentences(someDeleted(deleted, items.length), failuresOf(items, results));
    const buttons = [...(open.length > 0 ? [retryButton] : []), ...(isOne ? [] : [showResultsButton])];
    const answer = await warn(words, ...buttons);
    if (answer === retryButton) {
      await this.#deleteAll(open);
    } else if (answer === showResultsButton) {
      await showResults(items, results);
    }
  }

  async #tellDeleted(items: readonly NamedDeletable[], results: readonly DeletionOutcome[]): Promise<void> {
    const dirty = items.filter(({ connectionId, artifactId }) => textsOf(connectionId, artifactId).some(isUnsaved));
    const [only] = items;
    const words = sentences(
      items.length === 1 && only ? wasDeleted(nameOf(only)) : allDeleted(items.length),
      dirty.length === 0 ? "" : staysOpenDeleted(dirty.map(({ artifactId }) => artifactId)),
      deletionsLeft(results),
    );
    const label = items.length === 1 ? openCopyButton : showCopiesButton;
    if ((await inform(words, label)) === undefined) {
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

function isForbidden(result: DeletionOutcome | undefined): boolean {
  return result?.kind === "failed" && isServiceError(result.error) && result.error.kind === "forbidden";
}

/** Tells whether another try may help: whoever may not delete an artifact may not on the next try either. */
function mayBeRetried(result: DeletionOutcome | undefined): boolean {
  return result?.kind !== "deleted" && result?.kind !== "gone" && !isForbidden(result);
}

const maxNamed = 10;

async function isConfirmed(items: readonly NamedDeletable[]): Promise<boolean> {
  const [only] = items;
  const keeps = copyIsKept(copiesKeptDays);
  if (items.length === 1 && only) {
    return await confirm(askDeletion(nameOf(only)), keeps, deleteButton);
  }
  const names = items.slice(0, maxNamed).map(nameOf);
  const more = items.length > maxNamed ? [andMore(items.length - maxNamed)] : [];
  return await confirm(askDeletions(items.length), [...names, ...more, "", keeps].join("\n"), deleteMany(items.length));
}

/** Closes what is open of an artifact that is no more, unless something in it is unsaved. */
async function closeClean(connectionId: string, artifactId: number): Promise<void> {
  const unsaved = new Set(textsOf(connectionId, artifactId).filter(isUnsaved).map(keyOf));
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input, isDirty }) =>
        input instanceof TabInputText &&
        isOf(input.uri, connectionId, artifactId) &&
        !isDirty &&
        !unsaved.has(keyOf(input)),
    );
  await window.tabGroups.close(tabs, true);
}

function keyOf({ uri }: { readonly uri: Uri }): string {
  return uri.toString();
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
