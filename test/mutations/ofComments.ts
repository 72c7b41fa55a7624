import { type Mutation, mutation } from "./mutation.ts";

const comment = "src/core/comment";
const ofCopy = "core/comment/commentCopy.test.ts";
const ofSaves = "core/comment/savesWithComment.test.ts";

/** Of what is promised of comments: none lost, none sent twice, none parted from its values. */
export const ofComments: readonly Mutation[] = [
  mutation(
    "a comment that is about to be sent is kept first",
    `${comment}/commentRecord.ts`,
    "if (!(await this.#store.begin(this.#id, attempt))) {",
    "if (!attempt) {",
    ofCopy,
  ),
  mutation(
    "a comment that has arrived late is not sent again",
    `${comment}/commentKind.ts`,
    "    if (target.said !== undefined) {\n      // What",
    "    if (!target) {\n      // What",
    ofCopy,
  ),
  mutation(
    "a comment that was sent is not sent again with another text",
    `${comment}/commentKind.ts`,
    '    if (said !== undefined) {\n      return { kind: "alreadySent" };',
    '    if (said === "") {\n      return { kind: "alreadySent" };',
    ofCopy,
  ),
  mutation(
    "a comment is sent under a condition",
    `${comment}/commentKind.ts`,
    "const condition = this.conditionOn(target);",
    "const condition = undefined;",
    ofCopy,
  ),
  mutation(
    "a comment that the service would drop is not sent",
    `${comment}/commentKind.ts`,
    'if (words === "" || words === "0") {',
    'if (words === "") {',
    ofCopy,
  ),
  mutation(
    "a success that tells no new version is no proof of a comment",
    `${comment}/commentKind.ts`,
    "hasToken(answer.version) && !sameVersion(answer.version, target.version)",
    "hasToken(answer.version)",
    ofCopy,
  ),
  mutation(
    "a comment of another window is looked for before this one sends it",
    `${comment}/commentRecord.ts`,
    "if (this.#doubt && !known) {",
    "if (!attempt) {",
    ofCopy,
  ),
  mutation(
    "a comment that another window has sent is over",
    `${comment}/commentRecord.ts`,
    '    return "over";\n',
    "    return undefined;\n",
    ofCopy,
  ),
  mutation(
    "what a colleague has said is not taken for one's own comment",
    `${comment}/said.ts`,
    "if (authorId === ownId) {",
    "if (authorId) {",
    ofCopy,
  ),
  mutation(
    "what was said before is not taken for the comment",
    `${comment}/said.ts`,
    "    from: count,\n",
    "    from: 0,\n",
    ofCopy,
  ),
  mutation(
    "a comment is looked for beyond what the service trims",
    `${comment}/said.ts`,
    "return trimmed(a) === trimmed(b);",
    "return a === b;",
    ofCopy,
  ),
  mutation(
    "a save with a comment that has arrived does not send it again",
    `${comment}/carrying.ts`,
    "if (doubt && (await isSaid(history, artifactId, comment.body, doubt, signal))) {",
    "if (!doubt && !comment) {",
    ofSaves,
  ),
  mutation(
    "a comment in doubt is looked for after a save that sent nothing more",
    `${comment}/pendingComments.ts`,
    "if (comment?.doubt && (await hasArrived(comment.body, comment.doubt))) {",
    "if (comment?.body === document) {",
    ofSaves,
  ),
  mutation(
    "a comment goes with no change that the service does not store",
    `${comment}/carrying.ts`,
    "return isStored ? {",
    "return changed ? {",
    ofSaves,
  ),
  mutation(
    "a comment that went with a save waits no more",
    `${comment}/pendingComments.ts`,
    "        if (this.#isStill(document, body)) {\n          this.remove(document);\n        }\n",
    "",
    ofSaves,
  ),
  mutation(
    "a comment does not go with a save that it was not given for",
    `${comment}/pendingComments.ts`,
    "    if (!pending?.isDue) {",
    "    if (!pending) {",
    ofSaves,
  ),
  mutation(
    "a comment is given over a restart",
    `${comment}/pendingComments.ts`,
    "isPending(value) ? [[key, value] as const] : []",
    "isPending(value) ? [] : []",
    ofSaves,
  ),
  mutation(
    "a comment keeps the base of an open artifact at the version it was made over",
    `${comment}/commentKind.ts`,
    "return to && sameVersion(base.version, from) ?",
    "return to ?",
    ofCopy,
  ),
  mutation(
    "a mention that a full stop ends is told",
    `${comment}/mentions.ts`,
    "{2,40})\\.(?!",
    "{2,40})(?!",
    "core/comment/mentions.test.ts",
  ),
];
