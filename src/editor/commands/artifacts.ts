import { type Disposable, env, ProgressLocation, Uri } from "vscode";
import { type ArtifactTarget, commandIds } from "../../contributions.ts";
import { originOf } from "../../core/connection/address.ts";
import { isJsonObject } from "../../core/model/json.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { isCancelled, withCancellableProgress } from "../cancellation.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import type { Log } from "../log.ts";
import { HumanError } from "../present.ts";
import { registerCommand } from "../registerCommand.ts";
import type { RepositoryActions } from "../svn/repositoryActions.ts";
import { artifactTargetOf } from "../targets/artifactTarget.ts";
import { namesRepository } from "../targets/repositoryTarget.ts";
import type { ArtifactReader } from "./artifactReader.ts";

/** Open in browser, copy reference. */
export function registerArtifactCommands({
  registry,
  reader,
  repositories,
  log,
}: {
  readonly registry: Pick<ConnectionRegistry, "get">;
  readonly reader: ArtifactReader;
  readonly repositories: () => Promise<RepositoryActions>;
  readonly log: Log;
}): Disposable {
  const store = new DisposableStore();
  store.add(
    registerCommand(commandIds.openInBrowser, log, async (target, artifactId) => {
      if (namesRepository(target)) {
        await (await repositories()).openInBrowser(target, undefined);
        return;
      }
      const artifact = checkedTarget(target, artifactId);
      const { url } = registry.get(artifact.connectionId);
      await env.openExternal(Uri.parse(addressOf(url, artifact, summaryIn(target).browserUrl), true));
    }),
  );
  store.add(
    registerCommand(commandIds.copyReference, log, async (target, artifactId) => {
      const artifact = checkedTarget(target, artifactId);
      await env.clipboard.writeText(summaryIn(target).xref ?? (await referenceOf(reader, artifact)));
    }),
  );
  return store;
}

function checkedTarget(target: unknown, artifactId: unknown): ArtifactTarget {
  const artifact = artifactTargetOf(target, artifactId);
  if (!artifact) {
    throw new HumanError("Choose an artifact in the tree, or open one first.");
  }
  return artifact;
}

function summaryIn(target: unknown): { readonly browserUrl?: string; readonly xref?: string } {
  const summary = isJsonObject(target) ? target.summary : undefined;
  return isJsonObject(summary) ? (summary as { browserUrl?: string; xref?: string }) : {};
}

// The page of an artifact is the same on every service (test/service/README.md, Addresses), so no request is needed to
// find it.
function addressOf(url: string, { artifactId }: ArtifactTarget, known: string | undefined): string {
  const origin = originOf(url);
  return known !== undefined && URL.parse(known)?.origin === origin
    ? known
    : `${origin}/plugins/tracker/?aid=${artifactId}`;
}

/** `bug #512`; `art #512`, which every service understands as well, when the artifact cannot be read now. */
async function referenceOf(reader: ArtifactReader, { connectionId, artifactId }: ArtifactTarget): Promise<string> {
  const general = `art #${artifactId}`;
  try {
    const artifact = await withCancellableProgress(
      { location: ProgressLocation.Window, title: `Reading #${artifactId}` },
      (signal) => reader.read(connectionId, artifactId, signal),
    );
    return artifact.xref ?? general;
  } catch (error) {
    if (isServiceError(error) && !isCancelled(error)) {
      return general;
    }
    throw error;
  }
}
