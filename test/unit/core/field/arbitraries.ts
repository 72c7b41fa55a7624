import fc from "fast-check";
import type { FieldEntry } from "../../../../src/core/merge/diffEntries.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { Json, JsonObject } from "../../../../src/core/model/json.ts";
import { anyCharacter } from "../../../support/anyCharacter.ts";

/** A type of the service for each kind. */
export const typeOfKind: Readonly<Record<FieldKind, string>> = {
  string: "string",
  text: "text",
  number: "float",
  date: "date",
  list: "msb",
  openList: "tbl",
  links: "art_link",
  files: "file",
  computed: "computed",
  permissions: "perm",
  steps: "ttmstepdef",
};

export const kinds = Object.keys(typeOfKind) as readonly FieldKind[];

/** Emoji, control characters, line ends of all sorts, names of Object.prototype. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom("a", "b", "\n", "\r\n", "\r", " ", "é", "👩‍🚀", "\u2028", "\0", '"', "\\", "<&>"),
  }),
  fc.constantFrom("", "0042", "1e5", "null", "true", "__proto__", "constructor", "100", "\ufeff"),
);

const id = fc.integer({ min: 1, max: 200 });
const groupId = fc.constantFrom("101_3", "101_4", "152", "2");
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const format = fc.constantFrom("text", "html", "commonmark");
const day = fc
  .date({ min: new Date("1970-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc.constantFrom("T00:00:00+01:00", "T23:00:00Z", "T15:26:40+02:00", "T10:30", " 10:30:00");

const membersByKind: Readonly<Record<FieldKind, fc.Arbitrary<JsonObject>>> = {
  string: fc.record({ value: fc.oneof(anyText, fc.constant(null)) }),
  text: fc.oneof(
    fc.record({ value: fc.record({ content: anyText, format }) }),
    fc.record({ value: fc.oneof(anyText, fc.constant(null)) }),
  ),
  number: fc.record({ value: fc.oneof(number, number.map(String), fc.constantFrom("", null, "12.50", " 7 ", "1e2")) }),
  date: fc.record({
    value: fc.oneof(
      day,
      fc.tuple(day, time).map(([date, clock]) => date + clock),
      fc.constantFrom("", null),
    ),
  }),
  list: fc.record({ bind_value_ids: fc.array(fc.oneof(id, id.map(String), groupId, fc.constantFrom(0, 100))) }),
  openList: fc.oneof(
    fc.record({
      value: fc.record({
        bind_value_objects: fc.array(
          fc.oneof(
            fc.record({ id: fc.oneof(id, groupId) }),
            fc.record({ label: anyText }),
            fc.record({ email: anyText }),
          ),
        ),
      }),
    }),
    fc.record({ bind_value_ids: fc.array(anyText) }),
  ),
  links: fc.record({
    links: fc.array(
      fc.record(
        { id, type: fc.constantFrom("_is_child", "custom", "", null) },
        { requiredKeys: ["id"] },
      ) as fc.Arbitrary<Json>,
    ),
  }),
  files: fc.record({ value: fc.array(id) }),
  computed: fc.oneof(
    fc.constant({ is_autocomputed: true }),
    fc.record({ manual_value: number }),
    fc.record({ manual_value: number, is_autocomputed: fc.constant(false) }),
  ),
  permissions: fc.record({ value: fc.record({ granted_groups: fc.array(groupId) }) }),
  steps: fc.record({
    value: fc.uniqueArray(
      fc.record({
        description: anyText,
        description_format: format,
        expected_results: anyText,
        expected_results_format: format,
        rank: fc.integer({ min: 1, max: 20 }),
      }),
      { selector: (step) => step.rank, maxLength: 4 },
    ),
  }),
};

const anyJson: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));

/** Members that no kind makes sense of. */
export const oddMembers: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.oneof(
    fc.constantFrom("value", "bind_value_ids", "links", "manual_value", "__proto__", "constructor", "5"),
    fc.string({ minLength: 1, unit: anyCharacter }).filter((name) => name !== "field_id"),
  ),
  anyJson,
  { minKeys: 1 },
);

/** What a person may write in a field of `kind`, well-formed. */
export function wellFormedMembers(kind: FieldKind): fc.Arbitrary<JsonObject> {
  return membersByKind[kind];
}

/** What a person may write in a field of `kind`, or in one of unknown kind. */
export function anyMembers(kind: FieldKind | undefined): fc.Arbitrary<JsonObject> {
  return kind
    ? fc.oneof({ weight: 5, arbitrary: membersByKind[kind] }, { weight: 1, arbitrary: oddMembers })
    : oddMembers;
}

export const anyKind: fc.Arbitrary<FieldKind> = fc.constantFrom(...kinds);

const fieldIds = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 8 });

/** Entries of distinct fields. */
export const anyEntries: fc.Arbitrary<readonly Entry[]> = fieldIds.chain((ids) =>
  fc.tuple(...ids.map((fieldId) => anyKind.chain(anyMembers).map((members) => ({ fieldId, members })))),
);

/** Fields as they were read; some have no value. The kind of a field goes by its id, so that versions fit together. */
export const anyFields: fc.Arbitrary<readonly FieldEntry[]> = fieldIds.chain((ids) =>
  fc.tuple(...ids.map((fieldId) => fieldOf(fieldId))),
);

/** Another version of `fields`: some values changed, some fields gone, some added. */
export function anyVersionOf(fields: readonly FieldEntry[]): fc.Arbitrary<readonly FieldEntry[]> {
  const present = new Set(fields.map((field) => field.fieldId));
  const versions = fields.map((field) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([field]) },
      { weight: 2, arbitrary: fieldOf(field.fieldId).map((changed) => [changed]) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
  );
  return fc
    .tuple(fc.tuple(...versions), anyFields)
    .map(([kept, more]) => [...kept.flat(), ...more.filter((field) => !present.has(field.fieldId))]);
}

/** What a person makes of the document of `fields`: some entries changed, removed, added, moved. */
export function anyEditOf(fields: readonly FieldEntry[]): fc.Arbitrary<readonly Entry[]> {
  return anyVersionOf(fields)
    .map((version) => version.flatMap(({ entry }) => (entry ? [entry] : [])))
    .chain((entries) => fc.shuffledSubarray(entries, { minLength: entries.length }));
}

/** The entries a document of `fields` shows. */
export function entriesOf(fields: readonly FieldEntry[]): readonly Entry[] {
  return fields.flatMap(({ entry }) => (entry ? [entry] : []));
}

function fieldOf(fieldId: number): fc.Arbitrary<FieldEntry> {
  const kind = kinds[fieldId % kinds.length] ?? "string";
  const type = typeOfKind[kind];
  return fc.oneof(
    {
      weight: 9,
      arbitrary: wellFormedMembers(kind).map((members) => ({ fieldId, kind, type, entry: { fieldId, members } })),
    },
    { weight: 1, arbitrary: fc.constant({ fieldId, kind, type, entry: undefined }) },
  );
}
