import type { Memento } from "vscode";
import type { Connection } from "./core/model/connection.ts";
import type { ServiceClient } from "./core/service/serviceClient.ts";
import { type Disposable, DisposableStore } from "./core/util/disposable.ts";
import type { Editing } from "./editing.ts";
import { type AskSurroundings, artifactChoice } from "./editor/fields/askMembers.ts";
import { FieldSetter } from "./editor/fields/fieldSetter.ts";
import { QuickChange, type QuickChangeSurroundings } from "./editor/fields/quickChange.ts";
import { namesFor } from "./editor/language/names.ts";
import { valueProblemSentence } from "./editor/language/sentences.ts";
import type { Log } from "./editor/log.ts";
import { ArtifactPreviews } from "./editor/preview/artifactPreviews.ts";
import { insertReference } from "./editor/references/insertReference.ts";

export interface AuthoringSurroundings {
  readonly editing: Editing;
  readonly serviceOf: (connectionId: string) => Promise<ServiceClient>;
  readonly connections: () => readonly Connection[];
  readonly workspaceState: Memento;
  readonly log: Log;
}

/** What helps to read and to write artifacts, made when the first command asks for it. */
export interface Authoring extends Disposable {
  readonly previews: ArtifactPreviews;
  readonly fields: FieldSetter;
  readonly quickChange: QuickChange;
  insertReference(place: unknown, artifactId: unknown): Promise<void>;
}

/** The part of `activate` for what helps to read and to write artifacts. No logic. */
export function createAuthoring(around: AuthoringSurroundings): Authoring {
  const { editing, serviceOf, connections, workspaceState, log } = around;
  const disposables = new DisposableStore();
  const { documents, copies } = editing;
  const tracker = copies.tracker.bind(copies);
  const { names, open } = editing.language;
  const previews = disposables.add(
    new ArtifactPreviews({
      ...{ documents, drafts: editing.drafts.documents, tracker, serviceOf, names, memory: workspaceState },
      logFailure: (what, error) => log.failure(what, error),
    }),
  );
  const asking: AskSurroundings = {
    problemSentence: valueProblemSentence,
    findPeople: async (connectionId, words, signal) =>
      (await names.of(connectionId).people.find(words, signal)).map(({ id, name }) => ({ id, label: name })),
    findArtifacts: async (connectionId, words, signal) =>
      (await names.findArtifacts(connectionId, words, signal)).map(artifactChoice),
  };
  const fields = new FieldSetter({
    ...{ ...asking, documents, open },
    namesFor: (document) => namesFor(document, names),
  });
  // Whatever shows the artifact follows what is read of it.
  const onDidChange: QuickChangeSurroundings["onDidChange"] = async ({ connectionId, artifactId }) => {
    await (await serviceOf(connectionId)).readArtifact(artifactId, new AbortController().signal);
  };
  const quickChange = new QuickChange({ ...asking, documents, tracker, setter: fields, onDidChange });
  const referenceOf = async (connectionId: string, artifactId: number): Promise<string> => {
    const found = await names.sources(connectionId).artifacts(String(artifactId), new AbortController().signal);
    return found.find(({ id }) => id === artifactId)?.xref ?? `art #${artifactId}`;
  };
  return {
    ...{ previews, fields, quickChange },
    insertReference: (...args) =>
      insertReference({ connections, findArtifacts: asking.findArtifacts, referenceOf }, ...args),
    dispose: () => disposables.dispose(),
  };
}
