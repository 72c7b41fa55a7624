import type { KnownRepository } from "../model/svnRepository.ts";
import type { RepositoryAttempt, RepositoryOutcome } from "../svn/repositoryDraft.ts";
import { assertNever } from "../util/assertNever.ts";
import { begunElsewhere } from "./addresses.ts";
import { isInOtherWindow } from "./drafts.ts";
import { brokeOff, sentences } from "./failures.ts";

// SVN repositories; `name` is «SVN repository repo01», `repo` the bare name.

export const askWhereToCreateRepository = "Create an SVN repository on which connection?";
export const createRepositoryTitle = "Create SVN Repository";
export const openSettingsTitle = "Open SVN Settings";
export const openAccessFileTitle = "Open Access File";
export const copyCheckoutUrlTitle = "Copy Checkout URL";
export const openInBrowserTitle = "Open in Browser";
export const deleteRepositoryTitle = "Delete SVN Repository";
export const pinRepositoryTitle = "Pin SVN Repository";
export const unpinRepositoryTitle = "Unpin SVN Repository";
export const inWhichProject = "In which project?";
export const repositoryNamePrompt =
  "Name of the repository: three characters at least, a letter first, then letters, digits, - _ and full stops.";
export const repositoryNameIsMissing = "A name, such as repo01";
export const projectNumberProblem = "A number, such as 122.";
export const anotherRepository = "Another Repository…";
export const anotherRepositoryDetail = "By its number, or by the address of its settings in the browser.";
export const repositoryPrompt = "Number of the repository, or the address of its settings in the browser.";
export const repositoryExamples = "90, or https://…/plugins/svn/?…&repo_id=90";
export const namesNoRepository = "This names no repository.";

export function repositoryPlaceholder(connection: string): string {
  return `SVN repository of ${connection}`;
}

export function projectNumberPrompt(connection: string): string {
  return `Number of the project. ${connection} does not list its projects.`;
}

export function noProjectUsesSvn(connection: string): string {
  return `None of the projects of ${connection} that you may see uses SVN.`;
}

export function projectNotTold(name: string): string {
  return `The service does not tell which project ${name} is of.`;
}

/** For `explained`. */
export function addressNotRead(name: string): string {
  return `The address of ${name} could not be read`;
}

/** `title` of the command. */
export function askWhichConnection(title: string): string {
  return `${title} of which connection?`;
}

export function repositoryDeletionDetail(name: string, id: number, project: string | undefined, label: string): string {
  const where = project === undefined ? label : `${project} on ${label}`;
  return `${name} (#${id}) of ${where} will be deleted with all its revisions. This cannot be undone from here.`;
}

export function checkoutNotTold(name: string): string {
  return `The service does not tell where ${name} is checked out from.`;
}

export function copied(url: string): string {
  return `Copied ${url}`;
}

export function willBeDeleted(name: string): string {
  return `${name} will be deleted: the service does it some time soon.`;
}

/** `cause`: what became of the request. */
export function repositoryMaybeDeleted(name: string, cause: unknown): string {
  return sentences(
    brokeOff(`while ${name} was being deleted`, cause),
    "It may or may not be deleted. Look at the repositories of the project before you try again.",
  );
}

// What became of a draft of a repository.

export const repositoryDraft = "The draft of a repository";

export function repositoryFound(repo: string): string {
  return `The answer of the service was lost, but the project has an SVN repository ${repo} now. Its settings show what was stored.`;
}

export function createdWithoutNumber(repo: string): string {
  return `SVN repository ${repo} is created, but the service did not tell its number. Pin it by that number to find it in the tree.`;
}

/** Undefined when the repository was created. */
export function whyRepositoryNotCreated(outcome: RepositoryOutcome): string | undefined {
  switch (outcome.kind) {
    case "created":
      return undefined;
    case "alreadyCreated":
      return settingsNotMoved(outcome.name);
    case "elsewhere":
      return isInOtherWindow;
    case "otherAddress":
      return begunElsewhere;
    case "over":
      return "Nothing was sent: this draft was open in another window too, and was sent or closed there. Look whether the repository is there before you create another one.";
    case "unknown":
      return whyNotKnown(outcome.attempt, outcome.isMissing === true, outcome.cause);
    case "invalid":
      return "Nothing was sent: the text is not a valid draft. See the Problems view.";
    default:
      return assertNever(outcome);
  }
}

function whyNotKnown({ name, wasThere }: RepositoryAttempt, isMissing: boolean, cause: unknown): string {
  const broke =
    cause === undefined
      ? isItCreated(name)
      : sentences(
          brokeOff(`while SVN repository ${name} was being created`, cause),
          isMissing ? "" : "It may or may not exist now.",
        );
  if (!isMissing) {
    return sentences(broke, "Nothing is sent again before you have chosen what became of it.");
  }
  return sentences(
    broke,
    wasThere
      ? "The project had a repository of that name before, so none was created. Give the draft another name, and save again."
      : "The project lists none of that name. Your draft is kept; save again to send it once more.",
  );
}

/** Of a save whose answer may be long ago. */
function isItCreated(repo: string): string {
  return `It is not known whether an earlier save of this draft created SVN repository ${repo}.`;
}

export function isRepositoryYours(repo: string): string {
  return `${isItCreated(repo)} The project has one of that name now, which somebody else may have made. Is it the one you created?`;
}

export function repositoryMaybeCreated(repo: string): string {
  return `${isItCreated(repo)} The repositories of the project cannot be listed. If you create it again and it exists, the service refuses the name, which changes nothing.`;
}

/** `why` the service gave. */
export function nameRefused(repo: string, why: string): string {
  return `SVN repository ${repo} was not created: the service does not take the name (status 409). A repository of the project has that name already, or it breaks the service's rule for names. ${why}`.trim();
}

// What was typed into a draft after its repository was created of it.

export const ownRepositoryDraftOffered = "The text can go on in a draft of its own, as another repository.";

export function settingsAreMoved(repo: string): string {
  return `SVN repository ${repo} was created before you changed the rest. What you changed since is in its settings now, unsaved.`;
}

export function settingsNotMoved(repo: string): string {
  return `Nothing was sent: this draft has become SVN repository ${repo}, and what you changed since could not be put into its settings. Save again, or take it over by hand and close the draft.`;
}

/** `members` of the draft, as its text names them. */
export function fixedNotMoved(repo: string, members: readonly string[]): string {
  return `Nothing was sent: an earlier save of this draft has created SVN repository ${repo}. What you changed since cannot be changed there: ${members.join(", ")}. Close the draft, or copy it to a new one to create another repository.`;
}

/** `parts` of the settings, by name. */
export function repositoryRewritten(name: string, parts: string): string {
  return `${name} is created, but the service changed ${parts}. The comparison shows what was sent and what is stored.`;
}

// Tabs.

export function newRepositoryTab(repo: string): string {
  return `New SVN repository ${repo}`;
}

/** `repo`, or its number where that is not known. */
export function accessFileTab({ id, name }: KnownRepository): string {
  return `${name ?? `#${id}`} access file (SVN)`;
}
