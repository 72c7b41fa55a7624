import * as vscode from "vscode";
import type { KnownConnection } from "../../core/known/connection.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { linkTypeName } from "../../core/labels/typeNames.ts";
import { none } from "../../core/labels/values.ts";
import {
  type AskedField,
  chosenMembers,
  lineMembers,
  problemOf,
  type Question,
  questionFor,
} from "../../core/language/question.ts";
import type { ArtifactSummary } from "../../core/model/artifact.ts";
import type { JsonObject } from "../../core/model/json.ts";
import type { LinkType } from "../../core/model/tracker.ts";
import { valueProblem } from "../../core/sentences/documents.ts";
import {
  artifactPlaceholder,
  choicePlaceholder,
  linePrompts,
  linkTypePlaceholder,
  noLinkType,
  peoplePlaceholder,
  plainLink,
} from "../../core/sentences/fields.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { pickChoices, type ShownChoice } from "../dialog/pickChoices.ts";
import { askInput, askQuickPick } from "../dialog/quickInput.ts";

/** Holds what the person chose or wrote; `elsewhere` for values that no box asks for; undefined when they gave up. */
type Answer = { readonly members: JsonObject } | { readonly elsewhere: "longText" | "entry" } | undefined;

/** The document whose field is asked for: an artifact, or a draft, which has no number yet. */
interface Asked {
  readonly connectionId: string;
  readonly artifactId?: number | undefined;
}

/** Asks for the value of a field that stands at `members`. */
export async function askMembers(
  known: Pick<KnownConnections, "of">,
  { connectionId, artifactId }: Asked,
  title: string,
  field: AskedField,
  members: JsonObject | undefined,
): Promise<Answer> {
  const question = questionFor(field, members);
  switch (question.kind) {
    case "choice": {
      const { isMany, isOpen, isOfPeople, mayBeNone, choices, chosen: before } = question;
      const chosen = await pickChoices({
        title,
        isMany,
        isOpen,
        choices,
        chosen: before,
        placeholder: isOfPeople ? peoplePlaceholder : choicePlaceholder({ isMany, isOpen }),
        ...(mayBeNone && { none }),
        ...(isOfPeople && {
          isTooShort: isTooShortToSearch,
          find: async (words, signal) => await known.of(connectionId).people.find(words, signal),
        }),
      });
      return chosen && { members: chosenMembers(field, chosen) };
    }
    case "line": {
      const line = await askLine(title, field, question);
      return line === undefined ? undefined : { members: lineMembers(field, line) };
    }
    case "links":
      return askLinks(
        artifactFinder(() => known.of(connectionId), artifactId),
        title,
        field,
        question,
      );
    default:
      return { elsewhere: question.kind };
  }
}

/** Asks for an artifact of a connection, those met lately first; undefined when the person gave up. */
export async function pickArtifact(
  known: KnownConnection,
  title: string,
  placeholder: string,
): Promise<number | undefined> {
  const find = artifactFinder(() => known);
  const chosen = await pickChoices({
    title,
    placeholder,
    isMany: false,
    chosen: [],
    choices: await find("", new AbortController().signal),
    isTooShort: isTooShortForArtifacts,
    find,
  });
  return chosen?.[0] && Number(chosen[0].id);
}

/**
 * Finds artifacts by words or number, but not `except`. Without words it gives those the person works with, and sends
 * no request.
 */
function artifactFinder(known: () => Pick<KnownConnection, "findArtifacts">, except?: number) {
  return async (words: string, signal: AbortSignal): Promise<readonly ShownChoice[]> =>
    (await known().findArtifacts(words, signal)).filter(({ id }) => id !== except).map(artifactChoice);
}

/** Makes a row to choose of an artifact: `bug #9 It breaks`. */
function artifactChoice({ id, title = "", xref, status, tracker }: ArtifactSummary): ShownChoice {
  const description = [status, tracker?.label].filter(Boolean).join(" · ");
  return { id, label: `${xref ?? `#${id}`} ${title}`.trim(), ...(description !== "" && { description }) };
}

/** Tells whether the service refuses so few letters (test/service/README.md, Projects and people). */
function isTooShortToSearch(words: string): boolean {
  return words.length < 3;
}

/** Tells whether words are too short to find artifacts. A number names an artifact, however short it is. */
function isTooShortForArtifacts(words: string): boolean {
  return isTooShortToSearch(words) && !/^#?\d+$/.test(words);
}

async function askLine(
  title: string,
  field: AskedField,
  { text, form }: Extract<Question, { kind: "line" }>,
): Promise<string | undefined> {
  return await askInput({
    title,
    prompt: linePrompts[form],
    value: text,
    validateInput: (typed) => {
      const problem = problemOf(field, lineMembers(field, typed));
      return (
        problem && {
          message: valueProblem(problem, field.label),
          severity:
            problem.severity === "error"
              ? vscode.InputBoxValidationSeverity.Error
              : vscode.InputBoxValidationSeverity.Warning,
        }
      );
    },
  });
}

async function askLinks(
  find: ReturnType<typeof artifactFinder>,
  title: string,
  field: AskedField,
  { links, types }: Extract<Question, { kind: "links" }>,
): Promise<Answer> {
  const known = await find("", new AbortController().signal);
  const names = new Map([
    ...Object.entries(field.names),
    ...known.map(({ id, label }) => [String(id), label] as const),
  ]);
  const typeOf = (type: unknown) => namedType(types, String(type ?? ""));
  const present = links.map((link): ShownChoice => {
    const id = String(link.id);
    return { id, label: names.get(id) ?? `#${id}`, description: typeOf(link.type) };
  });
  const taken = new Set(present.map(({ id }) => id));
  const chosen = await pickChoices({
    title,
    placeholder: artifactPlaceholder,
    isMany: true,
    chosen: present,
    choices: [...present, ...known.filter(({ id }) => !taken.has(String(id)))],
    isTooShort: isTooShortForArtifacts,
    find,
  });
  if (!chosen) {
    return undefined;
  }
  const ids = new Set(chosen.map(({ id }) => String(id)));
  const kept = links.filter(({ id }) => ids.has(String(id)));
  const added = chosen.filter(({ id }) => !taken.has(String(id)));
  const type = added.length > 0 && types.length > 0 ? await askLinkType(title, types) : "";
  if (type === undefined) {
    return undefined;
  }
  return {
    members: {
      links: [...kept, ...added.map(({ id }): JsonObject => ({ id: Number(id), ...(type !== "" && { type }) }))],
    },
  };
}

/** Gives the name of a type of links: the structure's label, or our own word where that is only the type itself. */
function namedType(types: readonly LinkType[], type: string): string {
  const label = types.find(({ shortname }) => shortname === type)?.label ?? type;
  return label === type ? linkTypeName(type) : label;
}

async function askLinkType(title: string, types: readonly LinkType[]): Promise<string | undefined> {
  const items = [
    { label: plainLink, description: noLinkType, shortname: "" },
    ...types.map(({ shortname }) => ({ label: plainLabel(namedType(types, shortname)), shortname })),
  ];
  return (await askQuickPick(items, { title, placeHolder: linkTypePlaceholder }))?.shortname;
}
