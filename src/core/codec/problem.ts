import type { Span } from "../util/span.ts";

/** Something wrong with a document's text: data, of which the editor makes a sentence. */
export interface Problem {
  readonly code: ProblemCode;
  /** `error`: nothing can be sent. `warning`: what is meant is clear, but part of the text is never sent. */
  readonly severity: "error" | "warning";
  /** In UTF-16 units from the start of the text; the span lies inside it. */
  readonly offset: number;
  readonly length: number;
  readonly facts?: ProblemFacts;
}

interface ProblemFacts {
  /** What the parser says, `CommaExpected`: with `syntax` and `notWellFormed`. */
  readonly reason?: string;
  /** The field that has two entries: with `duplicateField`. */
  readonly fieldId?: number;
  /**
   * The member that `duplicateMember` or `unknownRootMember` is about, or what XML names: the attribute, the entity,
   * the element that is not closed or closed by another name, the one where `<item>` is expected.
   */
  readonly member?: string;
  /** The number of the character: with `invalidCharacter`. */
  readonly codePoint?: number;
  /** The most that is allowed: with `tooLarge` and `tooDeep`. */
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
  /** Half a character: it cannot be sent as UTF-8. */
  | "loneSurrogate"
  | XmlProblemCode;

/** What only XML texts have. */
type XmlProblemCode =
  /** No XML. */
  | "notWellFormed"
  | "doctype"
  /** A processing instruction. */
  | "instruction"
  /** The service would see another value. */
  | "attribute"
  /** The service would not find the fields. */
  | "namespace"
  /** Text beside elements: it belongs to nothing. */
  | "strayText"
  /** `&nbsp;`: XML knows five names. */
  | "unknownEntity"
  /** A character XML cannot hold, in whatever form. */
  | "invalidCharacter"
  | "rootNotRequest"
  /** A list holds `<item>` elements. */
  | "notItem";

/** A problem that keeps a text from being sent, at a place of it. */
export function errorAt(code: Problem["code"], { offset, length }: Span, facts?: Problem["facts"]): Problem {
  return { code, severity: "error", offset, length, ...(facts && { facts }) };
}

/** A text is no XML, because of what stands at a place of it; the name is that of the element concerned. */
export function notWellFormed(reason: string, place: Span & { readonly name?: string }): Problem {
  return errorAt("notWellFormed", place, { reason, ...(place.name !== undefined && { member: place.name }) });
}

/** Why an entry cannot be part of an XML document. */
export interface XmlProblem {
  readonly fieldId: number;
  readonly reason: /** A character XML 1.0 has no form for. */
    | "character"
    /** A member whose name no element can have. */
    | "name"
    /** A value that would be read as another one, `12` where a text belongs. Its type is a mistake there already. */
    | "type";
  /** The problem is at this place in the entry's members. */
  readonly path: readonly (string | number)[];
  /** The first character at the place: with `character`. */
  readonly codePoint?: number;
}

/** A text gets no more marks of mistakes: VS Code shows half as many, and says that there are more. */
export const maxMarks = 2000;
