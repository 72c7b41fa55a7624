import type { Disposable } from "vscode";
import { DisposableStore } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { DraftDocuments } from "../drafts/draftDocuments.ts";
import { knownArtifacts, type TrackerOf } from "./artifactLanguage.ts";
import { registerCompletions } from "./completions.ts";
import { registerConflictFixes } from "./conflictFixes.ts";
import { DocumentDiagnostics } from "./documentDiagnostics.ts";
import { knownDrafts } from "./draftLanguage.ts";
import { LanguageDocuments } from "./knownDocuments.ts";
import { registerLongTexts } from "./longTexts.ts";
import { registerNames } from "./names.ts";
import { registerOutline } from "./outline.ts";
import { registerQuickFixes } from "./quickFixes.ts";
import { ServiceNames, type ServiceNamesSurroundings } from "./serviceNames.ts";

export interface LanguageSurroundings extends ServiceNamesSurroundings {
  readonly documents: ArtifactDocuments;
  readonly drafts: DraftDocuments;
  readonly trackerOf: TrackerOf;
  /** Structures of a connection's trackers are known to be different now. */
  readonly onDidChangeStructures: Event<string>;
}

/** All that makes documents with numbers read like documents with names. */
export interface Language extends Disposable {
  /** The texts of open documents, each version read once, with what is known of them. */
  readonly open: LanguageDocuments["open"];
  /** Names of artifacts and people, as far as they are known, and ways to find more. */
  readonly names: ServiceNames;
  /** What was learnt of names may be otherwise now. */
  refresh(): void;
  forget(connectionId: string): void;
}

/** Builds the objects by hand and hands them to each other. No logic. */
export function createLanguage({
  documents,
  drafts,
  trackerOf,
  onDidChangeStructures,
  ...around
}: LanguageSurroundings): Language {
  const disposables = new DisposableStore();
  const names = disposables.add(new ServiceNames(around));
  const known = disposables.add(
    new LanguageDocuments([knownArtifacts(documents, trackerOf), knownDrafts(drafts)], onDidChangeStructures),
  );
  disposables.add(new DocumentDiagnostics(known));
  disposables.add(registerNames(known, names));
  disposables.add(registerCompletions(known, names));
  disposables.add(registerQuickFixes(known));
  disposables.add(registerConflictFixes(documents));
  disposables.add(registerLongTexts(documents, known));
  disposables.add(registerOutline(known, names));
  return {
    open: (text) => known.open(text),
    names,
    refresh: () => names.refresh(),
    forget: (connectionId) => names.forget(connectionId),
    dispose: () => disposables.dispose(),
  };
}
