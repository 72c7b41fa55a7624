import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { type ArtifactTarget, commandIds } from "../../contributions.ts";
import type { Artifact } from "../../core/model/artifact.ts";
import type { Entry } from "../../core/model/entry.ts";
import { isJsonObject } from "../../core/model/json.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { imageType, largestPictureBytes, pictured } from "../../core/preview/image.ts";
import { previewOf } from "../../core/preview/previewModel.ts";
import { messagePage, previewPage } from "../../core/preview/previewPage.ts";
import { parseReference } from "../../core/reference.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import type { Base } from "../../core/workingCopy/base.ts";
import { artifactTargetOf } from "../artifactTarget.ts";
import { withCancellableProgress } from "../cancellation.ts";
import { commandLink } from "../commandLink.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { explain } from "../failureWords.ts";
import { explained, HumanError } from "../present.ts";
import { resourceOf } from "../resourceUri.ts";
import { sizeText } from "../sizeText.ts";
import { previewType } from "./previewType.ts";

export interface ArtifactPreviewSurroundings {
  readonly documents: ArtifactDocuments;
  /** Undefined where the service does not give the structure. */
  readonly tracker: (connectionId: string, trackerId: number, signal: AbortSignal) => Promise<Tracker | undefined>;
  readonly serviceOf: (connectionId: string) => Promise<ServiceClient>;
  /** Remembers what was shown over a reload. */
  readonly memory: vscode.Memento;
  readonly logFailure: (what: string, error: unknown) => void;
}

/**
 * Artifacts to be read, beside their documents: one panel for each. A panel runs no script and its pages load nothing; what
 * it shows follows the documents, unsaved changes included, without a request.
 */
export class ArtifactPreviews implements vscode.Disposable {
  readonly #around: ArtifactPreviewSurroundings;
  readonly #panels = new Map<string, PreviewPanel>();
  readonly #disposables = new DisposableStore();

  constructor(around: ArtifactPreviewSurroundings) {
    this.#around = around;
    const follow = (uri: vscode.Uri) => {
      const { connectionId, resource } = resourceOf(uri) ?? {};
      if (connectionId !== undefined && resource && "artifactId" in resource) {
        this.#panels.get(keyOf({ connectionId, artifactId: resource.artifactId }))?.follow();
      }
    };
    this.#disposables.add(vscode.workspace.onDidChangeTextDocument(({ document }) => follow(document.uri)));
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => follow(uri)));
    this.#disposables.add(around.documents.onDidSettle(follow));
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const panel of this.#panels.values()) {
      panel.dispose();
    }
  }

  /** Shows the artifact of a row, a document's URI, a connection id with an artifact id, or the active editor. */
  async show(target: unknown, artifactId: unknown): Promise<void> {
    const artifact = artifactTargetOf(target, artifactId);
    if (!artifact) {
      throw new HumanError("Open an artifact first, or choose one in the tree.");
    }
    const open = this.#panels.get(keyOf(artifact));
    if (open) {
      open.reveal();
      return;
    }
    const known = await explained(`Artifact #${artifact.artifactId} could not be read`, artifact.connectionId, () =>
      withCancellableProgress(
        { location: vscode.ProgressLocation.Window, title: `Reading #${artifact.artifactId}` },
        (signal) => this.#read(artifact, signal),
      ),
    );
    // Asked for twice while it was being read.
    const made = this.#panels.get(keyOf(artifact));
    if (made) {
      made.reveal();
      return;
    }
    const title = this.#unusedTitle(artifact, known.artifact.title);
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = this.#add(artifact, vscode.window.createWebviewPanel(previewType, title, column, options));
    await panel.show(known);
    await this.#remember();
  }

  /** Fills a panel from before a reload. */
  async restore(panel: vscode.WebviewPanel): Promise<void> {
    const artifact = rememberedIn(this.#around.memory).get(panel.title);
    if (!artifact || this.#panels.has(keyOf(artifact))) {
      panel.dispose();
      return;
    }
    panel.webview.options = options;
    const restored = this.#add(artifact, panel);
    try {
      await restored.show(await this.#read(artifact, new AbortController().signal));
    } catch (error) {
      this.#around.logFailure("Restoring a preview", error);
      restored.tell(explain(error, `Artifact #${artifact.artifactId} could not be read`).message);
    }
  }

  /** Reads again what is shown of a row of the tree; everything without one. */
  async refresh(row?: { readonly connectionId: string; readonly artifactId?: number }): Promise<void> {
    const panels = [...this.#panels.values()].filter(
      ({ artifact }) =>
        !row ||
        (row.connectionId === artifact.connectionId &&
          (row.artifactId === undefined || row.artifactId === artifact.artifactId)),
    );
    for (const panel of panels) {
      const { connectionId, artifactId } = panel.artifact;
      // An open document is read again by itself, and the panel follows it.
      if (!this.#around.documents.artifact(connectionId, artifactId)) {
        await panel.show(await this.#read(panel.artifact, new AbortController().signal));
      }
    }
  }

  /** Closes what is shown of a connection, and forgets it. */
  async forget(connectionId: string): Promise<void> {
    for (const panel of [...this.#panels.values()]) {
      if (panel.artifact.connectionId === connectionId) {
        panel.close();
      }
    }
    await this.#remember();
  }

  async #read({ connectionId, artifactId }: ArtifactTarget, signal: AbortSignal): Promise<KnownArtifact> {
    const { documents, tracker } = this.#around;
    const artifact = await documents.readAhead(connectionId, artifactId, signal);
    const structure = artifact.tracker && (await tracker(connectionId, artifact.tracker.id, signal));
    return { artifact, ...(structure && { tracker: structure }) };
  }

  #add(artifact: ArtifactTarget, webviewPanel: vscode.WebviewPanel): PreviewPanel {
    const panel = new PreviewPanel(artifact, webviewPanel, this.#around);
    this.#panels.set(keyOf(artifact), panel);
    webviewPanel.onDidDispose(() => {
      panel.dispose();
      this.#panels.delete(keyOf(artifact));
      void this.#remember();
    });
    return panel;
  }

  /** A panel without scripts keeps nothing but its title over a reload, so no two have the same. */
  #unusedTitle({ connectionId, artifactId }: ArtifactTarget, title = ""): string {
    const words = withoutControls(`Preview #${artifactId} ${title.replace(/\s+/g, " ")}`);
    const used = [...this.#panels.values()].map((panel) => panel.title);
    return used.includes(words) ? `${words} (${connectionId})` : words;
  }

  async #remember(): Promise<void> {
    const shown = [...this.#panels.values()].map(({ title, artifact }) => ({ title, ...artifact }));
    await this.#around.memory.update(memoryKey, shown);
  }
}

interface KnownArtifact {
  readonly artifact: Artifact;
  readonly tracker?: Tracker;
}

const memoryKey = "previews";

const options: vscode.WebviewPanelOptions & vscode.WebviewOptions = {
  enableScripts: false,
  enableForms: false,
  enableCommandUris: [commandIds.openArtifact, commandIds.openAttachment, commandIds.openInBrowser],
  localResourceRoots: [],
  enableFindWidget: true,
};

/** Between a change of the text and the page that shows it. */
const debounceMs = 150;

class PreviewPanel implements vscode.Disposable {
  readonly artifact: ArtifactTarget;
  readonly #panel: vscode.WebviewPanel;
  readonly #around: ArtifactPreviewSurroundings;
  readonly #nonce = randomBytes(16).toString("base64url");
  readonly #abort = new AbortController();
  /** By number; undefined for what is no picture, or cannot be had. */
  readonly #pictures = new Map<number, string | undefined>();
  #known: KnownArtifact | undefined;
  #base: Base | undefined;
  #entries: readonly Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #rendering = 0;

  constructor(artifact: ArtifactTarget, panel: vscode.WebviewPanel, around: ArtifactPreviewSurroundings) {
    this.artifact = artifact;
    this.#panel = panel;
    this.#around = around;
  }

  get title(): string {
    return this.#panel.title;
  }

  dispose(): void {
    this.#abort.abort();
    clearTimeout(this.#timer);
  }

  close(): void {
    this.#panel.dispose();
  }

  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  /** Shows an artifact that has just been read, its pictures once they are there. */
  async show(known: KnownArtifact): Promise<void> {
    this.#known = known;
    await this.#render();
    this.#readPictures(known.artifact).catch((error: unknown) =>
      this.#around.logFailure("Reading pictures for a preview", error),
    );
  }

  /** Says why there is nothing to see. */
  tell(words: string): void {
    this.#panel.webview.html = messagePage(this.#panel.title, words, this.#nonce);
  }

  /** The texts, or what they are made from, may be others now. */
  follow(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#render().catch((error: unknown) => this.#around.logFailure("Showing a preview", error));
    }, debounceMs);
  }

  async #render(): Promise<void> {
    if (!this.#known || this.#abort.signal.aborted) {
      return;
    }
    const { connectionId, artifactId } = this.artifact;
    const known = { ...this.#known, artifact: this.#readLast(this.#known.artifact) };
    this.#known = known;
    const isBroken = this.#readTexts();
    const preview = previewOf({ ...known, entries: this.#entries, isBroken, ...(this.#base && { base: this.#base }) });
    const rendering = ++this.#rendering;
    const page = await previewPage(preview, {
      links: {
        openArtifact: (id) => commandLink(commandIds.openArtifact, { connectionId, artifactId: id }),
        openAttachment: (n) => commandLink(commandIds.openAttachment, { connectionId, artifactId, n }),
        openInBrowser: commandLink(commandIds.openInBrowser, { connectionId, artifactId }),
      },
      pictures: new Map([...this.#pictures].flatMap(([n, address]) => (address ? [[n, address] as const] : []))),
      ...{ renderMarkdown, sizeText },
      artifactOf: (text) => {
        const reference = parseReference(text, []);
        return reference?.kind === "artifact" ? reference.artifactId : undefined;
      },
      nonce: this.#nonce,
      language: vscode.env.language,
    });
    // A later one may have been quicker.
    if (rendering === this.#rendering && !this.#abort.signal.aborted && this.#panel.webview.html !== page) {
      this.#panel.webview.html = page;
    }
  }

  #readLast(before: Artifact): Artifact {
    return this.#around.documents.artifact(this.artifact.connectionId, this.artifact.artifactId) ?? before;
  }

  /** Takes what the open documents say; whether one of them cannot be read. */
  #readTexts(): boolean {
    const { connectionId, artifactId } = this.artifact;
    const open = this.#around.documents
      .open()
      .filter(({ document }) => document.connectionId === connectionId && document.artifactId === artifactId);
    const base = open[0]?.document.copy.base;
    this.#base = base ?? this.#base;
    const dirty = open.filter(({ text }) => text.isDirty);
    const readings = dirty.map(({ document, text }) => document.read(text.getText()));
    if (readings.some(({ kind }) => kind === "broken")) {
      return true;
    }
    this.#entries = readings.flatMap((reading) => (reading.kind === "entries" ? reading.entries : []));
    return false;
  }

  async #readPictures({ attachments }: Artifact): Promise<void> {
    const missing = pictured(attachments).filter(({ n }) => !this.#pictures.has(n));
    if (missing.length === 0) {
      return;
    }
    const service = await this.#around.serviceOf(this.artifact.connectionId);
    for (const attachment of missing) {
      this.#pictures.set(attachment.n, undefined);
      try {
        const bytes = await service.readAttachment(attachment, largestPictureBytes, this.#abort.signal);
        const type = imageType(bytes);
        if (type) {
          this.#pictures.set(attachment.n, `data:${type};base64,${Buffer.from(bytes).toString("base64")}`);
        }
      } catch (error) {
        if (this.#abort.signal.aborted) {
          return;
        }
        // The preview does without it; its name opens it, and tells then what is wrong.
        this.#around.logFailure(`Reading ${attachment.name} for a preview`, error);
      }
    }
    await this.#render();
  }
}

/** By what comes with VS Code; undefined where that is switched off. */
async function renderMarkdown(source: string): Promise<string | undefined> {
  try {
    const rendered: unknown = await vscode.commands.executeCommand("markdown.api.render", source);
    return typeof rendered === "string" ? rendered : undefined;
  } catch {
    // The text is shown as it is written.
    return undefined;
  }
}

function keyOf({ connectionId, artifactId }: ArtifactTarget): string {
  return `${connectionId}/${artifactId}`;
}

function rememberedIn(memory: vscode.Memento): ReadonlyMap<string, ArtifactTarget> {
  const stored: unknown = memory.get(memoryKey);
  return new Map(
    (Array.isArray(stored) ? stored : []).flatMap((each: unknown) => {
      const { title, connectionId, artifactId } = isJsonObject(each) ? each : {};
      return typeof title === "string" && typeof connectionId === "string" && typeof artifactId === "number"
        ? [[title, { connectionId, artifactId }] as const]
        : [];
    }),
  );
}
