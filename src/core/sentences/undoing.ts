import type { TakenBack, WhyLeft } from "../undo/takenBack.ts";
import { plainLabel } from "../util/plainLabel.ts";
import { sentences } from "./failures.ts";
import { quotedLabels } from "./quotedLabels.ts";

export const chooseArtifactToUndo = "Choose an artifact in the tree, or open one first, to undo its last save.";

export function nothingToTakeBack(artifactId: number): string {
  return `No save of #${artifactId} is known here that could be undone. Restore Version brings back values of earlier versions.`;
}

/** For `explained`. */
export function notTakenBack(artifactId: number): string {
  return `The last save of #${artifactId} was not undone`;
}

/** What was taken back, and what was left and why. */
export function takenBackSentence(
  { artifactId, title = "" }: { readonly artifactId: number; readonly title?: string | undefined },
  result: TakenBack,
): string {
  const name = `#${artifactId} ${plainLabel(title)}`.trim();
  return sentences(doneSentence(name, result), deletedSentence(result.deleted), ...leftSentences(result.left));
}

function doneSentence(name: string, { put, there }: TakenBack): string {
  if (put.length > 0) {
    return `Your last save of ${name} is undone in the text, in ${quotedLabels(put)}. It is not saved.`;
  }
  return there.length > 0
    ? `Nothing is to be undone in ${quotedLabels(there)} of ${name}: it says what it said before your last save.`
    : `Nothing of your last save of ${name} was undone.`;
}

function deletedSentence(deleted: readonly string[]): string {
  return deleted.length === 0 ? "" : `Once you save, the service deletes ${quotedLabels(deleted)}.`;
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
  changed: (labels) => `What somebody has changed since in the same place was left: ${labels}.`,
  unsaved: (labels) => `What you have changed since, unsaved, was left: ${labels}.`,
  detached: (_, files) => `A file that was removed cannot come back: ${files}.`,
  notWritable: (labels) => `What you may not change now was left: ${labels}.`,
  gone: (labels) => `Fields that the tracker has no more were left: ${labels}.`,
  notKept: (labels) => `What was there before is not known here, or was too long to be kept: ${labels}.`,
  unprintable: (labels) => `The format of the document cannot hold what was there before: ${labels}.`,
};

const whysLeft = Object.keys(reasonsLeft) as readonly WhyLeft[];
