import type { DisposableStore } from "../../core/util/disposable.ts";
import type { Language } from "../language/language.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { registerDocumentLinks } from "./documentLinks.ts";
import { type InsertReferenceDependencies, insertReference } from "./insertReference.ts";

interface ReferencingParts extends InsertReferenceDependencies {
  readonly language: Pick<Language, "open">;
}

/** Links in documents, and the command that puts a reference into a text. */
export function createReferencing(parts: ReferencingParts, store: DisposableStore) {
  store.add(registerDocumentLinks(parts.language.open));
  return {
    commands: {
      [commandIds.insertReference]: (place, artifactId) => insertReference(parts, place, artifactId),
    } satisfies Partial<CommandSignatures>,
  };
}
