import type { Disposable } from "vscode";
import { commandIds } from "../../contributions.ts";
import { isJsonObject } from "../../core/model/json.ts";
import { type Remembered, summaryOf } from "../../core/remembered.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { artifactTargetOf } from "../artifactTarget.ts";
import type { Log } from "../log.ts";
import { explained, HumanError } from "../present.ts";
import { registerCommand } from "../registerCommand.ts";
import { namesRepository } from "../repositoryTarget.ts";
import type { RepositoryActions } from "../svn/repositoryActions.ts";
import type { Explorer } from "../tree/explorer.ts";
import type { Node } from "../tree/nodes.ts";
import type { ArtifactReader } from "./artifactReader.ts";

/** Refresh, retry, load more, pin and unpin. */
export function registerTreeCommands({
  explorer,
  refreshDocuments,
  remembered,
  reader,
  repositories,
  log,
}: {
  readonly explorer: Explorer;
  /** Has the open documents that a row stands for read again; all of them without a row. Unsaved ones are left alone. */
  readonly refreshDocuments: (row?: {
    readonly connectionId: string;
    readonly artifactId?: number;
    readonly repositoryId?: number;
  }) => Promise<void>;
  readonly remembered: Remembered;
  readonly reader: ArtifactReader;
  readonly repositories: () => Promise<RepositoryActions>;
  readonly log: Log;
}): Disposable {
  const store = new DisposableStore();
  store.add(
    registerCommand(commandIds.refresh, log, async (row) => {
      const chosen = isRow(row) ? row : undefined;
      await Promise.all([explorer.refresh(chosen), refreshDocuments(chosen)]);
    }),
  );
  store.add(
    registerCommand(commandIds.retry, log, async (row) => {
      if (isRow(row) && row.kind === "failed") {
        await explorer.retry(row);
      }
    }),
  );
  store.add(
    registerCommand(commandIds.loadMore, log, async (row) => {
      if (isRow(row) && row.kind === "more") {
        await explorer.loadMore(row);
      }
    }),
  );
  store.add(
    registerCommand(commandIds.pin, log, async (target, kind, id) => {
      if (kind === "svn" || namesRepository(target)) {
        await (await repositories()).pin(target, id);
        return;
      }
      const { connectionId, artifactId } = pinTargetOf(target, kind, id);
      await remembered.pin(
        connectionId,
        isRow(target) && target.kind === "artifact"
          ? target.summary
          : await explained(`Artifact #${artifactId} could not be pinned`, connectionId, async () =>
              summaryOf(await reader.read(connectionId, artifactId, new AbortController().signal)),
            ),
      );
    }),
  );
  store.add(
    registerCommand(commandIds.unpin, log, async (target, kind, id) => {
      if (kind === "svn" || namesRepository(target)) {
        await (await repositories()).unpin(target, id);
        return;
      }
      const { connectionId, artifactId } = pinTargetOf(target, kind, id);
      await remembered.unpin(connectionId, artifactId);
    }),
  );
  return store;
}

function isRow(value: unknown): value is Node {
  return isJsonObject(value) && typeof value.kind === "string" && typeof value.connectionId === "string";
}

function pinTargetOf(target: unknown, kind: unknown, id: unknown) {
  if (typeof target === "string" && kind !== "artifact") {
    throw new HumanError(`«artifact» and «svn» can be pinned, not «${String(kind)}».`);
  }
  const artifact = artifactTargetOf(target, id);
  if (!artifact) {
    throw new HumanError("Choose an artifact in the tree, or open one, to pin it.");
  }
  return artifact;
}
