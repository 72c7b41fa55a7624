import * as vscode from "vscode";
import { artifactScheme } from "../../core/model/uri.ts";
import { setFieldLens } from "../../core/sentences/fields.ts";
import { documentEntries } from "../../core/workingCopy/base.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { commandIds } from "../manifest/contributions.ts";
import { resourceOf } from "../text/resourceUri.ts";

/** Above a document of entries: a way to set a field by its name. */
export function registerFieldLens(documents: ArtifactDocuments): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { scheme: artifactScheme, pattern: "**/*.artifact.{json,xml}" },
    {
      provideCodeLenses: ({ uri }) => {
        const document = documents.at(uri);
        const base = document?.copy.base;
        const isDraft = !document && resourceOf(uri)?.resource.kind === "draft";
        if (!(document || isDraft)) {
          return []; // A version is only read.
        }
        if (base && documentEntries(base).length === 0) {
          return [];
        }
        const lens = new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
          title: setFieldLens,
          command: commandIds.setField,
          arguments: [uri],
        });
        return [lens];
      },
    },
  );
}
