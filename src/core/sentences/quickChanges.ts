import { brokeOff, sentences } from "./failures.ts";

// Changing status or assignee of artifacts; `name` is `#512`.

type Changed = "status" | "assignee";

export const chooseArtifactsOnly = "Choose artifacts only: something else is selected too.";
export const valuesDiffer = "They have different values now.";

/** For `explained`. */
export function couldNotBeChanged(what: Changed, name: string): string {
  return `The ${what} of ${name} could not be changed`;
}

export function changing(name: string): string {
  return `Changing ${name}`;
}

/** `reason` is a whole sentence. */
export function someNotChanged(failed: number, all: number, reason: string): string {
  return `${failed} of ${all} artifacts were not changed. ${reason}`;
}

export function changedInDocument(what: Changed, name: string): string {
  return `${name} has unsaved changes, so its ${what} is changed in the open document only. Save that to send it.`;
}

export function stateKeeps(what: Changed, name: string): string {
  return `The state of ${name} keeps its ${what} from being changed.`;
}

export function fieldNotTold(what: Changed, name: string): string {
  return `The service does not tell which field of ${name} is its ${what}.`;
}

export function mayNotChange(what: Changed, name: string): string {
  return `You may not change the ${what} of ${name}.`;
}

export function mayNotChangeField(label: string, name: string): string {
  return `You may not change “${label}” of ${name}.`;
}

export function chooseOneTracker(what: Changed): string {
  return `Choose artifacts of one tracker to change the ${what} of all of them.`;
}

export function manyArtifacts(count: number): string {
  return `${count} artifacts`;
}

export function askClearing(label: string, name: string): string {
  return `Clear “${label}” of ${name}?`;
}

export function isNow(name: string, label: string, value: string): string {
  return `${name}: ${label} is ${value}.`;
}

export function wasAlready(name: string, label: string, value: string): string {
  return `${name}: ${label} was ${value} already`;
}

/** `cause`: what became of the request. */
export function maybeChanged(name: string, cause: unknown): string {
  return sentences(
    brokeOff(`while ${name} was being changed`, cause),
    "It may or may not have been changed, and the service cannot be asked now. Look at it before you try again.",
  );
}

export function notSentAsValue(label: string): string {
  return `Nothing was sent: this is no value for “${label}”.`;
}

export function nothingStored(label: string, name: string): string {
  return `The service took “${label}” of ${name} and stored nothing of it.`;
}

export function changedMeanwhile(name: string): string {
  return `${name} was changed on the service at the same moment, so nothing was sent or overwritten. Look at it, then try again.`;
}
