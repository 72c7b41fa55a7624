import type { Replacement } from "../overwrite/judgeSave.ts";
import type { PutBack } from "../overwrite/putBack.ts";
import type { ReplacedField } from "../overwrite/replacedField.ts";
import { plainLabel } from "../util/plainLabel.ts";
import { sentences } from "./failures.ts";
import { quotedLabels } from "./quotedLabels.ts";

/** Of the two sides of a comparison. */
export const replacedBesideNow = "Replaced ↔ Now";

/** The artifact as a person knows it: `#512 It breaks`. */
export function nameOf({ version }: Pick<Replacement, "version">): string {
  return `#${version.artifactId} ${plainLabel(version.title ?? "")}`.trim();
}

/** Whose change was replaced, by whom, in which fields. */
export function savesReplacedEachOther(replacement: Replacement): string {
  const { lost, isComment, fields } = replacement;
  const people = [...Map.groupBy(fields, ({ by }) => by)].map(
    ([by, own]) => `${by === undefined ? "somebody" : plainLabel(by)} saved in ${quotedFields(own)}`,
  );
  const others = people.length === 1 ? `what ${people[0]}` : `what ${people.join(", and what ")}`;
  return lost === "theirs"
    ? `${nameOf(replacement)}: your ${isComment ? "comment" : "save"} has replaced ${others} at the same moment. The service let both pass.`
    : `${nameOf(replacement)}: your save was replaced at the same moment, by ${others}. The service let both pass.`;
}

/** Saves of a connection are not looked after. */
export function replacedUnnoticed(connectionId: string): string {
  return `The service of “${connectionId}” does not let you read the history of artifacts. When you and a colleague save the same artifact at the same moment, the later save can undo the earlier one, in fields it does not send too, and nobody is told of it. Where that may have happened, look at the artifact again.`;
}

export const nothingReplaced =
  "No change of an open artifact is known to have been replaced by a save of the same moment.";

/** For `explain`. */
export function notPutBack(artifactId: number): string {
  return `The change of #${artifactId} was not put back`;
}

export function putBackLabel(lost: Replacement["lost"]): "Put Theirs Back" | "Put Mine Back" {
  return lost === "theirs" ? "Put Theirs Back" : "Put Mine Back";
}

export function putBackNeedsDocument(found: Pick<Replacement, "version">): string {
  return `The text of ${nameOf(found)} is not a valid document, so nothing can be put back into it.`;
}

export function putBackNotAllowed(found: Pick<Replacement, "version">): string {
  return `The editor did not let the text of ${nameOf(found)} be changed, so nothing was put back.`;
}

/** What was put back, and what was left since it was changed again. */
export function putBackResult(
  found: Pick<Replacement, "version" | "fields">,
  { changes, left, denied }: PutBack,
  wasDirty: boolean,
): string {
  const isNotBack = (fieldId: number) => [...left, ...denied].some(({ field }) => field.fieldId === fieldId);
  const back = quotedFields(found.fields.filter(({ field }) => !isNotBack(field.fieldId)));
  return sentences(
    putBackSentence(found, back, changes.length > 0, wasDirty),
    leftSentence(left),
    ...deniedSentences(denied),
  );
}

function putBackSentence(
  found: Pick<Replacement, "version">,
  back: string,
  isChanged: boolean,
  wasDirty: boolean,
): string {
  const name = nameOf(found);
  if (!isChanged) {
    return back === "" ? `Nothing of ${name} was put back.` : `${back} of ${name} is there already.`;
  }
  return wasDirty
    ? `What was replaced in ${back} is in the text of ${name}, with your unsaved changes. Save to store it.`
    : `What was replaced in ${back} of ${name} is stored again.`;
}

/** One for each person who has to do it again. */
function deniedSentences(denied: PutBack["denied"]): readonly string[] {
  return [...Map.groupBy(denied, ({ by }) => by)].map(([by, fields]) => {
    const who = by === undefined ? "whoever changed it" : plainLabel(by);
    return `You may not change ${quotedFields(fields)}: ask ${who} to make that change again.`;
  });
}

function leftSentence(left: PutBack["left"]): string {
  if (left.length === 0) {
    return "";
  }
  return left.length === 1
    ? `${quotedFields(left)} has been changed again since, and was left.`
    : `${quotedFields(left)} have been changed again since, and were left.`;
}

function quotedFields(fields: readonly Pick<ReplacedField, "field">[]): string {
  return quotedLabels(fields.map(({ field }) => plainLabel(field.label) || String(field.fieldId)));
}
