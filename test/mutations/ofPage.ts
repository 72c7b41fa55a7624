import { type Mutation, mutation } from "./mutation.ts";

const preview = "src/core/preview";
const ofPage = "core/preview/previewPage.test.ts";
const ofDiscussion = "core/history/artifactDiscussion.test.ts";

/** Of the page of an artifact: what it offers, what it asks for, and what it shows of others. */
export const ofThePage: readonly Mutation[] = [
  mutation(
    "what is frozen is not offered to be changed",
    `${preview}/possibleChanges.ts`,
    " && !frozen.has(fieldId)",
    "",
    "core/preview/possibleChanges.test.ts",
  ),
  mutation(
    "states that the workflow does not allow next are not offered",
    `${preview}/possibleChanges.ts`,
    "field.reachable?.has(key) !== false && ",
    "",
    "core/preview/possibleChanges.test.ts",
  ),
  mutation(
    "nothing is offered beside a text that cannot be read",
    `${preview}/previewModel.ts`,
    "...(base && !isBroken && { possible",
    "...(base && { possible",
    "core/preview/possibleChanges.test.ts",
  ),
  mutation(
    "the status is the one that was saved",
    `${preview}/previewModel.ts`,
    "(field && wordsOf(field)) ?? artifact.status;",
    "artifact.status ?? (field && wordsOf(field));",
    "core/preview/previewModel.test.ts",
  ),
  mutation(
    "a piece of the page that is as before is not made again",
    `${preview}/pieces.ts`,
    "before && isSameJson(before.of, of) ? before.made : await make()",
    "await make()",
    ofPage,
  ),
  mutation(
    "a piece of the page that is otherwise is made again",
    `${preview}/pieces.ts`,
    "before && isSameJson(before.of, of) ?",
    "before ?",
    ofPage,
  ),
  mutation(
    "a text that would take too long is not formatted",
    `${preview}/formattingBudget.ts`,
    "share <= Math.min(1, this.#left)",
    "share >= 0",
    "core/preview/discussionPage.test.ts",
  ),
  mutation(
    "a text of the service gives no formula to be computed",
    `${preview}/previewParts.ts`,
    "commonMarkOnly(content, renderMarkdown)",
    "renderMarkdown(content)",
    "core/preview/previewPage.test.ts",
  ),
  mutation(
    "a private comment is marked",
    "src/core/service/readChangesets.ts",
    "groups: Array.isArray(groups)",
    "groups: false",
    "core/service/changesets.test.ts",
  ),
  mutation(
    "a version that is known is not asked for",
    "src/core/history/artifactDiscussion.ts",
    "    if (this.#isNews(on)) {",
    "    if (this.#history) {",
    ofDiscussion,
  ),
  mutation(
    "what was said in the second of the newest step is asked for once more",
    "src/core/history/artifactHistory.ts",
    "return ageMs < racyWithinMs && ageMs > -maxApartMs;",
    "return false;",
    ofDiscussion,
  ),
  mutation(
    "a second that is over is not asked for again",
    "src/core/history/artifactHistory.ts",
    "return ageMs < racyWithinMs && ageMs > -maxApartMs;",
    "return ageMs > -maxApartMs;",
    ofDiscussion,
  ),
  mutation(
    "clocks that are far apart do not make the page ask again and again",
    "src/core/history/artifactHistory.ts",
    "ageMs < racyWithinMs && ageMs > -maxApartMs;",
    "ageMs < racyWithinMs;",
    ofDiscussion,
  ),
  mutation(
    "an older version than the newest that is known makes the page ask for nothing",
    "src/core/history/artifactDiscussion.ts",
    "if (isOfNewest && isEndOpen && !this.#isAskingAgain) {",
    "if (isEndOpen && !this.#isAskingAgain) {",
    ofDiscussion,
  ),
  mutation(
    "what looking after a save reads is waited for",
    "src/core/history/artifactDiscussion.ts",
    "    await this.#dependencies.savesJudged();\n",
    "",
    ofDiscussion,
  ),
  mutation(
    "the discussion is read again when somebody looks",
    "src/core/history/artifactDiscussion.ts",
    "await this.#quietly((history, source) => history.readNewest(source, this.#abort.signal));",
    "",
    ofDiscussion,
  ),
  mutation(
    "histories are forgotten with the key",
    "src/core/known/connection.ts",
    "    this.histories.clear();\n",
    "",
    "core/known/connections.test.ts",
  ),
];
