import { type CommandSignatures, commandIds } from "../../contributions.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Language } from "../language/language.ts";
import { type AskSurroundings, artifactChoice } from "./askMembers.ts";
import { FieldSetter } from "./fieldSetter.ts";
import { QuickChange } from "./quickChange.ts";

export interface FieldCommandParts {
  readonly documents: ArtifactDocuments;
  readonly language: Pick<Language, "open">;
  readonly known: Pick<KnownConnections, "of">;
  readonly tracker: (connectionId: string, trackerId: number, signal: AbortSignal) => Promise<Tracker | undefined>;
  readonly serviceOf: (connectionId: string) => Promise<Pick<ServiceClient, "readArtifact">>;
}

/** Set a field in a text, go to one, change status or assignee. */
export function fieldCommands({ documents, language, known, tracker, serviceOf }: FieldCommandParts) {
  const asking: AskSurroundings = {
    findPeople: async (connectionId, words, signal) => await known.of(connectionId).people.find(words, signal),
    findArtifacts: async (connectionId, words, signal) =>
      (await known.of(connectionId).findArtifacts(words, signal)).map(artifactChoice),
  };
  const setter = new FieldSetter({
    ...asking,
    documents,
    open: language.open,
  });
  const quickChange = new QuickChange({
    ...{ ...asking, documents, tracker, setter },
    onDidChange: async ({ connectionId, artifactId }) => {
      // Whatever shows the artifact follows what is read of it.
      await (await serviceOf(connectionId)).readArtifact(artifactId, new AbortController().signal);
    },
  });
  return {
    [commandIds.setField]: (...args) => setter.set(...args),
    [commandIds.goToField]: (...args) => setter.goTo(...args),
    [commandIds.changeStatus]: (...args) => quickChange.change("status", ...args),
    [commandIds.changeAssignee]: (...args) => quickChange.change("assignee", ...args),
  } satisfies Partial<CommandSignatures>;
}
