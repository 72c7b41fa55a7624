import { t } from "@vscode/l10n";
import { quotedLabels } from "../labels/punctuation.ts";
import type { Replacement } from "../overwrite/judgeSave.ts";
import type { PutBack } from "../overwrite/putBack.ts";
import type { ReplacedField } from "../overwrite/replacedField.ts";
import { plainLabel } from "../util/plainLabel.ts";
import { sentences } from "./failures.ts";

/** Names the two sides of a comparison. */
export const replacedBesideNow = t("Replaced ↔ Now");

/** Names the artifact as a person knows it: `#512 It breaks`. */
export function nameOf({ version }: Replacement): string {
  return `#${version.artifactId} ${plainLabel(version.title ?? "")}`.trim();
}

/** Says whose change was replaced, by whom, in which fields. */
export function savesReplacedEachOther(replacement: Replacement): string {
  const { lost, isComment, fields } = replacement;
  const people = [...Map.groupBy(fields, ({ by }) => by)].map(([by, own]) =>
    t("what {who} saved in {labels}", {
      who: by === undefined ? t("somebody") : plainLabel(by),
      labels: quotedFields(own),
    }),
  );
  const facts = {
    artifact: nameOf(replacement),
    others: people.reduce((some, others) => t("{some}, and {others}", { some, others })),
  };
  if (lost === "mine") {
    return t("{artifact}: your save was replaced at the same moment, by {others}. The service let both pass.", facts);
  }
  return isComment
    ? t("{artifact}: your comment has replaced {others} at the same moment. The service let both pass.", facts)
    : t("{artifact}: your save has replaced {others} at the same moment. The service let both pass.", facts);
}

/** This is told where saves of a connection cannot be looked after. */
export function replacedUnnoticed(connectionId: string): string {
  return t(
    "The service of “{connectionId}” does not let you read the history of artifacts. When you and a colleague save the same artifact at the same moment, the later save can undo the earlier one, in fields it does not send too, and nobody is told of it. Where that may have happened, look at the artifact again.",
    { connectionId },
  );
}

export const nothingReplaced = t(
  "No change of an open artifact is known to have been replaced by a save of the same moment.",
);

/** `explain` adds the reason. */
export function notPutBack(artifactId: number): string {
  return t("The change of #{artifactId} was not put back", { artifactId });
}

export function putBackLabel(lost: Replacement["lost"]): string {
  return lost === "theirs" ? t("Put Theirs Back") : t("Put Mine Back");
}

export function putBackNeedsDocument(found: Replacement): string {
  return t("The text of {artifact} is not a valid document, so nothing can be put back into it.", {
    artifact: nameOf(found),
  });
}

export function putBackNotAllowed(found: Replacement): string {
  return t("The editor did not let the text of {artifact} be changed, so nothing was put back.", {
    artifact: nameOf(found),
  });
}

/** Says what was put back, and what was left because it was changed again. */
export function putBackResult(
  found: Replacement,
  { changes, left, unmerged, denied }: PutBack,
  wasDirty: boolean,
): string {
  const isNotBack = (fieldId: number) =>
    [...left, ...unmerged, ...denied].some(({ field }) => field.fieldId === fieldId);
  const back = quotedFields(found.fields.filter(({ field }) => !isNotBack(field.fieldId)));
  return sentences(
    putBackSentence(nameOf(found), back, changes.length > 0, wasDirty),
    leftSentence(left),
    unmergedSentence(unmerged),
    ...deniedSentences(denied),
  );
}

function putBackSentence(name: string, back: string, isChanged: boolean, wasDirty: boolean): string {
  if (!isChanged) {
    return back === ""
      ? t("Nothing of {name} was put back.", { name })
      : t("{back} of {name} is there already.", { back, name });
  }
  return wasDirty
    ? t("What was replaced in {back} is in the text of {name}, with your unsaved changes. Save to store it.", {
        back,
        name,
      })
    : t("What was replaced in {back} of {name} is stored again.", { back, name });
}

/** Gives one sentence for each person who has to make a change again. */
function deniedSentences(denied: PutBack["denied"]): readonly string[] {
  return [...Map.groupBy(denied, ({ by }) => by)].map(([by, fields]) => {
    const who = by === undefined ? t("whoever changed it") : plainLabel(by);
    return t("You may not change {labels}: ask {who} to make that change again.", {
      labels: quotedFields(fields),
      who,
    });
  });
}

function leftSentence(left: PutBack["left"]): string {
  if (left.length === 0) {
    return "";
  }
  return left.length === 1
    ? t("{labels} has been changed again since, and was left.", { labels: quotedFields(left) })
    : t("{labels} have been changed again since, and were left.", { labels: quotedFields(left) });
}

function unmergedSentence(unmerged: PutBack["unmerged"]): string {
  const labels = quotedFields(unmerged);
  switch (unmerged.length) {
    case 0:
      return "";
    case 1:
      return t("{labels} is too long to be compared line by line, and was left: the history has both versions of it.", {
        labels,
      });
    default:
      return t(
        "{labels} are too long to be compared line by line, and were left: the history has both versions of each.",
        { labels },
      );
  }
}

function quotedFields(fields: readonly ReplacedField[]): string {
  return quotedLabels(fields.map(({ field }) => plainLabel(field.label) || String(field.fieldId)));
}
