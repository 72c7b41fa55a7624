import type { Problem } from "../codec/problem.ts";
import type { ValueProblem } from "../field/valueProblem.ts";
import { none } from "../labels/values.ts";
import type { KnownField } from "../language/documentFields.ts";
import type { Finding } from "../language/findings.ts";
import type { MeantField } from "../language/meantFields.ts";
import type { Entry } from "../model/entry.ts";
import { shortened } from "../util/shortened.ts";
import type { UnsettledEntry } from "../workingCopy/artifactTypes.ts";

/** What was found in a document, in words. */
export function documentFinding(about: Finding["about"]): string {
  switch (about.kind) {
    case "text":
      return textProblems[about.problem.code](about.problem.facts ?? {});
    case "value":
      return valueProblem(about.problem, nameOf(about.field));
    case "unknownField":
      return `The tracker has no field ${about.entry.fieldId}.`;
    case "notWritable":
      return notWritableSentence(about);
    case "frozen":
      return `The state of the artifact keeps “${nameOf(about.field)}” from being changed: the service will refuse it.`;
    case "transition":
      return transitionSentence(about);
    case "selfLink":
      return `#${about.artifactId} is this artifact itself.`;
    case "linkType":
      return `“${nameOf(about.field)}” has no links of type “${about.type}”.`;
    case "otherTracker":
      return `This draft is for tracker ${about.trackerId}: create another one for tracker ${about.named}.`;
    case "refused":
      return `The service: ${about.line}${about.meant ? ` ${fieldsMeant([about.meant])}` : ""}`;
  }
}

const meantWords = {
  unknownValue: "has a value that may not exist",
  frozen: "may be kept from being changed by the state of the artifact",
} as const;

/** What a refusal that names no field can mean, as a sentence; empty where nothing is known. */
export function fieldsMeant(meant: readonly Pick<MeantField, "field" | "why">[]): string {
  const parts = meant.map(({ field, why }) => `“${nameOf(field)}” ${meantWords[why]}`);
  return parts.length === 0 ? "" : `It does not say which field it means: ${parts.join("; ")}.`;
}

// A service may give no labels.
function nameOf({ label, fieldId }: KnownField): string {
  return label || String(fieldId);
}

function transitionSentence({ field, from, to }: Extract<Finding["about"], { readonly kind: "transition" }>): string {
  const workflow = `The workflow of “${nameOf(field)}”`;
  return from === undefined && to === none
    ? `${workflow} lets no artifact begin without a value.`
    : `${workflow} knows no way from “${from ?? none}” to “${to}”.`;
}

function notWritableSentence({ field, isNew }: Extract<Finding["about"], { readonly kind: "notWritable" }>): string {
  if (isNew) {
    return `“${nameOf(field)}” may not be given to a new artifact: the service will refuse it.`;
  }
  return field.current
    ? `“${nameOf(field)}” may not be written: remove the entry to save.`
    : `“${nameOf(field)}” may not be changed: the service will refuse it.`;
}

/** What is wrong with a document's text, in words. */
export const textProblems: Readonly<Record<Problem["code"], (facts: NonNullable<Problem["facts"]>) => string>> = {
  syntax: ({ reason = "unexpected text" }) => `Not JSON: ${words(reason)}.`,
  comment: () => "Comments are never sent: remove this one.",
  trailingComma: () => "JSON allows no comma here.",
  tooLarge: ({ limit = 0 }) => `The text is too large to be sent (over ${limit} characters).`,
  tooDeep: ({ limit = 0 }) => `Nested too deeply (over ${limit} levels).`,
  rootNotObject: () => "The document must be an object with a member “values”.",
  missingValues: () => "The member “values” is missing: a list with an entry for each field.",
  valuesNotArray: () => "“values” must be a list with an entry for each field.",
  entryNotObject: () => "An entry must be an object with a “field_id”.",
  missingFieldId: () => "The entry has no “field_id”.",
  invalidFieldId: () => "“field_id” must be a whole number.",
  duplicateField: ({ fieldId = 0 }) => `Field ${fieldId} occurs twice; only one entry for it can be sent.`,
  duplicateMember: ({ member = "" }) => `“${member}” occurs twice in one object.`,
  missingValue: () =>
    "The entry has no value. Remove it to leave the field as it is, or give it an empty value to clear it.",
  unknownRootMember: ({ member = "" }) => `“${member}” is never sent.`,
  inexactNumber: () => "This number would arrive as another one: it has more digits than can be kept.",
  loneSurrogate: () => "The text holds half a character, which cannot be sent.",
  notWellFormed: notWellFormedSentence,
  doctype: () => "Document types and entity declarations are not read.",
  instruction: () => "Processing instructions are never sent: remove this one.",
  attribute: ({ member = "" }) => `Attributes change what the service reads: remove “${member}”.`,
  namespace: () => "The service reads no elements of namespaces.",
  strayText: () => "Text beside elements belongs to no value. Write < as &lt; where this is part of a text.",
  unknownEntity: ({ member = "" }) => `XML does not know “&${member};”. Write the character itself, or & as &amp;.`,
  invalidCharacter: ({ codePoint = 0 }) =>
    `XML cannot hold the character U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}. JSON can.`,
  rootNotRequest: () => "The document must be a <request> element.",
  notItem: ({ member = "" }) => `Entries are <item> elements; <${member}> would not be read.`,
};

/** What is wrong with the value of the field `label`, in words. */
export function valueProblem({ code, expected = [] }: ValueProblem, label: string): string {
  return valueProblems[code](label, expected);
}

const valueProblems: Readonly<Record<ValueProblem["code"], (label: string, expected: readonly string[]) => string>> = {
  missingValue: (label, expected) => `“${label}” has no value: ${expected.join(", ")} is expected.`,
  unexpectedMember: (label) => `The service does not read this for “${label}”.`,
  wrongType: (label, expected) => `“${label}” takes ${expected.map(shapeWords).join(", ")} here.`,
  lineBreak: (label) => `“${label}” is a single line.`,
  notInteger: (label) => `“${label}” takes whole numbers.`,
  invalidDate: (label) =>
    `“${label}” needs a date such as 2026-03-13 or 2026-03-13T15:00:00+01:00; the service would store 1970-01-01 instead.`,
  textTooLong: (label, expected) => `“${label}” is too long: ${expected.join(", ")} bytes at most.`,
  unknownFormat: (label, expected) =>
    `“${label}” has a format the service does not know. It knows ${expected.join(", ")}.`,
  severalValues: (label) => `“${label}” takes a single value.`,
  unknownOption: (label) => `This is not among the values of “${label}”.`,
  freeValueId: (label, expected) =>
    `The service does not take the id of a free value of “${label}”: name it by its ${expected.join(", ")}.`,
  knownLabel: (label, expected) =>
    `“${label}” has this value already: a label makes a second one beside it. Use the id ${expected.join(", ")}.`,
  commaInLabel: (label) =>
    `A value of “${label}” cannot hold a comma: the service would store only what stands before it.`,
  contradiction: (label) => `The members of “${label}” say different things.`,
  sameRank: (label) => `Two steps of “${label}” have the same rank.`,
  requiredEmpty: (label) => `“${label}” is required.`,
  dependency: (_, [other, value]) => `This does not go with “${value}” of “${other}”: the service will refuse it.`,
  dateRule: (label, [comparator = "", other]) =>
    `“${label}” must be ${comparatorWords[comparator] ?? comparator} “${other}”: the service will refuse it.`,
  unknownKind: (label) => `“${label}” is of a type that cannot be written here.`,
};

const comparatorWords: Readonly<Record<string, string>> = {
  "<": "before",
  "≤": "no later than",
  ">": "after",
  "≥": "no earlier than",
  "=": "the same as",
  "≠": "another date than",
};

/** What a shape is called by people; members by their names. */
function shapeWords(shape: string): string {
  switch (shape) {
    case "array":
      return "a list";
    case "number":
      return "a number";
    case "string":
      return "a text";
    case "boolean":
      return "true or false";
    default:
      return `“${shape}”`;
  }
}

/** What an entry that waits for a decision was, and both its values; `wordsOf` gives what an entry says. */
export function unsettledSentence(
  { label, fieldId, was, mine, theirs }: UnsettledEntry,
  wordsOf: (entry: Entry) => string,
): string {
  // On one line each: no value is to look like the line of another.
  const say = (entry: Entry) => shortened(wordsOf(entry).replace(/\s+/g, " "), maxValueLength);
  const lines = [
    `In conflict: “${label || String(fieldId)}” was changed on the service too.`,
    ...(was ? [`It was: ${say(was)}`] : []),
    `Mine: ${say(mine)}`,
    `Theirs: ${theirs ? say(theirs) : "(the field is gone)"}`,
  ];
  return lines.join("\n");
}

const maxValueLength = 200;

function notWellFormedSentence({ member = "", reason = "unexpected text" }: NonNullable<Problem["facts"]>): string {
  const element = `<${member}>`;
  switch (reason) {
    case "ElementNotClosed":
      return `${element} has no end tag.`;
    case "MismatchedEndTag":
      return `${element} is not closed by an end tag of this name.`;
    case "UnescapedAmpersand":
      return "Write & as &amp; in XML.";
    case "UnescapedLessThan":
      return "Write < as &lt; in XML.";
    default:
      return `Not XML: ${words(reason)}.`;
  }
}

/** `CommaExpected` → `comma expected`. */
function words(reason: string): string {
  return reason.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
