import * as vscode from "vscode";
import { indentedJson } from "../../core/codec/indentedJson.ts";
import type { RequestBody } from "../../core/model/artifactService.ts";
import { isInScope, type RefreshScope } from "../../core/model/refreshScope.ts";
import type { DocumentFormat } from "../../core/model/uri.ts";
import {
  documentNotOpen,
  exchangeTitle,
  nothingToSend,
  openArtifactFirst,
  openArtifactOrDraft,
  sentAsJson,
} from "../../core/sentences/exchange.ts";
import { explain } from "../../core/sentences/explain.ts";
import { artifactName } from "../../core/sentences/files.ts";
import { notRead } from "../../core/sentences/targets.ts";
import { conditionHeader } from "../../core/service/headers.ts";
import { DisposableOwner, type DisposableStore } from "../../core/util/disposable.ts";
import { fieldLabel } from "../../core/workingCopy/base.ts";
import { labelsNotXml } from "../../core/workingCopy/requestEncoding.ts";
import { withSignal } from "../dialog/cancellation.ts";
import { HumanError } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { DraftDocument, DraftDocuments } from "../drafts/draftDocuments.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { openText } from "../text/openText.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { showDocument } from "../text/showDocument.ts";

/** The scheme of what is shown about a document, read-only: its path is the document's, then what is shown. */
const exchangeScheme = "artifact-preview";

/** Shows what goes over the wire for a document: the request a save would send, and the answer to a read. */
class Exchanges extends DisposableOwner implements vscode.TextDocumentContentProvider {
  readonly #services: Services;
  readonly #documents: ArtifactDocuments;
  readonly #drafts: DraftDocuments;
  readonly #onDidChange = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());

  readonly onDidChange = this.#onDidChange.event;

  constructor(services: Services, documents: ArtifactDocuments, drafts: DraftDocuments) {
    super();
    this.#services = services;
    this.#documents = documents;
    this.#drafts = drafts;
    this.disposables.add(vscode.workspace.registerTextDocumentContentProvider(exchangeScheme, this));
    this.disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#refresh(requestUri(document.uri))),
    );
    this.disposables.add(documents.onDidSettle((uri) => this.#refresh(requestUri(uri))));
  }

  /** Shows the request that a save of `uri` would send. It keeps up with the text. */
  async showRequest(uri: vscode.Uri): Promise<void> {
    if (!this.#documents.at(uri) && !this.#drafts.at(uri)) {
      throw new HumanError(openArtifactOrDraft);
    }
    await this.#show(requestUri(uri));
  }

  /** Shows the artifact as the service answers it now, in the format of the document. */
  async showResponse(uri: vscode.Uri): Promise<void> {
    const resource = resourceOf(uri)?.resource;
    if (!resource || !("artifactId" in resource)) {
      throw new HumanError(openArtifactFirst);
    }
    const format = resource.kind === "artifact" ? resource.format : "json";
    const response = uri.with({ scheme: exchangeScheme, path: `/artifacts/${resource.artifactId}.response.${format}` });
    this.#refresh(response);
    await this.#show(response);
  }

  /** Reads again what is shown of `scopes`, or of everything where none are given. */
  refreshAll(scopes?: readonly RefreshScope[]): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      const artifactId = Number(/^\/artifacts\/(\d+)/.exec(uri.path)?.[1]);
      if (isInScope(scopes, { connectionId: uri.authority, artifactId })) {
        this.#refresh(uri);
      }
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const response = /^\/artifacts\/([1-9]\d{0,14})\.response\.(json|xml)$/.exec(uri.path);
    return response
      ? this.#response(uri.authority, Number(response[1]), response[2] as DocumentFormat, token)
      : this.#request(uri, token);
  }

  async #response(
    connectionId: string,
    artifactId: number,
    format: DocumentFormat,
    token: vscode.CancellationToken,
  ): Promise<string> {
    try {
      const service = await this.#services.serviceOf(connectionId);
      const { text } = await withSignal(token, (signal) => service.readArtifactText(artifactId, format, signal));
      return format === "json" ? indented(text) : text;
    } catch (error) {
      // VS Code does not show the failure of a content provider, so the words stand in the document.
      return explain(error, notRead(artifactName(artifactId))).message;
    }
  }

  async #request(shown: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const uri = shown.with({ scheme: "artifact", path: shown.path.replace(/\.http$/, "") });
    const draft = this.#drafts.at(uri);
    const document = this.#documents.at(uri);
    const text = openText(uri);
    if (draft && text) {
      return await withSignal(token, (signal) => this.#creation(draft, text.getText(), signal));
    }
    const base = document?.copy.base;
    if (!document || !text || !base) {
      return documentNotOpen;
    }
    const mine = document.mineIn(text.getText());
    if (!mine) {
      return nothingToSend.broken;
    }
    const { change: entries, condition } = document.copy.pending(document.key, mine);
    if (!entries) {
      return nothingToSend.unchanged;
    }
    return this.#message(document.connectionId, `PUT /artifacts/${document.artifactId}`, {
      body: await this.#documents.requestOf(document, entries, base),
      headers: Object.entries(conditionHeader(condition)).map(([name, value]) => `${name}: ${value}`),
      why: document.format === "xml" ? sentAsJson(labelsNotXml(entries, base)) : undefined,
    });
  }

  async #creation(document: DraftDocument, text: string, signal: AbortSignal): Promise<string> {
    const pending = await document.posting.pending(text, signal);
    if (pending.kind === "request") {
      const tracker = await document.tracker();
      const labels = pending.notAsXml.map((fieldId) => fieldLabel(tracker, fieldId));
      const { body } = pending;
      return this.#message(document.connectionId, "POST /artifacts", { body, headers: [], why: sentAsJson(labels) });
    }
    switch (pending.why.kind) {
      case "empty":
        return nothingToSend.emptyDraft;
      case "otherTracker":
        return nothingToSend.otherTracker;
      default:
        return nothingToSend.brokenDraft;
    }
  }

  /** Gives the request as it goes over the wire, but without the key. */
  #message(
    connectionId: string,
    request: string,
    { body, headers, why }: { body: RequestBody; headers: readonly string[]; why: string | undefined },
  ): string {
    const { pathname, host } = new URL(this.#services.registry.get(connectionId).url);
    const lines = [
      ...(why === undefined ? [] : [`# ${why}`]),
      `${request.replace(" ", ` ${pathname}`)} HTTP/1.1`,
      `Host: ${host}`,
      "X-Auth-AccessKey: ••••",
      "Accept: application/json",
      "Accept-Encoding: identity",
      `Content-type: ${body.contentType}`,
      ...headers,
      "",
      body.text,
    ];
    return `${lines.join("\n")}\n`;
  }

  async #show(uri: vscode.Uri): Promise<void> {
    const [, artifactId, rest = ""] = /^\/artifacts\/(\d+)(.*)/.exec(uri.path) ?? [];
    const label = exchangeTitle(rest.startsWith(".response.") ? "response" : "request", artifactId);
    const options = { viewColumn: vscode.ViewColumn.Beside, preview: true } satisfies vscode.TextDocumentShowOptions;
    await showDocument(uri, options, label);
  }

  #refresh(uri: vscode.Uri): void {
    if (uri.scheme === exchangeScheme) {
      this.#onDidChange.fire(uri);
    }
  }
}

function requestUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === "artifact" ? uri.with({ scheme: exchangeScheme, path: `${uri.path}.http` }) : uri;
}

function indented(json: string): string {
  const text = indentedJson(json);
  // JSON that cannot be indented is shown as it came, since people look here for mistakes in it.
  return text === undefined ? json : `${text}\n`;
}

/** Makes the commands that show what goes over the wire for a document, the one that is given or active. */
export function createExchanges(
  services: Services,
  documents: ArtifactDocuments,
  drafts: DraftDocuments,
  store: DisposableStore,
) {
  const exchanges = store.add(new Exchanges(services, documents, drafts));
  return {
    refresh: (scopes?: readonly RefreshScope[]) => exchanges.refreshAll(scopes),
    commands: {
      [commandIds.showRequest]: (uri) => exchanges.showRequest(uri),
      [commandIds.showResponse]: (uri) => exchanges.showResponse(uri),
    } satisfies Partial<Commands>,
  };
}
