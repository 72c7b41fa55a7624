import type { Span } from "../util/span.ts";

/** Tells what is wrong in a document's text, as data of which the editor makes a sentence. */
export interface Problem {
  readonly code: ProblemCode;
  /**
   * Tells whether something can be sent: with `error` nothing can, with `warning` it is clear what is meant, but part
   * of the text is never sent.
   */
  readonly severity: "error" | "warning";
  /** The place in UTF-16 units from the start of the text; the span lies inside of the text. */
  readonly offset: number;
  readonly length: number;
  readonly facts?: ProblemFacts;
}

interface ProblemFacts {
  /** The parser's own word, such as `CommaExpected`, with `syntax` and `notWellFormed`. */
  readonly reason?: string;
  /** The field that has two entries, with `duplicateField`. */
  readonly fieldId?: number;
  /**
   * The member that `duplicateMember` or `unknownRootMember` is about, or what XML names: an attribute, an entity, an
   * element that is not closed or is closed by another name, or one in the place of an `<item>`.
   */
  readonly member?: string;
  /** The number of the character, with `invalidCharacter`. */
  readonly codePoint?: number;
  /** The most that is allowed, with `tooLarge` and `tooDeep`. */
  readonly limit?: number;
}

type ProblemCode =
  | "syntax"
  | "comment"
  | "trailingComma"
  | "tooLarge"
  | "tooDeep"
  | "rootNotObject"
  | "missingValues"
  | "valuesNotArray"
  | "entryNotObject"
  | "missingFieldId"
  | "invalidFieldId"
  /** The field has two entries. */
  | "duplicateField"
  /** The object has two members with the same name. */
  | "duplicateMember"
  /** The entry has nothing but its `field_id`. */
  | "missingValue"
  /** The member beside `values` is never sent. */
  | "unknownRootMember"
  /** The number would be sent as another one. */
  | "inexactNumber"
  /** The text has half of a surrogate pair, which cannot be sent as UTF-8. */
  | "loneSurrogate"
  | XmlProblemCode;

/** Names the problems that only XML texts have. */
type XmlProblemCode =
  /** The text is no XML. */
  | "notWellFormed"
  | "doctype"
  /** The text has a processing instruction. */
  | "instruction"
  /** The element has an attribute: the service would see another value. */
  | "attribute"
  /** The name belongs to a namespace: the service would not find the fields. */
  | "namespace"
  /** The text stands beside elements, and belongs to none. */
  | "strayText"
  /** The entity, such as `&nbsp;`, is unknown: XML knows five names. */
  | "unknownEntity"
  /** The character is one that XML cannot hold, in whatever form. */
  | "invalidCharacter"
  | "rootNotRequest"
  /** The element stands in a list, and is no `<item>`. */
  | "notItem";

/** Makes a problem at a place of a text that keeps the text from being sent. */
export function errorAt(code: Problem["code"], { offset, length }: Span, facts?: Problem["facts"]): Problem {
  return { code, severity: "error", offset, length, ...(facts && { facts }) };
}

/** Makes the problem of a text that is no XML for what stands at `place`. The name is the concerned element's. */
export function notWellFormed(reason: string, place: Span & { readonly name?: string }): Problem {
  return errorAt("notWellFormed", place, { reason, ...(place.name !== undefined && { member: place.name }) });
}

/** Tells why an entry cannot be part of an XML document. */
export interface XmlProblem {
  readonly fieldId: number;
  readonly reason: /** A character for which XML 1.0 has no form. */
    | "character"
    /** The member has a name that no element can have. */
    | "name"
    /** The value would be read as another one, such as `12` where a text belongs. Its type is a mistake already. */
    | "type";
  /** The way to the place of the problem in the entry's members. */
  readonly path: readonly (string | number)[];
  /** The number of the first such character at the place, with `character`. */
  readonly codePoint?: number;
}

/** No more mistakes of a text are marked: VS Code shows half as many, and says that there are more. */
export const maxMarks = 2000;
