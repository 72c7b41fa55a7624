import { t } from "@vscode/l10n";

/** Says what is wrong with a text that is no JSON, where the parser gives `reason`. */
export function notJson(reason: string): string {
  return jsonReasons[reason]?.() ?? t("Not JSON.");
}

/** As `notJson`, of XML. */
export function notXml(reason: string): string {
  return xmlReasons[reason]?.() ?? t("Not XML.");
}

/** By the codes of jsonc-parser, but for comments, which have a sentence of their own. */
const jsonReasons: Readonly<Record<string, () => string>> = {
  InvalidSymbol: () => t("Not JSON: an unknown word."),
  InvalidNumberFormat: () => t("Not JSON: a number that is none."),
  PropertyNameExpected: () => t("Not JSON: a name in quotation marks is expected."),
  ValueExpected: () => t("Not JSON: a value is expected."),
  ColonExpected: () => t("Not JSON: a colon is expected."),
  CommaExpected: () => t("Not JSON: a comma is expected."),
  CloseBraceExpected: () => t("Not JSON: a closing brace is expected."),
  CloseBracketExpected: () => t("Not JSON: a closing bracket is expected."),
  EndOfFileExpected: () => t("Not JSON: nothing may follow here."),
  UnexpectedEndOfComment: () => t("Not JSON: a comment is not closed."),
  UnexpectedEndOfString: () => t("Not JSON: a text is not closed."),
  UnexpectedEndOfNumber: () => t("Not JSON: a number ends too early."),
  InvalidUnicode: () => t("Not JSON: \\u is not followed by four hexadecimal digits."),
  InvalidEscapeCharacter: () => t("Not JSON: an unknown character behind a backslash."),
  InvalidCharacter: () => t("Not JSON: a character that may not stand in a text as it is."),
};

/** By the codes of `core/codec/xmlMarkup.ts` and `xmlTree.ts`. */
const xmlReasons: Readonly<Record<string, () => string>> = {
  CdataNotClosed: () => t("Not XML: a CDATA section is not closed."),
  TagNotClosed: () => t("Not XML: a tag is not closed."),
  MarkupInvalid: () => t("Not XML: markup that is none."),
  GreaterThanAfterBrackets: () => t("Not XML: ]]> may only end a CDATA section."),
  EndTagUnexpected: () => t("Not XML: an end tag without its start tag."),
  SecondRoot: () => t("Not XML: a second element beside the outermost."),
  RootExpected: () => t("Not XML: an element is expected."),
  UnexpectedText: () => t("Not XML: text beside elements."),
};
