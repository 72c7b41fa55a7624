import { type Disposable, TextEditorSelectionChangeKind, type Uri, ViewColumn, window } from "vscode";
import type { DocumentFormat } from "../../core/model/uri.ts";
import { artifactName, notOpened } from "../../core/sentences/files.ts";
import { opening } from "../../core/sentences/targets.ts";
import type { ClickedRows } from "../../core/util/clickedRows.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { withoutControls } from "../../core/util/plainLabel.ts";
import { withProgress } from "../dialog/cancellation.ts";
import { explained } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { defaultFormat } from "../settings/ownSettings.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { ArtifactToOpen } from "../targets/openedTarget.ts";
import { uriOf } from "../text/resourceUri.ts";
import { showDocument, tabTitle } from "../text/showDocument.ts";
import { followTitles } from "./tabTitles.ts";

interface ReadsAhead {
  /**
   * Reads an artifact whose document opens next, so that the document needs no reading of its own. Opening an artifact
   * is one request, and another one at the same time where its tracker is given and not known yet. Throws
   * `ServiceError`.
   */
  readAhead(artifact: ArtifactToOpen, signal: AbortSignal): Promise<{ readonly title?: string }>;
}

interface RemembersOpened {
  /** Puts an artifact at the top of the recent ones, with its title where that is known. */
  opened(connectionId: string, artifact: { readonly id: number; readonly title?: string }): Promise<void>;
}

interface OpeningManner {
  /** The format of the document; the person's own setting where none is given. */
  readonly format?: DocumentFormat;
  /** Tells whether the document opens as a preview: then the next one that is opened takes its place. */
  readonly isPreview?: boolean;
  readonly isToSide?: boolean;
}

/** Opens artifacts as documents whose tabs read `#512 It breaks`. */
export class ArtifactOpener {
  readonly #documents: ReadsAhead;
  readonly #clicked: ClickedRows;
  readonly #remembered: RemembersOpened;
  readonly #logFailure: Services["logFailure"];

  constructor(
    documents: ReadsAhead,
    clicked: ClickedRows,
    remembered: RemembersOpened,
    logFailure: Services["logFailure"],
  ) {
    this.#documents = documents;
    this.#clicked = clicked;
    this.#remembered = remembered;
    this.#logFailure = logFailure;
  }

  async open(artifact: ArtifactToOpen, { format = defaultFormat(), ...how }: OpeningManner = {}): Promise<void> {
    const { connectionId, artifactId } = artifact;
    const uri = uriOf(connectionId, { kind: "artifact", artifactId, format });
    await this.#clicked.open(how.isPreview === true, uri.toString(), (signal) =>
      this.#open(artifact, uri, { ...how, signal }),
    );
  }

  async #open(opened: ArtifactToOpen, uri: Uri, how: OpeningManner & { readonly signal: AbortSignal }): Promise<void> {
    const { connectionId, artifactId } = opened;
    const typing = watchTypingElsewhere(uri);
    // VS Code takes the label of a tab when it is opened, so that the title has to be known before.
    const known = await explained(notOpened(artifactName(artifactId)), connectionId, () =>
      withProgress(opening(`#${artifactId}`), (signal) =>
        this.#documents.readAhead(opened, AbortSignal.any([how.signal, signal])),
      ),
    ).finally(() => typing.dispose());
    how.signal.throwIfAborted();
    const title = withoutControls(known.title ?? "");
    await showDocument(
      uri,
      // The tab opens behind the text in which somebody types on: no key may go into another text.
      {
        preview: how.isPreview === true,
        background: typing.isSeen,
        ...(how.isToSide && { viewColumn: ViewColumn.Beside }),
      },
      tabTitle(artifactId, title),
    );
    try {
      await this.#remembered.opened(connectionId, { id: artifactId, ...(title === "" ? {} : { title }) });
    } catch (error) {
      // The document is open, and that is what matters: only the list of recent ones lacks it.
      this.#logFailure("Remembering a recent artifact", error);
    }
  }
}

/** Tells whether somebody has typed in another text than that at `uri`, from now on until it is disposed of. */
function watchTypingElsewhere(uri: Uri): Disposable & { readonly isSeen: boolean } {
  let isSeen = false;
  const listener = window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
    isSeen ||= kind === TextEditorSelectionChangeKind.Keyboard && textEditor.document.uri.toString() !== uri.toString();
  });
  return {
    get isSeen() {
      return isSeen;
    },
    dispose: () => listener.dispose(),
  };
}

/** Opens artifacts as documents, by a command too. Their tabs follow their titles. */
export function createOpening(services: Services, documents: ArtifactDocuments, store: DisposableStore) {
  const { clicked, remembered, known, logFailure } = services;
  const opener = new ArtifactOpener(documents, clicked, remembered, logFailure);
  const onFailure = (error: unknown) => logFailure("Giving a tab its new title", error);
  store.add(followTitles(documents, known, onFailure));
  const open: Commands[typeof commandIds.openArtifact] = async (artifacts, { caller, format, areSelected }) => {
    for (const artifact of artifacts) {
      // Where several rows are selected, each document stays open.
      await opener.open(artifact, { format, isPreview: caller === "tree" && !areSelected });
    }
  };
  const commands = {
    [commandIds.openArtifact]: open,
    [commandIds.openArtifactOfRow]: open,
  } satisfies Partial<Commands>;
  return { opener, commands };
}
