import type { LineForm, ValueFailure } from "../language/question.ts";

// Asking for values.

export const peoplePlaceholder = "Three letters of a name, or more";
export const fieldPlaceholder = "Field";
export const artifactPlaceholder = "A number or words of a title";
export const linkTypePlaceholder = "Type of the new links";
export const plainLink = "Linked to";
export const noLinkType = "no type";
export const asTyped = "as typed";
/** Behind the choice that stands. */
export const standsNow = "now";

export function choicePlaceholder({ isMany, isOpen }: { readonly isMany: boolean; readonly isOpen: boolean }): string {
  return isOpen ? "Choose values, or type a new one" : isMany ? "Choose any number of values" : "Choose a value";
}

export const linePrompts: Readonly<Record<LineForm, string>> = {
  words: "One line.",
  wholeNumber: "A whole number; nothing for none.",
  number: "A number; nothing for none.",
  day: "A day such as 2026-03-13; nothing for none.",
  time: "A time such as 2026-03-13T15:00:00+01:00; nothing for none.",
  computed: "A number, which is then kept by hand; nothing to have it computed.",
};

/** `title` with why there is nothing to choose. */
export const emptyChoiceTitle = {
  tooShort: (title: string) => `${title} (type three letters or more)`,
  nothingFound: (title: string) => `${title} (nothing found)`,
  notAsked: (title: string) => `${title} (the service could not be asked)`,
} as const;

// Setting the fields of a document; `name` is `#512`, or `New bug`.

/** Where more than one outline is offered. */
export const outlineLabel = "Fields";
export const noEntries = "The text has no entries to go to.";
export const openEntriesFirst = "Open an artifact or a draft as JSON or XML first.";
export const fieldsUnknown = "It is not known which fields may be written here.";
export const textIsInvalid = "The text is not a valid document, so nothing can be set in it. See the Problems view.";
export const fieldHasNoEntry = "The field has no entry in the text. Set Field… puts one in.";

export function fieldsTitle(name: string): string {
  return `${name}: Fields`;
}

export function noWritableField(name: string): string {
  return `${name} has no field that you may write.`;
}

export function noSuchField(name: string, given: unknown): string {
  return `${name} has no field “${String(given)}” that you may write.`;
}

export function noSuchValue(label: string, given: unknown): string {
  return `“${label}” has no value “${String(given)}”.`;
}

export function noValueFor(failure: ValueFailure, label: string): string {
  return failure.kind === "noSuchOption" ? noSuchValue(label, failure.given) : `This is no value for “${label}”.`;
}

export function documentNotChanged(name: string): string {
  return `The editor did not let ${name} be changed, so it stays as it is.`;
}

// Lenses above a document.

export const showPageLens = "Show Page";
export const setFieldLens = "Set Field…";
export const changeStatusLens = "Change Status…";
export const commentLens = "Comment…";
export const attachFilesLens = "Attach Files…";

/** A lens above a long text; `language` by name. */
export function openTextAs(field: string, language: "md" | "html" | "txt"): string {
  return `Open “${field}” as ${languageNames[language]}`;
}

const languageNames = { md: "Markdown", html: "HTML", txt: "Plain Text" } as const;
