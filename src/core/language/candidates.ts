import { type SnippetValue, TabStop } from "../codec/snippet.ts";
import { parseDate, printDay, printMinute } from "../field/date.ts";
import type { ScalarRole, Shape } from "../field/entryShapes.ts";
import { asOnService, html, markdown, newValue, plainText, today, tomorrow } from "../labels/values.ts";
import type { ArtifactSummary } from "../model/artifact.ts";
import { isFreeValueId, noOptions, searchedLabel } from "../model/optionList.ts";
import type { User } from "../model/user.ts";
import { shortened } from "../util/plainLabel.ts";
import type { DocumentField } from "./documentFields.ts";
import { cardTitle } from "./hints.ts";
import type { CandidateSources } from "./ports.ts";
import type { RuledField } from "./ruleProblems.ts";

export type CandidateKind = "entry" | "field" | "member" | "option" | "person" | "artifact" | "value";

/** A candidate for a place: its name, and what stands for it in the text. */
export interface Candidate {
  readonly kind: CandidateKind;
  readonly label: string;
  readonly detail?: string;
  readonly description?: string;
  /** Other words by which the candidate is found. */
  readonly also?: string;
  readonly value: SnippetValue;
}

/** Holds what is known of the place for which candidates are looked for. */
export interface CandidatePlace {
  readonly field: DocumentField;
  /** The text that has been typed there, without quotes. */
  readonly typed: string;
  /** The values beside it: `String(id)` of each, or the label of a free value. */
  readonly chosen: ReadonlySet<string>;
  /** Tells what the tracker's rules allow there, while the other fields stay as they are. */
  readonly rules?: RuledField;
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly isIncomplete: boolean;
  /** It is true where the candidates were found by what was typed, so that it need not be compared with them again. */
  readonly isSearched?: boolean;
}

/** No more candidates are offered, as nobody looks through more. The others come up as more is typed. */
const maxOffered = 200;
/** The service searches for no fewer characters (test/service/README.md, Projects and people). */
const minName = 3;

/** Gives what can stand for a scalar of a field. */
export async function candidatesFor(
  role: ScalarRole,
  place: CandidatePlace,
  sources: CandidateSources,
  signal: AbortSignal,
): Promise<Candidates> {
  const { field } = place;
  switch (role) {
    case "option":
      return field.bindsTo === "users" ? await listedAndOthers(place, sources, signal) : options(place);
    case "person":
      return people(place, sources, signal, ({ username }) => username);
    case "artifact":
      return artifacts(place, sources, signal);
    case "linkType":
      return offered(
        (field.linkTypes ?? []).map(({ shortname, label }) => named(label, shortname)),
        place.typed,
      );
    case "direction":
      return all(["forward", "reverse"].map((each) => named(each, each)));
    case "file":
    case "group":
      return offered(
        Object.entries(field.names)
          .filter(([id]) => !place.chosen.has(id))
          .map(([id, label]) => named(label, role === "file" ? Number(id) : id)),
        place.typed,
      );
    case "date":
      return all(
        dates(field, sources.now()).filter(({ value }) => !place.rules?.ruleProblem({ value: String(value) })),
      );
    case "format":
      return all([named(markdown, "commonmark"), named(html, "html"), named(plainText, "text")]);
    case "boolean":
      return all([true, false].map((each) => ({ kind: "value", label: String(each), value: each })));
    default:
      return all([]);
  }
}

/** Tells that there are no candidates besides these. */
export function all(candidates: readonly Candidate[]): Candidates {
  return { candidates, isIncomplete: false };
}

/**
 * Offers all candidates where they are few, as the editor searches them for what has been typed. Of many it offers only
 * those that fit what has been typed.
 */
export function offered(candidates: readonly Candidate[], typed: string): Candidates {
  if (candidates.length <= maxOffered) {
    return all(candidates);
  }
  const isWhole = candidates.some(({ detail }) => detail === typed);
  const words = isWhole ? "" : searchedLabel(typed);
  const meant = candidates.filter(
    ({ label, detail, also = "" }) => searchedLabel(`${label} ${also}`).includes(words) || detail?.startsWith(words),
  );
  return { candidates: meant.slice(0, maxOffered), isIncomplete: true };
}

function named(label: string, value: string | number): Candidate {
  return { kind: "value", label, detail: String(value), value };
}

function options({ field, typed, chosen, rules }: CandidatePlace): Candidates {
  const { options: listed = noOptions } = field;
  const { offered } = listed;
  const words = listed.get(typed) ? "" : searchedLabel(typed);
  const candidates: Candidate[] = [];
  for (const { option, searched } of offered) {
    const id = String(option.id);
    const isFree = isFreeValueId(option.id);
    const isMeant = words === "" || searched.includes(words) || (!isFree && id.startsWith(words));
    const isPossible = field.reachable?.has(id) !== false && rules?.allowed?.has(id) !== false;
    if (!isMeant || !isPossible || chosen.has(isFree ? option.label : id)) {
      continue;
    }
    if (candidates.length === maxOffered) {
      return { candidates, isIncomplete: true };
    }
    const kind = field.bindsTo === "users" ? "person" : "option";
    candidates.push({ kind, label: option.label, ...(!isFree && { detail: id }), value: option.id });
  }
  // Candidates that do not match what has been typed may match when it is shortened.
  return { candidates, isIncomplete: words !== "" && offered.length > maxOffered };
}

/** Gives the people whom a structure lists. Where others may be chosen, people who are found by name follow them. */
async function listedAndOthers(
  place: CandidatePlace,
  sources: CandidateSources,
  signal: AbortSignal,
): Promise<Candidates> {
  const { field, chosen } = place;
  const listed = options(place);
  if (!field.takesOthers && !(field.options ?? noOptions).isEmpty) {
    return listed;
  }
  const known = new Set([...chosen, ...listed.candidates.map(({ value }) => String(value))]);
  const others = await people({ ...place, chosen: known }, sources, signal, ({ id }) => id);
  return { ...others, candidates: [...listed.candidates, ...others.candidates] };
}

async function people(
  { typed, chosen }: CandidatePlace,
  sources: CandidateSources,
  signal: AbortSignal,
  idOf: (person: User) => number | string,
): Promise<Candidates> {
  const found = typed.length < minName || /^\d+$/.test(typed) ? [] : await sources.people(typed, signal);
  return {
    candidates: found
      .filter(({ id }) => !chosen.has(String(id)))
      .map((person) => ({
        kind: "person",
        label: person.label,
        detail: String(idOf(person)),
        value: idOf(person),
      })),
    isIncomplete: true,
    isSearched: true,
  };
}

async function artifacts(
  { typed, chosen }: CandidatePlace,
  sources: CandidateSources,
  signal: AbortSignal,
): Promise<Candidates> {
  const found = await sources.artifacts(typed.replace(/^#/, ""), signal);
  return {
    candidates: found
      .filter(({ id }) => !chosen.has(String(id)))
      .map((card) => ({
        kind: "artifact",
        label: shortened(cardTitle(card), maxTitle),
        detail: `#${card.id}`,
        ...describedCard(card),
        value: card.id,
      })),
    isIncomplete: true,
    isSearched: true,
  };
}

/** Longer titles are cut: behind them the editor has no room for the ids, which tell artifacts of like titles apart. */
const maxTitle = 40;

function describedCard({ status, tracker }: ArtifactSummary) {
  const words = [status, tracker?.label].filter(Boolean).join(", ");
  return words === "" ? {} : { description: words };
}

function dates({ current, hasTime }: DocumentField, now: Date): readonly Candidate[] {
  const before = current?.value;
  const known = typeof before === "string" ? parseDate(before) : undefined;
  // Where the structure does not tell whether dates have a time, the present value does.
  const print = (hasTime ?? known?.minutes !== undefined) ? printMinute : printDay;
  const dayAfter = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, now.getHours(), now.getMinutes());
  const ofToday = named(today, print(now));
  return [
    ofToday,
    named(tomorrow, print(dayAfter)),
    ...(known && typeof before === "string" ? [named(asOnService, before)] : []),
  ];
}

/** Gives those whose ids can be put in: the service takes no ids of free values. */
export function withoutFreeIds(found: Candidates): Candidates {
  const isTaken = ({ value }: Candidate) => typeof value !== "string" || !isFreeValueId(value);
  return { ...found, candidates: found.candidates.filter(isTaken) };
}

/** Gives the object that stands for a candidate: a free value is named by its label, all else by its id. */
export function namedValue({ label, value }: Candidate, members: Readonly<Record<string, Shape>>): SnippetValue {
  return typeof value === "string" && isFreeValueId(value)
    ? { label }
    : { id: value, ...(members.direction && { direction: new TabStop("forward") }) };
}

/** Gives a new value for what was typed: open lists take what is not among their values, unless these are groups. */
export function newValues({ kind, bindsTo }: DocumentField, typed: string): readonly Candidate[] {
  if (kind !== "openList" || bindsTo === "ugroups") {
    return [];
  }
  const tabStop = new TabStop(typed, "text");
  return [
    {
      kind: "value",
      label: newValue(typed),
      also: typed,
      value: bindsTo === "users" ? { email: tabStop } : { label: tabStop },
    },
  ];
}
