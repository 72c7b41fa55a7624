import * as vscode from "vscode";
import { longChange, saidWithChange } from "../../core/history/stepWords.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { quoted } from "../../core/labels/punctuation.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { showChange } from "../../core/sentences/lastChanges.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Language } from "../language/language.ts";
import { commandIds } from "../manifest/contributions.ts";
import { joined, markdown, withCommand } from "../text/markdown.ts";
import { type ChangedEntry, changesOf, entryAt } from "./knownChanges.ts";

/** The documents of artifacts, and the editors of single fields. */
const changesSelector: vscode.DocumentSelector = [
  { scheme: artifactScheme, pattern: "**/artifacts/*.artifact.{json,xml}" },
  { scheme: artifactScheme, pattern: "**/artifacts/*/fields/*" },
];

/** Tells at an entry who changed its field last, when and why, as far as is known. No service is asked. */
export function registerChangeHovers(
  known: KnownConnections,
  documents: ArtifactDocuments,
  language: Language,
): vscode.Disposable {
  return vscode.languages.registerHoverProvider(changesSelector, {
    provideHover: async (text, position, token) => {
      const document = documents.at(text.uri);
      const changes = document && changesOf(known, document);
      if (!document || !changes || changes.size === 0) {
        return undefined;
      }
      const { version } = text;
      const entry = await entryAt(language, text, position);
      const change = entry && changes.get(entry.fieldId);
      return change && text.version === version && !token.isCancellationRequested
        ? new vscode.Hover(wordsOf({ document, fieldId: entry.fieldId, change }), entry.range)
        : undefined;
    },
  });
}

function wordsOf({ document, fieldId, change }: ChangedEntry): vscode.MarkdownString {
  const { previousId, step } = change;
  const said = saidWithChange(change);
  const words = [
    markdown`${longChange(change, Date.now(), vscode.env.language)}`,
    ...(said === "" ? [] : [markdown`\n\n${quoted(said)}`]),
  ];
  if (previousId === undefined) {
    return joined(words);
  }
  const { connectionId, artifactId } = document;
  const target = { connectionId, artifactId, fromChangesetId: previousId, toChangesetId: step.id, fieldId };
  return withCommand(joined([...words, markdown`\n\n`]), showChange, commandIds.compareVersions, target);
}
