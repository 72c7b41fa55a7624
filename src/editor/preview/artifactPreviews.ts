import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import type { ArtifactInSight } from "../../core/freshness/visibleArtifacts.ts";
import { ArtifactDiscussion } from "../../core/history/artifactDiscussion.ts";
import { isInScope, type RefreshScope } from "../../core/model/refreshScope.ts";
import { explain } from "../../core/sentences/explain.ts";
import { artifactName } from "../../core/sentences/files.ts";
import { openToPreview } from "../../core/sentences/previews.ts";
import { notRead, reading } from "../../core/sentences/targets.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import { withProgress } from "../dialog/cancellation.ts";
import { explained, HumanError } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { DraftDocument, DraftDocuments } from "../drafts/draftDocuments.ts";
import { type ArtifactTarget, contextKeys, previewType } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { documentOfArtifact } from "../targets/documentTarget.ts";
import { isShown, openText } from "../text/openText.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { PreviewPanel, type PreviewTarget, panelOptions } from "./previewPanel.ts";
import { ArtifactSubject, type ArtifactWithTracker, DraftSubject } from "./previewSubjects.ts";
import { artifactTitle, draftTitle, keyOf, RememberedPreviews, targetOf } from "./rememberedPreviews.ts";

/** The documents of this window, which pages follow. */
export interface FollowedDocuments {
  readonly documents: ArtifactDocuments;
  readonly drafts: DraftDocuments;
  /** Fires when a comment was added from this window; `on` tells when, where the service told that. */
  readonly onDidComment: Event<ArtifactTarget & { readonly on: string | undefined }>;
  /** Resolves once the guard of saves has read what it needs of the history, which is known here then. */
  readonly savesJudged: () => Promise<void>;
}

/** The manner in which the page of an artifact is shown. */
interface ShowingManner {
  /** Aborts once the person wants something else. */
  readonly signal: AbortSignal;
  readonly preserveFocus: boolean;
  /** Makes the panel where there is none yet. */
  readonly open: (title: string) => PreviewPanel;
}

/**
 * Shows artifacts and drafts to be read, beside their documents, in one panel for each. What a panel shows follows the
 * documents, unsaved changes included. The service is asked for nothing but the titles of artifacts that are linked
 * there.
 */
export class ArtifactPreviews implements vscode.Disposable {
  readonly #services: Services;
  readonly #shown: FollowedDocuments;
  readonly #panels = new Map<string, PreviewPanel>();
  readonly #remembered: RememberedPreviews;
  /** The panel of the last click on a row: the next one takes its place, unless the person wants to keep it. */
  #clicked: PreviewPanel | undefined;
  /** The document of the active page, as menus were told last. */
  #toldDocument: string | undefined;
  readonly #disposables = new DisposableStore();

  /** `memory` remembers over a reload what was shown. */
  constructor(services: Services, shown: FollowedDocuments, memory: vscode.Memento) {
    this.#services = services;
    this.#shown = shown;
    const { documents, drafts } = shown;
    this.#remembered = new RememberedPreviews(memory, () =>
      [...this.#panels.values()].map(({ view, target }) => ({ title: view.title, ...target })),
    );
    const follow = (uri: vscode.Uri) => this.#panelOf(uri)?.follow();
    this.#disposables.add(vscode.workspace.onDidChangeTextDocument(({ document }) => follow(document.uri)));
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument((text) => this.#noticeClose(text)));
    this.#disposables.add(documents.onDidSettle((uri) => this.#noticeSettled(uri)));
    const { onDidOpenTextDocument, onDidChangeTextDocument, onDidCloseTextDocument } = vscode.workspace;
    for (const onDidChange of [onDidOpenTextDocument, onDidChangeTextDocument, onDidCloseTextDocument]) {
      this.#disposables.add(onDidChange(() => this.#tellDocument()));
    }
    this.#disposables.add(
      services.known.onDidSee(({ connectionId, summary, artifact }) =>
        this.#unlessFailing({ connectionId, artifactId: summary.id }, async (subject, panel) => {
          if (await subject.see(summary.lastModifiedOn, artifact, panel.view.visible)) {
            panel.follow();
          }
          if (summary.title !== undefined) {
            await this.#rename(panel, summary.title);
          }
        }),
      ),
    );
    this.#disposables.add(
      shown.onDidComment(({ on, ...target }) =>
        this.#unlessFailing(target, (subject) => subject.discussion.follow(on)),
      ),
    );
    this.#disposables.add(
      services.onDidMoveConnection((connectionId) => {
        for (const panel of this.#panels.values()) {
          if (panel.target.connectionId === connectionId && "artifactId" in panel.target) {
            this.#showAnother(panel, panel.target).catch((error: unknown) =>
              services.logFailure("Showing the page of an artifact at another address", error),
            );
          }
        }
      }),
    );
    this.#disposables.add(
      drafts.onDidCreate(({ document, created }) => void this.#becomeArtifact(document, created.artifactId)),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const panel of this.#panels.values()) {
      panel.dispose();
    }
  }

  /** Opens the page of a row that was clicked, in place of the one that the last click opened, unless that is kept. */
  async showClicked(artifact: ArtifactTarget): Promise<void> {
    await this.#services.clicked.open(true, `page ${keyOf(artifact)}`, (signal) =>
      this.#show(artifact, { signal, preserveFocus: false, open: (title) => this.#openClicked(artifact, title) }),
    );
  }

  async showArtifact(artifact: ArtifactTarget): Promise<void> {
    if (this.#clicked && this.#clicked === this.#panels.get(keyOf(artifact))) {
      // Whoever asks for a page by a command means to keep it.
      this.#clicked = undefined;
    }
    const { signal } = new AbortController();
    await this.#show(artifact, { signal, preserveFocus: true, open: (title) => this.#open(artifact, title) });
  }

  async #show(artifact: ArtifactTarget, { signal: given, preserveFocus, open }: ShowingManner): Promise<void> {
    if (this.#reveal(artifact, preserveFocus)) {
      await this.#noteOpened(artifact);
      return;
    }
    const discussion = await this.#beginDiscussion(artifact);
    const known = await explained(notRead(artifactName(artifact.artifactId)), artifact.connectionId, () =>
      withProgress(reading(`#${artifact.artifactId}`), (signal) =>
        this.#read(artifact, AbortSignal.any([given, signal])),
      ),
    ).catch((error: unknown) => {
      discussion.dispose();
      throw error;
    });
    if (given.aborted) {
      discussion.dispose();
      given.throwIfAborted();
    }
    // The page may have been asked for twice while it was being read, and be there by now.
    if (!this.#reveal(artifact, preserveFocus)) {
      const panel = open(artifactTitle(artifact, known.artifact.title));
      await this.#fill(panel, artifact, known, discussion);
      await this.#remembered.keep();
    }
    await this.#noteOpened(artifact, known.artifact.title);
  }

  /** Shows the page of a draft. Throws a HumanError where `uri` is no draft. */
  async showDraft(uri: vscode.Uri): Promise<void> {
    const draft = this.#shown.drafts.at(uri);
    if (!draft) {
      throw new HumanError(openToPreview);
    }
    const shown = targetOf(draft);
    if (this.#reveal(shown)) {
      return;
    }
    const tracker = await draft.tracker();
    if (!this.#reveal(shown)) {
      const panel = this.#open(shown, draftTitle(draft, tracker));
      await panel.show(new DraftSubject(draft, tracker));
      await this.#remembered.keep();
    }
  }

  /** Puts an artifact whose page was opened among the recent ones. */
  async #noteOpened({ connectionId, artifactId: id }: ArtifactTarget, title?: string): Promise<void> {
    try {
      await this.#services.remembered.opened(connectionId, { id, ...(title && { title }) });
    } catch (error) {
      // The page is open, and that is what matters: only the list of recent ones lacks it.
      this.#services.logFailure("Remembering a recent artifact", error);
    }
  }

  /** Fills a panel from before a reload. */
  async restore(panel: vscode.WebviewPanel): Promise<void> {
    const target = this.#remembered.find(panel.title);
    const uri = target && "draft" in target ? vscode.Uri.parse(target.draft, true) : undefined;
    const draft = uri && this.#shown.drafts.at(uri);
    if (!target || this.#panels.has(keyOf(target)) || (uri && !(draft && isShown(draft.uri)))) {
      panel.dispose();
      return;
    }
    panel.webview.options = panelOptions;
    const restored = this.#add(target, panel);
    if ("artifactId" in target) {
      await this.#showArtifact(restored, target);
    } else if (draft) {
      // VS Code restores the text of a tab only when somebody looks at the tab.
      await vscode.workspace.openTextDocument(draft.uri);
      const tracker = await draft.tracker();
      await restored.show(new DraftSubject(draft, tracker));
    }
  }

  /** Reads again what is shown of `scopes`, or everything where none are given. Throws what could not be read last. */
  async refresh(scopes?: readonly RefreshScope[]): Promise<void> {
    const failures: unknown[] = [];
    for (const panel of [...this.#panels.values()]) {
      const { target } = panel;
      if (!("draft" in target) && isInScope(scopes, target)) {
        // A failure of one page does not keep the others from being read.
        await this.#readAgain(panel, target).catch((error: unknown) => failures.push(error));
      }
    }
    if (failures.length > 0) {
      throw failures.at(-1);
    }
  }

  async #readAgain(panel: PreviewPanel, target: ArtifactTarget): Promise<void> {
    const { connectionId, artifactId } = target;
    // An open document is read again on its own, and the panel follows it.
    if (!this.#shown.documents.artifact(connectionId, artifactId)) {
      const known = await this.#read(target, new AbortController().signal);
      await this.#fill(panel, target, known);
    }
    await subjectOf(panel)?.discussion.read();
  }

  /** Reads more of the discussion on an artifact whose page is open. */
  async showOlder(artifact: ArtifactTarget): Promise<void> {
    await subjectOf(this.#panels.get(keyOf(artifact)))?.discussion.readMore();
  }

  /**
   * Gives the document of what the active page shows; of an artifact the one with unsaved changes, where there is one.
   * Gives undefined where no page is active, and where nobody knows which of several title bars was clicked.
   */
  get activeDocument(): vscode.Uri | undefined {
    const visible = [...this.#panels.values()].filter(({ view }) => view.visible);
    const hasAllButtons = vscode.workspace.getConfiguration("workbench.editor").get("alwaysShowEditorActions") === true;
    const active = hasAllButtons && visible.length > 1 ? undefined : visible.find(({ view }) => view.active);
    return active && documentOf(active.target);
  }

  /** Gives the artifacts whose pages are on screen. */
  get inSight(): readonly ArtifactInSight[] {
    return [...this.#panels.values()].flatMap((panel) => {
      const subject = subjectOf(panel);
      return subject && panel.view.visible && "artifactId" in panel.target
        ? [{ ...panel.target, summary: { ...(subject.seenOn !== undefined && { lastModifiedOn: subject.seenOn }) } }]
        : [];
    });
  }

  /** Closes what is shown of a connection, and forgets it. */
  async forget(connectionId: string): Promise<void> {
    for (const panel of [...this.#panels.values()]) {
      if (panel.target.connectionId === connectionId) {
        panel.view.dispose();
      }
    }
    await this.#remembered.keep(connectionId);
  }

  /** Gives the panel that shows what the document at `uri` is about. */
  #panelOf(uri: vscode.Uri): PreviewPanel | undefined {
    const { connectionId, resource } = resourceOf(uri) ?? {};
    if (connectionId === undefined || !resource) {
      return undefined;
    }
    return this.#panels.get(
      "artifactId" in resource ? keyOf({ connectionId, artifactId: resource.artifactId }) : uri.toString(),
    );
  }

  async #read(target: ArtifactTarget, signal: AbortSignal): Promise<ArtifactWithTracker> {
    const { documents } = this.#shown;
    const { catalogOf } = this.#services;
    const artifact = await documents.readAhead(target, signal);
    const structure = artifact.tracker && (await catalogOf(target.connectionId).tracker(artifact.tracker.id, signal));
    return { artifact, ...(structure && { tracker: structure }) };
  }

  async #showArtifact(panel: PreviewPanel, target: ArtifactTarget): Promise<ArtifactWithTracker | undefined> {
    try {
      const discussion = await this.#beginDiscussion(target);
      const known = await this.#read(target, new AbortController().signal);
      await this.#fill(panel, target, known, discussion);
      return known;
    } catch (error) {
      this.#services.logFailure("Reading an artifact for its preview", error);
      panel.tell(explain(error, notRead(artifactName(target.artifactId))).message);
      return undefined;
    }
  }

  /**
   * Asks for the discussion and the artifact at the same time, so that neither waits for the other. The discussion
   * comes first: it takes a second request, which is under way while the artifact is drawn.
   */
  async #beginDiscussion(target: ArtifactTarget): Promise<ArtifactDiscussion> {
    const discussion = this.#discussionOf(target);
    void discussion.read();
    await nextTurn();
    return discussion;
  }

  #discussionOf(target: ArtifactTarget): ArtifactDiscussion {
    return new ArtifactDiscussion(target, { ...this.#services, savesJudged: this.#shown.savesJudged }, () =>
      this.#panels.get(keyOf(target))?.redraw(),
    );
  }

  /** Shows an artifact, and its discussion once that is there. */
  async #fill(
    panel: PreviewPanel,
    target: ArtifactTarget,
    known: ArtifactWithTracker,
    discussion = subjectOf(panel)?.discussion,
  ): Promise<void> {
    const shown = discussion ?? this.#discussionOf(target);
    const readAgain = async () => (await this.#read(target, new AbortController().signal)).artifact;
    const sources = { documents: this.#shown.documents, known: this.#services.known, readAgain };
    const subject = new ArtifactSubject(target, known, sources, shown);
    const reading = discussion ? undefined : shown.read();
    await panel.show(subject);
    await reading;
  }

  #noticeSettled(uri: vscode.Uri): void {
    const panel = this.#panelOf(uri);
    panel?.follow();
    if (panel && !("draft" in panel.target)) {
      this.#unlessFailing(panel.target, (subject) => subject.settle());
    }
  }

  /** Does `work` with what is shown of an artifact, in the background. */
  #unlessFailing(target: ArtifactTarget, work: (subject: ArtifactSubject, panel: PreviewPanel) => Promise<void>): void {
    const panel = this.#panels.get(keyOf(target));
    const subject = subjectOf(panel);
    if (panel && subject) {
      work(subject, panel).catch((error: unknown) =>
        this.#services.logFailure("Following an artifact on its page", error),
      );
    }
  }

  /** Shows the artifact that a draft has become in the draft's panel. */
  async #becomeArtifact({ uri, connectionId }: DraftDocument, artifactId: number): Promise<void> {
    const panel = this.#panels.get(uri.toString());
    const target = { connectionId, artifactId };
    if (!panel) {
      return;
    }
    if (this.#panels.has(keyOf(target))) {
      panel.view.dispose();
      return;
    }
    this.#panels.delete(uri.toString());
    this.#panels.set(keyOf(target), panel);
    panel.target = target;
    this.#tellActive();
    await this.#showAnother(panel, target);
  }

  /** Shows another artifact in a panel: the target's numbers name another one than before. */
  async #showAnother(panel: PreviewPanel, target: ArtifactTarget): Promise<void> {
    const known = await this.#showArtifact(panel, target);
    await this.#rename(panel, known?.artifact.title);
  }

  /** Gives the panel of an artifact the title `title`. */
  async #rename({ view, target }: PreviewPanel, title: string | undefined): Promise<void> {
    const words = "draft" in target ? view.title : this.#remembered.unusedTitle(artifactTitle(target, title), target);
    if (view.title !== words) {
      view.title = words;
      await this.#remembered.keep();
    }
  }

  #noticeClose({ uri }: vscode.TextDocument): void {
    const panel = this.#panelOf(uri);
    panel?.follow();
    // VS Code closes a document whose language is changed, and opens it again at once.
    setTimeout(() => {
      if (panel && "draft" in panel.target && !openText(uri)) {
        panel.view.dispose();
      }
    });
  }

  /** Tells menus and keys what the active page is about. */
  #tellActive(): void {
    const active = [...this.#panels.values()].find(({ view }) => view.active);
    const kind = active && ("draft" in active.target ? "draft" : "artifact");
    void vscode.commands.executeCommand("setContext", contextKeys.activePage, kind);
    this.#tellDocument();
  }

  /** Tells menus the document of the active page, which may change as documents are opened, changed and closed. */
  #tellDocument(): void {
    const document = this.activeDocument?.toString();
    if (document !== this.#toldDocument) {
      this.#toldDocument = document;
      void vscode.commands.executeCommand("setContext", contextKeys.pageDocument, document);
    }
  }

  #reveal(target: PreviewTarget, preserveFocus = true): boolean {
    const panel = this.#panels.get(keyOf(target));
    panel?.view.reveal(undefined, preserveFocus);
    return panel !== undefined;
  }

  #open(
    target: PreviewTarget,
    title: string,
    column: Parameters<typeof vscode.window.createWebviewPanel>[2] = {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    },
  ): PreviewPanel {
    const words = this.#remembered.unusedTitle(title, target);
    return this.#add(target, vscode.window.createWebviewPanel(previewType, words, column, panelOptions));
  }

  /**
   * Opens the page of a click. VS Code has no preview tab for panels, so the panel of the click before closes once the
   * new one is there.
   */
  #openClicked(target: PreviewTarget, title: string): PreviewPanel {
    const before = this.#clicked && !isPinned(this.#clicked.view) ? this.#clicked : undefined;
    const panel = this.#open(target, title, before?.view.viewColumn ?? vscode.ViewColumn.Active);
    before?.view.dispose();
    this.#clicked = panel;
    return panel;
  }

  #add(target: PreviewTarget, webviewPanel: vscode.WebviewPanel): PreviewPanel {
    const panel = new PreviewPanel(target, webviewPanel, this.#services);
    this.#panels.set(keyOf(target), panel);
    let wasVisible = webviewPanel.visible;
    this.#tellActive();
    webviewPanel.onDidChangeViewState(() => {
      this.#tellActive();
      const isShownAgain = webviewPanel.visible && !wasVisible;
      wasVisible = webviewPanel.visible;
      if (isShownAgain && !("draft" in panel.target)) {
        this.#unlessFailing(panel.target, async (subject) => {
          if (await subject.lookAgain()) {
            panel.follow();
          }
        });
      }
    });
    webviewPanel.onDidDispose(() => {
      panel.dispose();
      subjectOf(panel)?.discussion.dispose();
      this.#panels.delete(keyOf(panel.target));
      if (this.#clicked === panel) {
        this.#clicked = undefined;
      }
      this.#tellActive();
      void this.#remembered.keep();
    });
    return panel;
  }
}

/** Tells whether a panel's tab is pinned. The title finds it: no two panels have the same (`RememberedPreviews`). */
function isPinned({ title }: vscode.WebviewPanel): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some((tab) => tab.isPinned && tab.input instanceof vscode.TabInputWebview && tab.label === title);
}

function documentOf(target: PreviewTarget): vscode.Uri | undefined {
  return "draft" in target ? vscode.Uri.parse(target.draft) : documentOfArtifact(target, ["artifact", "field"]);
}

/** Gives what a panel shows of an artifact. */
function subjectOf(panel: PreviewPanel | undefined): ArtifactSubject | undefined {
  return panel?.subject instanceof ArtifactSubject ? panel.subject : undefined;
}
