import { env, ProgressLocation, type QuickPickItem, QuickPickItemKind, ThemeIcon } from "vscode";
import { type Candidates, hasSentTitle, receivedWhen } from "../../core/draft/candidates.ts";
import type { Attempt } from "../../core/draft/ports.ts";
import type { Artifact } from "../../core/model/artifact.ts";
import {
  createAgain,
  createAgainDetail,
  ifCreatedTitle,
  isOneTheDraft,
  keepDraft,
  keepDraftDetail,
  lookAgain,
  lookingWhatBecame,
  nothingReceived,
  notLookedThrough,
  otherwise,
  receivedTitles,
  sameTitle,
  somethingUnexpected,
  thisIsIt,
  trackerNotAsked,
} from "../../core/sentences/drafts.ts";
import { reasonOf } from "../../core/sentences/failures.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { isCancelled, withProgress } from "../dialog/cancellation.ts";
import { askQuickPick } from "../dialog/quickInput.ts";
import type { DraftDocument } from "./draftDocuments.ts";

/** The person's answer about a draft of which nobody knows whether it was created. */
export type Verdict = { readonly kind: "is"; readonly artifactId: number } | { readonly kind: "again" };

/**
 * Shows which artifacts may have come of the draft, in groups by when the tracker received them, and asks which of them
 * is the draft. Gives undefined when the question is left open: the next save asks again.
 */
export async function askIfCreated(
  document: DraftDocument,
  userName: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<Verdict | undefined> {
  for (;;) {
    const { attempt } = document.draft;
    const found = attempt && (await lookUp(document, attempt, userName));
    if (!attempt || !found) {
      return undefined;
    }
    const chosen = await askQuickPick(itemsFor(found, attempt), {
      title: ifCreatedTitle,
      placeHolder: placeHolderFor(found, attempt),
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    if (chosen?.choice !== "lookAgain") {
      return typeof chosen?.choice === "object" ? chosen.choice : undefined;
    }
  }
}

type Found = (Candidates & { readonly userName: string | undefined }) | { readonly failure: string };

/** Looks for artifacts that may have come of the draft. Gives undefined when the person gave up. */
async function lookUp(
  { posting }: DraftDocument,
  attempt: Attempt,
  userName: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<Found | undefined> {
  try {
    return await withProgress(
      lookingWhatBecame,
      async (signal) => {
        const name = await userName(signal);
        return { ...(await posting.candidates(attempt, name, signal)), userName: name };
      },
      ProgressLocation.Notification,
    );
  } catch (error) {
    if (isCancelled(error)) {
      return undefined;
    }
    return { failure: isServiceError(error) ? reasonOf(error) : somethingUnexpected };
  }
}

interface Item extends QuickPickItem {
  readonly choice?: Verdict | "lookAgain" | "keep";
}

function itemsFor(found: Found, attempt: Attempt): readonly Item[] {
  const { artifacts: candidates, isWhole } = "artifacts" in found ? found : { artifacts: [], isWhole: false };
  return [
    ...groups.flatMap((when): readonly Item[] => {
      const received = candidates.filter((artifact) => receivedWhen(artifact, attempt) === when);
      return received.length === 0
        ? []
        : [
            { label: receivedTitles[when], kind: QuickPickItemKind.Separator },
            ...received.map((artifact) => itemFor(artifact, attempt)),
          ];
    }),
    { label: otherwise, kind: QuickPickItemKind.Separator },
    { label: lookAgain, iconPath: new ThemeIcon("refresh"), choice: "lookAgain" },
    {
      label: createAgain,
      detail: createAgainDetail(isWhole),
      iconPath: new ThemeIcon("add"),
      choice: { kind: "again" },
    },
    {
      label: keepDraft,
      detail: keepDraftDetail,
      iconPath: new ThemeIcon("circle-slash"),
      choice: "keep",
    },
  ];
}

/** The groups of the list, by when the tracker received the artifacts. */
const groups = ["since", "before", "unknown"] as const;

function itemFor(artifact: Artifact, attempt: Attempt): Item {
  return {
    label: `#${artifact.id} ${plainLabel(artifact.title ?? "")}`.trim(),
    description: hasSentTitle(artifact, attempt) ? sameTitle : "",
    detail: whenAndWho(artifact),
    iconPath: new ThemeIcon("check"),
    choice: { kind: "is", artifactId: artifact.id },
  };
}

function placeHolderFor(found: Found, attempt: Attempt): string {
  if ("failure" in found) {
    return trackerNotAsked(found.failure);
  }
  const { artifacts, isWhole, userName } = found;
  if (!isWhole) {
    return notLookedThrough;
  }
  if (artifacts.length === 0) {
    return nothingReceived(userName);
  }
  return isOneTheDraft(artifacts.every((artifact) => receivedWhen(artifact, attempt) === "since"));
}

function whenAndWho({ submittedOn, submittedBy }: Artifact): string {
  const instant = new Date(submittedOn ?? Number.NaN);
  const when = Number.isNaN(instant.getTime()) ? undefined : instant.toLocaleString(env.language);
  return thisIsIt(when, submittedBy || undefined);
}
