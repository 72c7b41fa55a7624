import { t } from "@vscode/l10n";
import type { HoverInfo } from "../language/hover.ts";
import type { LineForm, ValueFailure } from "../language/question.ts";

// These sentences ask for values.

export const peoplePlaceholder = t("Three letters of a name, or more");
export const fieldPlaceholder = t("Field");
export const artifactPlaceholder = t("A number or words of a title");
export const linkTypePlaceholder = t("Type of the new links");
export const plainLink = t("Linked to");
export const noLinkType = t("no type");
export const asTyped = t("as typed");
/** Stands behind the choice that is the value now. */
export const standsNow = t("now");

export function choicePlaceholder({ isMany, isOpen }: { readonly isMany: boolean; readonly isOpen: boolean }): string {
  return isOpen
    ? t("Choose values, or type a new one")
    : isMany
      ? t("Choose any number of values")
      : t("Choose a value");
}

export const linePrompts: Readonly<Record<LineForm, string>> = {
  words: t("One line."),
  wholeNumber: t("A whole number; nothing for none."),
  number: t("A number; nothing for none."),
  day: t("A day such as 2026-03-13; nothing for none."),
  time: t("A time such as 2026-03-13T15:00:00+01:00; nothing for none."),
  computed: t("A number, which is then kept by hand; nothing to have it computed."),
};

/** Adds to `title` why there is nothing to choose. */
export const emptyChoiceTitle = {
  tooShort: (title: string) => t("{title} (type three letters or more)", { title }),
  nothingFound: (title: string) => t("{title} (nothing found)", { title }),
  notAsked: (title: string) => t("{title} (the service could not be asked)", { title }),
} as const;

// These sentences are about setting the fields of a document; `name` is `#512`, or `New bug`.

/** Names our outline where several are offered. */
export const outlineLabel = t("Fields");
export const noEntries = t("The text has no entries to go to.");
export const openEntriesFirst = t("Open an artifact or a draft as JSON or XML first.");
export const fieldsUnknown = t("It is not known which fields may be written here.");
export const textIsInvalid = t("The text is not a valid document, so nothing can be set in it. See the Problems view.");
export const fieldHasNoEntry = t("The field has no entry in the text. Set Field… puts one in.");

export function fieldsTitle(name: string): string {
  return t("{name}: Fields", { name });
}

export function noWritableField(name: string): string {
  return t("{name} has no field that you may write.", { name });
}

export function noSuchField(name: string, given: unknown): string {
  return t("{name} has no field “{given}” that you may write.", { name, given: String(given) });
}

export function noSuchValue(label: string, given: unknown): string {
  return t("“{label}” has no value “{given}”.", { label, given: String(given) });
}

export function noValueFor(failure: ValueFailure, label: string): string {
  return failure.kind === "noSuchOption"
    ? noSuchValue(label, failure.given)
    : t("This is no value for “{label}”.", { label });
}

export function documentNotChanged(name: string): string {
  return t("The editor did not let {name} be changed, so it stays as it is.", { name });
}

/** This is told where the field was changed while somebody was asked for its value; `name` is the artifact's. */
export function fieldOvertaken(label: string, name: string): string {
  return t(
    "“{label}” of {name} was changed while you were asked, so it stays as it is. Look at it, then set it again.",
    {
      label,
      name,
    },
  );
}

// These are the labels of lenses above a document.

export const previewLens = t("Preview Artifact");
export const setFieldLens = t("Set Field…");
export const changeStatusLens = t("Change Status…");
export const commentLens = t("Comment…");
export const attachFilesLens = t("Attach Files…");

/** Labels a lens above a long text, which opens it in the language that `language` names. */
export function openTextAs(field: string, language: "md" | "html" | "txt"): string {
  return t("Open “{field}” as {language}", { field, language: languageNames[language] });
}

const languageNames = { md: t("Markdown"), html: t("HTML"), txt: t("Plain Text") } as const;

export const requiredWord = t("required");
export const requiredTooltip = t("Required");
export const wasEmpty = t("It was empty.");

export function wasBefore(value: string): string {
  return t("It was: {value}", { value });
}

export function moreValues(count: number): string {
  return t("… {count} more", { count });
}

/** Says who may write a field, as far as its tracker's structure tells: when an artifact is made, and later. */
export function fieldPermissions({ isSubmittable, isUpdatable }: HoverInfo["field"]): string | undefined {
  if (isSubmittable === undefined) {
    return undefined;
  }
  if (isUpdatable) {
    return isSubmittable ? t("You may give and change it.") : t("You may change it, not give it to a new artifact.");
  }
  return isSubmittable ? t("You may give it to a new artifact, not change it.") : t("You may not change it.");
}
