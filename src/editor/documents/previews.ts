import * as vscode from "vscode";
import type { DocumentFormat } from "../../core/uri.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { openText } from "../openText.ts";
import { HumanError } from "../present.ts";
import { isInScope, type RefreshScope } from "../refreshScope.ts";
import { resourceOf } from "../resourceUri.ts";
import type { ArtifactDocuments } from "./artifactDocuments.ts";
import { encodeAs, whyNotXml } from "./requestEncoding.ts";

/** Scheme of what is shown about a document, read-only: the path of the document, then what is shown. */
const previewScheme = "artifact-preview";

export interface PreviewSurroundings {
  readonly documents: ArtifactDocuments;
  /** The address of a connection: `https://host/api/v1`. */
  readonly addressOf: (connectionId: string) => string;
  /** The artifact as the service answers it now, as text. Throws `ServiceError`. */
  readonly readAnswer: (
    connectionId: string,
    artifactId: number,
    format: DocumentFormat,
    signal: AbortSignal,
  ) => Promise<string>;
  /** What happened and what to do next, beginning with `what`. */
  readonly errorSentence: (error: unknown, what: string) => string;
}

/** What goes over the wire for a document: the request a save would send, and the answer to a read. */
export class Previews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #around: PreviewSurroundings;
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new vscode.EventEmitter<vscode.Uri>());

  readonly onDidChange = this.#onDidChange.event;

  constructor(around: PreviewSurroundings) {
    this.#around = around;
    this.#disposables.add(vscode.workspace.registerTextDocumentContentProvider(previewScheme, this));
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#refresh(requestUri(document.uri))),
    );
    this.#disposables.add(around.documents.onDidSettle((uri) => this.#refresh(requestUri(uri))));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Shows the request that a save of `uri` would send. It keeps up with the text. */
  async showRequest(uri: vscode.Uri): Promise<void> {
    await this.#show(requestUri(uri));
  }

  /** Shows the artifact as the service answers it now, in the format of the document. */
  async showResponse(uri: vscode.Uri): Promise<void> {
    const resource = resourceOf(uri)?.resource;
    if (!resource || !("artifactId" in resource)) {
      throw new HumanError("Open an artifact first.");
    }
    const format = resource.kind === "artifact" ? resource.format : "json";
    const response = uri.with({ scheme: previewScheme, path: `/artifacts/${resource.artifactId}.response.${format}` });
    this.#refresh(response);
    await this.#show(response);
  }

  /** Reads again what is shown of what is given; everything where nothing is. */
  refreshAll(scopes?: readonly RefreshScope[]): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      const artifactId = Number(/^\/artifacts\/(\d+)/.exec(uri.path)?.[1]);
      if (isInScope(scopes, { connectionId: uri.authority, artifactId })) {
        this.#refresh(uri);
      }
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const response = /^\/artifacts\/(\d+)\.response\.(json|xml)$/.exec(uri.path);
    return response
      ? this.#response(uri.authority, Number(response[1]), response[2] as DocumentFormat, token)
      : this.#request(uri);
  }

  async #response(
    connectionId: string,
    artifactId: number,
    format: DocumentFormat,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const controller = new AbortController();
    const listener = token.onCancellationRequested(() => controller.abort());
    try {
      const text = await this.#around.readAnswer(connectionId, artifactId, format, controller.signal);
      return format === "json" ? indented(text) : text;
    } catch (error) {
      // A content provider's failure is shown by nobody: the words stand in the document instead.
      return this.#around.errorSentence(error, `Artifact #${artifactId} could not be read`);
    } finally {
      listener.dispose();
    }
  }

  #request(preview: vscode.Uri): string {
    const uri = preview.with({ scheme: "artifact", path: preview.path.replace(/\.http$/, "") });
    const document = this.#around.documents.at(uri);
    const text = openText(uri);
    const base = document?.copy.base;
    if (!document || !text || !base) {
      return "The document is not open.";
    }
    const mine = document.read(text.getText());
    if (mine.kind === "broken") {
      return "A save would send nothing: the text is not a valid document.";
    }
    const { entries, condition } = document.copy.pending(document.key, mine.entries);
    if (entries.length === 0) {
      return "A save would send nothing: the text means what the service has.";
    }
    const body = encodeAs(document.format)(entries, base);
    const { pathname, host } = new URL(this.#around.addressOf(document.connectionId));
    const lines = [
      `PUT ${pathname}/artifacts/${document.artifactId} HTTP/1.1`,
      `Host: ${host}`,
      "X-Auth-AccessKey: ••••",
      `Content-type: ${body.contentType}`,
      ...(condition
        ? [
            "ifMatch" in condition
              ? `If-match: ${condition.ifMatch}`
              : `If-Unmodified-Since: ${condition.ifUnmodifiedSince}`,
          ]
        : []),
      "",
      body.text,
    ];
    const why = document.format === "xml" ? whyNotXml(entries, base) : undefined;
    return `${(why ? [`# ${why}`, ...lines] : lines).join("\n")}\n`;
  }

  async #show(uri: vscode.Uri): Promise<void> {
    const [, artifactId = "", what = ""] = /^\/artifacts\/(\d+).*\.(http|response)/.exec(uri.path) ?? [];
    const label = `#${artifactId} ${what === "http" ? "Request" : "Response"}`;
    const options = { viewColumn: vscode.ViewColumn.Beside, preview: true } satisfies vscode.TextDocumentShowOptions;
    await vscode.commands.executeCommand("vscode.open", uri, options, label);
  }

  #refresh(uri: vscode.Uri): void {
    if (uri.scheme === previewScheme) {
      this.#onDidChange.fire(uri);
    }
  }
}

function requestUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === "artifact" ? uri.with({ scheme: previewScheme, path: `${uri.path}.http` }) : uri;
}

function indented(json: string): string {
  try {
    return `${JSON.stringify(JSON.parse(json), null, 2)}\n`;
  } catch {
    // Shown as it came: this is the place to see what is wrong with it.
    return json;
  }
}
