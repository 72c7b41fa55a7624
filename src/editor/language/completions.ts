import * as vscode from "vscode";
import type { CandidateKind } from "../../core/language/candidates.ts";
import { type Completion, type Completions, complete } from "../../core/language/completion.ts";
import { noCandidates } from "../../core/language/ports.ts";
import { withoutIcons } from "../../core/util/plainLabel.ts";
import { isCancelled, withSignal } from "../dialog/cancellation.ts";
import { entriesSelector, type LanguageDocuments } from "./entryDocuments.ts";

export const completionTriggers = ['"', ":", " ", "[", "{", ",", "<", ">", "#"];

const kinds: Readonly<Record<CandidateKind, vscode.CompletionItemKind>> = {
  entry: vscode.CompletionItemKind.Snippet,
  field: vscode.CompletionItemKind.Field,
  member: vscode.CompletionItemKind.Property,
  option: vscode.CompletionItemKind.EnumMember,
  person: vscode.CompletionItemKind.User,
  artifact: vscode.CompletionItemKind.Reference,
  value: vscode.CompletionItemKind.Value,
};

/** Offers entries, members and values of documents by their names. */
export function registerCompletions(documents: LanguageDocuments): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    entriesSelector,
    {
      provideCompletionItems: async (text, position, token) => {
        const asked = askedAt(text, position);
        const opened = await documents.open(text, asked.content);
        if (!opened || token.isCancellationRequested) {
          return undefined;
        }
        const { read, connection, fields, codec } = opened;
        const document = { read, fields, codec, sources: connection?.candidates ?? noCandidates };
        return await completionItems(asked, token, (signal) => complete(document, asked.offset, signal));
      },
    },
    ...completionTriggers,
  );
}

/** A text, and the place in it where somebody asks what to put in. */
interface AskedPlace {
  readonly content: string;
  readonly position: vscode.Position;
  /** The place of `position` in UTF-16 units from the start. */
  readonly offset: number;
}

/** Gives the text and the place as they are when VS Code asks, before anything more is typed. */
export function askedAt(text: vscode.TextDocument, position: vscode.Position): AskedPlace {
  return { content: text.getText(), position, offset: text.offsetAt(position) };
}

/**
 * Gives what `find` finds, as VS Code shows it; undefined where it finds nothing or is given up.
 *
 * The range is one of the text when VS Code asked, in the line of `position`: VS Code moves it by what was typed since.
 */
export async function completionItems(
  { position, offset }: AskedPlace,
  token: vscode.CancellationToken,
  find: (signal: AbortSignal) => Promise<Completions | undefined>,
): Promise<vscode.CompletionList | undefined> {
  try {
    const found = await withSignal(token, find);
    if (!found) {
      return undefined;
    }
    const start = found.replace.offset - offset;
    const range = new vscode.Range(position.translate(0, start), position.translate(0, start + found.replace.length));
    const items = found.items.map((item, index) => itemOf(item, index, range));
    return new vscode.CompletionList(items, found.isIncomplete);
  } catch (error) {
    if (isCancelled(error)) {
      return undefined;
    }
    throw error;
  }
}

function itemOf(
  { kind, label, detail, description, insert, filter, continues }: Completion,
  index: number,
  range: vscode.Range,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    {
      label: withoutIcons(label),
      ...(detail && { detail: ` ${withoutIcons(detail)}` }),
      ...(description && { description: withoutIcons(description) }),
    },
    kinds[kind],
  );
  item.insertText = new vscode.SnippetString(insert);
  item.range = range;
  if (filter !== "") {
    item.filterText = filter;
  }
  // Our items keep their order, and stand before what other extensions offer.
  item.sortText = `!${String(index).padStart(5, "0")}`;
  if (continues) {
    item.command = { command: "editor.action.triggerSuggest", title: "Suggest" };
  }
  return item;
}
