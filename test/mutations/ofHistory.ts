import { type Mutation, mutation } from "./mutation.ts";

const history = "src/core/history";
const tests = "core/history";

/** Of versions and of what comes back from them: nothing is emptied, nothing is shown that did not change. */
export const ofHistory: readonly Mutation[] = [
  mutation(
    "the end of a history is read by its place",
    `${history}/artifactHistory.ts`,
    "await this.#readToEnd(source, Math.max(0, to - placesAtFirst), signal);\n      if (isFirst",
    "await this.#readToEnd(source, 0, signal);\n      if (isFirst",
    `${tests}/artifactHistory.test.ts`,
  ),
  mutation(
    "what a step changed is worked out once",
    `${history}/artifactHistory.ts`,
    "entry?.changes ? readAgain(entry, step) : entryOf(before, step)",
    "entryOf(before, step)",
    `${tests}/artifactHistory.test.ts`,
  ),
  mutation(
    "a comment that was edited shows as it is now",
    `${history}/artifactHistory.ts`,
    "? entry : { ...entry, step };",
    "? entry : entry;",
    `${tests}/artifactHistory.test.ts`,
  ),
  mutation(
    "a step without values says nothing of the fields",
    `${history}/artifactHistory.ts`,
    "before = step.values.length > 0 ? step : before;",
    "before = step;",
    `${tests}/artifactHistory.test.ts`,
  ),
  mutation(
    "comments show behind steps that tell no values",
    `${history}/artifactHistory.ts`,
    ": index > 0 && step.comment,",
    ": false,",
    `${tests}/artifactHistory.test.ts`,
  ),
  mutation(
    "what a step changed shows once the steps before it tell values",
    `${history}/artifactHistory.ts`,
    "return [id, comment, changes !== undefined];",
    "return [id, comment];",
    `${tests}/artifactHistory.test.ts`,
  ),
  mutation(
    "the end of a history is not looked for without end",
    `${history}/artifactHistory.ts`,
    "at !== undefined && pages < maxPages;",
    "at !== undefined;",
    `${tests}/artifactHistory.test.ts`,
  ),
  mutation(
    "a page from far away does not take the place of what is shown",
    `${history}/artifactHistory.ts`,
    "if (this.#joins(offset, page)) {",
    "if (this.#to !== undefined) {",
    `${tests}/artifactHistory.test.ts`,
  ),
  mutation(
    "how many steps there were is not asked for where that is known",
    "src/core/overwrite/overwriteGuard.ts",
    "saves.count ?? this.#dependencies.knownCount?.(this.#connectionId, artifactId);",
    "saves.count;",
    "core/overwrite/overwriteGuard.test.ts",
  ),
  mutation(
    "what was read for something else is taken in",
    "src/core/known/histories.ts",
    "      this.#histories.get(artifactId)?.note(page.offset, read);\n",
    "",
    `${tests}/artifactHistory.test.ts`,
  ),
  mutation(
    "values of today are no changes",
    `${history}/fieldChanges.ts`,
    "former !== value && isOfStep(value) && !isSame(former, value)",
    "former !== value && !isSame(former, value)",
    `${tests}/fieldChanges.test.ts`,
  ),
  mutation(
    "what a version does not tell of a field is not emptied",
    `${history}/restoration.ts`,
    '    return "unknown";\n',
    "    return undefined;\n",
    `${tests}/restoration.test.ts`,
  ),
  mutation(
    "what may not be written is not put back",
    `${history}/restoration.ts`,
    '    return "notWritable";\n',
    "    return undefined;\n",
    `${tests}/restoration.test.ts`,
  ),
  mutation(
    "a field that is named twice comes back once",
    `${history}/restoration.ts`,
    "of new Set(fieldIds ?? told.keys())) {",
    "of fieldIds ?? told.keys()) {",
    `${tests}/restoration.test.ts`,
  ),
  mutation(
    "megabytes of a value are told to be changed, and not shown in the thread",
    `${history}/thread.ts`,
    " || [values.before, values.after].some(isLongerThanShown);",
    ";",
    `${tests}/thread.test.ts`,
  ),
  mutation(
    "attachments are not taken away with a version",
    `${history}/restoration.ts`,
    'return value.kind === "files" && !isNamed ? "attachments" : undefined;',
    "return undefined;",
    `${tests}/restoration.test.ts`,
  ),
  mutation(
    "what a version does not tell is not called empty where it was filled since",
    `${history}/versionBase.ts`,
    ".filter(({ fieldId }) => told?.has(fieldId) || !filled?.has(fieldId))",
    "",
    `${tests}/versions.test.ts`,
  ),
];
