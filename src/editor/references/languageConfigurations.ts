import * as vscode from "vscode";
import { commentSyntaxOf } from "../../core/references/commentSyntax.ts";
import type { CommentSyntax } from "../../core/references/comments.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";

const syntaxes = new Map<string, Promise<CommentSyntax | undefined>>();

/** How comments are written in a language, by the extensions that are installed; read once. */
export function installedCommentSyntax(languageId: string): Promise<CommentSyntax | undefined> {
  return getOrMake(syntaxes, languageId, () => readSyntax(languageId));
}

async function readSyntax(languageId: string): Promise<CommentSyntax | undefined> {
  const files = vscode.extensions.all.flatMap(({ extensionUri, packageJSON }) =>
    languagesOf(packageJSON).flatMap(({ id, configuration }) =>
      id === languageId && typeof configuration === "string" ? [vscode.Uri.joinPath(extensionUri, configuration)] : [],
    ),
  );
  const texts = await Promise.all(files.map(textOf));
  return commentSyntaxOf(
    languageId,
    texts.filter((text) => text !== undefined),
  );
}

interface LanguageContribution {
  readonly id?: unknown;
  readonly configuration?: unknown;
}

/** Nothing is certain of what another extension contributes. */
function languagesOf(manifest: { readonly contributes?: { readonly languages?: unknown } }): LanguageContribution[] {
  const languages = manifest.contributes?.languages;
  return Array.isArray(languages) ? languages.filter((each) => typeof each === "object" && each !== null) : [];
}

async function textOf(file: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch {
    return undefined; // An extension may name a file that it does not bring.
  }
}
