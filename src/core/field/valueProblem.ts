/** Something wrong with the value of an entry: data, of which the editor makes a sentence. */
export interface ValueProblem {
  readonly code: ValueProblemCode;
  /** With `error` sending the value would damage data. With `warning` the service refuses or ignores it by itself. */
  readonly severity: "error" | "warning";
  /** The way to the problem in the entry's members, such as `["bind_value_ids", 1]`. Empty for the entry as a whole. */
  readonly path: readonly (string | number)[];
  /** What would be right: names of members, a type, a format, the largest size. */
  readonly expected?: readonly string[];
}

type ValueProblemCode =
  /** The entry has none of the members that carry the value (`expected`). */
  | "missingValue"
  /** A member that the service does not read. */
  | "unexpectedMember"
  /** A value that is not of the type `expected`. */
  | "wrongType"
  /** A line break or null character where only one line is allowed. */
  | "lineBreak"
  /** A fraction where only whole numbers are allowed. */
  | "notInteger"
  /** A date of which the service would store 1970-01-01. */
  | "invalidDate"
  /** A text of more than `expected` bytes. */
  | "textTooLong"
  /** A format in whose place the service would take one of the person's preferences. */
  | "unknownFormat"
  /** More than one value in a field that takes one. */
  | "severalValues"
  /** An id that is not among the values of the list. */
  | "unknownOption"
  /** The id of a value that somebody typed, which is refused: such values are named by another member (`expected`). */
  | "freeValueId"
  /** A label of a known value (`expected` is its id) in an open list: the service would make a second, free one. */
  | "knownLabel"
  /** A label with a comma: the service would store what stands before it. */
  | "commaInLabel"
  /** Members that say different things. */
  | "contradiction"
  /** A rank that another step has too. */
  | "sameRank"
  /** A required field that is left empty. */
  | "requiredEmpty"
  /** A value that does not go with the value that another list has: `expected` is that field's label and value. */
  | "dependency"
  /**
   * A date that has to be before, after or the same as another: `expected` is the comparator and that field's label.
   */
  | "dateRule"
  /** A value of a type of fields that the extension does not know how to write. */
  | "unknownKind";
