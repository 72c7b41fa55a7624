import { type Mutation, mutation } from "./mutation.ts";

const service = "src/core/service";
const ofDownloads = "core/service/downloads.test.ts";
const ofLimits = "core/service/answerLimits.test.ts";
const of401 = "core/service/unauthorized.test.ts";

/** Of defects that were mended in requests and answers. */
export const ofRequests: readonly Mutation[] = [
  mutation(
    "changes are looked for again where nothing was visible for a while",
    "src/core/freshness/checkSchedule.ts",
    "if (periodMs === undefined || !this.#isFocused) {",
    "if (periodMs === undefined || !this.#isFocused || visible.length === 0) {",
    "core/freshness/checkSchedule.test.ts",
  ),
  mutation(
    "a download that fails gives its connection back",
    `${service}/attachments.ts`,
    "    answer.discard();\n",
    "",
    ofDownloads,
  ),
  mutation(
    "files leave connections to other requests",
    `${service}/connectionPool.ts`,
    '(payload !== "file" || this.#underWay.file < maxFilesAtOnce)',
    "true",
    ofDownloads,
  ),
  mutation(
    "an endless listing is bounded",
    "src/core/model/pages.ts",
    "read < atMost && ",
    "",
    "core/model/pages.test.ts",
  ),
  mutation(
    "JSON that is nested too deep is an invalid answer",
    "src/core/util/jsonNesting.ts",
    "    if (level > deepestJson) {",
    "    if (false) {",
    "core/util/jsonNesting.test.ts",
  ),
  mutation(
    "a key that does not arrive fails the check",
    `${service}/checkConnection.ts`,
    "if (isSuccess(self.answer) && isAnonymous(selfJson)) {",
    "if (false) {",
    of401,
  ),
  mutation(
    "a 401 that is not about the key asks for no new one",
    `${service}/authorizedClient.ts`,
    "const isKeyGood = await this.#isGood(key, signal);",
    "const isKeyGood = false;",
    of401,
  ),
  mutation(
    "an expired certificate has its own words",
    "src/core/sentences/certificates.ts",
    'case "CERT_HAS_EXPIRED":',
    'case "X":',
    "faults/failureWords.test.ts",
  ),
  mutation(
    "a query keeps its backslashes",
    `${service}/trackers.ts`,
    'return query.replaceAll("\\\\", "\\\\\\\\");',
    "return query;",
    "core/service/listingsAgainstService.test.ts",
  ),
  mutation(
    "an artifact is read with the rights that are asked for",
    `${service}/serviceClient.ts`,
    "artifacts.readArtifact(...args);",
    "artifacts.readArtifact(args[0], args[1]);",
    "core/service/serviceClient.test.ts",
  ),
  mutation(
    "a structure that is asked for already is not asked for once more",
    "src/core/known/catalog.ts",
    'return this.#structures.share(nameOf({ kind: "tracker", trackerId }), ask, new AbortController().signal);',
    "return ask(new AbortController().signal, () => true);",
    "core/known/catalog.test.ts",
  ),
  mutation(
    "a structure asked for before all is asked again does not put off the next request",
    "src/core/known/catalog.ts",
    "} else if (isCurrent()) {",
    "} else {",
    "core/known/catalog.test.ts",
  ),
  mutation("a refusal that drips ends", `${service}/attempt.ts`, "      timeouts.hearRefusal();\n", "", ofDownloads),
  mutation(
    "an Etag that stands for any version is none",
    `${service}/artifacts.ts`,
    'each.trim() === "*"',
    "false",
    "core/service/serviceClient.test.ts",
  ),
  mutation(
    "an address within another one leads elsewhere",
    "src/core/connection/address.ts",
    ') ? url.origin : "null"',
    ') || true ? url.origin : "null"',
    "core/service/serviceClient.test.ts",
  ),
  mutation(
    "no more items than were asked for are read",
    `${service}/answer.ts`,
    "list.length > most",
    "false",
    ofLimits,
  ),
  mutation(
    "values are counted before they are made",
    "src/core/util/jsonNesting.ts",
    "if (values > maxValues) {",
    "if (false) {",
    ofLimits,
  ),
  mutation(
    "a coding that nobody accepted is an invalid answer",
    `${service}/contentCoding.ts`,
    "(accepted === acceptedCodings && codings.has(name))",
    "codings.has(name)",
    ofLimits,
  ),
  mutation(
    "a text that indentation would blow up is shown as it came",
    "src/core/codec/indentedJson.ts",
    "if (length > maxLength) {",
    "if (false) {",
    "core/codec/indentedJson.test.ts",
  ),
];
