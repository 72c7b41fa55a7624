import * as vscode from "vscode";
import type { KnownConnections } from "../../core/known/connections.ts";
import { typeName } from "../../core/labels/typeNames.ts";
import { cardTitle, findHints, type Hint, linkedArtifacts } from "../../core/language/hints.ts";
import { findHover, type HoverInfo } from "../../core/language/hover.ts";
import { valueInNames } from "../../core/language/outline.ts";
import type { DocumentNames } from "../../core/language/ports.ts";
import { isNumberId } from "../../core/model/id.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import {
  fieldPermissions,
  moreValues,
  requiredTooltip,
  requiredWord,
  wasBefore,
  wasEmpty,
} from "../../core/sentences/fields.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { shortened, withoutControls } from "../../core/util/plainLabel.ts";
import { conflictCode } from "../conflict/conflictChoices.ts";
import { withSignal } from "../dialog/cancellation.ts";
import { GatheredEvent } from "../text/gatheredEvent.ts";
import { codeOf, joined, markdown } from "../text/markdown.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { sizeText } from "../text/sizeText.ts";
import { type LanguageDocuments, namedSelector } from "./entryDocuments.ts";

/** Shows names behind the numbers of documents, as inlay hints and hovers; they are never in the text itself. */
export function registerNames(documents: LanguageDocuments, known: KnownConnections): vscode.Disposable {
  const disposables = new DisposableStore();
  const hintsChanged = disposables.add(new GatheredEvent());
  disposables.add(documents.onDidSettle(() => hintsChanged.fire()));
  disposables.add(known.onDidKnowMore(() => hintsChanged.fire()));
  disposables.add(
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === artifactScheme) {
        known.find(uri.authority)?.artifacts.unwant(uri.toString());
      }
    }),
  );
  disposables.add(
    vscode.languages.registerInlayHintsProvider(namedSelector, {
      onDidChangeInlayHints: hintsChanged.event,
      provideInlayHints: async (text, range, token) => {
        const opened = await documents.open(text);
        if (token.isCancellationRequested || !opened) {
          return [];
        }
        const { read, connection, fields, names } = opened;
        const visible = { start: text.offsetAt(range.start), end: text.offsetAt(range.end) };
        connection?.artifacts.want(text.uri.toString(), linkedArtifacts(read, fields, visible));
        return hintsIn(text, range, findHints(read, fields, names, visible));
      },
    }),
  );
  disposables.add(
    vscode.languages.registerHoverProvider(namedSelector, {
      provideHover: async (text, position, token) => {
        const opened = await documents.open(text);
        if (!opened || token.isCancellationRequested) {
          return undefined;
        }
        const { read, connection, fields, names } = opened;
        const { version } = text;
        const look = () => findHover(read, text.offsetAt(position), fields, names);
        let found = look();
        const linkId = found?.field.kind === "links" ? Number(found.value?.id) : Number.NaN;
        if (isNumberId(linkId)) {
          // The linked artifact's title may not be known yet: where the editor shows no hints, nothing else asks for
          // it.
          const near = linkedArtifacts(read, fields);
          await withSignal(token, async (signal) => connection?.artifact(text.uri.toString(), linkId, near, signal));
          if (token.isCancellationRequested || text.version !== version) {
            return undefined;
          }
          found = look();
        }
        // At an entry that waits for a choice the hover does not tell what was before: the service holds theirs there,
        // and the mark of the conflict tells that.
        const isInConflict = vscode.languages
          .getDiagnostics(text.uri)
          .some(({ code, range }) => code === conflictCode && range.contains(position));
        return found && hoverOf(text, isInConflict ? withoutBefore(found) : found, names);
      },
    }),
  );
  return disposables;
}

/**
 * Titles can be a line long. The editor shows no more than this of a hint, and the status behind a longer title would
 * be cut.
 */
const maxHint = 40;

function hintsIn(text: vscode.TextDocument, range: vscode.Range, hints: readonly Hint[]): vscode.InlayHint[] {
  return hints.flatMap((found) => {
    const position = text.positionAt(found.offset);
    const name = withoutControls(found.label);
    if (name === "" || !range.contains(position)) {
      return [];
    }
    const status = found.status ? ` · ${withoutControls(found.status)}` : "";
    const longest = Math.max(maxHint / 2, maxHint - status.length);
    const label = shortened(name, longest);
    const hint = new vscode.InlayHint(position, `${label}${found.isRequired ? " *" : ""}${status}`);
    hint.paddingLeft = true;
    if (found.isRequired) {
      hint.tooltip = requiredTooltip;
    }
    return [hint];
  });
}

function hoverOf(text: vscode.TextDocument, found: HoverInfo, names: DocumentNames): vscode.Hover {
  const { field, value, options, moreOptions, was } = found;
  const facts = [...new Set([field.name, typeName(field.type)]), ...(field.isRequired ? [requiredWord] : [])];
  const words = [
    markdown`**${withoutControls(field.label) || String(field.fieldId)}**`,
    ...facts.flatMap((each) => (each ? [markdown` · ${each}`] : [])),
  ];
  const line = (content: string) => words.push(markdown`\n\n${content}`);
  if (value) {
    for (const each of valueLines(value)) {
      line(each);
    }
  }
  if (was) {
    const before = withoutControls(valueInNames(field, was, names));
    line(before === "" ? wasEmpty : wasBefore(shortened(before, maxBefore)));
  }
  if (!value) {
    const permissions = fieldPermissions(field);
    if (permissions) {
      line(permissions);
    }
    const items = options.map(({ id, label }) => markdown`\n- ${codeOf(String(id))} ${label}`);
    const more = moreOptions > 0 ? [markdown`\n- ${moreValues(moreOptions)}`] : [];
    words.push(...(items.length > 0 ? [markdown`\n`] : []), ...items, ...more);
  }
  return new vscode.Hover(joined(words), rangeOf(text, found));
}

const maxBefore = 300;

function withoutBefore({ was: _, ...found }: HoverInfo): HoverInfo {
  return found;
}

function valueLines({ id, name, artifact, attachment }: NonNullable<HoverInfo["value"]>): readonly string[] {
  if (artifact) {
    const about = [artifact.xref ?? `#${artifact.id}`, artifact.status, artifact.tracker?.label];
    return [cardTitle(artifact), about.filter(Boolean).join(" · ")];
  }
  if (attachment) {
    const { sizeBytes } = attachment;
    return [sizeBytes === undefined ? attachment.name : `${attachment.name} (${sizeText(sizeBytes)})`];
  }
  return [name === undefined ? id : `${id}: ${name}`];
}
