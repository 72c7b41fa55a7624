import { convertDocument } from "../../core/codec/documentCodec.ts";
import { kindsOf } from "../../core/codec/documentEntries.ts";
import type { DocumentFormat } from "../../core/model/uri.ts";
import { brokenNotMoved, notMovedToXml, tooLongInFormat } from "../../core/sentences/saving.ts";
import { type Base, fieldLabel } from "../../core/workingCopy/base.ts";
import { HumanError } from "../dialog/present.ts";

/**
 * Gives the text of an artifact's document in another format. `base` is what it was made from.
 *
 * @throws HumanError when the text cannot be read, when the other format cannot hold it, or not within the length of a
 * document.
 */
export async function inOtherFormat(
  text: string,
  from: DocumentFormat,
  to: DocumentFormat,
  base: Base | undefined,
): Promise<string> {
  const converted = await convertDocument(text, from, to, kindsOf(base));
  if (converted.kind === "broken") {
    throw new HumanError(brokenNotMoved);
  }
  if (converted.kind === "unprintable") {
    throw new HumanError(notMovedToXml(converted.problems.map(({ fieldId }) => fieldLabel(base, fieldId))));
  }
  if (converted.kind === "tooLong") {
    throw new HumanError(tooLongInFormat(to.toUpperCase()));
  }
  return converted.text;
}
