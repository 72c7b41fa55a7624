/** A change of the code that must make a test fail. */
export interface Mutation {
  /** What the code does not do any more. */
  readonly name: string;
  /** The file that is changed, from the project's folder. */
  readonly file: string;
  /** Each `find` is in the file exactly once. */
  readonly edits: readonly { readonly find: string; readonly replace: string }[];
  /** The test files that must notice, from the folder of the unit tests. */
  readonly tests: readonly string[];
}

/** A change in one place. */
export function mutation(name: string, file: string, find: string, replace: string, ...tests: string[]): Mutation {
  return { name, file, edits: [{ find, replace }], tests };
}
