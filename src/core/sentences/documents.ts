import { t } from "@vscode/l10n";
import type { Problem } from "../codec/problem.ts";
import type { ValueProblem } from "../field/valueProblem.ts";
import { quoted } from "../labels/punctuation.ts";
import { none } from "../labels/values.ts";
import type { DocumentField } from "../language/documentFields.ts";
import type { Finding } from "../language/findings.ts";
import type { MeantField } from "../language/meantFields.ts";
import type { Entry } from "../model/entry.ts";
import { shortened } from "../util/plainLabel.ts";
import type { UnsettledEntry } from "../workingCopy/artifactTypes.ts";
import { sentences } from "./failures.ts";

/** Says what was found in a document, in words. */
export function documentFinding(about: Finding["about"]): string {
  switch (about.kind) {
    case "text":
      return textProblems[about.problem.code](about.problem.facts ?? {});
    case "value":
      return valueProblem(about.problem, nameOf(about.field));
    case "unknownField":
      return t("The tracker has no field {fieldId}.", { fieldId: about.entry.fieldId });
    case "notWritable":
      return notWritableSentence(about);
    case "frozen":
      return t("The state of the artifact keeps “{field}” from being changed: the service will refuse it.", {
        field: nameOf(about.field),
      });
    case "transition":
      return transitionSentence(about);
    case "selfLink":
      return t("#{artifactId} is this artifact itself.", { artifactId: about.artifactId });
    case "linkType":
      return t("“{field}” has no links of type “{type}”.", { field: nameOf(about.field), type: about.type });
    case "otherTracker":
      return t("This draft is for tracker {trackerId}: create another one for tracker {named}.", {
        trackerId: about.trackerId,
        named: about.named,
      });
    case "refused":
      return sentences(t("The service: {line}", { line: about.line }), about.meant ? fieldsMeant([about.meant]) : "");
  }
}

const meantWords = {
  unknownValue: t("has a value that may not exist"),
  frozen: t("may be kept from being changed by the state of the artifact"),
} as const;

/** Says what a refusal that names no field can mean, as a sentence; empty where nothing is known. */
export function fieldsMeant(meant: readonly MeantField[]): string {
  const parts = meant.map(({ field, why }) => `${quoted(nameOf(field))} ${meantWords[why]}`);
  return parts.length === 0 ? "" : t("It does not say which field it means: {parts}.", { parts: parts.join("; ") });
}

// Names a field, also where the service gives no labels.
function nameOf({ label, fieldId }: DocumentField): string {
  return label || String(fieldId);
}

function transitionSentence({ field, from, to }: Extract<Finding["about"], { readonly kind: "transition" }>): string {
  const workflow = t("The workflow of “{field}”", { field: nameOf(field) });
  return from === undefined && to === none
    ? t("{workflow} lets no artifact begin without a value.", { workflow })
    : t("{workflow} knows no way from “{from}” to “{to}”.", { workflow, from: from ?? none, to });
}

function notWritableSentence({ field, isNew }: Extract<Finding["about"], { readonly kind: "notWritable" }>): string {
  if (isNew) {
    return t("“{field}” may not be given to a new artifact: the service will refuse it.", { field: nameOf(field) });
  }
  return field.current
    ? t("“{field}” may not be written: remove the entry to save.", { field: nameOf(field) })
    : t("“{field}” may not be changed: the service will refuse it.", { field: nameOf(field) });
}

/** Says what is wrong with a document's text, in words. */
export const textProblems: Readonly<Record<Problem["code"], (facts: NonNullable<Problem["facts"]>) => string>> = {
  syntax: ({ reason = "" }) => notJson(reason),
  comment: () => t("Comments are never sent: remove this one."),
  trailingComma: () => t("JSON allows no comma here."),
  tooLarge: ({ limit = 0 }) => t("The text is too large to be sent (over {limit} characters).", { limit }),
  tooDeep: ({ limit = 0 }) => t("Nested too deeply (over {limit} levels).", { limit }),
  rootNotObject: () => t("The document must be an object with a member “values”."),
  missingValues: () => t("The member “values” is missing: a list with an entry for each field."),
  valuesNotArray: () => t("“values” must be a list with an entry for each field."),
  entryNotObject: () => t("An entry must be an object with a “field_id”."),
  missingFieldId: () => t("The entry has no “field_id”."),
  invalidFieldId: () => t("“field_id” must be a whole number."),
  duplicateField: ({ fieldId = 0 }) =>
    t("Field {fieldId} occurs twice; only one entry for it can be sent.", { fieldId }),
  duplicateMember: ({ member = "" }) => t("“{member}” occurs twice in one object.", { member }),
  missingValue: () =>
    t("The entry has no value. Remove it to leave the field as it is, or give it an empty value to clear it."),
  unknownRootMember: ({ member = "" }) => t("“{member}” is never sent.", { member }),
  inexactNumber: () => t("This number would arrive as another one: it has more digits than can be kept."),
  loneSurrogate: () => t("The text holds half a character, which cannot be sent."),
  notWellFormed: notWellFormedSentence,
  doctype: () => t("Document types and entity declarations are not read."),
  instruction: () => t("Processing instructions are never sent: remove this one."),
  attribute: ({ member = "" }) => t("Attributes change what the service reads: remove “{member}”.", { member }),
  namespace: () => t("The service reads no elements of namespaces."),
  strayText: () => t("Text beside elements belongs to no value. Write < as &lt; where this is part of a text."),
  unknownEntity: ({ member = "" }) =>
    t("XML does not know “&{member};”. Write the character itself, or & as &amp;.", { member }),
  invalidCharacter: ({ codePoint = 0 }) =>
    t("XML cannot hold the character U+{code}. JSON can.", {
      code: codePoint.toString(16).toUpperCase().padStart(4, "0"),
    }),
  rootNotRequest: () => t("The document must be a <request> element."),
  notItem: ({ member = "" }) => t("Entries are <item> elements; <{member}> would not be read.", { member }),
};

/** Says what is wrong with the value of the field `label`, in words. */
export function valueProblem({ code, expected = [] }: ValueProblem, label: string): string {
  return valueProblems[code](label, expected);
}

const valueProblems: Readonly<Record<ValueProblem["code"], (label: string, expected: readonly string[]) => string>> = {
  missingValue: (label, expected) =>
    t("“{label}” has no value: {expected} is expected.", { label, expected: expected.join(", ") }),
  unexpectedMember: (label) => t("The service does not read this for “{label}”.", { label }),
  wrongType: (label, expected) =>
    t("“{label}” takes {shapes} here.", { label, shapes: expected.map(shapeWords).join(", ") }),
  lineBreak: (label) => t("“{label}” is a single line.", { label }),
  notInteger: (label) => t("“{label}” takes whole numbers.", { label }),
  invalidDate: (label) =>
    t(
      "“{label}” needs a date such as 2026-03-13 or 2026-03-13T15:00:00+01:00; the service would store 1970-01-01 instead.",
      { label },
    ),
  textTooLong: (label, expected) =>
    t("“{label}” is too long: {expected} bytes at most.", { label, expected: expected.join(", ") }),
  unknownFormat: (label, expected) =>
    t("“{label}” has a format the service does not know. It knows {expected}.", {
      label,
      expected: expected.join(", "),
    }),
  severalValues: (label) => t("“{label}” takes a single value.", { label }),
  unknownOption: (label) => t("This is not among the values of “{label}”.", { label }),
  freeValueId: (label, expected) =>
    t("The service does not take the id of a free value of “{label}”: name it by its {expected}.", {
      label,
      expected: expected.join(", "),
    }),
  knownLabel: (label, expected) =>
    t("“{label}” has this value already: a label makes a second one beside it. Use the id {expected}.", {
      label,
      expected: expected.join(", "),
    }),
  commaInLabel: (label) =>
    t("A value of “{label}” cannot hold a comma: the service would store only what stands before it.", { label }),
  contradiction: (label) => t("The members of “{label}” say different things.", { label }),
  sameRank: (label) => t("Two steps of “{label}” have the same rank.", { label }),
  requiredEmpty: (label) => t("“{label}” is required.", { label }),
  dependency: (_, [other = "", value = ""]) =>
    t("This does not go with “{value}” of “{other}”: the service will refuse it.", { value, other }),
  dateRule: (label, [comparator = "", other = ""]) =>
    t("“{label}” must be {comparator} “{other}”: the service will refuse it.", {
      label,
      comparator: comparatorWords[comparator] ?? comparator,
      other,
    }),
  unknownKind: (label) => t("“{label}” is of a type that cannot be written here.", { label }),
};

const comparatorWords: Readonly<Record<string, string>> = {
  "<": t("before"),
  "≤": t("no later than"),
  ">": t("after"),
  "≥": t("no earlier than"),
  "=": t("the same as"),
  "≠": t("another date than"),
};

/** Says what a shape is called by people; members by their names. */
function shapeWords(shape: string): string {
  switch (shape) {
    case "array":
      return t("a list");
    case "number":
      return t("a number");
    case "string":
      return t("a text");
    case "boolean":
      return t("true or false");
    default:
      return quoted(shape);
  }
}

/**
 * Tells of an entry that waits for a decision, with its three values as far as they are known. `wordsOf` gives an
 * entry's words.
 */
export function unsettledSentence(
  { label: named, fieldId, was, mine, theirs, isMarked }: UnsettledEntry,
  wordsOf: (entry: Entry) => string,
): string {
  // Each value is on one line, so that none looks like the line of another.
  const say = (entry: Entry) => shortened(wordsOf(entry).replace(/\s+/g, " "), maxValueLength);
  const label = named || String(fieldId);
  if (isMarked && !theirs) {
    return t(
      "In conflict: “{label}” has the marks of a merge, and they do not tell whose lines are whose. Take them out, or put a space before those that belong to the text.",
      { label },
    );
  }
  const lines = [
    isMarked
      ? t("In conflict: “{label}” has the marks of a merge.", { label })
      : t("In conflict: “{label}” was changed on the service too.", { label }),
    ...(was ? [t("It was: {value}", { value: say(was) })] : []),
    t("Mine: {value}", { value: say(mine) }),
    t("Theirs: {value}", { value: theirs ? say(theirs) : t("(the field is gone)") }),
  ];
  return lines.join("\n");
}

const maxValueLength = 200;

function notWellFormedSentence({ member = "", reason = "UnexpectedText" }: NonNullable<Problem["facts"]>): string {
  const element = `<${member}>`;
  switch (reason) {
    case "ElementNotClosed":
      return t("{element} has no end tag.", { element });
    case "MismatchedEndTag":
      return t("{element} is not closed by an end tag of this name.", { element });
    case "UnescapedAmpersand":
      return t("Write & as &amp; in XML.");
    case "UnescapedLessThan":
      return t("Write < as &lt; in XML.");
    default:
      return notXml(reason);
  }
}

/** Says what is wrong with a text that is no JSON, where the parser gives `reason`. */
export function notJson(reason: string): string {
  return jsonReasons[reason]?.() ?? t("Not JSON.");
}

/** Says what is wrong with a text that is no XML, where the parser gives `reason`. */
export function notXml(reason: string): string {
  return xmlReasons[reason]?.() ?? t("Not XML.");
}

/** Gives the words for the codes of jsonc-parser. Comments are left out, as they have a sentence of their own. */
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

/** Gives the words for the reasons of `core/codec/xmlMarkup.ts` and `xmlTree.ts`. */
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
