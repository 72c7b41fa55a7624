import type { DocumentCodec } from "../codec/documentCodec.ts";
import type { DocumentEntries, KindOf } from "../codec/documentEntries.ts";
import type { EntryChange } from "../codec/entryChange.ts";
import { isJsonObject } from "../model/json.ts";
import type { FieldLanguage } from "../uri.ts";
import { type Base, type BaseField, documentEntries, fieldLabel } from "./base.ts";

/** How the text of a document stands for entries of its working copy: all of them, or a single field's text. */
export interface TextForm {
  /** The text that shows `base`; the names of the fields whose values it cannot hold, where there are any. */
  print(base: Base): PrintedText;
  /** What a text says, with places. Never throws. */
  parse(text: string, base: Base | undefined): DocumentEntries;
  /** `text` with changed entries; the rest of it stays as it is. */
  edit(text: string, changes: readonly EntryChange[]): string;
}

export type PrintedText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unprintable"; readonly labels: readonly string[] };

/** The document of a whole artifact, in the format of `codec`. */
export function artifactForm(codec: DocumentCodec): TextForm {
  return {
    print: (base) => {
      const entries = documentEntries(base);
      const unprintable = codec.unprintable(entries, kindsOf(base));
      return unprintable.length === 0
        ? { kind: "text", text: codec.print(entries) }
        : { kind: "unprintable", labels: unprintable.map(({ fieldId }) => fieldLabel(base, fieldId)) };
    },
    parse: (text, base) => codec.parse(text, kindsOf(base)),
    edit: codec.edit,
  };
}

const formatOfLanguage: Readonly<Record<FieldLanguage, string>> = { md: "commonmark", html: "html", txt: "text" };
const languageOfFormat: Readonly<Record<string, FieldLanguage>> = { commonmark: "md", html: "html" };

/** The language a long text is edited in; undefined when the field is none, or may not be written. */
export function fieldLanguage(field: BaseField): FieldLanguage | undefined {
  const text = field.isWritable ? contentOf(field) : undefined;
  return text && (languageOfFormat[text.format ?? ""] ?? "txt");
}

/**
 * The document of one long text: nothing but its content. It is saved in the format the field has, whatever the language it
 * is shown in; that counts only while the field is not known.
 */
export function fieldForm(fieldId: number, language: FieldLanguage): TextForm {
  const fieldIn = (base: Base | undefined) => base?.fields.find((field) => field.fieldId === fieldId);
  return {
    print: (base) => {
      const field = fieldIn(base);
      const content = field && contentOf(field)?.content;
      return content === undefined
        ? { kind: "unprintable", labels: [field?.label ?? String(fieldId)] }
        : { kind: "text", text: content };
    },
    parse: (text, base) => {
      const field = fieldIn(base);
      const shown = field && contentOf(field);
      const format = shown ? shown.format : formatOfLanguage[language];
      const whole = { offset: 0, length: text.length };
      return {
        entries: [
          {
            fieldId,
            members: { value: format === undefined ? text : { content: text, format } },
            ...whole,
            fieldIdOffset: 0,
            fieldIdLength: 0,
            valueOffset: 0,
            valueLength: text.length,
          },
        ],
        problems: [],
      };
    },
    edit: (text, changes) => {
      const change = changes.findLast((each) => each.kind === "set" && each.entry.fieldId === fieldId);
      const value = change?.kind === "set" ? change.entry.members.value : undefined;
      const content = isJsonObject(value) ? value.content : value;
      return typeof content === "string" ? content : text;
    },
  };
}

/** The kinds of the fields of `base`, by id. */
export function kindsOf(base: Base | undefined): KindOf {
  const fields = new Map(base?.fields.map((field) => [field.fieldId, field.kind]));
  return (fieldId) => fields.get(fieldId);
}

/** The format is undefined where the service tells none. */
function contentOf({ entry, kind }: BaseField): { content: string; format?: string } | undefined {
  const value = kind === "text" ? entry?.members.value : undefined;
  if (typeof value === "string") {
    return { content: value };
  }
  return isJsonObject(value) && typeof value.content === "string" && typeof value.format === "string"
    ? { content: value.content, format: value.format }
    : undefined;
}
