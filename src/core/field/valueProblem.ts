/** Tells what is wrong with the value of an entry, as data of which the editor makes a sentence. */
export interface ValueProblem {
  readonly code: ValueProblemCode;
  /**
   * Tells how bad it is: with `error` sending the value would damage data, with `warning` the service refuses or
   * ignores it.
   */
  readonly severity: "error" | "warning";
  /** The way to the problem in the entry's members, such as `["bind_value_ids", 1]`. Empty for the entry as a whole. */
  readonly path: readonly (string | number)[];
  /** The names of what would be right: of members, a type, a format, the largest size. */
  readonly expected?: readonly string[];
}

type ValueProblemCode =
  /** The entry has none of the members that carry the value (`expected`). */
  | "missingValue"
  /** The service does not read the member. */
  | "unexpectedMember"
  /** The value is not of the type `expected`. */
  | "wrongType"
  /** The text has a line break or null character where only one line is allowed. */
  | "lineBreak"
  /** The number is a fraction where only whole numbers are allowed. */
  | "notInteger"
  /** The service would store 1970-01-01 for the date. */
  | "invalidDate"
  /** The text has more than `expected` bytes. */
  | "textTooLong"
  /** The service does not know the format, and would take one of the person's preferences in its place. */
  | "unknownFormat"
  /** The field takes one value, and has several. */
  | "severalValues"
  /** The id is not among the values of the list. */
  | "unknownOption"
  /**
   * The id is that of a value that somebody typed, and is refused: such values are named by another member
   * (`expected`).
   */
  | "freeValueId"
  /**
   * The label is that of a known value (`expected` is its id) in an open list: the service would make a second, free
   * one.
   */
  | "knownLabel"
  /** The label has a comma: the service would store only what stands before it. */
  | "commaInLabel"
  /** The members say different things. */
  | "contradiction"
  /** The rank is that of another step, too. */
  | "sameRank"
  /** The required field is left empty. */
  | "requiredEmpty"
  /** The value does not go with the value that another list has: `expected` is that field's label and value. */
  | "dependency"
  /** The date has to be before, after or the same as another: `expected` is the comparator and that field's label. */
  | "dateRule"
  /** The value is of a type of fields that the extension does not know how to write. */
  | "unknownKind";
