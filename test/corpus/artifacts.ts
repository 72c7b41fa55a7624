import { documentCodec } from "../../src/core/codec/documentCodec.ts";
import type { DocumentCodec } from "../../src/core/codec/formatCodec.ts";
import { artifactFields, nameOfId } from "../../src/core/language/documentFields.ts";
import { diffEntries } from "../../src/core/merge/diffEntries.ts";
import type { Artifact } from "../../src/core/model/artifact.ts";
import { fieldKind } from "../../src/core/model/fieldKind.ts";
import type { Tracker } from "../../src/core/model/tracker.ts";
import { previewOf } from "../../src/core/preview/previewModel.ts";
import { previewPage } from "../../src/core/preview/previewPage.ts";
import { readArtifact } from "../../src/core/service/readArtifact.ts";
import { readTracker } from "../../src/core/service/readTracker.ts";
import { id, isObject, list, member, text } from "../../src/core/service/wire.ts";
import { type Base, documentEntries, makeBase } from "../../src/core/workingCopy/base.ts";
import type { Corpus, Item } from "./corpus.ts";
import { conversionFaults, findingsIn, pageDependencies } from "./findings.ts";

/**
 * An artifact is read with every value it has, its document says that nothing is changed and has no problems, JSON and
 * XML are the same, values have names, and there is a page of it.
 */
export async function checkArtifact(item: Item, corpus: Corpus): Promise<readonly string[]> {
  const body = member(item, "artifact");
  const artifactId = id(member(body, "id")) ?? 1;
  const artifact = readArtifact(body, artifactId, "https://tracker.example.com");
  if (!artifact) {
    return ["it is not read"];
  }
  const tracker = trackerOf(item, corpus);
  return [
    ...unreadValues(body, artifact),
    ...(await documentFaults(body, artifact, undefined)),
    ...(tracker ? (await documentFaults(body, artifact, tracker)).map((fault) => `with its tracker: ${fault}`) : []),
  ];
}

function trackerOf(item: Item, { trackers }: Corpus): Tracker | undefined {
  const index = member(item, "tracker");
  const body = typeof index === "number" ? member(trackers[index], "tracker") : undefined;
  return body === undefined ? undefined : readTracker(body, id(member(body, "id")) ?? 1);
}

/** Values of a type that can be written, which would be missing in the document. */
function unreadValues(body: unknown, { values }: Artifact): readonly string[] {
  return list(member(body, "values")).flatMap((value) => {
    const fieldId = id(member(value, "field_id"));
    const type = text(member(value, "type")) ?? "";
    const read = values.find((each) => each.fieldId === fieldId);
    return fieldId !== undefined && fieldKind(type) && !read?.entry
      ? [`no entry for field ${fieldId} (${type}): ${JSON.stringify(value).slice(0, 200)}`]
      : [];
  });
}

async function documentFaults(
  body: unknown,
  artifact: Artifact,
  tracker: Tracker | undefined,
): Promise<readonly string[]> {
  const base = makeBase({ artifact, version: { etag: "1" } }, tracker);
  const fields = artifactFields(base, tracker);
  const [json, xml] = await Promise.all([documentCodec("json"), documentCodec("xml")]);
  const printed = json.print(documentEntries(base));
  const { entries, problems } = json.parse(printed, fields.kindOf);
  const changed = diffEntries(base.fields, entries);
  const found = (written: string, codec: DocumentCodec) =>
    findingsIn(written, codec, fields).filter((finding) => !isAboutNeverFilled(finding, base));
  return [
    ...problems.map(({ code }) => `problem ${code}`),
    ...changed.map((entry) => `an untouched entry is a change: ${JSON.stringify(entry)}`),
    ...found(printed, json),
    ...(await conversionFaults(printed, (converted) => found(converted, xml), fields)),
    ...namelessValues(artifact, base, tracker),
    ...(await pageFaults(body, artifact, base, tracker)),
  ];
}

/** A required field that the artifact has no value of is told of: the service refuses every save until it has one. */
function isAboutNeverFilled(finding: string, { fields }: Base): boolean {
  return (
    finding.startsWith("requiredEmpty") &&
    fields.some(({ fieldId, isNeverFilled }) => isNeverFilled && new RegExp(`\\b${fieldId}\\b`).test(finding))
  );
}

/** Ids of values that the answer names and nobody could tell the meaning of. */
function namelessValues({ values }: Artifact, base: Base, tracker: Tracker | undefined): readonly string[] {
  const fields = artifactFields(base, tracker);
  return values.flatMap(({ fieldId, type, names, entry }) => {
    const field = fields.get(fieldId);
    const ids =
      Object.keys(names).length > 0 || field?.options?.isEmpty === false ? list(entry?.members.bind_value_ids) : [];
    return ids
      .filter((each) => field && nameOfId(field, String(each)) === undefined)
      .map((each) => `no name for ${each} of field ${fieldId} (${type})`);
  });
}

async function pageFaults(
  body: unknown,
  artifact: Artifact,
  base: Base,
  tracker: Tracker | undefined,
): Promise<readonly string[]> {
  const preview = previewOf({ artifact, base, texts: [documentEntries(base)], ...(tracker && { tracker }) });
  const page = await previewPage(preview, pageDependencies);
  const secrets = list(member(body, "values")).flatMap((value) =>
    member(value, "type") === "Encrypted" ? (text(member(value, "value")) ?? []) : [],
  );
  return [
    ...(preview.isUnsaved ? ["the page calls an untouched document unsaved"] : []),
    ...(secrets.some((secret) => page.includes(secret)) ? ["the page shows a cipher text"] : []),
    ...(isObject(preview) && page.includes("</html>") ? [] : ["no page"]),
  ];
}
