import { documentCodec } from "../../src/core/codec/documentCodec.ts";
import { type DocumentCodec, ReadTexts } from "../../src/core/codec/formatCodec.ts";
import { complete } from "../../src/core/language/completion.ts";
import { artifactFields } from "../../src/core/language/documentFields.ts";
import { checkDocument } from "../../src/core/language/findings.ts";
import { findHints } from "../../src/core/language/hints.ts";
import { outlineOf } from "../../src/core/language/outline.ts";
import { noCandidates } from "../../src/core/language/ports.ts";
import type { Entry } from "../../src/core/model/entry.ts";
import type { FieldKind } from "../../src/core/model/fieldKind.ts";
import type { JsonObject } from "../../src/core/model/json.ts";
import { noOptions, OptionList } from "../../src/core/model/optionList.ts";
import type { Tracker, TrackerField } from "../../src/core/model/tracker.ts";
import { type Base, documentEntries, makeBase } from "../../src/core/workingCopy/base.ts";
import { type Figure, median, milliseconds, type Sample, timed } from "./figure.ts";

/** Of each list in a document of 300 fields. With as many in one of 1,000, the tracker alone would hold two million. */
const optionCount = 5000;
/** Of a document of 300 fields; others have as many for each field. */
const lineCount = 2000;
const keys = 120;
const warmUpKeys = 40;
const { signal } = new AbortController();
/**
 * What the language features do of their own at each key that is typed: reading what has changed of the text, which
 * they share, and then hints of the whole document, completion in the list with the most values, diagnostics, and the
 * outline.
 */
export async function measureLanguage(): Promise<readonly Figure[]> {
  const [json, xml] = await Promise.all([documentCodec("json"), documentCodec("xml")]);
  return [
    ...(await measure("JSON, 300 fields", documentOf(300, optionCount), json, 5)),
    ...(await measure("XML, 300 fields", documentOf(300, optionCount), xml, 5)),
    ...(await measure("JSON, 1,000 fields", documentOf(1000, optionCount / 10), json, 10)),
    ...(await measure("XML, 1,000 fields", documentOf(1000, optionCount / 10), xml, 10)),
  ];
}

interface BenchDocument {
  readonly base: Base;
  readonly tracker: Tracker;
}

async function measure(
  name: string,
  { base, tracker }: BenchDocument,
  codec: DocumentCodec,
  targetMs: number,
): Promise<readonly Figure[]> {
  const texts = new ReadTexts();
  const printed = codec.print(documentEntries(base));
  // Each feature asks for itself what is known of the document.
  const known = () => ({ fields: artifactFields(base, tracker) });
  // Typed into the list of the last field, so that all of the text is before it.
  const end = printed.lastIndexOf(String(firstOption));
  const times = {
    all: [] as Sample[],
    read: [] as Sample[],
    hints: [] as Sample[],
    completion: [] as Sample[],
    check: [] as Sample[],
    outline: [] as Sample[],
  };
  for (let key = 0; key < warmUpKeys + keys; key++) {
    const kept = key >= warmUpKeys ? times : undefined;
    const text = `${printed.slice(0, end)}${10 + (key % 90)}${printed.slice(end + 4)}`;
    await timed(async () => {
      const read = await timed(() => {
        const document = texts.read("bench", codec, text);
        document.entries(known().fields.kindOf);
        return document;
      }, kept?.read);
      await timed(() => findHints(read, known().fields), kept?.hints);
      await timed(
        () => complete({ ...known(), read, codec, sources: noCandidates }, end + 1, signal),
        kept?.completion,
      );
      await timed(() => checkDocument({ ...known(), read }), kept?.check);
      await timed(() => outlineOf(read, known().fields), kept?.outline);
    }, kept?.all);
  }
  const lines = printed.split("\n").length;
  const figure = (what: string, samples: readonly Sample[], target = ""): Figure => ({
    name: `${what}, ${name} (${lines} lines)`,
    value: `${milliseconds(median(samples.map(({ ms }) => ms)))} (CPU ${median(samples.map(({ cpuMs }) => cpuMs)).toFixed(2)})`,
    target,
  });
  return [
    figure("A key", times.all, `≤ ${targetMs} ms`),
    figure("of that, reading the text", times.read),
    figure("of that, hints of all of it", times.hints),
    figure("of that, completion of a value", times.completion),
    figure("of that, diagnostics", times.check),
    figure("of that, outline", times.outline),
  ];
}

const firstOption = 1000;
const kinds: readonly (readonly [string, FieldKind])[] = [
  ["msb", "list"],
  ["string", "string"],
  ["text", "text"],
  ["art_link", "links"],
  ["msb", "list"],
];

/**
 * An artifact with a value in as many of its tracker's fields as fill the lines of its document; the last one is a
 * list.
 */
function documentOf(fields: number, options: number): BenchDocument {
  const structure = Array.from({ length: fields }, (_, index): TrackerField => {
    const [type, kind] = kinds[index % kinds.length] ?? ["string", "string"];
    return {
      ...{ fieldId: index + 1, name: `field_${index}`, label: `Field ${index}`, type, kind },
      ...{ isRequired: false, isUpdatable: true, isSubmittable: true },
      options:
        kind === "list"
          ? new OptionList(
              Array.from({ length: options }, (_, value) => ({
                ...{ id: firstOption + value, label: `Value ${value} of ${index}`, isHidden: false },
              })),
            )
          : noOptions,
    };
  });
  const tracker: Tracker = { id: 1, label: "Wide", fields: structure };
  const linesPerField = Math.floor(lineCount / 300) - 4;
  const artifact = {
    ...{ id: 1, tracker: { id: 1 }, assignees: [], attachments: [] },
    values: structure.map(({ fieldId, label, type, kind }) => {
      const entry: Entry = { fieldId, members: membersOf(kind ?? "string", linesPerField, options) };
      return { fieldId, label, type, ...(kind && { kind }), names: {}, entry };
    }),
  };
  return { base: makeBase({ artifact, version: { etag: "1" } }, tracker), tracker };
}

function membersOf(kind: FieldKind, lines: number, options: number): JsonObject {
  switch (kind) {
    case "list":
      return {
        bind_value_ids: Array.from(
          { length: lines + 2 },
          (_, index) => firstOption + (((lines + 1 - index) * 7) % options),
        ),
      };
    case "text":
      return { value: { content: "Said in a few words, with <angles> & more.".repeat(5), format: "commonmark" } };
    case "links":
      return { links: [{ id: 12, type: "_is_child" }, { id: 13 }] };
    default:
      return { value: "A line of text" };
  }
}
