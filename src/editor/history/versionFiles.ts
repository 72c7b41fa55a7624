import { jsonCodec } from "../../core/codec/jsonCodec.ts";
import type { ResourceOf } from "../../core/model/uri.ts";
import { tooLongToEdit } from "../../core/sentences/files.ts";
import { noTextInVersion, versionName } from "../../core/sentences/history.ts";
import { artifactForm, fieldForm, type PrintedText } from "../../core/workingCopy/textForm.ts";
import { HumanError } from "../dialog/present.ts";
import type { FileOf } from "../files/virtualFile.ts";
import type { Versions } from "./versions.ts";

/** Versions of artifacts as files, read-only: the whole document, or one long text. */
export function versionFiles(versions: Versions): FileOf<ResourceOf<"version" | "versionField">> {
  return ({ connectionId, resource }) => {
    const { artifactId, changesetId } = resource;
    const form = resource.kind === "version" ? artifactForm(jsonCodec) : fieldForm(resource.fieldId, resource.language);
    return {
      name: versionName(artifactId, changesetId),
      stat: () => ({ mtime: 0, isReadOnly: true }),
      read: async (signal) => {
        const printed = form.print(await versions.base({ connectionId, artifactId }, changesetId, signal));
        return new TextEncoder().encode(textOf(printed, artifactId));
      },
    };
  };
}

function textOf(printed: PrintedText, artifactId: number): string {
  if (printed.kind !== "text") {
    throw new HumanError(
      printed.kind === "tooLong" ? tooLongToEdit(artifactId) : noTextInVersion(artifactId, printed.labels),
    );
  }
  return printed.text;
}
