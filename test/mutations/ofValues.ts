import { type Mutation, mutation } from "./mutation.ts";

const service = "src/core/service";
const kinds = "src/core/field";
const language = "src/core/language";
const ofMeaning = "core/field/meaning.test.ts";
const ofOptions = "core/service/readOptions.test.ts";
const ofOpenLists = "core/language/openLists.test.ts";
const ofRead = "core/service/read.test.ts";

/** Of defects that were mended in values: how they are read, offered, marked and searched. */
export const ofValues: readonly Mutation[] = [
  mutation(
    "a date without a time of day is the day that the service means",
    `${service}/readFieldValue.ts`,
    "serverDay(date)",
    "date.slice(0, 10)",
    "core/service/readFieldValue.test.ts",
  ),
  mutation(
    "days near the date line go by the zone of the service",
    `${service}/serverDay.ts`,
    "(serverOffset ?? 0)",
    "0",
    "core/service/serverDay.test.ts",
  ),
  mutation(
    "the day alone is sent to a date without a time of day",
    `${kinds}/scalars.ts`,
    "value: date.day }",
    "value }",
    ofMeaning,
  ),
  mutation(
    "a default with a time of day is read",
    `${service}/readDefault.ts`,
    'given.replace(" ", "T")',
    "given",
    "core/service/readDefault.test.ts",
  ),
  mutation(
    "a default that was cleared is sent as empty",
    "src/core/draft/draftEntries.ts",
    "isEmpty && !hasDefault ?",
    "isEmpty ?",
    "core/draft/draftEntries.test.ts",
  ),
  mutation(
    "fields are in the order of the form",
    `${service}/read.ts`,
    "fields.toSorted((a, b) => placeOf(a) - placeOf(b))",
    "fields",
    ofRead,
  ),
  mutation(
    "artifacts without a status are neither open nor closed",
    `${service}/read.ts`,
    "isOpen: statusLabel === undefined ? undefined : flag(is_open),",
    "isOpen: flag(is_open),",
    ofRead,
  ),
  mutation(
    "user groups go by their own ids",
    `${service}/readOptions.ts`,
    'member(group, "id") ?? member(value, "id")',
    'member(value, "id")',
    ofOptions,
  ),
  mutation("a login is behind a name once", `${service}/wire.ts`, " && !hasLogin", "", ofOptions),
  mutation(
    "a value that the artifact holds is known",
    `${kinds}/options.ts`,
    "    held.has(String(id)) ||\n",
    "",
    ofMeaning,
  ),
  mutation(
    "a label with commas is marked",
    `${kinds}/openList.ts`,
    '  if (label.includes(",")) {',
    "  if (false) {",
    ofMeaning,
  ),
  mutation(
    "the id of a free value is marked",
    `${kinds}/openList.ts`,
    "return isFreeValueId(named)",
    "return false",
    ofMeaning,
  ),
  mutation(
    "a label that the tracker knows becomes its id",
    `${language}/openListFixes.ts`,
    "values: [{ id: option.id }]",
    "values: [{ label: option.label }]",
    ofOpenLists,
  ),
  mutation(
    "of a label with commas what the tracker knows becomes ids",
    `${language}/openListFixes.ts`,
    "          ? { id: option.id }",
    "          ? { label: option.label }",
    ofOpenLists,
  ),
  mutation(
    "an encrypted field shows no cipher text",
    `${service}/readShownValue.ts`,
    '    case "Encrypted":\n      return undefined;\n',
    "",
    "core/service/readShownValue.test.ts",
  ),
  mutation(
    "null is no complete list of links",
    `${kinds}/references.ts`,
    "...(all_links != null &&",
    "...(all_links !== undefined &&",
    ofMeaning,
  ),
  mutation(
    "steps of a draft need no ranks",
    `${kinds}/texts.ts`,
    "if (isNew && step.rank == null) {",
    "if (false) {",
    ofMeaning,
  ),
  mutation(
    "«None» is offered only where the workflow leads there",
    "src/core/language/question.ts",
    "const mayBeNone = !field.isRequired && isPossible(noValue);",
    "const mayBeNone = !field.isRequired;",
    "core/language/question.test.ts",
  ),
  mutation(
    "a query marks open lists",
    "src/core/query/checkQuery.ts",
    '  "tbl",\n',
    "",
    "core/query/checkQuery.test.ts",
  ),
  mutation(
    "only values that the rules allow are offered",
    `${language}/candidates.ts`,
    " && rules?.allowed?.has(id) !== false",
    "",
    "core/language/ruleProblems.test.ts",
  ),
  mutation(
    "a date that must be earlier is not the same day",
    `${language}/fieldRules.ts`,
    "return order < 0;",
    "return order <= 0;",
    "core/language/fieldRules.test.ts",
  ),
  mutation(
    "the fields that a refusal without a name can mean are marked",
    `${language}/meantFields.ts`,
    "return /^fields are not valid\\.?$/i.test(line.trim());",
    "return false;",
    "core/language/meantFields.test.ts",
  ),
  mutation(
    "titles of linked artifacts are asked for again after a while",
    "src/core/known/artifacts.ts",
    "const freshForMs = 5 * 60_000;",
    "const freshForMs = Number.POSITIVE_INFINITY;",
    "core/known/artifacts.test.ts",
  ),
  mutation(
    "what is known of artifacts is forgotten with the key",
    "src/core/known/connection.ts",
    "    this.artifacts.clear();\n",
    "",
    "core/known/connections.test.ts",
  ),
  mutation(
    "an artifact that was read ahead serves one document",
    "src/core/known/openArtifacts.ts",
    "this.#readAhead.take(String(id))",
    "this.#readAhead.get(String(id))",
    "core/known/openArtifacts.test.ts",
  ),
  mutation(
    "the preview names who saved last by the step it shows alone",
    "src/core/preview/previewModel.ts",
    "by: isOfBase ? step?.author : undefined,",
    "by: step?.author,",
    "core/preview/previewModel.test.ts",
  ),
  mutation(
    "a save of another person's second names nobody until the history is read",
    "src/core/preview/previewModel.ts",
    "if (!step && !(savedOn >",
    "if (!(savedOn >",
    "core/preview/previewModel.test.ts",
  ),
  mutation(
    "names of people stay while they are asked for anew",
    "src/core/known/people.ts",
    "this.#stale.add(id);",
    "this.#known.delete(id);",
    "core/known/people.test.ts",
  ),
];
