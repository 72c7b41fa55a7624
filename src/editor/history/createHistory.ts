import * as vscode from "vscode";
import { Thread, type ThreadEntry } from "../../core/history/thread.ts";
import { isJsonObject } from "../../core/model/json.ts";
import {
  chooseArtifactForHistory,
  chooseLeftVersion,
  chooseRightVersion,
  chooseVersion,
  chooseVersionToRestore,
  compareWithDocument,
  fieldsAsList,
  historyTitle,
  notAVersion,
  putValuesBack,
  versionNotRead,
} from "../../core/sentences/history.ts";
import { notAField } from "../../core/sentences/targets.ts";
import { explained, HumanError } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { type ArtifactTarget, type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { neededArtifact } from "../targets/artifactTarget.ts";
import { checkedId } from "../targets/checkedId.ts";
import { resourceOf, uriMeant } from "../text/resourceUri.ts";
import { compareVersions, showVersion } from "./comparison.ts";
import { knownVersions } from "./knownVersions.ts";
import { type PickedVersion, pickVersion, type VersionPick } from "./pickVersion.ts";
import { restoreVersion } from "./restoring.ts";
import { versionFiles } from "./versionFiles.ts";
import { Versions, type VersionsDependencies } from "./versions.ts";

interface HistoryParts extends VersionsDependencies {
  readonly documents: ArtifactDocuments;
}

/** The versions of artifacts: as files, in a list, beside each other, and their values back in documents. */
export function createHistory(parts: HistoryParts) {
  const versions = new Versions(parts);
  const commands = {
    [commandIds.showHistory]: (target, artifactId) => show(versions, parts.documents, artifactOf(target, artifactId)),
    [commandIds.compareVersions]: (target, artifactId, from, to) => compare(versions, target, artifactId, from, to),
    [commandIds.restoreVersion]: (target, artifactId, changesetId, fieldIds) =>
      restore(versions, parts.documents, target, artifactId, changesetId, fieldIds),
  } satisfies Partial<CommandSignatures>;
  return { named: knownVersions(versions, parts.known), files: versionFiles(versions), commands };
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
    await restore(versions, documents, artifact, undefined, changesetId, undefined);
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
  target: unknown,
  artifactId: unknown,
  givenFrom: unknown,
  givenTo: unknown,
): Promise<void> {
  const artifact = artifactOf(target, artifactId);
  const given = numberIn(givenFrom, target, "fromChangesetId");
  const from = given ?? (await pick(versions, artifact, { placeholder: chooseLeftVersion }))?.entry?.changesetId;
  if (from === undefined) {
    return;
  }
  const to = numberIn(givenTo, target, "toChangesetId");
  const picked: PickedVersion | undefined =
    given === undefined && to === undefined
      ? await pick(versions, artifact, { placeholder: chooseRightVersion, withDocument: true })
      : {};
  if (picked) {
    const fieldId = numberIn(undefined, target, "fieldId");
    await compareVersions(versions, artifact, from, to ?? picked.entry?.changesetId, fieldId);
  }
}

async function restore(
  versions: Versions,
  documents: ArtifactDocuments,
  target: unknown,
  artifactId: unknown,
  givenId: unknown,
  givenFields: unknown,
): Promise<void> {
  const artifact = artifactOf(target, artifactId);
  const fieldIds = fieldIdsIn(givenFields);
  const changesetId =
    numberIn(givenId, target, "changesetId") ??
    shownVersion(target) ??
    (await pick(versions, artifact, { placeholder: chooseVersionToRestore }))?.entry?.changesetId;
  if (changesetId !== undefined) {
    const step = await versions.step(artifact, changesetId, new AbortController().signal);
    // A program that names the version by its number means all of it.
    const isAsking = fieldIds === undefined && (typeof target !== "string" || givenId === undefined);
    await restoreVersion(documents, artifact, step, fieldIds, isAsking);
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

/** The artifact that a command about versions was called for; throws a HumanError where there is none. */
function artifactOf(target: unknown, artifactId: unknown): ArtifactTarget {
  return neededArtifact(target, artifactId, chooseArtifactForHistory);
}

/**
 * A number that a caller gave, or that an object has as its first argument, such as a link; undefined where there is
 * none.
 */
function numberIn(given: unknown, target: unknown, name: string): number | undefined {
  const number = given ?? (isJsonObject(target) ? target[name] : undefined) ?? undefined;
  return number === undefined ? undefined : checkedId(number, () => notAVersion);
}

/** The version whose document a command was called for, or whose document is active where it was called for nothing. */
function shownVersion(target: unknown): number | undefined {
  const resource = resourceOf(uriMeant(target))?.resource;
  return resource?.kind === "version" || resource?.kind === "versionField" ? resource.changesetId : undefined;
}

/** Numbers of fields that a caller gave. */
function fieldIdsIn(given: unknown): readonly number[] | undefined {
  if (given === undefined || given === null) {
    return undefined;
  }
  if (!Array.isArray(given)) {
    throw new HumanError(fieldsAsList);
  }
  return given.map((fieldId) => checkedId(fieldId, notAField));
}
