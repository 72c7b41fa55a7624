import type { LocatedId, ReadDocument } from "../codec/readDocument.ts";
import { memberNode } from "../codec/textTree.ts";
import type { ArtifactSummary } from "../model/artifact.ts";
import { isNumberId } from "../model/id.ts";
import { type DocumentField, type DocumentFields, nameOfId } from "./documentFields.ts";
import { type DocumentNames, noNames } from "./ports.ts";

/** A name to show behind a number. */
export interface Hint {
  /** The place behind the number, in UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly kind: "field" | "value" | "artifact" | "tracker";
  readonly label: string;
  /** The state of a linked artifact. */
  readonly status?: string;
  /** Tells whether the field is required; it is false for values. */
  readonly isRequired: boolean;
}

/** A part of a text, outside of which nothing is looked at. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

const wholeText: TextRange = { start: 0, end: Number.POSITIVE_INFINITY };

/**
 * Finds names for the field ids, list values, people, linked artifacts and attachments in a document, and for the
 * tracker of a draft, in the order of the text.
 */
export function findHints(
  read: ReadDocument,
  fields: DocumentFields,
  names: DocumentNames = noNames,
  range: TextRange = wholeText,
): readonly Hint[] {
  const hints = entriesIn(read, range).flatMap(({ entry, ids }): Hint[] => {
    const field = fields.get(entry.fieldId);
    if (!field) {
      return [];
    }
    return [
      {
        offset: entry.idSpan.offset + entry.idSpan.length,
        kind: "field",
        label: field.label,
        isRequired: field.isRequired ?? false,
      },
      ...hintsOfIds(field, ids, names),
    ];
  });
  return [...trackerHint(read, fields), ...hints].sort((a, b) => a.offset - b.offset);
}

/** Finds the artifacts that are linked in a part of a document. */
export function linkedArtifacts(
  read: ReadDocument,
  fields: DocumentFields,
  range: TextRange = wholeText,
): readonly number[] {
  const linked = entriesIn(read, range).flatMap(({ entry, ids }) =>
    fields.get(entry.fieldId)?.kind === "links" ? ids.map(({ id }) => Number(id)) : [],
  );
  return [...new Set(linked)].filter((id) => isNumberId(id));
}

function entriesIn({ nodes }: ReadDocument, { start, end }: TextRange): ReadDocument["nodes"] {
  return nodes.filter(({ entry }) => entry.offset <= end && entry.offset + entry.length >= start);
}

function hintsOfIds(field: DocumentField, ids: readonly LocatedId[], names: DocumentNames): readonly Hint[] {
  return ids.flatMap(({ id, offset: start, length }): Hint[] => {
    const offset = start + length;
    const known = nameOfId(field, id);
    if (field.kind === "links") {
      const card = names.artifact(Number(id));
      const label = card ? cardTitle(card) : known;
      return label
        ? [{ offset, kind: "artifact", label, isRequired: false, ...(card?.status && { status: card.status }) }]
        : [];
    }
    const label = known ?? (field.bindsTo === "users" ? names.person(Number(id)) : undefined);
    return label ? [{ offset, kind: "value", label, isRequired: false }] : [];
  });
}

/** Tells what an artifact is called: its title, else its reference. */
export function cardTitle({ id, title, xref }: ArtifactSummary): string {
  return title || xref || `#${id}`;
}

function trackerHint(read: ReadDocument, { tracker }: DocumentFields): readonly Hint[] {
  const id = memberNode(memberNode(read.root, "tracker"), "id");
  return tracker?.label && id && String(id.scalar).trim() === String(tracker.id)
    ? [{ offset: id.offset + id.length, kind: "tracker", label: tracker.label, isRequired: false }]
    : [];
}
