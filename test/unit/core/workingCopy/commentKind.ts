import type { Version } from "../../../../src/core/model/artifact.ts";
import type { Condition } from "../../../../src/core/model/artifactService.ts";
import { mayHaveStored } from "../../../../src/core/service/writeFate.ts";
import type {
  DocumentKind,
  KindRules,
  PreconditionFailed,
  Put,
  Verdict,
} from "../../../../src/core/workingCopy/documentKind.ts";
import type { SaveOutcome } from "../../../../src/core/workingCopy/kindTypes.ts";
import type { StateStore } from "../../../../src/core/workingCopy/savedState.ts";
import { WorkingCopy } from "../../../../src/core/workingCopy/workingCopy.ts";

/** A changeset, as far as it is a comment. */
export interface Comment {
  readonly changesetId: number;
  readonly userId: number;
  readonly body: string;
}

/** An artifact as a comment on it sees it. */
export interface CommentBase {
  readonly version: Version;
  /** The newest comments. */
  readonly comments: readonly Comment[];
}

/** What the document of a comment asks of the service. Every method throws `ServiceError`. */
export interface CommentService {
  readComments(signal: AbortSignal): Promise<CommentBase>;
  /** PUT with `values: []` and the comment as `commonmark`. */
  addComment(
    body: string,
    condition: Condition | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly kind: "updated"; readonly version: Version } | PreconditionFailed>;
}

/** A new comment on an artifact: one part, its text, which is always the person's own. */
export interface CommentTypes {
  readonly base: CommentBase;
  readonly mine: string;
  readonly change: string;
  readonly key: "comment";
  readonly value: string;
  readonly unsettled: never;
  readonly merge: { readonly conflicts: readonly never[]; readonly text: string };
  readonly answer: { readonly kind: "updated"; readonly version: Version };
  readonly unread: never;
  readonly saved: object;
  readonly refusal: { readonly kind: "dropped" };
  readonly encode: never;
  readonly condition: Condition;
}

/** Whatever happened to the artifact, a comment stays what it is: nothing is settled, nothing merged. */
const rules: KindRules<CommentTypes> = {
  settlement: {
    isWritingDecision: true,
    moved: () => [],
    inBase: () => () => undefined,
    inText: (mine) => () => mine,
    keysIn: () => [],
    isSame: () => (_, a, b) => a === b,
    unsettled: () => {
      throw new Error("A comment is never in conflict");
    },
  },
  nothing: "",
  textOf: () => "",
  differs: () => false,
  asSeen: (base) => base,
  withStored: (of) => of,
  withPart: () => undefined,
  partsOf: (change) => [["comment", change]],
  merge: (_, mine) => ({ conflicts: [], text: mine }),
  mergedText: ({ text }) => text,
  staysBehind: () => false,
};

/** How often a comment is sent again because the artifact moves on. */
const maxMoves = 5;

class CommentKind implements DocumentKind<CommentTypes> {
  readonly rules = rules;
  readonly keepsUnanswered = true;
  readonly #service: CommentService;
  readonly #userId: number;
  #moves = 0;

  constructor(service: CommentService, userId: number) {
    this.#service = service;
    this.#userId = userId;
  }

  async read(signal: AbortSignal) {
    return { kind: "read", base: await this.#service.readComments(signal) } as const;
  }

  open(_: unknown, signal: AbortSignal): Promise<CommentBase> {
    return this.#service.readComments(signal);
  }

  change(_target: CommentBase, mine: string): string | undefined {
    this.#moves = 0;
    return mine.trim() === "" ? undefined : mine;
  }

  /** The service drops a comment that is a lone zero. */
  objection(_target: CommentBase, change: string): SaveOutcome<CommentTypes> | undefined {
    return change.trim() === "0" ? { kind: "dropped" } : undefined;
  }

  conditionOn({ version: { etag } }: CommentBase): Condition | undefined {
    return etag === undefined ? undefined : { ifMatch: etag };
  }

  isDemandable = () => true;
  isSameFor = () => true;
  /** Changes of others are none for a comment. */
  isUnmoved = () => true;
  mayReplaceUnread = () => false;
  refusedUnread = (reading: never) => reading;
  mayHaveStored = (error: unknown) => mayHaveStored(error, "versioned");
  judgeUnread = (put: Put<CommentTypes>, answer: CommentTypes["answer"]) => this.judgeAnswer(put, answer);
  judgeRead = (put: Put<CommentTypes>, answer: CommentTypes["answer"]) => this.judgeAnswer(put, answer);
  noteStored = () => undefined;

  over(put: Put<CommentTypes>, now: CommentBase): Put<CommentTypes> {
    // What was there when it was first sent tells its own comment from earlier ones of the same words.
    return { ...put, target: { ...now, comments: put.target.comments } };
  }

  send({ change, target, signal }: Put<CommentTypes>) {
    return this.#service.addComment(change, this.conditionOn(target), signal);
  }

  /** A 412 is answered by sending again under the version there is now. */
  demandsOtherwise(): boolean {
    return this.#moves++ < maxMoves;
  }

  judgeAnswer({ target }: Put<CommentTypes>, answer: CommentTypes["answer"]): Verdict<CommentTypes> {
    return { kind: "stored", base: { ...target, version: answer.version }, saved: {}, answer };
  }

  judgeFailure({ target, change }: Put<CommentTypes>, now: CommentBase, cause: unknown): Verdict<CommentTypes> {
    return this.#isAdded(change, target, now)
      ? { kind: "stored", base: now, saved: {}, answer: undefined }
      : { kind: "notStored", now, cause };
  }

  explains({ change, target }: { change: string; target: CommentBase }, _base: CommentBase, now: CommentBase): boolean {
    return this.#isAdded(change, target, now);
  }

  /** Whether the same user has said the same since. */
  #isAdded(body: string, { comments }: CommentBase, now: CommentBase): boolean {
    const newest = Math.max(0, ...comments.map(({ changesetId }) => changesetId));
    return now.comments.some((each) => each.changesetId > newest && each.userId === this.#userId && each.body === body);
  }
}

/** The working copy of a new comment on an artifact. */
export function commentCopy(
  artifactId: number,
  service: CommentService,
  userId: number,
  store: StateStore<CommentTypes>,
): WorkingCopy<CommentTypes> {
  return new WorkingCopy(new CommentKind(service, userId), artifactId, store);
}
