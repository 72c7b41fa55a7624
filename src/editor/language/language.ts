import type { Disposable, Uri } from "vscode";
import { meantFields, namesNoField } from "../../core/language/meantFields.ts";
import { Structures } from "../../core/language/structures.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import type { Remembered } from "../../core/remembered.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { Emitter } from "../../core/util/event.ts";
import type { Catalogs } from "../catalog/catalogs.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { DraftDocuments } from "../drafts/draftDocuments.ts";
import { openText } from "../openText.ts";
import { knownArtifacts } from "./artifactLanguage.ts";
import { registerCompletions } from "./completions.ts";
import { registerConflictFixes } from "./conflictFixes.ts";
import { DocumentDiagnostics } from "./documentDiagnostics.ts";
import { knownDrafts } from "./draftLanguage.ts";
import { registerFolding } from "./folding.ts";
import { LanguageDocuments } from "./knownDocuments.ts";
import { registerLongTexts } from "./longTexts.ts";
import { registerNames } from "./names.ts";
import { registerOutline } from "./outline.ts";
import { registerQuickFixes } from "./quickFixes.ts";
import { meantSentence } from "./sentences.ts";
import { ServiceNames, type ServiceNamesSurroundings } from "./serviceNames.ts";

export interface LanguageSurroundings extends Pick<ServiceNamesSurroundings, "serviceOf" | "logFailure"> {
  readonly documents: ArtifactDocuments;
  readonly drafts: DraftDocuments;
  /** Undefined where the service does not give the structure. */
  readonly tracker: (connectionId: string, trackerId: number, signal: AbortSignal) => Promise<Tracker | undefined>;
  readonly catalogs: Pick<Catalogs, "of" | "find" | "onDidChange">;
  /** What the person works with. */
  readonly remembered: Pick<Remembered, "recent" | "pinned" | "onDidSee">;
}

/** All that makes documents with numbers read like documents with names. */
export interface Language extends Disposable {
  /** The texts of open documents, each version read once, with what is known of them. */
  readonly open: LanguageDocuments["open"];
  /** Which fields a refused save of a document can be about, as a sentence, where the service names none; else empty. */
  meantBy(error: unknown, uri: Uri): Promise<string>;
  /** Names of artifacts and people, as far as they are known, and ways to find more. */
  readonly names: ServiceNames;
  /** What was learnt of names may be otherwise now. */
  refresh: ServiceNames["refresh"];
  forget(connectionId: string): void;
}

/** Builds the objects by hand and hands them to each other. No logic. */
export function createLanguage({
  documents,
  drafts,
  tracker,
  catalogs,
  remembered,
  serviceOf,
  logFailure,
}: LanguageSurroundings): Language {
  const disposables = new DisposableStore();
  const names = disposables.add(
    new ServiceNames({
      serviceOf,
      logFailure,
      remembered: (connectionId) => [...remembered.recent(connectionId), ...remembered.pinned(connectionId)],
      catalogOf: (connectionId) => catalogs.of(connectionId),
    }),
  );
  disposables.add(remembered.onDidSee(({ connectionId, summary }) => names.follow(connectionId, summary)));
  const changed = disposables.add(new Emitter<string>());
  disposables.add(
    catalogs.onDidChange(({ connectionId, subject }) => {
      if (subject.kind === "tracker") {
        changed.fire(connectionId);
      }
    }),
  );
  const structures = new Structures({
    ask: (connectionId, trackerId) => tracker(connectionId, trackerId, new AbortController().signal),
    known: (connectionId, trackerId) => catalogs.find(connectionId)?.knownTracker(trackerId),
    onDidCome: (connectionId) => changed.fire(connectionId),
    nowMs: Date.now,
  });
  const known = disposables.add(
    new LanguageDocuments([knownArtifacts(documents, structures), knownDrafts(drafts, structures)], changed.event),
  );
  disposables.add(new DocumentDiagnostics(known));
  disposables.add(registerNames(known, names));
  disposables.add(registerCompletions(known, names));
  disposables.add(registerQuickFixes(known));
  disposables.add(registerConflictFixes(documents));
  disposables.add(registerLongTexts(documents, known));
  disposables.add(registerOutline(known, names));
  disposables.add(registerFolding(known));
  return {
    open: (text) => known.open(text),
    meantBy: async (error, uri) => {
      const lines = (isServiceError(error) && error.serviceMessage?.split("\n")) || [];
      const text = lines.some(namesNoField) ? openText(uri) : undefined;
      const opened = text && (await known.open(text));
      if (!opened) {
        return "";
      }
      const { fields, refusal } = opened.known;
      return meantSentence(meantFields(refusal, fields, opened.read.entries(fields.kindOf).entries));
    },
    names,
    refresh: (...args) => {
      structures.refresh();
      names.refresh(...args);
    },
    forget: (connectionId) => names.forget(connectionId),
    dispose: () => disposables.dispose(),
  };
}
