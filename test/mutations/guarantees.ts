import { type Mutation, mutation } from "./mutation.ts";

const service = "src/core/service";
const workingCopy = "src/core/workingCopy";
const settingsKind = "src/core/svn/settingsKind.ts";
const ofWorkingCopy = "core/workingCopy/workingCopy.test.ts";
const ofSettings = "core/svn/settingsCopy.test.ts";
const ofArtifacts = "core/service/artifacts.test.ts";
const ofClient = "core/service/serviceClient.test.ts";

/** Of what the extension promises. */
export const guarantees: readonly Mutation[] = [
  mutation("a PUT demands its version", `${service}/artifacts.ts`, "...conditionHeader(condition) }", "}", ofArtifacts),
  mutation(
    "a version of this second is read again before a PUT",
    `${workingCopy}/artifactKind.ts`,
    "return !target.isRacy && hasToken(target.version);",
    "return hasToken(target.version);",
    ofWorkingCopy,
  ),
  {
    name: "redirects are not followed",
    file: `${service}/dispatcher.ts`,
    edits: [
      {
        find: 'import { type Dispatcher, Pool, ProxyAgent } from "undici";',
        replace:
          'import { type Dispatcher, Pool, ProxyAgent } from "undici"; import redirect from "undici/lib/interceptor/redirect.js";',
      },
      {
        find: "return new Pool(origin.origin, { ...options, connect: trust });",
        replace:
          "return new Pool(origin.origin, { ...options, connect: trust }).compose(redirect({ maxRedirections: 3 }));",
      },
    ],
    tests: [ofClient],
  },
  mutation(
    "a merge leaves what both changed to be settled",
    `${workingCopy}/transitions.ts`,
    "{ settling, compared: theirs, decision: undecided, origin: current }",
    "{ compared: theirs, decision: undecided, origin: current }",
    ofWorkingCopy,
  ),
  mutation(
    "the sanitizer drops styles",
    "src/core/preview/sanitize.ts",
    '{ name: "dir", values: /^(?:ltr|rtl|auto)$/ },',
    '{ name: "dir", values: /^(?:ltr|rtl|auto)$/ }, { name: "style", values: /./ },',
    "core/preview/sanitize.test.ts",
  ),
  mutation(
    "the sanitizer writes what a browser reads as it was written",
    "src/core/preview/sanitize.ts",
    "const maxRounds = 4;",
    "const maxRounds = 0;",
    "core/preview/sanitize.test.ts",
  ),
  mutation(
    "the sanitizer bounds the tree it reads",
    "src/core/preview/sanitize.ts",
    "elements >= maxElements",
    "elements < 0",
    "core/preview/sanitize.test.ts",
  ),
  mutation(
    "the base is kept on disk",
    `${workingCopy}/keptState.ts`,
    "if (saved && !this.#isReleased) {",
    "if (saved && this.#isReleased) {",
    ofWorkingCopy,
  ),
  mutation(
    "a PUT waits until the base is on disk",
    `${workingCopy}/saveProtocol.ts`,
    "    await this.#state.kept;\n",
    "",
    ofWorkingCopy,
  ),
  mutation(
    "what is unpacked is bounded",
    `${service}/contentCoding.ts`,
    "?.(content, options)",
    "?.(content, { chunkSize: options.chunkSize })",
    "core/service/answerLimits.test.ts",
  ),
  mutation(
    "a connection trusts by its own settings, not by those of another",
    `${service}/dispatcher.ts`,
    "if (latest?.ca.length !== ca.length || !ca.every((each, at) => each === latest?.ca[at])) {",
    "if (!latest) {",
    "core/service/network.test.ts",
  ),
  mutation(
    "objects in place of texts in an XML list are laid out as the list is",
    "src/core/codec/editedDocument.ts",
    "  const sample = list.children.find(({ children }) => children.length > 0);",
    "  const sample = first;",
    "core/codec/xmlCodec.test.ts",
  ),
  mutation(
    "a field that is given twice is a problem",
    "src/core/codec/readEntries.ts",
    "    ...duplicateFields(entries),\n",
    "",
    "core/codec/jsonCodec.test.ts",
  ),
  mutation(
    "settings are compared before a PUT",
    settingsKind,
    "return isSame(likeText(target.settings, mine), now.settings);",
    "return mine !== undefined || target === now;",
    ofSettings,
  ),
  mutation(
    "settings are sent with what no text shows",
    "src/core/svn/settings.ts",
    "return { ...settings, ...text };",
    "return { ...settings, ...text, has_default_permissions: undefined as never };",
    ofSettings,
  ),
  mutation(
    "settings are put over those just read",
    settingsKind,
    "change: overlaid(now.settings, put.entries)",
    "change: overlaid(put.target.settings, put.entries)",
    ofSettings,
  ),
  mutation(
    "the attempt to create is on disk before the POST",
    "src/core/draft/postedDraft.ts",
    "if (!(await this.#record.begin(before.id, attempt, unreadable))) {",
    "if (!attempt) {",
    "core/draft/draft.test.ts",
  ),
  mutation(
    "a write is sent once",
    `${service}/transport.ts`,
    "const isRepeatable = !isWrite(request) && !request.isBackground;",
    "const isRepeatable = !request.isBackground;",
    ofClient,
    ofArtifacts,
  ),
  mutation(
    "a PUT without an answer is sent again only after a read",
    `${workingCopy}/saveProtocol.ts`,
    "    if (put.unread) {\n",
    "    if (put.sends < maxSends) {\n      return this.#send({ ...put, sends: put.sends + 1 });\n    }\n    if (put.unread) {\n",
    ofWorkingCopy,
    "core/lostAnswers/*.test.ts",
  ),
  mutation(
    "an artifact is asked for without compression",
    `${service}/artifacts.ts`,
    "{ artifactId, query, limits });",
    '{ artifactId, query, limits, headers: { "Accept-Encoding": "gzip" } });',
    ofArtifacts,
    ofClient,
  ),
  mutation(
    "a key is taken out of the service's words",
    `${service}/answer.ts`,
    'const safe = key === undefined || key === "" ? text : text.replaceAll(key, "•••");',
    "const safe = text;",
    ofClient,
    "core/service/serviceError.test.ts",
  ),
  mutation(
    "a text like a number is not sent as XML",
    "src/core/codec/xmlWire.ts",
    " || numberLike.test(trimmed);",
    ";",
    "core/codec/xmlWire.test.ts",
  ),
  mutation(
    "a text is sent with the format it was read in",
    "src/core/field/texts.ts",
    "      ...(value.format == null && { format }),\n",
    "",
    "core/field/meaning.test.ts",
    "core/merge/diffEntries.test.ts",
  ),
  mutation(
    "a link keeps its type",
    `${service}/readFieldValue.ts`,
    "      : { id: target, type };",
    "      : { id: target };",
    "core/service/readFieldValue.test.ts",
  ),
  mutation(
    "mine is kept over the version that was shown",
    `${workingCopy}/saveProtocol.ts`,
    "? this.#bring(request, mine, conflict.theirs, how)",
    "? readBase(this.#kind, request.signal).then((theirs) => this.#bring(request, mine, theirs, how))",
    ofWorkingCopy,
  ),
  mutation(
    "other documents keep the base they were made from",
    `${workingCopy}/transitions.ts`,
    'if (other !== document && known.isOpen && known.origin.kind === "current") {',
    "if (other === undefined) {",
    ofWorkingCopy,
  ),
  mutation(
    "half a character is a problem",
    "src/core/codec/jsonTree.ts",
    'if (node.type === "string" && !String(node.value).isWellFormed()) {',
    'if (node.type === "string" && node.value === undefined) {',
    "core/codec/jsonCodec.test.ts",
  ),
  mutation(
    "an attachment is no longer than announced",
    `${service}/attachments.ts`,
    "if (sizeBytes !== undefined && size > sizeBytes) {",
    "if (size < 0) {",
    ofClient,
    "core/service/downloads.test.ts",
  ),
  mutation(
    "the document of one text has the format of its base",
    "src/core/workingCopy/textForm.ts",
    "const format = shown ? formatOf(text, shown, fieldId, context.settlement) : formatOfLanguage[language];",
    "const format = formatOfLanguage[language];",
    "core/workingCopy/textForm.test.ts",
  ),
  mutation(
    "what lies at an address is asked for on its own origin",
    `${service}/authorizedClient.ts`,
    'origin: url === null ? "null" : ownOriginOf(url),',
    "origin: this.origin,",
    ofClient,
    "core/service/uploads.test.ts",
  ),
  mutation(
    "a request to another origin is refused",
    `${service}/transport.ts`,
    "    this.#requireOwnOrigin(request);\n",
    "",
    ofClient,
    "core/service/transport.test.ts",
  ),
  mutation(
    "a key is read for its own origin",
    "src/editor/connections/accessKeys.ts",
    "return stored?.origin === originOf(connection.url) ? stored.key : undefined;",
    "return stored?.key;",
    "editor/connections/accessKeys.test.ts",
  ),
];
