import * as vscode from "vscode";
import type { KnownConnection } from "../../core/known/connection.ts";
import { referenceTo } from "../../core/references/reference.ts";
import {
  copiedInstead,
  editorNotWritable,
  insertTitle,
  putCursor,
  referenceWords,
} from "../../core/sentences/references.ts";
import { copyLine } from "../dialog/handOut.ts";
import { noConnection } from "../dialog/pickConnection.ts";
import { HumanError, warn } from "../dialog/present.ts";
import { pickArtifact } from "../fields/askMembers.ts";
import type { Services } from "../services/services.ts";
import type { InputBox, ReferencePlace } from "../targets/referencePlace.ts";
import { chosenConnection } from "./references.ts";

/**
 * Puts a reference to an artifact at the cursor, or into the commit message of `place` where that is the row of a
 * repository. Where no editor can be written, it goes into the commit message of the repository that is open.
 */
export async function insertReference(
  services: Services,
  place: ReferencePlace,
  artifactId: number | undefined,
): Promise<void> {
  const { connections } = services.registry;
  const connection = connections.find(({ id }) => id === place.connectionId) ?? chosenConnection(connections);
  if (!connection) {
    throw noConnection();
  }
  const target = targetOf(place.at);
  if (!target) {
    throw new HumanError(putCursor);
  }
  const known = services.known.of(connection.id);
  const id = artifactId ?? (await pickArtifact(known, insertTitle(connection.label), referenceWords));
  if (id !== undefined) {
    await target(await referenceOf(known, id));
  }
}

/** Gives `bug #12` for an artifact; `art #12` where the service does not tell more. */
async function referenceOf({ candidates }: KnownConnection, artifactId: number): Promise<string> {
  const found = await candidates.artifacts(String(artifactId), new AbortController().signal);
  return referenceTo(artifactId, found.find(({ id }) => id === artifactId)?.xref);
}

type Target = (reference: string) => Promise<void>;

function targetOf(place: ReferencePlace["at"]): Target | undefined {
  if (place === "elsewhere") {
    return copyInstead;
  }
  if (place !== "cursor") {
    return async (reference) => appendTo(place, reference);
  }
  const editor = vscode.window.activeTextEditor;
  if (editor && vscode.workspace.fs.isWritableFileSystem(editor.document.uri.scheme) !== false) {
    return async (reference) => {
      const isDone = await editor.edit((edit) => {
        for (const selection of editor.selections) {
          edit.replace(selection, reference);
        }
      });
      if (!isDone) {
        throw new HumanError(editorNotWritable);
      }
    };
  }
  const box = gitInputBox();
  return box && (async (reference) => appendTo(box, reference));
}

/**
 * Copies the reference. In a remote window the source control may run where this extension does not, so that its commit
 * message cannot be written from here.
 */
async function copyInstead(reference: string): Promise<void> {
  await copyLine(reference);
  void warn(copiedInstead(reference));
}

/** Gives the box of the Git repository that is chosen in the view, where the Git extension runs. */
function gitInputBox(): InputBox | undefined {
  const git = vscode.extensions.getExtension<GitExtension>("vscode.git");
  const repositories = git?.isActive && git.exports.enabled ? git.exports.getAPI(1).repositories : [];
  return (repositories.find(({ ui }) => ui.selected) ?? repositories[0])?.inputBox;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): {
    readonly repositories: readonly { readonly inputBox: InputBox; readonly ui: { readonly selected: boolean } }[];
  };
}

function appendTo(box: InputBox, reference: string): void {
  box.value = box.value === "" || /\s$/.test(box.value) ? box.value + reference : `${box.value} ${reference}`;
}
