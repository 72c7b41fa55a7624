import type { DisposableStore } from "../../core/util/disposable.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Drafts } from "../drafts/drafts.ts";
import type { Language } from "../language/language.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { registerDocumentLenses } from "./documentLenses.ts";
import { FieldSetter } from "./fieldSetter.ts";
import { QuickChange } from "./quickChange.ts";

/** Commands to set a field in a text, to go to one and to change status or assignee, and lenses above documents. */
export function createFields(
  services: Services,
  documents: ArtifactDocuments,
  drafts: Drafts,
  language: Language,
  store: DisposableStore,
) {
  store.add(registerDocumentLenses(documents));
  const setter = new FieldSetter(services.known, documents, drafts, language);
  const quickChange = new QuickChange(services, documents, setter, async ({ connectionId, artifactId }) => {
    // Whatever shows the artifact follows what is read of it.
    await services.readArtifact(connectionId, artifactId, new AbortController().signal);
  });
  const commands = {
    [commandIds.setField]: (uri, { field, value }) => setter.set(uri, field, value),
    [commandIds.goToField]: (uri, { field }) => setter.goTo(uri, field),
    [commandIds.changeStatus]: (artifacts, { value }) => quickChange.change("status", artifacts, value),
    [commandIds.changeAssignee]: (artifacts, { value }) => quickChange.change("assignee", artifacts, value),
  } satisfies Partial<Commands>;
  return { commands };
}
