import * as vscode from "vscode";
import { Thread, type ThreadEntry } from "../../core/history/thread.ts";
import {
  chooseLeftVersion,
  chooseRightVersion,
  chooseVersion,
  chooseVersionToRestore,
  compareWithDocument,
  historyTitle,
  putValuesBack,
  versionNotRead,
} from "../../core/sentences/history.ts";
import { explained } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { ComparedVersions, RestoredVersion } from "../targets/versionTarget.ts";
import { compareVersions, showVersion } from "./comparison.ts";
import { type PickedVersion, pickVersion, type VersionPick } from "./pickVersion.ts";
import { restoreVersion } from "./restoring.ts";
import { knownVersions, versionFiles } from "./versionDocuments.ts";
import { Versions } from "./versions.ts";

/** Makes the versions of artifacts as files, and the commands that list and compare them and put their values back. */
export function createHistory(services: Services, documents: ArtifactDocuments) {
  const versions = new Versions(services, documents);
  const commands = {
    [commandIds.showHistory]: (artifact) => show(versions, documents, artifact),
    [commandIds.compareVersions]: (artifact, wanted) => compare(versions, artifact, wanted),
    [commandIds.restoreVersion]: (artifact, wanted) => restore(versions, documents, artifact, wanted),
  } satisfies Partial<Commands>;
  return { named: knownVersions(versions, services.known), files: versionFiles(versions), commands };
}

const withDocument: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("diff"),
  tooltip: compareWithDocument,
};
const putBack: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("discard"), tooltip: putValuesBack };

async function show(versions: Versions, documents: ArtifactDocuments, artifact: ArtifactTarget): Promise<void> {
  const picked = await pick(versions, artifact, { placeholder: chooseVersion, buttons: [withDocument, putBack] });
  if (!picked?.entry) {
    return;
  }
  const { changesetId, previousId } = picked.entry;
  if (picked.button === putBack) {
    await restore(versions, documents, artifact, { changesetId });
  } else if (picked.button === withDocument) {
    await compareVersions(versions, artifact, changesetId, undefined);
  } else if (previousId === undefined) {
    await showVersion(versions, artifact, changesetId);
  } else {
    await compareVersions(versions, artifact, previousId, changesetId);
  }
}

async function compare(
  versions: Versions,
  artifact: ArtifactTarget,
  { from: given, to, fieldId }: ComparedVersions,
): Promise<void> {
  const from = given ?? (await pick(versions, artifact, { placeholder: chooseLeftVersion }))?.entry?.changesetId;
  if (from === undefined) {
    return;
  }
  const picked: PickedVersion | undefined =
    given === undefined && to === undefined
      ? await pick(versions, artifact, { placeholder: chooseRightVersion, withDocument: true })
      : {};
  if (picked) {
    await compareVersions(versions, artifact, from, to ?? picked.entry?.changesetId, fieldId);
  }
}

async function restore(
  versions: Versions,
  documents: ArtifactDocuments,
  artifact: ArtifactTarget,
  { changesetId: given, fieldIds, isWhole }: RestoredVersion,
): Promise<void> {
  const changesetId =
    given ?? (await pick(versions, artifact, { placeholder: chooseVersionToRestore }))?.entry?.changesetId;
  if (changesetId !== undefined) {
    const step = await versions.step(artifact, changesetId, new AbortController().signal);
    await restoreVersion(documents, artifact, step, fieldIds, fieldIds === undefined && !isWhole);
  }
}

/** Lets the person choose one of the artifact's versions. */
function pick(
  versions: Versions,
  artifact: ArtifactTarget,
  how: Pick<VersionPick, "placeholder" | "buttons" | "withDocument">,
): Promise<PickedVersion | undefined> {
  const { artifactId, connectionId } = artifact;
  const history = versions.history(artifact);
  let thread = new Thread(undefined);
  const shown = (): readonly ThreadEntry[] => thread.of(history.entries);
  return explained(versionNotRead(artifactId), connectionId, () =>
    pickVersion({
      ...how,
      title: historyTitle(artifactId),
      versions: () => ({ entries: shown(), hasOlder: history.hasOlder }),
      readNewest: async (signal) => {
        thread = new Thread(await versions.tracker(artifact, signal));
        await history.readNewest(await versions.source(artifact), signal);
      },
      readOlder: async (signal) => history.readOlder(await versions.source(artifact), signal),
    }),
  );
}
