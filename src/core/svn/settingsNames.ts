import { jsonPlaceAt } from "../codec/jsonPlace.ts";
import { jsonSnippet } from "../codec/snippet.ts";
import { projectAdministrators, projectMembers } from "../labels/values.ts";
import { candidatesFor } from "../language/candidates.ts";
import type { Completions } from "../language/completion.ts";
import type { DocumentField } from "../language/documentFields.ts";
import type { CandidateSources } from "../language/ports.ts";
import { noOptions } from "../model/optionList.ts";
import type { SvnNames } from "../model/svnRepository.ts";
import type { FoundPerson } from "../model/user.ts";
import type { SettingsId } from "./settingsProblem.ts";
import type { ReadText } from "./settingsReader.ts";
import { parseDraft } from "./settingsText.ts";

/** The names that are known by now of people and groups that settings name by id. Asking costs nothing. */
export interface SettingsNames {
  person(id: number): FoundPerson | undefined;
  /** The names of groups by their ids: groups that were met, and those that each project has. */
  readonly groups: ReadonlyMap<string, string>;
  /** The project of the repository, where it is known. */
  readonly projectId?: number;
}

/** A problem with an id: data, of which the editor makes a sentence. */
export interface IdProblem {
  readonly code: "unknownPerson" | "inactivePerson" | "foreignGroup";
  readonly id: SettingsId;
  /** The name of a person. */
  readonly name?: string;
  /** The project of the repository; the group belongs to another one. */
  readonly projectId?: number;
}

/** These groups get notifications in every project (test/service/README.md, SVN repositories). */
const ownGroups = [
  { suffix: "_3", name: projectMembers },
  { suffix: "_4", name: projectAdministrators },
] as const;

/** Gives the names of groups that settings of a project's repositories may have, as far as readings told them. */
export function groupNames(told: Iterable<SvnNames>, projectId: number | undefined): ReadonlyMap<string, string> {
  return new Map([
    ...(projectId === undefined ? [] : ownGroups.map(({ suffix, name }) => [`${projectId}${suffix}`, name] as const)),
    ...[...told].flatMap(({ groups }) => groups.map(({ id, name }) => [id, name] as const)),
  ]);
}

/** Tells what an id stands for, where that is known. */
export function nameOf({ kind, id }: SettingsId, names: SettingsNames): string | undefined {
  if (kind === "group") {
    return names.groups.get(id);
  }
  const person = names.person(Number(id));
  return person === "unknown" ? undefined : person?.name;
}

/** Tells what the service will refuse of the people and groups in a text. */
export function checkIds({ ids }: ReadText, names: SettingsNames): readonly IdProblem[] {
  return ids.flatMap((id): IdProblem[] => {
    if (id.kind === "group") {
      const project = /^(\d+)_\d+$/.exec(id.id)?.[1];
      const isForeign = project !== undefined && names.projectId !== undefined && project !== String(names.projectId);
      return isForeign ? [{ code: "foreignGroup", id, ...(names.projectId && { projectId: names.projectId }) }] : [];
    }
    const person = names.person(Number(id.id));
    if (person === "unknown") {
      return [{ code: "unknownPerson", id }];
    }
    return person && !person.isActive ? [{ code: "inactivePerson", id, name: person.name }] : [];
  });
}

/**
 * Gives the people and groups that can be put in at `offset`, by their names; undefined where neither belongs. It
 * throws only when cancelled.
 */
export async function completeSettings(
  text: string,
  offset: number,
  names: SettingsNames,
  sources: CandidateSources,
  signal: AbortSignal,
): Promise<Completions | undefined> {
  const place = jsonPlaceAt(text, offset);
  const [settings, notifications, index, list] = place?.path ?? [];
  const isRecipient =
    place?.wants === "value" &&
    settings === "settings" &&
    notifications === "email_notifications" &&
    place.path.length > 3;
  if (!place || !isRecipient || (list !== "users" && list !== "user_groups")) {
    return undefined;
  }
  const typed = place.typed.replace(/^"/, "").replace(/"$/, "").trim();
  const isPeople = list === "users";
  const { offset: start, length } = place.replace;
  const chosen = parseDraft(text).ids.filter(
    (each) => each.index === index && (each.kind === "person") === isPeople && each.offset !== start,
  );
  const field = isPeople ? personField : { ...groupField, names: Object.fromEntries(names.groups) };
  const about = { field, typed, chosen: new Set(chosen.map(({ id }) => id)) };
  const found = await candidatesFor(isPeople ? "option" : "group", about, sources, signal);
  // Where a whole list is to be put in, it is one with the chosen id alone.
  const isList = place.path.length === 4;
  return {
    replace: { offset: start, length },
    isIncomplete: found.isIncomplete,
    items: found.candidates.map(({ kind, label, detail, value }) => ({
      kind,
      label,
      ...(detail !== undefined && { detail }),
      insert: `${place.before}${jsonSnippet({ kind: "value", value: isList ? [value] : value })}${place.after}`,
      filter: found.isSearched ? place.typed : `${/^"/.exec(place.typed)?.[0] ?? ""}${label} ${String(value)}`,
      continues: false,
    })),
  };
}

const personField: DocumentField = {
  fieldId: 0,
  label: "users",
  type: "sb",
  names: {},
  isWritable: true,
  bindsTo: "users",
  options: noOptions,
};
const groupField: DocumentField = { fieldId: 0, label: "user_groups", type: "perm", names: {}, isWritable: true };
