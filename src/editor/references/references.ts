import * as vscode from "vscode";
import type { KnownConnections } from "../../core/known/connections.ts";
import type { ArtifactSummary } from "../../core/model/artifact.ts";
import type { Connection } from "../../core/model/connection.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import type { Remembered } from "../../core/pins/remembered.ts";
import { wordsIn } from "../../core/references/comments.ts";
import {
  type FoundReference,
  findReferences,
  keywordsOf,
  typedNumber,
  typedReference,
} from "../../core/references/findReferences.ts";
import { isOtherKeyword, referenceTo } from "../../core/references/reference.ts";
import { nothingKnownOn, openArtifactOf } from "../../core/sentences/references.ts";
import { onOneLine, shortened, withoutControls, withoutIcons } from "../../core/util/plainLabel.ts";
import { withSignal } from "../dialog/cancellation.ts";
import { commandLink } from "../manifest/commandLink.ts";
import { commandIds, settingsSection } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { joined, markdown } from "../text/markdown.ts";
import { documentLink } from "../text/marks.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { resourceOf } from "../text/resourceUri.ts";

/**
 * Finds references to artifacts where people write in words: comments, Markdown, commit messages. Links and completion
 * cost no request. A hover asks for what it does not know, together with the other references around it.
 */
export class References {
  readonly #registry: Services["registry"];
  readonly #remembered: Remembered;
  /** Loads what is known of connections, for the first hover: links and completion do without it. */
  readonly #knownLater: () => Promise<KnownConnections>;

  constructor(registry: Services["registry"], remembered: Remembered, known: () => Promise<KnownConnections>) {
    this.#registry = registry;
    this.#remembered = remembered;
    this.#knownLater = known;
  }

  links(text: vscode.TextDocument): vscode.DocumentLink[] {
    const connection = this.#connectionFor(text.uri);
    const references = connection ? this.#in(text, connection) : [];
    return references.map((found) => {
      const { artifactId } = found;
      const range = rangeOf(text, found);
      const target = commandLink(commandIds.openArtifact, { connectionId: connection?.id, artifactId });
      return documentLink(range, target, openArtifactOf(artifactId, connection?.label ?? ""));
    });
  }

  async hover(
    text: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const connection = this.#connectionFor(text.uri);
    const at = text.offsetAt(position);
    const references = connection ? this.#in(text, connection) : [];
    const meant = references.find(({ offset, length }) => offset <= at && at <= offset + length);
    if (!connection || !meant) {
      return undefined;
    }
    const remembered = this.#known(connection.id).find(({ id }) => id === meant.artifactId);
    const artifact = await this.#artifact(connection.id, meant, references, text.uri, token);
    if (token.isCancellationRequested) {
      return undefined;
    }
    return new vscode.Hover(cardWords(meant.artifactId, artifact ?? remembered, connection), rangeOf(text, meant));
  }

  completions(text: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
    const connection = this.#connectionFor(text.uri);
    const line = text.lineAt(position).text.slice(0, position.character);
    const behindKeyword = connection && typedReference(line, this.#keywords(connection.id));
    // A comment mentions only artifacts and people: there `#` alone is enough, and the keyword comes with the number.
    const isAlone = behindKeyword === undefined && isComment(text.uri);
    const typed = isAlone ? typedNumber(line, isOtherKeyword) : behindKeyword;
    if (!connection || typed === undefined || !isInWords(text, position)) {
      return [];
    }
    const range = new vscode.Range(position.translate(0, -typed.length - (isAlone ? 1 : 0)), position);
    return this.#known(connection.id).map(({ id, title, status, tracker, xref }, index) => {
      const item = new vscode.CompletionItem(
        {
          label: withoutIcons(`#${id} ${shownTitle(title)}`),
          description: withoutIcons([status, tracker?.label].filter(Boolean).join(", ")),
        },
        vscode.CompletionItemKind.Reference,
      );
      item.insertText = isAlone ? referenceTo(id, xref) : String(id);
      item.filterText = `${isAlone ? "#" : ""}${id} ${title ?? ""}`;
      item.sortText = String(index).padStart(4, "0");
      item.range = range;
      return item;
    });
  }

  /** Gives the connection that references outside of our documents are about: that of the setting, or the first. */
  #connectionFor(uri: vscode.Uri): Connection | undefined {
    const { connections } = this.#registry;
    if (uri.scheme === artifactScheme) {
      return connections.find(({ id }) => id === uri.authority);
    }
    return chosenConnection(connections);
  }

  #in(text: vscode.TextDocument, { id }: Connection): readonly FoundReference[] {
    const source = text.getText();
    const words = source.includes("#") ? wordsIn(source, text.languageId) : [];
    return findReferences(source, this.#keywords(id), isOtherKeyword, words);
  }

  #keywords(connectionId: string): ReadonlySet<string> {
    return keywordsOf(this.#known(connectionId).map(({ xref }) => xref));
  }

  #known(connectionId: string): readonly ArtifactSummary[] {
    const all = this.#remembered.all(connectionId);
    return [...new Map(all.map((artifact) => [artifact.id, artifact])).values()];
  }

  async #artifact(
    connectionId: string,
    meant: FoundReference,
    references: readonly FoundReference[],
    uri: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<ArtifactSummary | undefined> {
    const near = references.toSorted((a, b) => Math.abs(a.offset - meant.offset) - Math.abs(b.offset - meant.offset));
    const ids = near.map(({ artifactId }) => artifactId);
    const connection = (await this.#knownLater()).find(connectionId);
    return await withSignal(token, async (signal) =>
      connection?.artifact(uri.toString(), meant.artifactId, ids, signal),
    );
  }
}

/**
 * Gives the connection of the setting, where there is one of that id; else the first. A workspace can only choose among
 * the person's connections.
 */
export function chosenConnection(connections: readonly Connection[]): Connection | undefined {
  const id = vscode.workspace.getConfiguration(settingsSection).get("referenceConnection");
  return connections.find((each) => each.id === id) ?? connections[0];
}

function isComment(uri: vscode.Uri): boolean {
  return resourceOf(uri)?.resource.kind === "comment";
}

function isInWords(text: vscode.TextDocument, position: vscode.Position): boolean {
  const at = text.offsetAt(position);
  const words = wordsIn(text.getText(), text.languageId);
  return words.some(({ start, end }) => start <= at && at <= end);
}

const maxTitle = 100;

function shownTitle(title = ""): string {
  return shortened(onOneLine(withoutControls(title)), maxTitle);
}

function cardWords(
  artifactId: number,
  card: ArtifactSummary | undefined,
  connection: Connection,
): vscode.MarkdownString {
  const facts = card ? [card.status, card.tracker?.label, connection.label] : [nothingKnownOn(connection.label)];
  const said = facts.filter((each) => each !== undefined).map((each) => markdown`${each}`);
  return markdown`**${card?.xref ?? `#${artifactId}`}** ${shownTitle(card?.title)}\n\n${joined(said, " · ")}`;
}
