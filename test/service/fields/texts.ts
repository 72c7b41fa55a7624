import { badRequest } from "../server/answer.ts";
import type { Field, TextFormat } from "../state/model.ts";
import { isObject, type JsonObject } from "../wire/json.ts";
import { postProcess, renderMarkdown } from "../wire/texts.ts";
import { expectKind, type FieldKind } from "./fieldKind.ts";

const maxTextBytes = 65_535;

/** The text exactly as the service prints it, with its unclosed bracket. */
export function expectedFormatError(field: Field): Error {
  return badRequest(`Expected format for field ${field.id} : {"field_id" : 15458, "value" : some_value`);
}

export const stringKind: FieldKind = {
  read: (_, value) => ({ value: expectKind(value, "string")?.value ?? "" }),
  accept: (field, entry) => {
    const { value } = entry;
    if (value === undefined || value === null) {
      throw expectedFormatError(field);
    }
    if (typeof value !== "string") {
      return { problem: `${field.label} is not a string.` };
    }
    if (/[\r\n\0]/.test(value)) {
      return { problem: `${field.label} can contain neiher carriage return nor null char.` };
    }
    if (field.maxLength > 0 && [...value].length > field.maxLength) {
      return { problem: `${field.label} can not contain more than ${field.maxLength} characters.` };
    }
    return { value: { kind: "string", value } };
  },
  isEmpty: (value) => expectKind(value, "string")?.value === "",
};

export const textKind: FieldKind = {
  read: (_, value) => {
    const { content, format } = expectKind(value, "text") ?? { content: "", format: "text" as const };
    const post = { post_processed_value: postProcess(content, format) };
    return format === "commonmark"
      ? { value: renderMarkdown(content), format: "html", commonmark: content, ...post }
      : { value: content, format, ...post };
  },
  accept: (field, entry) => {
    const { value } = entry;
    if (value === undefined || value === null) {
      throw expectedFormatError(field);
    }
    const content = isObject(value) ? value.content : value;
    if (typeof content !== "string") {
      return { problem: `${field.label} is not a text.` };
    }
    if (Buffer.byteLength(content) > maxTextBytes) {
      return { problem: `${field.label} can not contain more than ${maxTextBytes} characters.` };
    }
    return { value: { kind: "text", content, format: readFormat(isObject(value) ? value.format : undefined) } };
  },
  isEmpty: (value) => expectKind(value, "text")?.content === "",
};

/** Whatever is not a known format is taken as the users' default one, Markdown. */
export function readFormat(format: unknown): TextFormat {
  return format === "text" || format === "html" ? format : "commonmark";
}

/** A string kept in a form of its own by a plugin. */
export const encryptedKind: FieldKind = {
  read: (_, value) => expectKind(value, "opaque")?.members as Record<string, unknown> | undefined,
  accept: (field, entry: JsonObject) => {
    if (entry.value === undefined || entry.value === null) {
      throw expectedFormatError(field);
    }
    return typeof entry.value === "string"
      ? { value: { kind: "opaque", members: { value: entry.value } } }
      : { problem: `${field.label} is not a string.` };
  },
  isEmpty: (value) => expectKind(value, "opaque")?.members.value === "",
};
