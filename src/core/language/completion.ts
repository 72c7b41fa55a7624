import type { DocumentCodec } from "../codec/formatCodec.ts";
import type { ReadDocument, TextPlace } from "../codec/readDocument.ts";
import { type SnippetPart, type SnippetValue, TabStop, withTabStop } from "../codec/snippet.ts";
import { contains, memberNode, nodeOnWay, type TextNode } from "../codec/textTree.ts";
import type { ScalarRole, Shape } from "../field/entryShapes.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import { requiredOfType, typeName } from "../labels/typeNames.ts";
import type { Span } from "../util/span.ts";
import {
  all,
  type Candidate,
  type CandidateKind,
  type CandidatePlace,
  type Candidates,
  candidatesFor,
  namedValue,
  newValues,
  offered,
  withoutFreeIds,
} from "./candidates.ts";
import type { DocumentField, DocumentFields } from "./documentFields.ts";
import type { CandidateSources } from "./ports.ts";
import { ruledField, standing } from "./ruleProblems.ts";
import { artifactShape, draftShape, emptyEntry, emptyMember, membersOf, shapeAt } from "./shapes.ts";

/** Something that can be put in at the cursor. */
export interface Completion {
  readonly kind: CandidateKind;
  /** The words that the person reads and types: a label, a name, a title. */
  readonly label: string;
  /** The value that is put into the text in place of the label: an id, a type. */
  readonly detail?: string;
  /** A second line, with more of what is known. */
  readonly description?: string;
  /** The text to put in, as a snippet with `$1`. */
  readonly insert: string;
  /** The words that the editor compares with what has been typed. */
  readonly filter: string;
  /** Tells whether there is a place in what is put in at which more can be chosen at once. */
  readonly continues: boolean;
}

export interface Completions {
  readonly replace: Span;
  readonly items: readonly Completion[];
  /** Tells whether other candidates may come up once more has been typed. */
  readonly isIncomplete: boolean;
}

interface CompletedDocument {
  readonly read: ReadDocument;
  readonly fields: DocumentFields;
  readonly codec: DocumentCodec;
  readonly sources: CandidateSources;
}

/**
 * Tells what can be put in at `offset`: entries, members, and values by their names. It is undefined where nothing is
 * known of what belongs there. Asks `sources` for people and artifacts only where such an id belongs; throws only when
 * cancelled.
 */
export async function complete(
  { read, fields, codec, sources }: CompletedDocument,
  offset: number,
  signal: AbortSignal,
): Promise<Completions | undefined> {
  const place = read.placeAt(offset);
  const target = place && targetAt(place, read, fields, offset);
  if (!place || !target) {
    return undefined;
  }
  const { typed } = target;
  const found = await candidatesAt(target, read, fields, sources, signal);
  const isWhole = found.candidates.some(({ value }) => typed !== "" && String(value) === typed);
  const start = /^["<]/.exec(place.typed)?.[0] ?? "";
  const items = found.candidates.map((candidate): Completion => {
    const { kind, label, detail, description, also, value } = candidate;
    const part = target.part(candidate);
    return {
      kind,
      label,
      ...(detail !== undefined && { detail }),
      ...(description !== undefined && { description }),
      insert: `${place.before}${codec.snippet(part)}${place.after}`,
      // Where a whole value stands already, the words let all other candidates pass the editor's comparison.
      filter:
        isWhole || found.isSearched
          ? place.typed
          : `${start}${label} ${[also, scalarText(value)].filter(Boolean).join(" ")}`.trim(),
      continues: hasEmptyHole(value),
    };
  });
  return { replace: place.replace, items, isIncomplete: found.isIncomplete };
}

/** Tells what belongs at a place, and how it is put in there. */
interface Target {
  /** The place in UTF-16 units. */
  readonly offset: number;
  /** The text that has been typed there, without quotes and tags. */
  readonly typed: string;
  readonly shape: Shape;
  /** The way to the object or list that takes it, or to the value itself. */
  readonly path: readonly (string | number)[];
  /** Tells whether the name of a member belongs there. */
  readonly isName: boolean;
  readonly field: DocumentField | undefined;
  readonly part: (candidate: Candidate) => SnippetPart;
}

function targetAt(place: TextPlace, read: ReadDocument, fields: DocumentFields, offset: number): Target | undefined {
  const root = fields.artifactId === undefined ? draftShape : artifactShape;
  const field = fieldAt(place.path, read, fields, offset);
  const shape = shapeAt(root, place.path, field?.kind);
  if (!shape) {
    return undefined;
  }
  const isContainer = shape.kind === "object" || shape.kind === "entry";
  const at = { field, offset, typed: wordsTyped(place.typed) };
  const asMember = ({ label, value }: Candidate): SnippetPart => ({ kind: "member", name: label, value });
  const asItem = ({ value }: Candidate): SnippetPart => ({ kind: "item", value });
  if (place.wants === "name") {
    return isContainer ? { ...at, shape, path: place.path, isName: true, part: asMember } : undefined;
  }
  if (place.wants === "value") {
    // Where a whole list belongs, each candidate becomes a list of one item.
    const part = ({ value }: Candidate): SnippetPart => ({
      kind: "value",
      value: shape.kind === "list" ? [value] : value,
    });
    return shape.kind === "list"
      ? { ...at, shape: shape.items, path: [...place.path, 0], isName: false, part }
      : { ...at, shape, path: place.path, isName: false, part };
  }
  if (shape.kind === "list") {
    return { ...at, shape: shape.items, path: [...place.path, place.items], isName: false, part: asItem };
  }
  if (isContainer) {
    return { ...at, shape, path: place.path, isName: true, part: asMember };
  }
  const isTag = place.typed.startsWith("<");
  return isTag
    ? undefined
    : { ...at, shape, path: place.path, isName: false, part: ({ value }) => ({ kind: "value", value }) };
}

/** Finds the field of the entry that holds the place. */
function fieldAt(
  [list, index]: TextPlace["path"],
  read: ReadDocument,
  fields: DocumentFields,
  offset: number,
): DocumentField | undefined {
  if (list !== "values" || index === undefined) {
    return undefined;
  }
  const found = read.nodes.find(({ entry }) => contains(entry, offset));
  return found && fields.get(found.entry.fieldId);
}

async function candidatesAt(
  target: Target,
  read: ReadDocument,
  fields: DocumentFields,
  sources: CandidateSources,
  signal: AbortSignal,
): Promise<Candidates> {
  const { shape, isName, field, typed } = target;
  if (isName && (shape.kind === "object" || shape.kind === "entry")) {
    return all(memberCandidates(target, shape, read));
  }
  const inRole = async (of: ScalarRole | undefined) => {
    return of && field ? candidatesFor(of, placeOf(field, target, read, fields), sources, signal) : undefined;
  };
  switch (shape.kind) {
    case "entry":
      return offered(entryCandidates(read, fields), typed);
    case "scalar":
      return shape.of === "fieldId"
        ? offered(fieldCandidates(read, fields, target.offset), typed)
        : withoutFreeIds((await inRole(shape.of)) ?? all([]));
    case "object": {
      // An item is an object with an id, so each candidate becomes such an object.
      const { id } = shape.members;
      const found = await inRole(id?.kind === "scalar" ? id.of : undefined);
      if (!found || !field) {
        return all([{ kind: "value", label: "{…}", value: emptyMember(shape) }]);
      }
      return {
        ...found,
        candidates: [
          ...found.candidates.map((candidate) => ({
            ...candidate,
            also: `${candidate.also ?? ""} ${scalarText(candidate.value)}`.trim(),
            value: namedValue(candidate, shape.members),
          })),
          ...newValues(field, typed),
        ],
      };
    }
    case "list":
      return all([]);
  }
}

function placeOf(field: DocumentField, target: Target, read: ReadDocument, fields: DocumentFields): CandidatePlace {
  const rules = ruledField(field.fieldId, fields, standing(fields, read.entries(fields.kindOf).entries));
  return { field, typed: target.typed, chosen: chosenBeside(target, read), ...(rules && { rules }) };
}

/** Gives whole entries for the fields that may be written and have no entry yet. */
function entryCandidates(read: ReadDocument, fields: DocumentFields): readonly Candidate[] {
  return freeFields(read, fields).map((field) => ({
    kind: "entry",
    ...namedField(field),
    value: { field_id: field.fieldId, ...wholeMembers(field) },
  }));
}

function fieldCandidates(read: ReadDocument, fields: DocumentFields, offset: number): readonly Candidate[] {
  return freeFields(read, fields, offset).map((field) => ({
    kind: "field",
    ...namedField(field),
    value: field.fieldId,
  }));
}

/** Gives the value that the service has, or the default. Where that is empty, it gives the shape of a value. */
function wholeMembers({ kind, current }: DocumentField): { readonly [member: string]: SnippetValue } {
  if (!kind) {
    return {};
  }
  return !current || sameMeaning(current, emptyMembers(kind), kind)
    ? emptyEntry(kind)
    : (withTabStop(current) as { readonly [member: string]: SnippetValue });
}

function memberCandidates(
  { path, field, offset }: Target,
  shape: Extract<Shape, { readonly kind: "object" | "entry" }>,
  read: ReadDocument,
): readonly Candidate[] {
  const kind = field?.kind;
  const object = objectAt(read, path, offset);
  const present = new Set(object?.children.map(({ name }) => name));
  const isExclusive = kind === "openList" && [...present].some((name) => name !== undefined && name !== "field_id");
  return Object.entries(membersOf(shape, kind))
    .filter(([name]) => !present.has(name) && !(isExclusive && shape.kind === "object" && shape.members.email))
    .map(([name, member]) => ({
      kind: "member",
      label: name,
      value:
        shape.kind === "entry" && name !== "field_id" && field && name in wholeMembers(field)
          ? (wholeMembers(field)[name] ?? null)
          : emptyMember(member),
    }));
}

/** Finds the object or list at the end of the way. The cursor tells the entry, as those before may be unreadable. */
function objectAt({ root, values, nodes }: ReadDocument, path: Target["path"], offset: number): TextNode | undefined {
  const entry = nodes.find(({ node }) => contains(node.whole, offset))?.node;
  const rest = path[0] === "values" && path.length >= 2 ? path.slice(2) : undefined;
  if (rest) {
    return entry ? nodeOnWay(entry, rest) : values?.children[Number(path[1])];
  }
  return root && nodeOnWay(root, path);
}

/** Gives the ids in the same list, and the labels of its free values, except for the one at the cursor. */
function chosenBeside({ path, offset }: Target, read: ReadDocument): ReadonlySet<string> {
  const listDepth = path.findLastIndex((step) => typeof step === "number");
  const list = listDepth >= 2 ? objectAt(read, path.slice(0, listDepth), offset) : undefined;
  const others = (list?.kind === "list" ? list.children : []).filter(({ whole }) => !contains(whole, offset));
  return new Set(
    others.map((item) => {
      const naming = item.kind === "object" ? (memberNode(item, "id") ?? memberNode(item, "label")) : item;
      return String(naming?.scalar).trim();
    }),
  );
}

function freeFields({ nodes }: ReadDocument, { all }: DocumentFields, offset?: number): readonly DocumentField[] {
  const present = new Set(
    nodes.flatMap(({ entry, node }) => (offset !== undefined && contains(node.whole, offset) ? [] : [entry.fieldId])),
  );
  return all.filter(
    ({ fieldId, isWritable, isFrozen, kind }) => isWritable && !isFrozen && kind && !present.has(fieldId),
  );
}

function fieldName({ label, name, fieldId }: DocumentField): string {
  return label || name || String(fieldId);
}

/** Tells how a field is offered. */
function namedField(field: DocumentField) {
  const { fieldId, type, name, isRequired } = field;
  return {
    label: fieldName(field),
    detail: String(fieldId),
    description: isRequired ? requiredOfType(type) : typeName(type),
    ...(name && { also: name }),
  };
}

/** Gives what has been typed, as the person means it. */
function wordsTyped(typed: string): string {
  return typed.replace(/^["<]/, "").replace(/"$/, "").trim();
}

function scalarText(value: SnippetValue): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function hasEmptyHole(value: SnippetValue): boolean {
  if (value instanceof TabStop) {
    return value.value === undefined;
  }
  return typeof value === "object" && value !== null && Object.values(value).some(hasEmptyHole);
}
