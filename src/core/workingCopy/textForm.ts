import { type DocumentEntries, kindsOf } from "../codec/documentEntries.ts";
import type { DocumentCodec } from "../codec/formatCodec.ts";
import { maxDocumentLength } from "../codec/textTree.ts";
import { uniteEntries } from "../merge/uniteEntries.ts";
import type { EntryChange } from "../model/entry.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import type { FieldLanguage } from "../model/uri.ts";
import { withLineFeeds } from "../util/lines.ts";
import type { ArtifactTypes } from "./artifactTypes.ts";
import { type Base, type BaseField, documentEntries, fieldLabel } from "./base.ts";
import type { TextOrigins } from "./documentState.ts";
import type { Unite } from "./kindTypes.ts";
import type { Settlement } from "./settlement.ts";

/** Tells how the text of a document stands for entries of its working copy: all of them, or a single field's text. */
export interface TextForm {
  /**
   * Gives the text that shows `base`, or the names of the fields whose values it cannot hold. It gives no text that is
   * over `maxDocumentLength`, which would not be read at all.
   */
  print(base: Base): PrintedText;
  /** Reads what a text says, with places. Never throws. */
  parse(text: string, context: TextContext): DocumentEntries;
  /** Gives `text` with changed entries; the rest of it stays as it is. */
  edit(text: string, changes: readonly EntryChange[]): string;
}

/** Holds what is known of an artifact's text and not said in it. */
export type TextContext = Partial<TextOrigins<ArtifactTypes>> & Pick<TextOrigins<ArtifactTypes>, "base">;

export type PrintedText = { readonly kind: "text"; readonly text: string } | NoText;

/** Tells why a base has no text. */
export type NoText =
  | { readonly kind: "unprintable"; readonly labels: readonly string[] }
  | { readonly kind: "tooLong" };

/** Gives the form of the document of a whole artifact, in the format of `codec`. */
export function artifactForm(codec: DocumentCodec): TextForm {
  return {
    print: (base) => {
      const entries = documentEntries(base);
      const text = codec.print(entries);
      if (text.length > maxDocumentLength) {
        return { kind: "tooLong" };
      }
      const unprintable = codec.unprintable(entries, kindsOf(base));
      return unprintable.length === 0
        ? { kind: "text", text }
        : { kind: "unprintable", labels: unprintable.map(({ fieldId }) => fieldLabel(base, fieldId)) };
    },
    parse: (text, { base }) => codec.parse(text, kindsOf(base)),
    edit: codec.edit,
  };
}

const formatOfLanguage: Readonly<Record<FieldLanguage, string>> = { md: "commonmark", html: "html", txt: "text" };
const languageOfFormat: Readonly<Record<string, FieldLanguage>> = { commonmark: "md", html: "html" };

/** Gives the language that a long text is edited in; undefined when the field holds none, or may not be written. */
export function fieldLanguage(field: BaseField): FieldLanguage | undefined {
  const text = field.isWritable ? contentOf(field) : undefined;
  return text && languageOf(text);
}

/** Gives the language that the long text with these members is edited in; undefined where they hold no text. */
export function languageOfMembers(members: JsonObject): FieldLanguage | undefined {
  const text = contentOfMembers(members);
  return text && languageOf(text);
}

function languageOf({ format }: FormattedText): FieldLanguage {
  return languageOfFormat[format ?? ""] ?? "txt";
}

/** Gives the members of a long text with another content, in the format it has, else in that of `language`. */
export function membersWithContent(
  members: JsonObject | undefined,
  content: string,
  language: FieldLanguage,
): JsonObject {
  const before = members && contentOfMembers(members);
  const format = before ? before.format : formatOfLanguage[language];
  return { value: format === undefined ? content : { content, format } };
}

/**
 * Gives the form of the document of one long text: nothing but its content. The text is saved in the format it was
 * written in, that of the version it was made from, whatever the language it is shown in; `language` counts only while
 * the field is not known.
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
    parse: (text, context) => {
      const field = fieldIn(context.madeFrom ?? context.base);
      const shown = field && contentOf(field);
      const format = shown ? formatOf(text, shown, fieldId, context.settlement) : formatOfLanguage[language];
      const whole = { offset: 0, length: text.length };
      return {
        entries: [
          {
            fieldId,
            members: { value: format === undefined ? text : { content: text, format } },
            ...whole,
            idSpan: { offset: 0, length: 0 },
            valueSpan: { offset: 0, length: text.length },
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

/**
 * Gives the format of a text that does not name it. Where the text is a known value, that is the format of the value:
 * `shown`, or one from before the base moved on. Else it is the format that the text was last seen in, which also
 * decides between older values of the same content.
 */
function formatOf(
  text: string,
  shown: FormattedText,
  fieldId: number,
  settlement: Settlement<ArtifactTypes> | undefined,
): string | undefined {
  const outdated = (settlement?.outdated[fieldId] ?? []).flatMap((members) => contentOfMembers(members) ?? []);
  const lastSeen = settlement?.formats?.[fieldId] ?? shown.format;
  const ofLastSeen = outdated.filter(({ format }) => format === lastSeen);
  const same = [shown, ...ofLastSeen, ...outdated].find(
    ({ content }) => withLineFeeds(content) === withLineFeeds(text),
  );
  return same ? same.format : lastSeen;
}

interface FormattedText {
  readonly content: string;
  /** It is undefined where the service tells none. */
  readonly format?: string;
}

function contentOf({ entry, kind }: BaseField): FormattedText | undefined {
  return kind === "text" && entry ? contentOfMembers(entry.members) : undefined;
}

/** Gives the long text that members of an entry hold, with its format; undefined where they hold none. */
export function contentOfMembers({ value }: JsonObject): FormattedText | undefined {
  if (typeof value === "string") {
    return { content: value };
  }
  return isJsonObject(value) && typeof value.content === "string" && typeof value.format === "string"
    ? { content: value.content, format: value.format }
    : undefined;
}

/** Stands in until the codec of a document that was restored is loaded. */
export const formToCome: TextForm = {
  print: () => ({ kind: "unprintable", labels: [] }),
  parse: (text) => ({
    entries: [],
    problems: [{ code: "syntax", severity: "error", offset: 0, length: text.length }],
  }),
  edit: (text) => text,
};

/** Makes one text of the changes of several documents of an artifact. */
export const uniteTexts: Unite<ArtifactTypes> = (base, texts) => {
  const { entries, disagreeing } = uniteEntries(base.fields, texts);
  return { mine: entries, disagreeing };
};
