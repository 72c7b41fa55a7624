import { type Disposable, TextEditorSelectionChangeKind, type Uri, ViewColumn, window } from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import type { DocumentFormat } from "../../core/model/uri.ts";
import type { Remembered } from "../../core/pins/remembered.ts";
import { parseReference } from "../../core/references/reference.ts";
import { artifactName, notOpened } from "../../core/sentences/files.ts";
import { askWhoseToOpen, noFormat, opening, openTitle } from "../../core/sentences/targets.ts";
import { isFromTree } from "../../core/tree/rowTarget.ts";
import type { ClickedRows } from "../../core/util/clickedRows.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import type { Log } from "../diagnosis/log.ts";
import { withProgress } from "../dialog/cancellation.ts";
import { explained, HumanError } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { defaultFormat } from "../settings/documentFormat.ts";
import { checkedArtifactId } from "../targets/artifactTarget.ts";
import { askArtifact, referredArtifact } from "../targets/askArtifact.ts";
import { uriOf } from "../text/resourceUri.ts";
import { showDocument } from "../text/showDocument.ts";
import { tabTitle } from "../text/tabTitle.ts";

export interface OpenArtifactDependencies extends Pick<Services, "pickConnection"> {
  readonly registry: Pick<ConnectionRegistry, "connections" | "get">;
  readonly remembered: Pick<Remembered, "opened">;
  /**
   * Reads what is known of an artifact whose document opens next, in a way that serves that document too: opening an
   * artifact is one request, and another one at the same time where its tracker is given and not known yet. Throws
   * `ServiceError`.
   */
  readonly documents: {
    readAhead(artifact: Opened, signal: AbortSignal): Promise<{ readonly title?: string }>;
  };
  readonly clicked: ClickedRows;
  readonly log: Pick<Log, "failure">;
}

interface OpeningManner {
  /** Whatever is opened next, it stays open. */
  readonly isKept?: boolean;
  readonly isToSide?: boolean;
}

/** Opens artifacts as documents whose tabs read `#512 It breaks`. */
export class ArtifactOpener {
  readonly #dependencies: OpenArtifactDependencies;

  constructor(dependencies: OpenArtifactDependencies) {
    this.#dependencies = dependencies;
  }

  /** Opens what is given; asks for what is not. Throws a HumanError when what is given names no artifact. */
  async open(target: unknown, artifactId: unknown, format: unknown, how: OpeningManner = {}): Promise<void> {
    const given = await artifactToOpen(this.#dependencies, target, artifactId);
    if (given) {
      const { connectionId, artifactId: id } = given;
      const trackerId = trackerIdIn(target);
      const opened = trackerId === undefined ? given : { ...given, trackerId };
      const uri = uriOf(connectionId, { kind: "artifact", artifactId: id, format: checkedFormat(format) });
      const isPreview = isFromTree(target) && !how.isKept;
      await this.#dependencies.clicked.open(isPreview, uri.toString(), (signal) =>
        open(this.#dependencies, opened, uri, { ...how, isPreview, signal }),
      );
    }
  }
}

interface Opened extends ArtifactTarget {
  /** Where who shows the artifact tells its tracker. */
  readonly trackerId?: number;
}

async function open(
  { documents, remembered, log }: OpenArtifactDependencies,
  opened: Opened,
  uri: Uri,
  how: OpeningManner & { readonly isPreview: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { connectionId, artifactId } = opened;
  const typing = watchTypingElsewhere(uri);
  // The label of a tab is given when it is opened, so the title has to be known before.
  const known = await explained(notOpened(artifactName(artifactId)), connectionId, () =>
    withProgress(opening(`#${artifactId}`), (signal) =>
      documents.readAhead(opened, AbortSignal.any([how.signal, signal])),
    ),
  ).finally(() => typing.dispose());
  how.signal.throwIfAborted();
  const title = withoutControls(known.title ?? "");
  await showDocument(
    uri,
    // Behind the text in which somebody types on: what is typed is not to go into another one.
    { preview: how.isPreview, background: typing.isSeen, ...(how.isToSide && { viewColumn: ViewColumn.Beside }) },
    tabTitle(artifactId, title),
  );
  try {
    await remembered.opened(connectionId, { id: artifactId, ...(title === "" ? {} : { title }) });
  } catch (error) {
    // The document is open, which was the point: the list of recent ones lacks it, no more.
    log.failure("Remembering a recent artifact", error);
  }
}

/** Whether somebody has used the keyboard in another text than that at `uri`, from now on until it is disposed of. */
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

/** The tracker that a row tells of its artifact. */
function trackerIdIn(target: unknown): number | undefined {
  const { summary } = isJsonObject(target) ? target : {};
  const { tracker } = isJsonObject(summary) ? summary : {};
  return isJsonObject(tracker) && typeof tracker.id === "number" ? tracker.id : undefined;
}

async function artifactToOpen(
  dependencies: OpenArtifactDependencies,
  target: unknown,
  artifactId: unknown,
): Promise<ArtifactTarget | undefined> {
  const given = target as
    | string
    | { readonly connectionId?: unknown; readonly artifactId?: unknown }
    | undefined
    | null;
  const isAlone =
    typeof given === "string" && (artifactId ?? undefined) === undefined && isReference(dependencies, given);
  const connectionId = isAlone ? undefined : typeof given === "string" ? given : given?.connectionId;
  const wanted = isAlone ? given : (artifactId ?? (typeof given === "object" ? given?.artifactId : undefined));
  const connection = typeof connectionId === "string" ? dependencies.registry.get(connectionId) : undefined;
  if (typeof wanted === "number") {
    const id = checkedArtifactId(wanted);
    const chosen = connection ?? (await dependencies.pickConnection(askWhoseToOpen(id)));
    return chosen && { connectionId: chosen.id, artifactId: id };
  }
  return typeof wanted === "string"
    ? await referredArtifact(dependencies, connection, wanted, askWhoseToOpen)
    : await askArtifact(dependencies, connection, { title: openTitle(connection?.label), askWhose: askWhoseToOpen });
}

/** Whether `text`, given alone, is what a person would type: no connection's id, but a reference or an address. */
function isReference({ registry: { connections } }: OpenArtifactDependencies, text: string): boolean {
  return !connections.some(({ id }) => id === text) && parseReference(text, connections) !== undefined;
}

function checkedFormat(format: unknown): DocumentFormat {
  if (format === "json" || format === "xml") {
    return format;
  }
  if (format !== undefined && format !== null) {
    throw new HumanError(noFormat(format));
  }
  return defaultFormat();
}
