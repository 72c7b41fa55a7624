import * as vscode from "vscode";
import { artifactScheme } from "../../core/model/uri.ts";
import { setFieldLens } from "../../core/sentences/fields.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { documentEntries } from "../../core/workingCopy/base.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Language } from "../language/language.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { codeLens } from "../text/codeLens.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { FieldSetter } from "./fieldSetter.ts";
import { QuickChange } from "./quickChange.ts";

interface FieldParts extends Pick<Services, "known" | "tracker" | "serviceOf" | "logFailure"> {
  readonly documents: ArtifactDocuments;
  readonly language: Pick<Language, "open">;
}

/** Commands to set a field in a text, to go to one and to change status or assignee, and a lens for the first. */
export function createFields(parts: FieldParts, store: DisposableStore) {
  const { documents, language, known, tracker, serviceOf, logFailure } = parts;
  store.add(registerFieldLens(documents));
  const setter = new FieldSetter({ known, documents, open: language.open });
  const quickChange = new QuickChange({
    ...{ known, documents, tracker, setter, logFailure },
    onDidChange: async ({ connectionId, artifactId }) => {
      // Whatever shows the artifact follows what is read of it.
      await (await serviceOf(connectionId)).readArtifact(artifactId, new AbortController().signal);
    },
  });
  const commands = {
    [commandIds.setField]: (uri, { field, value }) => setter.set(uri, field, value),
    [commandIds.goToField]: (uri, { field }) => setter.goTo(uri, field),
    [commandIds.changeStatus]: (artifacts, { value }) => quickChange.change("status", artifacts, value),
    [commandIds.changeAssignee]: (artifacts, { value }) => quickChange.change("assignee", artifacts, value),
  } satisfies Partial<Commands>;
  return { commands };
}

/** Above a document of entries: a way to set a field by its name. */
function registerFieldLens(documents: ArtifactDocuments): vscode.Disposable {
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
        const lens = codeLens(new vscode.Range(0, 0, 0, 0), setFieldLens, {
          command: commandIds.setField,
          args: [uri],
        });
        return [lens];
      },
    },
  );
}
