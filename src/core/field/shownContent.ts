import type { FieldValue, NamedLink, ShownValue } from "../model/artifact.ts";
import { isNumberId } from "../model/id.ts";
import { isJsonObject, type Json, type JsonObject, listOf } from "../model/json.ts";
import { openValueName } from "./openList.ts";
import { isSome } from "./options.ts";

/** Tells what a value says to a reader, with names in the place of numbers. */
export type ShownContent =
  | { readonly kind: "empty" }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "date"; readonly date: string }
  | { readonly kind: "text"; readonly text: ShownText }
  | { readonly kind: "links"; readonly links: readonly ShownLink[] }
  | { readonly kind: "references"; readonly references: readonly string[] }
  | {
      readonly kind: "steps";
      readonly steps: readonly { readonly action: ShownText; readonly result: ShownText }[];
    }
  /** A value of a type of which nothing is known. */
  | { readonly kind: "unknown"; readonly type: string };

export interface ShownText {
  readonly content: string;
  readonly format: "text" | "html" | "commonmark";
}

export interface ShownLink extends NamedLink {
  readonly isReverse: boolean;
  /** `title` and `status` are there where they are known by now. */
  readonly title?: string;
  readonly status?: string;
}

/**
 * Tells what a value says: `members` as they are written, with the names that its ids have there, else those of
 * `options`. A field may have a hundred thousand options, so they are looked up and never copied.
 */
export function contentOf(
  value: Pick<FieldValue, "kind" | "names" | "shown" | "type">,
  members: JsonObject | undefined,
  options: FieldValue["names"] = {},
): ShownContent {
  const { kind, shown, type } = value;
  const names = [value.names, options];
  const given = members?.value;
  switch (members && kind) {
    case undefined:
      return shown ? shownContent(shown) : isSilent(type) ? { kind: "empty" } : { kind: "unknown", type };
    case "string":
    case "number":
      return words([given]);
    case "date":
      return typeof given === "string" && given !== "" ? { kind: "date", date: given } : words([given]);
    case "text":
      return textContent(formatted(given));
    case "list":
      return words(named(members?.bind_value_ids, names));
    case "openList":
      return words(
        listOf(isJsonObject(given) ? given.bind_value_objects : members?.bind_value_ids).map((value) =>
          openValueName(value, (id) => nameOf(id, names)),
        ),
      );
    case "permissions":
      return words(named(isJsonObject(given) ? given.granted_groups : undefined, names));
    case "files":
      return words(named(given, names));
    case "computed":
      return words([members?.manual_value ?? (shown?.kind === "words" ? shown.words[0] : undefined)]);
    case "links":
      return linksContent(members ?? {}, names, shown);
    case "steps":
      return stepsContent(given);
  }
}

/** Tells whether a field without a value has nothing to show. Charts and encrypted texts show something elsewhere. */
function isSilent(type: string): boolean {
  return !["burndown", "burnup", "Encrypted"].includes(type);
}

function shownContent(shown: ShownValue): ShownContent {
  switch (shown.kind) {
    case "words":
      return words(shown.words);
    case "date":
      return { kind: "date", date: shown.date };
    case "references":
      return shown.references.length === 0 ? { kind: "empty" } : { kind: "references", references: shown.references };
    case "reverseLinks":
      return { kind: "links", links: shown.links.map((link) => ({ ...link, isReverse: true })) };
  }
}

function words(values: readonly (Json | undefined)[]): ShownContent {
  const some = values
    .filter((value) => value !== undefined && value !== null && value !== "")
    .map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)));
  return some.length === 0 ? { kind: "empty" } : { kind: "words", words: some };
}

function named(ids: Json | undefined, names: Names): readonly string[] {
  return listOf(ids)
    .filter(isSome)
    .map((id) => nameOf(id, names));
}

/** Holds names of ids in several sources: an id has the name that the first of these gives it. */
type Names = readonly FieldValue["names"][];

function nameOf(id: Json, names: Names): string {
  const key = typeof id === "object" ? JSON.stringify(id) : String(id);
  return names.find((each) => Object.hasOwn(each, key))?.[key] ?? key;
}

function textContent(text: ShownText): ShownContent {
  return text.content.trim() === "" ? { kind: "empty" } : { kind: "text", text };
}

function formatted(value: Json | undefined, format?: Json): ShownText {
  if (isJsonObject(value)) {
    return formatted(value.content, value.format);
  }
  const known = format === "html" || format === "commonmark" ? format : "text";
  return { content: typeof value === "string" ? value : "", format: known };
}

function linksContent(members: JsonObject, names: Names, shown: ShownValue | undefined): ShownContent {
  const forward = listOf(members.links ?? members.all_links).flatMap((link): ShownLink[] => {
    const { id, type, direction } = isJsonObject(link) ? link : { id: null, type: null, direction: null };
    const artifactId = Number(id);
    const name = nameOf(id ?? null, names);
    return isNumberId(artifactId)
      ? [
          {
            artifactId,
            type: typeof type === "string" ? type : "",
            name: name === String(artifactId) ? `#${name}` : name,
            isReverse: direction === "reverse",
          },
        ]
      : [];
  });
  const reverse = shown?.kind === "reverseLinks" ? shown.links.map((link) => ({ ...link, isReverse: true })) : [];
  const links = [...forward, ...reverse];
  return links.length === 0 ? { kind: "empty" } : { kind: "links", links };
}

function stepsContent(value: Json | undefined): ShownContent {
  const steps = listOf(value)
    .filter(isJsonObject)
    .toSorted((a, b) => Number(a.rank) - Number(b.rank))
    .map((step) => ({
      action: formatted(step.description, step.description_format),
      result: formatted(step.expected_results, step.expected_results_format),
    }));
  return steps.length === 0 ? { kind: "empty" } : { kind: "steps", steps };
}
