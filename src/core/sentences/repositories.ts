import { t } from "@vscode/l10n";
import type { PartialRepository } from "../model/svnRepository.ts";
import { isServiceError } from "../service/serviceError.ts";
import type { RepositoryAttempt, RepositoryOutcome } from "../svn/repositoryDraft.ts";
import { assertNever } from "../util/assertNever.ts";
import { begunElsewhere } from "./connections.ts";
import { isInOtherWindow } from "./drafts.ts";
import { brokeOff, sentences } from "./failures.ts";

// These sentences are about SVN repositories; `name` is «SVN repository repo01», and `repo` the bare name.

export const askWhereToCreateRepository = t("Create an SVN repository on which connection?");
export const createRepositoryTitle = t("Create SVN Repository");
export const openSettingsTitle = t("Open SVN Settings");
export const openAccessFileTitle = t("Open Access File");
export const copyCheckoutUrlTitle = t("Copy Checkout URL");
export const openInBrowserTitle = t("Open in Browser");
export const deleteRepositoryTitle = t("Delete SVN Repository");
export const pinRepositoryTitle = t("Pin SVN Repository");
export const unpinRepositoryTitle = t("Unpin SVN Repository");
export const inWhichProject = t("In which project?");
export const repositoryNamePrompt = t(
  "Name of the repository: three characters at least, a letter first, then letters, digits, - _ and full stops.",
);
export const repositoryNameIsMissing = t("A name, such as repo01");
export const projectNumberProblem = t("A number, such as 122.");
export const anotherRepository = t("Another Repository…");
export const anotherRepositoryDetail = t("By its number, or by the address of its settings in the browser.");
export const repositoryPrompt = t("Number of the repository, or the address of its settings in the browser.");
export const repositoryExamples = t("90, or https://…/plugins/svn/?…&repo_id=90");
export const namesNoRepository = t("This names no repository.");

export function repositoryPlaceholder(connection: string): string {
  return t("SVN repository of {connection}", { connection });
}

export function projectNumberPrompt(connection: string): string {
  return t("Number of the project. {connection} does not list its projects.", { connection });
}

export function noProjectUsesSvn(connection: string): string {
  return t("None of the projects of {connection} that you may see uses SVN.", { connection });
}

export function projectNotTold(name: string): string {
  return t("The service does not tell which project {name} is of.", { name });
}

/** `explained` adds the reason. */
export function addressNotRead(name: string): string {
  return t("The address of {name} could not be read", { name });
}

/** `title` is that of the command. */
export function askWhichConnection(title: string): string {
  return t("{title} of which connection?", { title });
}

export function repositoryDeletionDetail(name: string, id: number, project: string | undefined, label: string): string {
  const where = project === undefined ? label : t("{project} on {label}", { project, label });
  return t("{name} (#{id}) of {where} will be deleted with all its revisions. This cannot be undone from here.", {
    name,
    id,
    where,
  });
}

export function checkoutNotTold(name: string): string {
  return t("The service does not tell where {name} is checked out from.", { name });
}

export function copied(url: string): string {
  return t("Copied {url}", { url });
}

export function willBeDeleted(name: string): string {
  return t("{name} will be deleted: the service does it some time soon.", { name });
}

/** `cause` tells what became of the request. */
export function repositoryMaybeDeleted(name: string, cause: unknown): string {
  return sentences(
    brokeOff(t("while {name} was being deleted", { name }), cause),
    t("It may or may not be deleted. Look at the repositories of the project before you try again."),
  );
}

// These sentences tell what became of a draft of a repository.

export const repositoryDraft = t("The draft of a repository");

export function repositoryFound(repo: string): string {
  return t(
    "The answer of the service was lost, but the project has an SVN repository {repo} now. Its settings show what was stored.",
    { repo },
  );
}

export function createdWithoutNumber(repo: string): string {
  return t(
    "SVN repository {repo} is created, but the service did not tell its number. Pin it by that number to find it in the tree.",
    { repo },
  );
}

/** It is undefined where the repository was created. */
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
      return t(
        "Nothing was sent: this draft was open in another window too, and was sent or closed there. Look whether the repository is there before you create another one.",
      );
    case "unknown":
      return whyNotKnown(outcome.attempt, outcome.isMissing === true, outcome.cause);
    case "unsendable":
      return t("Nothing was sent: the text is not a valid draft. See the Problems view.");
    default:
      return assertNever(outcome);
  }
}

function whyNotKnown({ name, wasThere }: RepositoryAttempt, isMissing: boolean, cause: unknown): string {
  if (isServiceError(cause) && cause.status === 409) {
    return sentences(
      isItCreated(name),
      t("The service refuses the name now."),
      t("Nothing is sent again before you have chosen what became of it."),
    );
  }
  const broke =
    cause === undefined
      ? isItCreated(name)
      : sentences(
          brokeOff(t("while SVN repository {name} was being created", { name }), cause),
          isMissing ? "" : t("It may or may not exist now."),
        );
  if (!isMissing) {
    return sentences(broke, t("Nothing is sent again before you have chosen what became of it."));
  }
  return sentences(
    broke,
    wasThere
      ? t(
          "The project had a repository of that name before, so none was created. Give the draft another name, and save again.",
        )
      : t("The project lists none of that name. Your draft is kept; save again to send it once more."),
  );
}

/** Says that it is not known what came of a save, which may be long ago. */
function isItCreated(repo: string): string {
  return t("It is not known whether an earlier save of this draft created SVN repository {repo}.", { repo });
}

export function isRepositoryYours(repo: string): string {
  return t(
    "{asked} The project has one of that name now, which somebody else may have made. Is it the one you created?",
    { asked: isItCreated(repo) },
  );
}

export function isUnlistedRepositoryYours(repo: string): string {
  return t(
    "The service refuses the name {repo}, but shows no repository of that name. Is there one that an earlier save of this draft created?",
    { repo },
  );
}

/** `now` is the name that the draft has by now. */
export function repositoryMaybeCreated(repo: string, now = repo): string {
  if (now !== repo) {
    return t(
      "{asked} The repositories of the project cannot be listed. If {repo} exists and you create {now}, the project has both.",
      { asked: isItCreated(repo), repo, now },
    );
  }
  return t(
    "{asked} The repositories of the project cannot be listed. If you create it again and it exists, the service refuses the name, which changes nothing.",
    { asked: isItCreated(repo) },
  );
}

/** `why` is the reason that the service gave. */
export function nameRefused(repo: string, why: string): string {
  return sentences(
    t(
      "SVN repository {repo} was not created: the service does not take the name (status 409). A repository of the project has that name already, or it breaks the service's rule for names.",
      { repo },
    ),
    why,
  );
}

// These sentences are about what was typed into a draft after its repository was created.

export const ownRepositoryDraftOffered = t("The text can go on in a draft of its own, as another repository.");

export function settingsAreMoved(repo: string): string {
  return t(
    "SVN repository {repo} was created before you changed the rest. What you changed since is in its settings now, unsaved.",
    { repo },
  );
}

/** This is told where nobody knows which text of the draft became the repository. */
export function settingsArePutInto(repo: string): string {
  return t(
    "Nobody can tell what SVN repository {repo} has of the draft. What the draft says otherwise is in its settings now, unsaved: somebody may have changed them since. Look through them before you save.",
    { repo },
  );
}

export function settingsNotMoved(repo: string): string {
  return t(
    "Nothing was sent: this draft has become SVN repository {repo}, and what you changed since could not be put into its settings. Save again, or take it over by hand and close the draft.",
    { repo },
  );
}

/** `members` are those of the draft, as its text names them. */
export function fixedNotMoved(repo: string, members: readonly string[]): string {
  return t(
    "Nothing was sent: an earlier save of this draft has created SVN repository {repo}. What you changed since cannot be changed there: {members}. Close the draft, or copy it to a new one to create another repository.",
    { repo, members: members.join(", ") },
  );
}

/** `parts` names the parts of the settings. */
export function repositoryRewritten(name: string, parts: string): string {
  return t(
    "{name} is created, but the service changed {parts}. The comparison shows what was sent and what is stored.",
    { name, parts },
  );
}

// These words title tabs.

export function newRepositoryTab(repo: string): string {
  return t("New SVN repository {repo}", { repo });
}

/** Names the tab by the repository, or by its number where the name is not known. */
export function accessFileTab({ id, name }: PartialRepository): string {
  return t("{name} access file (SVN)", { name: name ?? `#${id}` });
}
