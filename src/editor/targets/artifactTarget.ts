import type { Uri } from "vscode";
import { behindColon } from "../../core/labels/punctuation.ts";
import { askWhoseToDelete, deleteTitle, deletionPrompt } from "../../core/sentences/deletion.ts";
import { chooseArtifactsOnly } from "../../core/sentences/quickChanges.ts";
import { askWhoseIsMeant, chooseOrOpenArtifact, notAnArtifact } from "../../core/sentences/targets.ts";
import { HumanError } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { activeUri, draftUriOf, resourceOf } from "../text/resourceUri.ts";
import { type ArtifactQuestion, askArtifact } from "./askArtifact.ts";
import type { Call, Reader } from "./call.ts";
import { checkedReference, givenUri, isNone, namedIn, selectedWith, uriMeant } from "./given.ts";

/**
 * Gives the artifact of a row, of a document's address, of ids, or of the active editor. Where only a connection is
 * given, or nothing while nothing of ours is active, the person is asked for it. Anything else is refused in the words
 * of `otherwise`.
 */
export function artifact(otherwise: string = chooseOrOpenArtifact): Reader<ArtifactTarget> {
  return async (call) => {
    const [first, artifactId] = call.args;
    return isArtifactLacking(call, artifactId)
      ? await askedArtifact(call)
      : neededArtifact(first, artifactId, otherwise);
  };
}

/** Gives what `artifact` gives, for a command that never asks. */
export const namedArtifact: Reader<ArtifactTarget> = ({ args: [first, artifactId] }) =>
  neededArtifact(first, artifactId);

/** Gives what `namedArtifact` gives, or undefined where there is none: then nothing is to be done. */
export const artifactIfAny: Reader<ArtifactTarget> = ({ args: [first, artifactId] }) => artifactIn(first, artifactId);

/** Gives what `artifact` gives, or the artifacts of all rows that are selected, each once. */
export const artifacts: Reader<readonly ArtifactTarget[]> = async (call) => {
  const [first, second] = call.args;
  if (isArtifactLacking(call, second)) {
    const asked = await askedArtifact(call);
    return asked && [asked];
  }
  const rows = selectedWith(first, second);
  const artifactId = Array.isArray(second) ? undefined : second;
  const otherwise = rows.length > 1 ? chooseArtifactsOnly : chooseOrOpenArtifact;
  return distinct(rows.map((row) => neededArtifact(row, artifactId, otherwise)));
};

/** Gives the artifacts of the selected rows, one by its ids, that of the active editor, or one that is asked for. */
export const artifactsToDelete: Reader<readonly ArtifactTarget[]> = async (call) => {
  const [first, second] = call.args;
  if (isByIds(call.args)) {
    return [neededArtifact(first, second)];
  }
  const chosen = distinct(selectedWith(first, second).flatMap((row) => artifactIn(row) ?? []));
  if (chosen.length > 0) {
    return chosen;
  }
  const asked = await askedArtifact(call, { title: deleteTitle, prompt: deletionPrompt, askWhose: askWhoseToDelete });
  return asked && [asked];
};

/** Tells whether a program names an artifact by the ids of its connection and its own. */
export function isByIds([first, second]: readonly unknown[]): boolean {
  return typeof first === "string" && !isNone(second);
}

/** Gives what `other` gives, or a draft by its address or in the active editor. */
export function orDraft(other: Reader<ArtifactTarget>): Reader<ArtifactTarget | { readonly draft: Uri }> {
  return (call) => {
    const uri = uriMeant(call.args[0]);
    const draft = uri && draftUriOf(uri);
    return draft ? { draft } : other(call);
  };
}

/** Gives the artifact that is named; undefined where none is, as by a connection alone. */
export function artifactIn(first: unknown, artifactId?: unknown): ArtifactTarget | undefined {
  const named = namedIn(first, { artifactId });
  return typeof named.connectionId === "string" && !isNone(named.artifactId)
    ? { connectionId: named.connectionId, artifactId: checkedArtifactId(named.artifactId) }
    : undefined;
}

/** Gives what `artifactIn` gives; throws a HumanError, in these words, when there is none. */
export function neededArtifact(
  first: unknown,
  artifactId?: unknown,
  otherwise: string = chooseOrOpenArtifact,
): ArtifactTarget {
  const target = artifactIn(first, artifactId);
  if (!target) {
    throw new HumanError(otherwise);
  }
  return target;
}

/** Gives the number of an artifact; throws a HumanError for anything else. */
export function checkedArtifactId(given: unknown): number {
  return checkedReference(given, notAnArtifact);
}

/** Tells whether a command has to ask for its artifact. `given` is all that was given beside a connection. */
export function isArtifactLacking({ args }: Call, given: unknown): boolean {
  const [first] = args;
  const shown = resourceOf(activeUri())?.resource.kind;
  // The copy of a deleted artifact in the active editor counts as nothing: it is no artifact any more.
  const isNothing = args.length === 0 && (shown === undefined || shown === "deleted");
  return isNone(given) && (isConnectionId(first) || isNothing);
}

/** Asks for the artifact, of the connection that was given, where one was. */
export async function askedArtifact(
  { args: [first], title, services }: Call,
  question?: ArtifactQuestion,
): Promise<ArtifactTarget | undefined> {
  const connection = isConnectionId(first) ? services.registry.get(first) : undefined;
  const ofCommand = { title: connection ? behindColon(title, connection.label) : title, askWhose: askWhoseIsMeant };
  return await askArtifact(services, connection, question ?? ofCommand);
}

function isConnectionId(first: unknown): first is string {
  return typeof first === "string" && !givenUri(first);
}

function distinct(targets: readonly ArtifactTarget[]): readonly ArtifactTarget[] {
  return [...new Map(targets.map((each) => [`${each.connectionId}/${each.artifactId}`, each])).values()];
}
