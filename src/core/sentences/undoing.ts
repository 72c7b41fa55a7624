import { t } from "@vscode/l10n";
import { quotedLabels } from "../labels/punctuation.ts";
import type { TakenBack, WhyLeft } from "../undo/takenBack.ts";
import { plainLabel } from "../util/plainLabel.ts";
import { sentences } from "./failures.ts";

export const chooseArtifactToUndo = t("Choose an artifact in the tree, or open one first, to undo its last save.");

export function nothingToTakeBack(artifactId: number): string {
  return t(
    "No save of #{artifactId} is known here that could be undone. Restore Version brings back values of earlier versions.",
    { artifactId },
  );
}

/** `explained` adds the reason. */
export function notTakenBack(artifactId: number): string {
  return t("The last save of #{artifactId} was not undone", { artifactId });
}

/** Says what was taken back, and what was left and why. */
export function takenBackSentence(
  { artifactId, title = "" }: { readonly artifactId: number; readonly title?: string | undefined },
  result: TakenBack,
): string {
  const name = `#${artifactId} ${plainLabel(title)}`.trim();
  return sentences(doneSentence(name, result), deletedSentence(result.deleted), ...leftSentences(result.left));
}

function doneSentence(name: string, { put, there }: TakenBack): string {
  if (put.length > 0) {
    return t("Your last save of {name} is undone in the text, in {labels}. It is not saved.", {
      name,
      labels: quotedLabels(put),
    });
  }
  return there.length > 0
    ? t("Nothing is to be undone in {labels} of {name}: it says what it said before your last save.", {
        labels: quotedLabels(there),
        name,
      })
    : t("Nothing of your last save of {name} was undone.", { name });
}

function deletedSentence(deleted: readonly string[]): string {
  return deleted.length === 0
    ? ""
    : t("Once you save, the service deletes {labels}.", { labels: quotedLabels(deleted) });
}

function leftSentences(left: TakenBack["left"]): readonly string[] {
  return whysLeft.flatMap((why) => {
    const fields = left.filter((each) => each.why === why);
    const labels = quotedLabels(fields.map(({ label }) => label));
    const files = quotedLabels(fields.flatMap((each) => each.files ?? []));
    return fields.length === 0 ? [] : [reasonsLeft[why](labels, files)];
  });
}

const reasonsLeft: Readonly<Record<WhyLeft, (labels: string, files: string) => string>> = {
  changed: (labels) => t("What somebody has changed since in the same place was left: {labels}.", { labels }),
  unsaved: (labels) => t("What you have changed since, unsaved, was left: {labels}.", { labels }),
  detached: (_, files) => t("A file that was removed cannot come back: {files}.", { files }),
  notWritable: (labels) => t("What you may not change now was left: {labels}.", { labels }),
  gone: (labels) => t("Fields that the tracker has no more were left: {labels}.", { labels }),
  notKept: (labels) => t("What was there before is not known here, or was too long to be kept: {labels}.", { labels }),
  unprintable: (labels) => t("The format of the document cannot hold what was there before: {labels}.", { labels }),
};

const whysLeft = Object.keys(reasonsLeft) as readonly WhyLeft[];
