import type { Version } from "../model/artifact.ts";
import type { Condition, HistoryMark } from "../model/artifactService.ts";
import { ServiceError } from "../service/serviceError.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import type { Denial } from "../windows/draftRecord.ts";
import { type Base, hasToken, makeBase, sameVersion } from "../workingCopy/base.ts";
import type { DocumentKind, Put, PutAnswer, StoredChange, Unanswered, Verdict } from "../workingCopy/documentKind.ts";
import type { StoredPut } from "../workingCopy/ports.ts";
import { VersionConditions } from "../workingCopy/versionConditions.ts";
import { WorkingCopy } from "../workingCopy/workingCopy.ts";
import { commentBody } from "./carrying.ts";
import { isSaid, isSameBody, markEnd, stepsPerPage } from "./commentHistory.ts";
import { isEmptyComment, loneCommentProblem } from "./commentProblem.ts";
import type { CommentRecord } from "./commentRecord.ts";
import {
  type CommentBase,
  type CommentOutcome,
  type CommentService,
  type CommentTypes,
  commentRules,
} from "./commentTypes.ts";

/** The working copy of a new comment. */
export type CommentCopy = WorkingCopy<CommentTypes>;

type CommentPut = Put<CommentTypes>;
type Doubt = NonNullable<CommentRecord["doubt"]>;

/** The change that a comment made to the version of its artifact. */
export interface CommentedVersion {
  /** The version that the comment was added to. */
  readonly from: Version;
  /** The version since; undefined where the answer did not tell it: others may have changed the artifact, too. */
  readonly to: Version | undefined;
  /** The PUT, where the artifact was read for it; all fields stayed as they were then. */
  readonly put?: StoredPut;
}

/**
 * Makes the working copy of a new comment on an artifact. Its saves throw `CommentDenied` where another window has the
 * comment. `noteAdded` hears of the comment that was added; it must not wait for anything.
 */
export function commentCopy(
  artifactId: number,
  service: CommentService,
  record: CommentRecord,
  noteAdded: (version: CommentedVersion) => void = () => {},
): CommentCopy {
  return new WorkingCopy(new CommentKind(artifactId, service, record, noteAdded), artifactId, record);
}

/**
 * Gives `base` after a comment, with unchanged values; undefined where the comment was added to another version. The
 * service tells the newest version when it answers, which may be somebody else's (test/service/README.md, Lost
 * updates): so the artifact is read before anything relies on that version.
 */
export function withComment(base: Base, { from, to }: CommentedVersion): Base | undefined {
  return to && sameVersion(base.version, from) ? { ...base, version: to, isRacy: true } : undefined;
}

/** An error: nothing was sent, as another window has the comment, or had it, or the same words were said before. */
export class CommentDenied extends Error {
  override readonly name = "CommentDenied";
  readonly denial: Denial | "saidBefore";

  constructor(denial: Denial | "saidBefore") {
    super(`A comment that is ${denial}`);
    this.denial = denial;
  }
}

/** An error: the service took a comment and told no new version, so it may have dropped the comment. */
class Untold extends Error {
  override readonly name = "Untold";
}

/** A comment is sent again at most so often where the artifact moves on. */
const maxMoves = 5;

/**
 * Sends new comments: each is a PUT without values, on the condition of the artifact's version. A comment stays what it
 * is, whatever happens to the artifact: after a 412 it is sent over the version that is there now. Where nobody knows
 * whether a PUT has arrived, the artifact's history tells.
 */
class CommentKind implements DocumentKind<CommentTypes> {
  readonly rules = commentRules;
  readonly writes = "versioned";
  readonly keepsSent = true;
  readonly #artifactId: number;
  readonly #service: CommentService;
  readonly #record: CommentRecord;
  readonly #noteAdded: (version: CommentedVersion) => void;
  readonly #conditions = new VersionConditions();
  #moves = 0;
  /** It is true once a save of this session has told the person what is in doubt. */
  #isDoubtTold = false;
  /** It is true once a save of this session has looked whether the same words were said before, and told the person. */
  #isRepeatTold = false;
  /** The version that the last PUT demanded. */
  #demanded: Version = {};
  /** The artifact as it was read last, and as it was for the last PUT. */
  #read: Base | undefined;
  #over: Base | undefined;

  constructor(
    artifactId: number,
    service: CommentService,
    record: CommentRecord,
    noteAdded: (version: CommentedVersion) => void,
  ) {
    this.#artifactId = artifactId;
    this.#service = service;
    this.#record = record;
    this.#noteAdded = noteAdded;
  }

  async read(signal: AbortSignal) {
    const { doubt } = this.#record;
    return { kind: "read", base: await (doubt ? this.#look(doubt, signal) : this.#readNew(signal)) } as const;
  }

  /**
   * Looks for the comment that an earlier session left in doubt: once it has arrived, whatever is written from now on
   * is another comment.
   */
  async open(known: CommentBase | undefined, signal: AbortSignal): Promise<CommentBase> {
    const { doubt } = this.#record;
    const base = known ?? { version: {} };
    if (!doubt || base.said !== undefined) {
      return base;
    }
    try {
      const { said } = await this.#look(doubt, signal);
      return { ...base, ...(said !== undefined && { said }) };
    } catch {
      signal.throwIfAborted();
      // The next save looks for it again before it sends anything.
      return base;
    }
  }

  /** Gives nothing to send for a comment without words: it is given up. */
  change({ said }: CommentBase, mine: string): string | undefined {
    this.#moves = 0;
    return (said === undefined ? isEmptyComment(mine) : isSameBody(said, mine)) ? undefined : mine;
  }

  objection({ said }: CommentBase, change: string): CommentOutcome | undefined {
    if (said !== undefined) {
      return { kind: "alreadySent" };
    }
    return loneCommentProblem(change) ?? this.#untoldDoubt();
  }

  conditionOn({ version }: CommentBase): Condition | undefined {
    return this.#conditions.on(version);
  }

  /** Tells that no PUT relies on a known version: the artifact is read right before it. */
  isDemandable = () => false;
  isSameFor = () => true;

  /** Changes of others make no difference to a comment. */
  isUnmoved = () => true;

  over(put: CommentPut, now: CommentBase): CommentPut {
    return { ...put, target: now };
  }

  async send({ document, change, target, signal }: CommentPut): Promise<PutAnswer<CommentTypes>> {
    if (target.said !== undefined) {
      // The comment that was in doubt has arrived, as the reading before this save told.
      return { kind: "updated", version: target.version };
    }
    this.#demanded = target.version;
    this.#isDoubtTold = false;
    this.#over = this.#read;
    const before = this.#record.doubt;
    // Nothing is begun before this is known: where it fails, the comment is not in doubt, and is looked for again.
    const mustAsk = !this.#isRepeatTold && (await this.#wasSaidBefore(change, target.mark, signal));
    const begun = await this.#record.begin({ document, body: change, mark: target.mark ?? {} });
    if (begun === "doubted") {
      throw new ServiceError({ kind: "answerLost", method: "PUT", path: `/artifacts/${this.#artifactId}` });
    }
    if (begun !== "begun") {
      throw new CommentDenied(begun);
    }
    this.#isRepeatTold = true;
    try {
      if (mustAsk) {
        throw new CommentDenied("saidBefore");
      }
      const condition = this.conditionOn(target);
      const body = commentBody([], change);
      const answer = await this.#service.updateArtifact(this.#artifactId, [], condition, signal, body);
      if (answer.kind === "preconditionFailed") {
        await this.#record.takeBack(before);
      }
      return answer;
    } catch (error) {
      if (!mayHaveStored(error, this.writes)) {
        await this.#record.takeBack(before);
      }
      throw error;
    }
  }

  /** Tells whether to send again after a 412, over the version that is there now. */
  demandsOtherwise({ version, said }: CommentBase): boolean {
    if (said !== undefined || !sameVersion(version, this.#demanded)) {
      return this.#moves++ < maxMoves;
    }
    return this.#conditions.demandOtherwise(version);
  }

  judgeAnswer(put: CommentPut, answer: CommentTypes["answer"]): Verdict<CommentTypes> {
    const { target, change } = put;
    if (target.said !== undefined) {
      return arrived(put, target);
    }
    // A comment makes a version, which tells a success. One made in the same second looks like the version before.
    return hasToken(answer.version) && !sameVersion(answer.version, target.version)
      ? { kind: "stored", base: { version: answer.version, said: change }, saved: {}, answer }
      : { kind: "doubtful", cause: new Untold() };
  }

  judgeRead(put: CommentPut, _answer: CommentTypes["answer"], now: CommentBase): Verdict<CommentTypes> {
    return this.judgeFailure(put, now, new Untold());
  }

  judgeUnread(_put: CommentPut, _answer: CommentTypes["answer"], cause: unknown): Verdict<CommentTypes> {
    return { kind: "unknown", cause };
  }

  judgeFailure(put: CommentPut, now: CommentBase, cause: unknown): Verdict<CommentTypes> {
    if (now.said !== undefined) {
      return arrived(put, now);
    }
    if (now.mark?.count === undefined) {
      // Where an answer was lost, the person is told that the next save looks first, and no history can tell it.
      this.#isDoubtTold = cause instanceof Untold;
      return { kind: "unknown", cause };
    }
    return cause instanceof Untold
      ? { kind: "refused", outcome: { kind: "notStored" } }
      : { kind: "notStored", now, cause };
  }

  explains(_unanswered: Unanswered<CommentTypes>, _base: CommentBase, now: CommentBase): boolean {
    return now.said !== undefined;
  }

  /**
   * Tells of the comment. The sent text is kept with the base, in place of the attempt: after a crash one of the two is
   * there.
   */
  noteStored({ target, change, answer }: StoredChange<CommentTypes>): undefined {
    const put = this.#over && this.#putOf(this.#over, target, change, answer?.version);
    this.#noteAdded({ from: target.version, to: answer?.version, ...(put && { put }) });
  }

  #putOf(over: Base, { mark }: CommentBase, comment: string, version: Version = {}): StoredPut {
    return {
      artifactId: this.#artifactId,
      target: over,
      changed: [],
      comment,
      version,
      differing: [],
      ...(mark?.count !== undefined && { stepsBefore: mark.count }),
      ...(mark?.authorId !== undefined && { ownId: mark.authorId }),
    };
  }

  /** Asks the person before a comment is sent again that an earlier session has sent and no history tells of. */
  #untoldDoubt(): CommentOutcome | undefined {
    const { doubt } = this.#record;
    if (!doubt || doubt.mark.count !== undefined || this.#isDoubtTold) {
      return undefined;
    }
    this.#isDoubtTold = true;
    return { kind: "inDoubt" };
  }

  /**
   * Tells whether the user has said lately what a text from before this session says. Another window may have sent the
   * text and begun another comment since: then nothing that is kept tells of this text.
   */
  async #wasSaidBefore(body: string, { count, authorId }: HistoryMark = {}, signal: AbortSignal): Promise<boolean> {
    if (!this.#record.isRestored || count === undefined) {
      return false;
    }
    const lately = { count: Math.max(0, count - stepsPerPage), authorId };
    return await isSaid(this.#service, this.#artifactId, body, lately, signal);
  }

  async #readVersion(signal: AbortSignal): Promise<Version> {
    const read = await this.#service.readArtifact(this.#artifactId, signal);
    this.#read = makeBase(read, undefined);
    return read.version;
  }

  async #readNew(signal: AbortSignal): Promise<CommentBase> {
    const [version, mark] = await Promise.all([
      this.#readVersion(signal),
      markEnd(this.#service, this.#artifactId, signal),
    ]);
    return { version, mark };
  }

  /** Looks in the history whether the comment in doubt has arrived. */
  async #look({ body, mark, earlier = [] }: Doubt, signal: AbortSignal): Promise<CommentBase> {
    // The version is read first: a comment that arrives in between makes a newer one, so a PUT over this is refused.
    const version = await this.#readVersion(signal);
    for (const said of [body, ...earlier]) {
      if (await isSaid(this.#service, this.#artifactId, said, mark, signal)) {
        return { version, mark, said };
      }
    }
    return { version, mark };
  }
}

/** Judges a save when the comment in doubt has arrived: with this text, or with one from before it was changed. */
function arrived({ change, mine }: CommentPut, now: CommentBase): Verdict<CommentTypes> {
  return isSameBody(now.said ?? "", change)
    ? { kind: "stored", base: now, saved: {}, answer: undefined }
    : { kind: "storedInPart", base: now, mine, parts: [], outcome: { kind: "alreadySent" } };
}
