import type { ReadDocument } from "../codec/readDocument.ts";
import type { TextNode } from "../codec/textTree.ts";
import { openValueName } from "../field/openList.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { shortened } from "../util/plainLabel.ts";
import type { Span } from "../util/span.ts";
import { type DocumentField, type DocumentFields, nameOfId } from "./documentFields.ts";
import { cardTitle } from "./hints.ts";
import { type DocumentNames, noNames } from "./ports.ts";

/** An entry as an outline shows it. */
interface OutlineItem extends Span {
  /** The label of its field. */
  readonly label: string;
  /** Its value, with names in the place of ids. */
  readonly value: string;
  readonly kind: FieldKind | undefined;
  /** The place of the field's id. */
  readonly selection: Span;
}

/** Lists the entries of a document by label, with their values, in the order of the text. */
export function outlineOf(
  read: ReadDocument,
  fields: DocumentFields,
  names: DocumentNames = noNames,
): readonly OutlineItem[] {
  return read.entries(fields.kindOf).entries.map((entry) => {
    const field = fields.get(entry.fieldId);
    const { offset, length, idSpan } = entry;
    return {
      offset,
      length,
      label: field?.label || String(entry.fieldId),
      value: shorten(valueInNames(field, entry.members, names)),
      kind: field?.kind,
      selection: idSpan,
    };
  });
}

/** Gives the value of a field as a person reads it: names instead of ids, the first line of a text. */
export function valueInNames(
  field: DocumentField | undefined,
  members: JsonObject,
  names: DocumentNames = noNames,
): string {
  const nameOf = (id: Json | undefined): string => {
    const key = String(id);
    const found = field && nameOfId(field, key);
    return found ?? (field?.bindsTo === "users" ? names.person(Number(key)) : undefined) ?? key;
  };
  const titleOf = (link: Json): string => {
    const id = isJsonObject(link) ? link.id : link;
    const card = names.artifact(Number(id));
    return card ? cardTitle(card) : `#${id}`;
  };
  const { value, bind_value_ids: ids, links, all_links: allLinks, manual_value: manual } = members;
  const listed = Array.isArray(ids) ? ids : undefined;
  const linked = Array.isArray(links) ? links : Array.isArray(allLinks) ? allLinks : undefined;
  if (listed || linked) {
    return [...(listed ?? []).map(nameOf), ...(linked ?? []).map(titleOf)].join(", ");
  }
  if (Array.isArray(value)) {
    return field?.kind === "files" ? value.map(nameOf).join(", ") : value.length === 0 ? "" : `${value.length}`;
  }
  if (isJsonObject(value)) {
    const objects = Array.isArray(value.bind_value_objects) ? value.bind_value_objects : [];
    const groups = Array.isArray(value.granted_groups) ? value.granted_groups : [];
    const text = typeof value.content === "string" ? value.content : "";
    return text || [...objects.map((each) => openValueName(each, nameOf) ?? ""), ...groups.map(nameOf)].join(", ");
  }
  return String(manual ?? value ?? "");
}

const longest = 80;

function shorten(text: string): string {
  const whole = text.trim();
  const [line = ""] = whole.split(/\r?\n/, 1);
  const start = shortened(line, longest);
  return start === line && line.length < whole.length ? `${line}…` : start;
}

/**
 * Finds the parts of a text that reach over several lines and can be folded away; outer ones come first. Indentation
 * does not tell them in XML, where the lines of a long text begin at the left.
 */
export function foldsOf({ text, root }: ReadDocument): readonly Span[] {
  const folds: Span[] = [];
  const visit = ({ whole, children }: TextNode): void => {
    // Only the part is searched: a line may be as long as the text, which each part would search to its end.
    if (text.slice(whole.offset, whole.offset + whole.length).includes("\n")) {
      folds.push(whole);
      children.forEach(visit);
    }
  };
  if (root) {
    visit(root);
  }
  return folds;
}
