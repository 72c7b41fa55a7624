import type { LocatedEntry } from "../codec/documentEntries.ts";
import type { ReadDocument } from "../codec/readDocument.ts";
import { contains } from "../codec/textTree.ts";
import { sameMeaning } from "../field/meaning.ts";
import type { ArtifactSummary } from "../model/artifact.ts";
import type { JsonObject } from "../model/json.ts";
import { type FieldOption, noOptions } from "../model/optionList.ts";
import type { Span } from "../util/span.ts";
import { type DocumentField, type DocumentFields, nameOfId } from "./documentFields.ts";
import { type AttachmentName, type DocumentNames, noNames } from "./ports.ts";

/** Holds what is under the mouse. */
export interface HoverInfo {
  /** The place that it is about, in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly field: DocumentField;
  /** The id under the mouse, and what it stands for where that is known. */
  readonly value?: {
    readonly id: string;
    readonly name?: string;
    readonly artifact?: ArtifactSummary;
    readonly attachment?: AttachmentName;
  };
  /** The first of the options that may be chosen: they are not hidden, and a workflow lets them be reached. */
  readonly options: readonly FieldOption[];
  /** The number of further options. */
  readonly moreOptions: number;
  /** The value on the service, where the text says another one. */
  readonly was?: JsonObject;
}

/**
 * No more options are shown: people read so many at a glance. A list of thousands would make the window stand still.
 */
const maxOptions = 30;

/** Finds the field of the entry at `offset`, and the id there; undefined outside of entries of known fields. */
export function findHover(
  read: ReadDocument,
  offset: number,
  fields: DocumentFields,
  names: DocumentNames = noNames,
): HoverInfo | undefined {
  const found = read.nodes.find(({ entry }) => contains(entry, offset));
  const field = found && fields.get(found.entry.fieldId);
  if (!found || !field) {
    return undefined;
  }
  const options = choices(field);
  const shown = options.slice(0, maxOptions);
  const about = {
    field,
    options: shown,
    moreOptions: options.length - shown.length,
    ...valueBefore(read, found.entry, field, fields),
  };
  const id = found.ids.find((place) => contains(place, offset));
  return id
    ? { offset: id.offset, length: id.length, ...about, value: { id: id.id, ...meaningOfId(field, id.id, names) } }
    : { ...placeAt(found.entry, offset), ...about };
}

function choices({ options = noOptions, reachable }: DocumentField): readonly FieldOption[] {
  const offered = options.offered.map(({ option }) => option);
  return reachable ? offered.filter(({ id }) => reachable.has(String(id))) : offered;
}

function meaningOfId(
  field: DocumentField,
  id: string,
  names: DocumentNames,
): Omit<NonNullable<HoverInfo["value"]>, "id"> {
  const artifact = field.kind === "links" ? names.artifact(Number(id)) : undefined;
  const attachment = field.kind === "files" ? names.attachment(id) : undefined;
  const name = nameOfId(field, id) ?? (field.bindsTo === "users" ? names.person(Number(id)) : undefined);
  return { ...(name !== undefined && { name }), ...(artifact && { artifact }), ...(attachment && { attachment }) };
}

/** Gives the value that the field has on the service, where the text says another one. A draft has none there. */
function valueBefore(
  read: ReadDocument,
  { offset }: LocatedEntry,
  { current, kind }: DocumentField,
  fields: DocumentFields,
) {
  const entry = read.entries(fields.kindOf).entries.find((each) => each.offset === offset);
  return fields.artifactId === undefined || !current || !entry || sameMeaning(entry.members, current, kind, current)
    ? {}
    : { was: current };
}

/** Gives the place of the field id, of the value or, between them, of the entry. */
function placeAt({ offset, length, idSpan, valueSpan }: LocatedEntry, at: number): Span {
  return [idSpan, valueSpan].find((place) => contains(place, at)) ?? { offset, length };
}
