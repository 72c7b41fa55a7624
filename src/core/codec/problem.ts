import type { Span } from "../util/span.ts";

/** Something wrong with a document's text: data, of which the editor makes a sentence. */
export interface Problem {
  readonly code: ProblemCode;
  /** With `error` nothing can be sent. With `warning` it is clear what is meant, but part of the text is never sent. */
  readonly severity: "error" | "warning";
  /** The place in UTF-16 units from the start of the text; the span lies inside of the text. */
  readonly offset: number;
  readonly length: number;
  readonly facts?: ProblemFacts;
}

interface ProblemFacts {
  /** What the parser says, such as `CommaExpected`, with `syntax` and `notWellFormed`. */
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
  /** Two entries for one field. */
  | "duplicateField"
  /** Two members of one object with the same name. */
  | "duplicateMember"
  /** An entry with nothing but its `field_id`. */
  | "missingValue"
  /** A member beside `values` that is never sent. */
  | "unknownRootMember"
  /** A number that would be sent as another one. */
  | "inexactNumber"
  /** Half of a surrogate pair, which cannot be sent as UTF-8. */
  | "loneSurrogate"
  | XmlProblemCode;

/** The problems that only XML texts have. */
type XmlProblemCode =
  /** The text is no XML. */
  | "notWellFormed"
  | "doctype"
  /** A processing instruction. */
  | "instruction"
  /** An attribute: the service would see another value. */
  | "attribute"
  /** A name of a namespace: the service would not find the fields. */
  | "namespace"
  /** Text beside elements, which belongs to nothing. */
  | "strayText"
  /** An entity such as `&nbsp;`: XML knows five names. */
  | "unknownEntity"
  /** A character that XML cannot hold, in whatever form. */
  | "invalidCharacter"
  | "rootNotRequest"
  /** An element in a list that is no `<item>`. */
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
    /** A member whose name no element can have. */
    | "name"
    /** A value that would be read as another one, such as `12` where a text belongs. Its type is a mistake already. */
    | "type";
  /** The way to the place of the problem in the entry's members. */
  readonly path: readonly (string | number)[];
  /** The number of the first such character at the place, with `character`. */
  readonly codePoint?: number;
}

/** No more mistakes of a text are marked: VS Code shows half as many, and says that there are more. */
export const maxMarks = 2000;
