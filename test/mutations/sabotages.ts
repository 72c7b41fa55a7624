import type { Sabotage } from "./sabotage.ts";

const ofWorkingCopy = "core/workingCopy/workingCopy.test.ts";
const ofSettings = "core/svn/settingsCopy.test.ts";
const ofArtifacts = "core/service/artifacts.test.ts";
const ofClient = "core/service/serviceClient.test.ts";

/** The promises that matter most, each with a change that breaks it. */
export const sabotages: readonly Sabotage[] = [
  {
    name: "a PUT demands its version",
    function: "conditionHeader",
    replace: "{ return {}; }",
    tests: [ofArtifacts, ofClient],
  },
  {
    name: "a version of this second is read again before a PUT",
    function: "ArtifactKind.isDemandable",
    find: /!\w+\.isRacy\s*&&/,
    replace: "",
    tests: [ofWorkingCopy],
  },
  {
    name: "redirects are not followed",
    function: "createDispatcher",
    find: /return (new Pool\([^;]*);/,
    replace:
      'const { createRequire } = process.getBuiltinModule("node:module");' +
      'const redirect = createRequire(import.meta.url)("undici/lib/interceptor/redirect.js");' +
      "return $1.compose(redirect({ maxRedirections: 3 }));",
    tests: [ofClient],
  },
  {
    name: "a merge leaves what both changed to be settled",
    function: "Transitions.theirsAccepted",
    find: /\{\s*settling,/,
    replace: "{",
    tests: [ofWorkingCopy],
  },
  {
    name: "the sanitizer drops styles",
    function: "shownAttributes",
    find: /of attributes\b/,
    replace: 'of [...attributes, { name: "style", values: /./ }]',
    tests: ["core/preview/sanitize.test.ts"],
  },
  { name: "the base is kept on disk", function: "KeptState.#keep", replace: "{}", tests: [ofWorkingCopy] },
  {
    name: "a PUT waits until the base is on disk",
    function: "SaveProtocol.#send",
    find: /await \(this\.#kind\.keepsSent[^;]*;/,
    replace: "",
    tests: [ofWorkingCopy],
  },
  {
    name: "what is unpacked is bounded",
    function: "inflated",
    find: /maxOutputLength:\s*\w+,?/,
    replace: "",
    tests: ["core/service/answerLimits.test.ts"],
  },
  {
    name: "a field that is given twice is a problem",
    function: "duplicateFields",
    replace: "{ return []; }",
    tests: ["core/codec/jsonCodec.test.ts"],
  },
  {
    name: "settings are compared before a PUT",
    function: "SettingsKind.isSameFor",
    replace: "{ return true; }",
    tests: [ofSettings],
  },
  {
    name: "settings are sent with what no text shows",
    function: "overlaid",
    find: /\.\.\.text\b/,
    replace: "...text, has_default_permissions: undefined",
    tests: [ofSettings],
  },
  {
    name: "settings are put over those just read",
    function: "SettingsKind.over",
    find: /\bnow\.settings/,
    replace: "put.target.settings",
    tests: [ofSettings],
  },
  {
    name: "the attempt to create is on disk before the POST",
    function: "PostedDraft.#send",
    find: /await this\.#record\.begin\([^)]*\)/,
    replace: "attempt",
    tests: ["core/draft/draft.test.ts"],
  },
  {
    name: "a write is sent once",
    function: "Transport.#retrying",
    find: /!isWrite\(request\)\s*&&/,
    replace: "",
    tests: [ofClient, ofArtifacts],
  },
  {
    name: "a PUT without an answer is sent again only after a read",
    function: "SaveProtocol.#settleLostAnswer",
    find: /^\{/,
    replace: "{ if (put.sends < maxSends) { return this.#send({ ...put, sends: put.sends + 1 }); }",
    tests: [ofWorkingCopy, "core/lostAnswers/*.test.ts"],
  },
  {
    name: "an artifact is asked for without compression",
    function: "readingRoutes.readArtifact",
    find: /limits\s*\}/,
    replace: 'limits, headers: { "Accept-Encoding": "gzip" } }',
    tests: [ofClient, ofArtifacts],
  },
  {
    name: "a key is taken out of the service's words",
    function: "serviceMessage",
    find: /text\.replaceAll\([^)]*\)/,
    replace: "text",
    tests: [ofClient, "core/service/serviceError.test.ts"],
  },
  {
    name: "a text like a number is not sent as XML",
    function: "isCoerced",
    find: /\|\|\s*numberLike\.test\(\w+\)/,
    replace: "",
    tests: ["core/codec/xmlWire.test.ts"],
  },
  {
    name: "a text is sent with the format it was read in",
    function: "requestText",
    find: /\.\.\.\(value\.format == null && \{ format \}\),?/,
    replace: "",
    tests: ["core/field/meaning.test.ts", "core/merge/diffEntries.test.ts"],
  },
  {
    name: "a link keeps its type",
    function: "readLink",
    find: /\{\s*id: target,\s*type\s*\}/,
    replace: "{ id: target }",
    tests: ["core/service/readFieldValue.test.ts"],
  },
  {
    name: "mine is kept over the version that was shown",
    function: "SaveProtocol.#decide",
    find: /this\.#bring\(request, ready\.entries, ready\.target, how, fresh\)/,
    replace:
      "how === 'keepMine' ? readBase(this.#kind, request.signal).then((now) => this.#bring(request, ready.entries, now, how)) : this.#bring(request, ready.entries, ready.target, how, fresh)",
    tests: [ofWorkingCopy],
  },
  {
    name: "other documents keep the base they were made from",
    function: "othersBehind",
    replace: "{ return state; }",
    tests: [ofWorkingCopy],
  },
  {
    name: "half a character is a problem",
    function: "TreeReader.#checkText",
    find: /!text\.isWellFormed\(\)/,
    replace: "false",
    tests: ["core/codec/jsonCodec.test.ts"],
  },
  {
    name: "an attachment is no longer than announced",
    function: "measured",
    find: /size > sizeBytes/,
    replace: "false",
    tests: [ofClient, "core/service/downloads.test.ts"],
  },
  {
    name: "the document of one text has the format of its base",
    function: "fieldForm.parse",
    find: /shown\s*\?\s*formatOf\([^)]*\)\s*:/,
    replace: "",
    tests: ["core/workingCopy/textForm.test.ts"],
  },
  {
    name: "what lies at an address is asked for on its own origin",
    function: "AuthorizedClient.requestTo",
    find: /origin:[^,]*,/,
    replace: "origin: this.origin,",
    tests: [ofClient, "core/service/uploads.test.ts"],
  },
  {
    name: "a request to another origin is refused",
    function: "Transport.#retrying",
    find: /this\.#requireOwnOrigin\(request\);/,
    replace: "",
    tests: [ofClient, "core/service/transport.test.ts"],
  },
  {
    name: "a key is read for its own origin",
    function: "AccessKeys.read",
    find: /stored\?\.origin === originOf\(connection\.url\)/,
    replace: "true",
    tests: ["editor/connections/accessKeys.test.ts"],
  },
  {
    name: "what is pinned and was opened is of the address where that was done",
    function: "AddressedStore.get",
    find: /isSameAddress\(kept, address\)/,
    replace: "true",
    tests: ["core/connection/addressedStore.test.ts"],
  },
  {
    name: "a save of a text that has nothing unsaved any more is no later one",
    function: "noteClean",
    replace: "{}",
    tests: ["core/util/saveIntents.test.ts"],
  },
];
