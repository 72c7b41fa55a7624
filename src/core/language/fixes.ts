import type { DocumentCodec } from "../codec/formatCodec.ts";
import type { ReadDocument } from "../codec/readDocument.ts";
import { plainText } from "../codec/snippet.ts";
import { contains, type TextNode } from "../codec/textTree.ts";
import type { Json } from "../model/json.ts";
import { isFreeValueId, noOptions, searchedLabel } from "../model/optionList.ts";
import { comparedPart, editDistance } from "../util/editDistance.ts";
import type { Span } from "../util/span.ts";
import type { DocumentField, DocumentFields } from "./documentFields.ts";
import type { Finding } from "./findings.ts";
import { type Fix, FixEffort } from "./fix.ts";
import { openListFixes } from "./openListFixes.ts";

/** No more findings get fixes, as nobody chooses among more. */
const maxFixed = 50;

/** Tells what can be done about each finding of a place or selection. Many take about as much work as one. */
export function fixesOfAll(
  findings: readonly Finding[],
  read: ReadDocument,
  fields: DocumentFields,
  codec: DocumentCodec,
): readonly { readonly finding: Finding; readonly fixes: readonly Fix[] }[] {
  const effort = new FixEffort();
  return findings
    .slice(0, maxFixed)
    .map((finding) => ({ finding, fixes: findFixes(finding, read, fields, codec, effort) }));
}

/** Tells what can be done about a finding; the likeliest comes first. */
export function findFixes(
  { about, offset, length }: Finding,
  read: ReadDocument,
  fields: DocumentFields,
  codec: DocumentCodec,
  effort = new FixEffort(),
): readonly Fix[] {
  const place = { offset, length };
  switch (about.kind) {
    case "text":
      switch (about.problem.code) {
        case "invalidFieldId":
          return putIn(fieldMeant(wordsAt(read, place), read, fields, effort), place, codec);
        case "duplicateField":
          return removeEntryAt(read, fields, place);
        case "duplicateMember":
        case "unknownRootMember":
          return removeMember(read, place, String(about.problem.facts?.member));
        default:
          return [];
      }
    case "unknownField":
    case "notWritable":
      return removeEntryAt(read, fields, place);
    case "selfLink":
      return removeAround(read, place, { kind: "removeLink" }, (parent) => parent.kind === "list");
    case "linkType":
      return putIn(linkTypeMeant(about.field, about.type, effort), place, codec);
    case "value":
      return valueFixes(about, place, read, codec, effort);
    default:
      return [];
  }
}

function valueFixes(
  about: Extract<Finding["about"], { readonly kind: "value" }>,
  place: Span,
  read: ReadDocument,
  codec: DocumentCodec,
  effort: FixEffort,
): readonly Fix[] {
  const { problem, field } = about;
  const words = wordsAt(read, place);
  switch (problem.code) {
    case "unknownOption":
      return [...putIn(optionMeant(field, words, effort), place, codec), ...openListFixes(about, read, codec, effort)];
    case "knownLabel":
    case "freeValueId":
    case "commaInLabel":
      return openListFixes(about, read, codec, effort);
    case "unexpectedMember":
      return removeMember(read, place, String(problem.path.at(-1)));
    case "wrongType": {
      const node = nodeAt(read, place);
      if (node?.kind !== "scalar") {
        return [];
      }
      const fix = (kind: "makeText" | "makeList", value: Json): Fix => {
        return { about: { kind }, replace: place, text: printed(codec, value), isPreferred: true };
      };
      if (problem.expected?.includes("string") && typeof node.scalar === "number") {
        return [fix("makeText", String(node.scalar))];
      }
      const isId = typeof node.scalar === "number" || typeof node.scalar === "string";
      return problem.expected?.includes("array") && isId ? [fix("makeList", [node.scalar ?? null])] : [];
    }
    default:
      return [];
  }
}

/** Tells what is meant by a label that was typed in place of an id. */
interface Meant {
  readonly kind: "useField" | "useOption";
  readonly label: string;
  readonly id: number | string;
  /** Tells whether the label was typed exactly. */
  readonly isExact: boolean;
}

/** Puts in the id in place of the label. */
function putIn(meant: Meant | undefined, place: Span, codec: DocumentCodec): readonly Fix[] {
  if (!meant) {
    return [];
  }
  const { kind, label, id, isExact } = meant;
  return [{ about: { kind, label, id: String(id) }, replace: place, text: printed(codec, id), isPreferred: isExact }];
}

/** Finds the field whose label was typed in place of its id, else the one with nearly that label. */
function fieldMeant(words: string, read: ReadDocument, fields: DocumentFields, effort: FixEffort): Meant | undefined {
  const present = new Set(read.nodes.map(({ entry }) => entry.fieldId));
  const free = fields.all.filter(({ isWritable, fieldId }) => isWritable && !present.has(fieldId));
  const exact = fields.labelled(words);
  const meant = exact ?? nearest(words, free, ({ label }) => label, effort);
  return meant && { kind: "useField", label: meant.label, id: meant.fieldId, isExact: exact !== undefined };
}

/** Finds the value whose label was typed in place of its id, else the one with nearly that label. */
function optionMeant(field: DocumentField, words: string, effort: FixEffort): Meant | undefined {
  const { options = noOptions } = field;
  const exact = options.labelled(words);
  const known = options.offered.filter(({ option }) => !isFreeValueId(option.id));
  const meant = exact ?? nearest(words, known, ({ option }) => option.label, effort)?.option;
  return meant && { kind: "useOption", label: meant.label, id: meant.id, isExact: exact !== undefined };
}

/** Finds the type whose label was typed in place of its name, else the one with nearly that name. */
function linkTypeMeant(field: DocumentField, words: string, effort: FixEffort): Meant | undefined {
  const types = field.linkTypes ?? [];
  const exact = types.find(({ label }) => searchedLabel(label) === searchedLabel(words));
  const meant =
    exact ??
    nearest(words, types, ({ shortname }) => shortname, effort) ??
    nearest(words, types, ({ label }) => label, effort);
  return meant && { kind: "useOption", label: meant.label, id: meant.shortname, isExact: exact !== undefined };
}

function removeEntryAt(read: ReadDocument, fields: DocumentFields, place: Span): readonly Fix[] {
  const found = read.nodes.find(({ entry }) => entry.idSpan.offset === place.offset);
  const parent = read.values;
  const label = found && (fields.get(found.entry.fieldId)?.label || String(found.entry.fieldId));
  const node = parent?.children.find((child) => child.offset === found?.node.offset);
  return parent && node && label !== undefined ? [removal({ kind: "removeEntry", label }, parent, node)] : [];
}

function removeMember(read: ReadDocument, place: Span, name: string): readonly Fix[] {
  return removeAround(read, place, { kind: "removeMember", name }, (parent) => parent.kind === "object");
}

/** Takes out the innermost node around `place` whose parent `isParent` accepts. */
function removeAround(
  read: ReadDocument,
  place: Span,
  about: Fix["about"],
  isParent: (node: TextNode) => boolean,
): readonly Fix[] {
  const way = nodesAround(read, place);
  const parent = way.slice(0, -1).findLast(isParent);
  const child = parent && way[way.indexOf(parent) + 1];
  return child ? [removal(about, parent, child)] : [];
}

/** Removes `node` with what separates it from its neighbour. */
function removal(about: Fix["about"], parent: TextNode, node: TextNode): Fix {
  const index = parent.children.indexOf(node);
  const previous = parent.children[index - 1]?.whole;
  const next = parent.children[index + 1]?.whole;
  const { offset, length } = node.whole;
  const start = previous ? previous.offset + previous.length : offset;
  const end = previous || !next ? offset + length : next.offset;
  return { about, replace: { offset: start, length: end - start }, text: "", isPreferred: false };
}

/** Finds the innermost value at exactly this place. */
function nodeAt(read: ReadDocument, place: Span): TextNode | undefined {
  return nodesAround(read, place).findLast(({ offset, length }) => offset === place.offset && length === place.length);
}

/** Finds the nodes around a place, from the root inwards. */
function nodesAround({ root }: ReadDocument, { offset, length }: Span): readonly TextNode[] {
  const way: TextNode[] = [];
  for (let node = root; node; ) {
    way.push(node);
    node = node.children.find(({ whole }) => contains(whole, offset) && contains(whole, offset + length));
  }
  return way;
}

/** Gives what is written at a place as the person means it: without quotes and references. */
function wordsAt(read: ReadDocument, place: Span): string {
  const { scalar } = nodeAt(read, place) ?? {};
  return scalar === undefined || scalar === null || typeof scalar === "object" ? "" : String(scalar);
}

function printed(codec: DocumentCodec, value: Json): string {
  return plainText(codec.snippet({ kind: "value", value }));
}

/**
 * Finds the one of `candidates` whose words are nearest to what was typed; undefined where none is near. Of a very long
 * list only the beginning is searched.
 */
function nearest<T>(
  typed: string,
  candidates: Iterable<T>,
  wordsOf: (candidate: T) => string,
  effort: FixEffort,
): T | undefined {
  const wanted = comparedPart(typed.trim());
  let best: { readonly candidate: T; readonly distance: number } | undefined;
  let limit = Math.max(1, Math.floor(wanted.length / 3));
  if (wanted === "") {
    return undefined;
  }
  for (const candidate of candidates) {
    if (!effort.compares()) {
      break;
    }
    const words = comparedPart(wordsOf(candidate));
    const isBegun = wanted.length >= 2 && words.startsWith(wanted);
    const distance = isBegun ? 1 : editDistance(wanted, words, limit);
    if (distance <= limit && (!best || distance < best.distance)) {
      best = { candidate, distance };
      limit = distance;
    }
  }
  return best?.candidate;
}
