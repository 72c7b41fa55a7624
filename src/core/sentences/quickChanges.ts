import { t } from "@vscode/l10n";
import { brokeOff, sentences } from "./failures.ts";

// These sentences are about changing status or assignee of artifacts; `name` is `#512`.

type Changed = "status" | "assignee";

const words: Readonly<Record<Changed, string>> = { status: t("status"), assignee: t("assignee") };

export const chooseArtifactsOnly = t("Choose artifacts only: something else is selected too.");
export const valuesDiffer = t("They have different values now.");

/** `explained` adds the reason. */
export function couldNotBeChanged(what: Changed, name: string): string {
  return t("The {what} of {name} could not be changed", { what: words[what], name });
}

export function changing(name: string): string {
  return t("Changing {name}", { name });
}

/** `reason` is a whole sentence. */
export function someNotChanged(failed: number, all: number, reason: string): string {
  return t("{failed} of {all} artifacts were not changed. {reason}", { failed, all, reason });
}

export function changedInDocument(what: Changed, name: string): string {
  return t("{name} has unsaved changes, so its {what} is changed in the open document only. Save that to send it.", {
    name,
    what: words[what],
  });
}

export function sameInDocument(what: Changed, name: string): string {
  return t("{name} has unsaved changes, and its {what} is as you chose in the open document already.", {
    name,
    what: words[what],
  });
}

/** Says that the unsaved text was made before somebody else changed this field. */
export function overtakenInDocument(what: Changed, name: string): string {
  return t(
    "{name} has unsaved changes, so its {what} is set in the open document only. Somebody has changed it on the service since: compare both before you save.",
    { name, what: words[what] },
  );
}

export function stateKeeps(what: Changed, name: string): string {
  return t("The state of {name} keeps its {what} from being changed.", { name, what: words[what] });
}

export function fieldNotTold(what: Changed, name: string): string {
  return t("The service does not tell which field of {name} is its {what}.", { name, what: words[what] });
}

export function mayNotChange(what: Changed, name: string): string {
  return t("You may not change the {what} of {name}.", { what: words[what], name });
}

export function mayNotChangeField(label: string, name: string): string {
  return t("You may not change “{label}” of {name}.", { label, name });
}

export function chooseOneTracker(what: Changed): string {
  return t("Choose artifacts of one tracker to change the {what} of all of them.", { what: words[what] });
}

export function manyArtifacts(count: number): string {
  return t("{count} artifacts", { count });
}

export function askClearing(label: string, name: string): string {
  return t("Clear “{label}” of {name}?", { label, name });
}

export function isNow(name: string, label: string, value: string): string {
  return t("{name}: {label} is {value}.", { name, label, value });
}

export function wasAlready(name: string, label: string, value: string): string {
  return t("{name}: {label} was {value} already", { name, label, value });
}

/** `cause` tells what became of the request. */
export function maybeChanged(name: string, cause: unknown): string {
  return sentences(
    brokeOff(t("while {name} was being changed", { name }), cause),
    t("It may or may not have been changed, and the service cannot be asked now. Look at it before you try again."),
  );
}

export function notSentAsValue(label: string): string {
  return t("Nothing was sent: this is no value for “{label}”.", { label });
}

export function nothingStored(label: string, name: string): string {
  return t("The service took “{label}” of {name} and stored nothing of it.", { label, name });
}

export function changedMeanwhile(name: string): string {
  return t(
    "{name} was changed on the service at the same moment, so nothing was sent or overwritten. Look at it, then try again.",
    { name },
  );
}
