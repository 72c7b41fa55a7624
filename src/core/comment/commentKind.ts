import type { Version } from "../model/artifact.ts";
import type { Condition } from "../model/artifactService.ts";
import { ServiceError } from "../service/serviceError.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import type { Denial } from "../windows/draftRecord.ts";
import { type Base, hasToken, makeBase, sameVersion } from "../workingCopy/base.ts";
import type { DocumentKind, Put, PutAnswer, StoredChange, Unanswered, Verdict } from "../workingCopy/documentKind.ts";
import type { StoredPut } from "../workingCopy/ports.ts";
import { VersionConditions } from "../workingCopy/versionConditions.ts";
import { WorkingCopy } from "../workingCopy/workingCopy.ts";
import { commentBody } from "./carrying.ts";
import { isSaid, isSameBody, markEnd } from "./commentHistory.ts";
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

/** What a comment made of the version of its artifact. */
export interface CommentedVersion {
  /** The version it was added to. */
  readonly from: Version;
  /** Undefined where the answer did not tell: others may have changed the artifact too. */
  readonly to: Version | undefined;
  /** The PUT, where the artifact was read for it: it stores all other fields as they were then. */
  readonly put?: StoredPut;
}

/**
 * The working copy of a new comment on an artifact. Its saves throw `CommentDenied` where another window has the
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
 * `base` after a comment: its values are what they were. Undefined where it was another version. The service tells the
 * newest version when it answers, which may be somebody else's (test/service/README.md, Lost updates): so it is read
 * before it is relied on.
 */
export function withComment(base: Base, { from, to }: CommentedVersion): Base | undefined {
  return to && sameVersion(base.version, from) ? { ...base, version: to, isRacy: true } : undefined;
}

/** Nothing was sent: another window has the comment, or had it. */
export class CommentDenied extends Error {
  override readonly name = "CommentDenied";
  readonly denial: Denial;

  constructor(denial: Denial) {
    super(`A comment that is ${denial}`);
    this.denial = denial;
  }
}

/** The service took a comment and told no new version: it may have dropped it. */
class Untold extends Error {
  override readonly name = "Untold";
}

/** How often a comment is sent again because the artifact moves on. */
const maxMoves = 5;

/**
 * New comments: a PUT without values, on the condition of the artifact's version. Whatever happens to the artifact, a
 * comment stays what it is, so that a 412 is answered by the version there is now. Whether a PUT of unknown fate has
 * arrived is told by the artifact's history.
 */
class CommentKind implements DocumentKind<CommentTypes> {
  readonly rules = commentRules;
  readonly keepsUnanswered = true;
  readonly writes = "versioned";
  readonly #artifactId: number;
  readonly #service: CommentService;
  readonly #record: CommentRecord;
  readonly #noteAdded: (version: CommentedVersion) => void;
  readonly #conditions = new VersionConditions();
  #moves = 0;
  /** The person knows of what is in doubt, by a save of this session. */
  #isDoubtTold = false;
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
   * Looks for what an earlier session left in doubt: once it has arrived, whatever is written from now on is another
   * comment.
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
      // It is looked for again before anything is sent.
      return base;
    }
  }

  /** A comment without words is given up: there is nothing to be sent. */
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

  /** Which version there is is read right before. */
  isDemandable = () => false;
  isSameFor = () => true;
  mayReplaceUnread = () => false;
  refusedUnread = (reading: never) => reading;

  /** Changes of others are none for a comment. */
  isUnmoved = () => true;

  over(put: CommentPut, now: CommentBase): CommentPut {
    return { ...put, target: now };
  }

  async send({ document, change, target, signal }: CommentPut): Promise<PutAnswer<CommentTypes>> {
    if (target.said !== undefined) {
      // What was in doubt has arrived by now, as the reading before this told.
      return { kind: "updated", version: target.version };
    }
    this.#demanded = target.version;
    // This save tells what becomes of it from here on.
    this.#isDoubtTold = true;
    this.#over = this.#read;
    const before = this.#record.doubt;
    const begun = await this.#record.begin({ document, body: change, mark: target.mark ?? {} });
    if (begun === "doubted") {
      throw new ServiceError({ kind: "answerLost", method: "PUT", path: `/artifacts/${this.#artifactId}` });
    }
    if (begun !== "begun") {
      throw new CommentDenied(begun);
    }
    try {
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

  /** A 412 is answered by sending again under the version there is now. */
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
    // A comment makes a version. One of the same second cannot be told from the one before.
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
      return { kind: "unknown", cause };
    }
    return cause instanceof Untold
      ? { kind: "refused", outcome: { kind: "notStored" } }
      : { kind: "notStored", now, cause };
  }

  explains(_unanswered: Unanswered<CommentTypes>, _base: CommentBase, now: CommentBase): boolean {
    return now.said !== undefined;
  }

  /** That it was sent is kept with the base, in place of the attempt: a crash leaves the one or the other. */
  noteStored({ target, change, answer }: StoredChange<CommentTypes>): undefined {
    const put = this.#over && this.#putOf(this.#over, target, change, answer?.version);
    this.#noteAdded({ from: target.version, to: answer?.version, ...(put && { put }) });
  }

  #putOf(over: Base, { mark }: CommentBase, comment: string, version: Version = {}): StoredPut {
    return {
      ...{ artifactId: this.#artifactId, target: over, changed: [], comment, version, differing: [] },
      ...(mark?.count !== undefined && { stepsBefore: mark.count }),
      ...(mark?.authorId !== undefined && { ownId: mark.authorId }),
    };
  }

  /** The person is asked before something is sent again that an earlier session has sent and no history tells of. */
  #untoldDoubt(): CommentOutcome | undefined {
    const { doubt } = this.#record;
    if (!doubt || doubt.mark.count !== undefined || this.#isDoubtTold) {
      return undefined;
    }
    this.#isDoubtTold = true;
    return { kind: "inDoubt" };
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

  /** Whether what is in doubt has arrived. */
  async #look({ body, mark, earlier = [] }: Doubt, signal: AbortSignal): Promise<CommentBase> {
    // The version first: what arrives in between is then refused by it.
    const version = await this.#readVersion(signal);
    for (const said of [body, ...earlier]) {
      if (await isSaid(this.#service, this.#artifactId, said, mark, signal)) {
        return { version, mark, said };
      }
    }
    return { version, mark };
  }
}

/** What was in doubt has arrived: this text, or one from before it was changed. */
function arrived({ change, mine }: CommentPut, now: CommentBase): Verdict<CommentTypes> {
  return isSameBody(now.said ?? "", change)
    ? { kind: "stored", base: now, saved: {}, answer: undefined }
    : { kind: "storedInPart", base: now, mine, parts: [], outcome: { kind: "alreadySent" } };
}
