/** Something wrong with the value of an entry: data, of which the editor makes a sentence. */
export interface ValueProblem {
  readonly code: ValueProblemCode;
  /** `error`: sending it would damage data. `warning`: the service will refuse or ignore it by itself. */
  readonly severity: "error" | "warning";
  /** The problem is at this place in the entry's members: `["bind_value_ids", 1]`. Empty for the entry as a whole. */
  readonly path: readonly (string | number)[];
  /** What would be right: names of members, a type, a format, the largest size. */
  readonly expected?: readonly string[];
}

type ValueProblemCode =
  /** None of the members that carry the value (`expected`). */
  | "missingValue"
  /** A member the service does not read. */
  | "unexpectedMember"
  /** Not of the type `expected`. */
  | "wrongType"
  /** A line break or null character where only one line is allowed. */
  | "lineBreak"
  /** A fraction where only whole numbers are allowed. */
  | "notInteger"
  /** The service would store 1970-01-01 instead. */
  | "invalidDate"
  /** Over `expected` bytes. */
  | "textTooLong"
  /** The service would take another one of the person's preferences. */
  | "unknownFormat"
  /** More than one value in a field that takes one. */
  | "severalValues"
  /** Not among the values of the list. */
  | "unknownOption"
  /** The id of a value that somebody typed, which is refused: such values are named by another member (`expected`). */
  | "freeValueId"
  /**
   * A label of a value the tracker knows (`expected`: its id) in an open list: the service would make a second, free
   * one.
   */
  | "knownLabel"
  /** A label with a comma: the service would store what stands before it. */
  | "commaInLabel"
  /** Members that say different things. */
  | "contradiction"
  /** A rank that another step has too. */
  | "sameRank"
  /** A required field left empty. */
  | "requiredEmpty"
  /** Does not go with the value that another list has: `expected` is that field's label and value. */
  | "dependency"
  /** Has to be before, after or the same as another date: `expected` is the comparator and that field's label. */
  | "dateRule"
  /** The extension does not know how to write fields of this type. */
  | "unknownKind";
