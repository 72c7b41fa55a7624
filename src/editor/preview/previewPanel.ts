import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { noNames } from "../../core/language/ports.ts";
import type { Attachment } from "../../core/model/artifact.ts";
import { Pieces } from "../../core/preview/html.ts";
import { maxPictureBytes, Pictures } from "../../core/preview/pictures.ts";
import { linkedIn } from "../../core/preview/previewModel.ts";
import { messagePage, previewPage } from "../../core/preview/previewPage.ts";
import { keywordsOf } from "../../core/references/findReferences.ts";
import { parseReference } from "../../core/references/reference.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { sizeText } from "../text/sizeText.ts";
import { pageCommands, pageLinks } from "./pageLinks.ts";
import type { ArtifactSubject, DraftSubject } from "./previewSubjects.ts";

/** The subject of a panel: an artifact, or a draft by the URI of its document. */
export type PreviewTarget = ArtifactTarget | { readonly connectionId: string; readonly draft: string };

export const panelOptions: vscode.WebviewPanelOptions & vscode.WebviewOptions = {
  enableScripts: false,
  enableForms: false,
  enableCommandUris: pageCommands,
  localResourceRoots: [],
  enableFindWidget: true,
};

/** The time between a change of the text and the page that shows it. */
const debounceMs = 150;

/** Shows a page to be read in a panel. No script runs in it, and its pages load nothing. */
export class PreviewPanel implements vscode.Disposable {
  target: PreviewTarget;
  /** The artifact or draft that the panel shows. */
  subject: ArtifactSubject | DraftSubject | undefined;
  readonly view: vscode.WebviewPanel;
  readonly #services: Services;
  readonly #nonce = randomBytes(16).toString("base64url");
  readonly #abort = new AbortController();
  readonly #learning: vscode.Disposable;
  readonly #pictures = new Pictures();
  readonly #pieces = new Pieces();
  #timer: NodeJS.Timeout | undefined;
  #rendering = 0;

  constructor(target: PreviewTarget, view: vscode.WebviewPanel, services: Services) {
    this.target = target;
    this.view = view;
    this.#services = services;
    this.#learning = services.known.onDidKnowMore(() => this.follow());
  }

  dispose(): void {
    this.#abort.abort();
    this.#learning.dispose();
    clearTimeout(this.#timer);
    this.#known?.artifacts.unwant(this.#place);
  }

  /** Shows an artifact or draft, and its pictures once they are there. */
  async show(subject: ArtifactSubject | DraftSubject): Promise<void> {
    this.subject = subject;
    await this.#render();
    this.#readPictures(subject.attachments).catch((error: unknown) =>
      this.#services.logFailure("Reading pictures for a preview", error),
    );
  }

  /** Shows `words`, which tell why there is nothing else to see. */
  tell(words: string): void {
    this.view.webview.html = messagePage(this.view.title, words, this.#nonce);
  }

  /** Draws the page after a pause, since the texts, or what is known of the names in them, may have changed. */
  follow(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.redraw(), debounceMs);
  }

  /** Draws the page at once, for what somebody waits for. */
  redraw(): void {
    clearTimeout(this.#timer);
    this.#render().catch((error: unknown) => this.#services.logFailure("Showing a preview", error));
  }

  get #known() {
    return this.#services.known.find(this.target.connectionId);
  }

  /** Gives the address where the connection leads. */
  get #base(): string {
    return this.#services.registry.find(this.target.connectionId)?.url ?? "";
  }

  get #place(): string {
    return `preview ${"draft" in this.target ? this.target.draft : this.target.artifactId}`;
  }

  async #render(): Promise<void> {
    const subject = this.subject;
    if (!subject || this.#abort.signal.aborted) {
      return;
    }
    const rendering = ++this.#rendering;
    const { connectionId } = this.target;
    const preview = await subject.preview(this.#known?.names() ?? noNames);
    const page = await previewPage(preview, {
      links: pageLinks(connectionId),
      pieces: this.#pieces,
      pictures: this.#pictures.of(this.#base, subject.attachments),
      renderMarkdown,
      sizeText,
      artifactOf: (text) => {
        const reference = parseReference(text, []);
        return reference?.kind === "artifact" ? reference.artifactId : undefined;
      },
      keywords: keywordsOf([preview, ...this.#services.remembered.all(connectionId)].map(({ xref }) => xref)),
      nonce: this.#nonce,
      language: vscode.env.language,
    });
    // A later rendering may have been quicker, and its page stays.
    if (rendering !== this.#rendering || this.#abort.signal.aborted) {
      return;
    }
    // A new page takes the focus from the link that has it, so that only another page is set (src/README.md, A page).
    if (this.view.webview.html !== page) {
      this.view.webview.html = page;
    }
    this.#known?.artifacts.want(this.#place, linkedIn(preview));
  }

  async #readPictures(attachments: readonly Attachment[]): Promise<void> {
    const base = this.#base;
    const unread = this.#pictures.unread(base, attachments);
    if (unread.length === 0) {
      return;
    }
    const service = await this.#services.serviceOf(this.target.connectionId);
    for (const attachment of unread) {
      this.#pictures.note(base, attachment, undefined);
      try {
        const bytes = await service.readAttachment(attachment, maxPictureBytes, this.#abort.signal);
        this.#pictures.note(base, attachment, bytes);
      } catch (error) {
        if (this.#abort.signal.aborted) {
          return;
        }
        // The page shows no picture then. The attachment's name opens it, and tells what is wrong.
        this.#services.logFailure(`Reading ${attachment.name} for a preview`, error);
      }
    }
    await this.#render();
  }
}

/** Renders Markdown by the extension that comes with VS Code; undefined where that is switched off. */
async function renderMarkdown(source: string): Promise<string | undefined> {
  try {
    const rendered: unknown = await vscode.commands.executeCommand("markdown.api.render", source);
    return typeof rendered === "string" ? rendered : undefined;
  } catch {
    // The text is shown as it was written.
    return undefined;
  }
}
