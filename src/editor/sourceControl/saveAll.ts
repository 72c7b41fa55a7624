import { commands, type Event, type Uri } from "vscode";
import { type EndedPart, restOf } from "../../core/comment/boxWords.ts";
import { commentProblem, isCommentRequired } from "../../core/comment/commentProblem.ts";
import { showButton } from "../../core/labels/buttons.ts";
import { commentRefused, commentRequired } from "../../core/sentences/comments.ts";
import { artifactName, fileNotSaved } from "../../core/sentences/files.ts";
import {
  allSaved,
  notAllSaved,
  nothingToSaveHere,
  nothingUnsaved,
  savingAll,
  typedWhileSaved,
} from "../../core/sentences/sourceControl.ts";
import { severalAtOnce } from "../../core/util/severalAtOnce.ts";
import { withProgress } from "../dialog/cancellation.ts";
import { explain, HumanError, inform, tellBriefly, warn } from "../dialog/present.ts";
import type { MovedChanges } from "../documents/artifactDocuments.ts";
import type { Saves } from "../documents/guardedDocument.ts";
import type { UnsavedDocument, UnsavedDocuments } from "../freshness/unsavedDocuments.ts";
import { commandIds, type SavedAll } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { openText } from "../text/openText.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { saveTexts } from "../text/saveText.ts";
import type { CommentBox } from "./commentBox.ts";
import type { AnsweredTogether, AskedTexts, GivenForAll, TogetherResult, TogetherSaves } from "./savedTogether.ts";
import type { SaveReasons } from "./saveReasons.ts";

/** The artifacts that are to be saved, and the words to save them with. */
interface SavedOfAll {
  readonly comment: string | undefined;
  /** The only artifacts to be saved; undefined for all. */
  readonly artifactIds: ReadonlySet<number> | undefined;
}

/** The documents of one artifact or repository. */
interface DocumentGroup {
  readonly id: number | string;
  /** Where an artifact has another format meanwhile, the document in that format is one of them. */
  uris: readonly Uri[];
  /** Holds what its texts said when the save was asked for. */
  asked: AskedTexts;
  /** Tells whether something of it was stored from here since the save was asked for. */
  isStored(): boolean;
}

/** Gives what is known of the saves of a document. */
export type SavesAt = (uri: Uri) => Saves | undefined;

/** Gives a sentence that tells which fields a refused save of a document can be about; else an empty text. */
export type MeantBy = (error: unknown, uri: Uri) => Promise<string>;

const atOnce = 4;

/** The results of a save of all. */
type Ended = Readonly<Record<"saved" | "conflicts" | "failed" | "cancelled", readonly DocumentGroup[]>>;

/** Saves what is unsaved at a connection. */
export class SaveAll {
  readonly #services: Services;
  readonly #unsaved: UnsavedDocuments;
  readonly #savesAt: SavesAt;
  readonly #onDidMove: Event<MovedChanges>;
  readonly #reasons: SaveReasons;
  readonly #together: TogetherSaves;
  readonly #meantBy: MeantBy;
  readonly #showTheirs: (uri: Uri) => void;

  /**
   * `onDidMove` tells that the unsaved changes of a document are those of another one now. `showTheirs` shows theirs
   * beside the document at a URI.
   */
  constructor(
    services: Services,
    unsaved: UnsavedDocuments,
    savesAt: SavesAt,
    onDidMove: Event<MovedChanges>,
    reasons: SaveReasons,
    together: TogetherSaves,
    meantBy: MeantBy,
    showTheirs: (uri: Uri) => void,
  ) {
    this.#services = services;
    this.#unsaved = unsaved;
    this.#savesAt = savesAt;
    this.#onDidMove = onDidMove;
    this.#reasons = reasons;
    this.#together = together;
    this.#meantBy = meantBy;
    this.#showTheirs = showTheirs;
  }

  /**
   * Saves what is in *Changes* of a connection: the documents of one artifact in one PUT, with the words of the comment
   * box. The row of what could not be saved shows the reason.
   */
  async save(connectionId: string, box: CommentBox, what: SavedOfAll): Promise<SavedAll> {
    const meant = this.#unsavedOf(connectionId).filter((each) => isMeant(each, what.artifactIds));
    const subjects = this.#subjectsOf(meant);
    const following = this.#onDidMove(({ from, to }) => {
      for (const subject of subjects) {
        const then = subject.asked.get(from.toString());
        if (then !== undefined) {
          subject.uris = subject.uris.map((uri) => (uri.toString() === from.toString() ? to : uri));
          // In the other format it says the same, unless more was typed before.
          subject.asked = new Map(subject.asked).set(to.toString(), then === said(from) ? said(to) : then);
        }
      }
    });
    try {
      return await box.saving(async (typed) => await this.#save(connectionId, subjects, { box, typed }, what));
    } finally {
      following.dispose();
    }
  }

  #unsavedOf(connectionId: string): readonly UnsavedDocument[] {
    return this.#unsaved.all().filter(({ subject }) => subject.connectionId === connectionId);
  }

  /** Saves `subjects`, which are the ones to be saved of what was unsaved when the save was asked for. */
  async #save(
    connectionId: string,
    subjects: readonly DocumentGroup[],
    { box, typed }: { readonly box: CommentBox; readonly typed: string },
    { comment, artifactIds }: SavedOfAll,
  ): Promise<SavedAll> {
    const { label } = this.#services.registry.get(connectionId);
    const given = comment ?? (typed.trim() === "" ? undefined : typed);
    const problem = given === undefined ? undefined : commentProblem(given);
    if (problem) {
      throw new HumanError(commentRefused(problem, artifactIds?.values().next().value ?? 0));
    }
    if (subjects.length === 0) {
      await (comment !== undefined && box.put(comment));
      this.#tellNothing(connectionId);
      return { saved: [], conflicts: [], failed: [] };
    }
    // What was saved or reverted while this save waited wants no words any more.
    const documents = subjects.filter(takesWords).flatMap((each) => this.#left(each));
    const unsaved = this.#unsaved.all().map(({ uri }) => uri.toString());
    const others = unsaved.filter((key) => !documents.includes(key));
    await (given !== undefined && box.noteGiven({ given, documents, others }));
    const words =
      given === undefined ? undefined : { words: given, sentOf: (keys: readonly string[]) => box.sentOf(keys) };
    const results = await withProgress(savingAll(label), async (signal) => {
      const following: Promise<void>[] = [];
      const save = async (subject: DocumentGroup) => {
        const { follow, ...result } = await this.#saveSubject(connectionId, subject, words);
        // The next artifact is sent while VS Code is still busy with the texts of this one.
        following.push(this.#followed(follow));
        return { subject, result };
      };
      const ended = await severalAtOnce(subjects, atOnce, save, signal);
      await Promise.all(following);
      return ended;
    });
    const ended = (kind: TogetherResult["kind"]) =>
      results.filter(({ result }) => result.kind === kind).map(({ subject }) => subject);
    const [saved, conflicts, failed] = [ended("saved"), ended("conflict"), ended("failed")];
    const cancelled = subjects.filter((each) => !results.some(({ subject }) => subject === each));
    const parts = subjects.filter(takesWords).map((subject): EndedPart => {
      const result = results.find((each) => each.subject === subject)?.result;
      const isUsed = result?.isUsed ?? false;
      // What is typed since into what was discarded is none of this save.
      return result?.kind === "saved" || result?.kind === "discarded"
        ? { documents: keysOf(subject), isSaved: true, isUsed }
        : { documents: this.#left(subject), isSaved: false, isUsed };
    });
    await (given !== undefined && box.noteSaved({ given, typed, parts }));
    if (ended("discarded").length === subjects.length) {
      this.#tellNothing(connectionId);
    } else {
      this.#tell({ saved, conflicts, failed, cancelled }, given !== undefined && restOf(parts).length > 0);
    }
    return { saved: saved.map(idOf), conflicts: conflicts.map(idOf), failed: failed.map(idOf) };
  }

  #subjectsOf(documents: readonly UnsavedDocument[]): readonly DocumentGroup[] {
    return [...Map.groupBy(documents, ({ subject }) => subject.key).values()].flatMap(
      (each): readonly DocumentGroup[] => {
        const [first] = each;
        const id = first && savedIdOf(first.uri);
        const saves = first && this.#savesAt(first.uri);
        const before = saves?.storedCount();
        const uris = each.map(({ uri }) => uri);
        const asked = new Map(uris.map((uri) => [uri.toString(), said(uri)]));
        return id === undefined ? [] : [{ id, uris, asked, isStored: () => saves?.storedCount() !== before }];
      },
    );
  }

  /** Gives what of a subject is not saved: meanwhile some of it may be saved or reverted. */
  #left({ uris }: DocumentGroup): readonly string[] {
    return uris.filter((uri) => this.#unsaved.at(uri)).map((uri) => uri.toString());
  }

  async #saveSubject(
    connectionId: string,
    subject: DocumentGroup,
    given: GivenForAll | undefined,
  ): Promise<AnsweredTogether> {
    if (this.#left(subject).length === 0 && !subject.isStored()) {
      return { kind: "discarded", isUsed: false };
    }
    const { id } = subject;
    if (typeof id === "string") {
      return await this.#saveRepository(subject);
    }
    let result = await this.#together
      .save({ connectionId, artifactId: id }, subject.uris, subject.asked, given)
      .catch((cause: unknown): AnsweredTogether => ({ kind: "failed", cause, isUsed: false }));
    if (result.cause !== undefined) {
      this.#services.logFailure(fileNotSaved(artifactName(id)), result.cause);
      result = { ...result, reason: await this.#reasonOf(id, subject.uris, result.cause) };
    }
    for (const uri of subject.uris) {
      this.#reasons.note(uri, result.reason);
    }
    return result;
  }

  async #reasonOf(artifactId: number, uris: readonly Uri[], error: unknown): Promise<string> {
    const { message } = await explain(error, fileNotSaved(artifactName(artifactId)));
    const [uri] = uris;
    const meant = isCommentRequired(error) ? commentRequired(artifactId) : uri ? await this.#meantBy(error, uri) : "";
    return `${message} ${meant}`.trim();
  }

  /** Waits for what VS Code does about the texts. What was stored stays stored; a text left unsaved is saved again. */
  async #followed(follow: AnsweredTogether["follow"]): Promise<void> {
    try {
      await follow?.();
    } catch (error) {
      this.#services.logFailure("Showing what was saved", error);
    }
  }

  /**
   * Saves the documents of a repository, all at once: the save of one brings what it stored into the texts of others.
   * VS Code itself tells why they are not saved.
   */
  async #saveRepository({ uris, asked }: DocumentGroup): Promise<TogetherResult> {
    const isLeft = (uri: Uri) => this.#unsaved.has(uri) && !this.#isStored(uri, asked.get(uri.toString()));
    const isAsAsked = (uri: Uri) => asked.get(uri.toString()) === said(uri);
    // VS Code would save what was typed since.
    const typed = uris.filter((uri) => isLeft(uri) && !isAsAsked(uri));
    typed.forEach((uri) => void this.#reasons.note(uri, typedWhileSaved));
    await saveTexts(uris.filter(isAsAsked));
    const left = uris.filter(isLeft);
    const isInConflict = left.some((uri) => this.#unsaved.at(uri)?.group === "conflicts");
    return { kind: left.length === 0 ? "saved" : isInConflict ? "conflict" : "failed", isUsed: false };
  }

  /** Tells whether a document has nothing left to be stored of what it says, or of what it said then. */
  #isStored(uri: Uri, then: string | undefined): boolean {
    const saves = this.#savesAt(uri);
    return saves !== undefined && [said(uri), then].some((text) => text !== undefined && saves.isStored(text));
  }

  #tellNothing(connectionId: string): void {
    void inform(this.#unsavedOf(connectionId).length === 0 ? nothingUnsaved : nothingToSaveHere);
  }

  #tell({ saved, conflicts, failed, cancelled }: Ended, hasComment: boolean): void {
    if (conflicts.length + failed.length + cancelled.length === 0) {
      tellBriefly(allSaved(saved.length), "check");
      return;
    }
    const [uri] = conflicts[0]?.uris ?? [];
    if (uri && conflicts.length === 1) {
      this.#showTheirs(uri);
    }
    const words = notAllSaved({
      saved: saved.length,
      conflicts: conflicts.map(nameOf),
      failed: failed.map((subject) => ({
        name: nameOf(subject),
        reason: subject.uris.map((each) => this.#reasons.of(each)).find((reason) => reason !== undefined) ?? "",
      })),
      cancelled: cancelled.map(nameOf),
      isCommentKept: hasComment,
    });
    void warn(words, showButton)
      .then((answer) => answer && commands.executeCommand(commandIds.showUnsaved))
      .catch((error: unknown) => this.#services.logFailure("Showing what is unsaved", error));
  }
}

function isMeant({ group, subject }: UnsavedDocument, artifactIds: ReadonlySet<number> | undefined): boolean {
  const { artifactId } = subject;
  return group === "changes" && (!artifactIds || (artifactId !== undefined && artifactIds.has(artifactId)));
}

function savedIdOf(uri: Uri): number | string | undefined {
  const { resource } = resourceOf(uri) ?? {};
  if (resource && "artifactId" in resource) {
    return resource.artifactId;
  }
  return resource && "repositoryId" in resource ? `svn/${resource.repositoryId}` : undefined;
}

function said(uri: Uri): string {
  return openText(uri)?.getText() ?? "";
}

/** Tells whether a comment can go with a save. Words that waited for a repository would go with nothing, or twice. */
function takesWords({ id }: DocumentGroup): boolean {
  return typeof id === "number";
}

function keysOf({ uris }: DocumentGroup): readonly string[] {
  return uris.map((uri) => uri.toString());
}

function idOf({ id }: DocumentGroup): number | string {
  return id;
}

function nameOf({ id }: DocumentGroup): string {
  return typeof id === "number" ? `#${id}` : id;
}
