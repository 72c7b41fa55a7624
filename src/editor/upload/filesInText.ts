import { documentNotChanged } from "../../core/sentences/fields.ts";
import { textIsBroken } from "../../core/sentences/uploads.ts";
import { withFiles } from "../../core/upload/attachIds.ts";
import { HumanError } from "../dialog/present.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { OpenText } from "../documents/guardedDocument.ts";
import { replaceText } from "../text/replaceText.ts";

/** Throws a HumanError where nothing can be added to the text of a document, since it is not a valid one. */
export function requireRoom({ document, text }: OpenText<ArtifactDocument>, fieldId: number): void {
  const before = text.getText();
  // A text that cannot be read comes back as it is.
  if (textWithFiles(document, before, fieldId, [noId]) === before) {
    throw new HumanError(textIsBroken(document.artifactId));
  }
}

const noId = Number.MAX_SAFE_INTEGER;

/** Adds uploads to a file field in the text of a document, as one step that can be undone. */
export async function putFiles(
  open: OpenText<ArtifactDocument>,
  fieldId: number,
  ids: readonly number[],
): Promise<void> {
  requireRoom(open, fieldId);
  if (!(await replaceText(open.text, (text) => textWithFiles(open.document, text, fieldId, ids)))) {
    throw new HumanError(documentNotChanged(`#${open.document.artifactId}`));
  }
}

/** Gives `text` with uploads in a file field, beside the files on the service where the text has no such entry. */
export function textWithFiles(
  document: ArtifactDocument,
  text: string,
  fieldId: number,
  ids: readonly number[],
): string {
  const inText = document.parse(text).entries.find((entry) => entry.fieldId === fieldId);
  const { base } = document.copy;
  if (!inText && !base) {
    return text; // A list of these alone would take away what is attached.
  }
  const onService = base?.fields.find((field) => field.fieldId === fieldId)?.entry;
  const members = withFiles((inText ?? onService)?.members, ids);
  return document.form.edit(text, [{ kind: "set", entry: { fieldId, members } }]);
}
