import assert from "node:assert/strict";
import { carrying, carryingComments } from "../../../../src/core/comment/carrying.ts";
import { isSaidIfKnown } from "../../../../src/core/comment/commentHistory.ts";
import { type CommentCopy, commentCopy } from "../../../../src/core/comment/commentKind.ts";
import { CommentRecord, type CommentState } from "../../../../src/core/comment/commentRecord.ts";
import { PendingComments } from "../../../../src/core/comment/pendingComments.ts";
import type { Changeset, OwnChangesetSource } from "../../../../src/core/model/changeset.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { pagesOf, type Tracker } from "../../../../src/core/model/tracker.ts";
import { artifactRoutes } from "../../../../src/core/service/artifacts.ts";
import { changesetRoutes } from "../../../../src/core/service/changesets.ts";
import { type Answer, factsOf, type Request } from "../../../../src/core/service/request.ts";
import { isServiceError, ServiceError } from "../../../../src/core/service/serviceError.ts";
import { trackerRoutes } from "../../../../src/core/service/trackers.ts";
import { userRoutes } from "../../../../src/core/service/users.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { type Base, documentEntries } from "../../../../src/core/workingCopy/base.ts";
import type { SaveManner } from "../../../../src/core/workingCopy/documentKind.ts";
import { encodeAs } from "../../../../src/core/workingCopy/requestEncoding.ts";
import { makeUnconnectedService } from "../../../service/referenceService.ts";
import { HostLife } from "../../../support/hostLife.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { MemoryDraftStore } from "../../../support/memoryDraftStore.ts";
import { MemoryPending } from "../../../support/memoryPending.ts";
import { askUnconnected, UnconnectedClient } from "../../../support/unconnectedClient.ts";

const { signal } = new AbortController();
/** A story in a status in which everything of it may be written. */
export const story = 905;
const stories = 13;
/** A line. */
export const wish = 1301;
const epochMs = Date.UTC(2026, 2, 13, 14, 0, 0);

/** What becomes of a PUT whose answer is lost; a number: it arrives late, after as many requests. */
export type Loss = "before" | "after" | number;

/**
 * A document of an artifact and a comment on it, saved as the editor does, against the reference service itself: only
 * the network between them is left out.
 */
export class CommentFixture {
  readonly reference = makeUnconnectedService({ artifactCount: 0 });
  readonly document = "artifact://team/artifacts/905.artifact.json";
  readonly commentDocument = "artifact://team/artifacts/905/comment.md";
  /** Lost one after another. */
  losses: Loss[] = [];
  /** Before the next PUT is looked at. */
  beforePut: (() => void) | undefined;
  isDown = false;
  /** The reading of histories alone fails. */
  hidesHistory = false;
  /** The user may not read histories. */
  forbidsHistory = false;
  /** The workflow wants a comment with each change. */
  needsComment = false;
  puts: { readonly values: readonly object[]; readonly comment?: { readonly body: string } }[] = [];
  /** Comments that were told not to have gone with a save. */
  readonly left: string[] = [];
  life = new HostLife();
  copy: ArtifactCopy;
  comment: CommentCopy;
  pending: PendingComments;
  readonly #session = new UnconnectedClient((request) => this.#answer(request));
  readonly #service = {
    ...artifactRoutes(this.#session),
    ...changesetRoutes(this.#session),
    ...userRoutes(this.#session),
  };
  readonly #disk = new MemoryPending();
  #window = this.#disk.window();
  readonly #states = new MemoryStateStore();
  readonly #comments = new MemoryDraftStore<CommentState>();
  #late: { after: number; readonly arrive: () => void }[] = [];

  private constructor() {
    this.reference.control.freezeClock({ atMs: epochMs });
    this.copy = this.#makeCopy();
    this.comment = this.#makeComment();
    this.pending = this.#makePending();
  }

  static async open(): Promise<CommentFixture> {
    const fixture = new CommentFixture();
    await fixture.copy.adopt(fixture.document, await fixture.copy.read(signal));
    await fixture.copy.track(fixture.document);
    await fixture.openComment();
    return fixture;
  }

  /** What the user has said of the artifact in this session. */
  get said(): readonly string[] {
    return this.reference.control.readArtifact({ artifactId: story }).comments.map(({ body }) => body);
  }

  get stored(): unknown {
    return this.reference.control.readArtifact({ artifactId: story }).values["i_want_to"];
  }

  /** All steps of the artifact's history, whatever is broken. */
  async history(): Promise<readonly Changeset[]> {
    const routes = changesetRoutes(
      new UnconnectedClient((request) => askUnconnected(this.reference, this.reference.keys.member, request)),
    );
    const steps: Changeset[] = [];
    for await (const { items } of pagesOf((offset) => routes.readChangesets(story, { offset, limit: 50 }, signal))) {
      steps.push(...items);
    }
    return steps;
  }

  edit(value: string): void {
    this.reference.control.editArtifact({ artifactId: story, values: [{ field_id: wish, value }] });
  }

  wait(seconds: number): void {
    this.reference.control.advanceClock({ ms: seconds * 1000 });
  }

  /** What was to arrive late does now. */
  arriveAll(): void {
    for (const { arrive } of this.#late.splice(0)) {
      arrive();
    }
  }

  /** The document of a new comment is opened. */
  async openComment(): Promise<void> {
    await this.#comments.remove();
    this.comment = this.#makeComment();
    await this.comment.adopt(this.commentDocument, { version: {} });
    await this.comment.track(this.commentDocument);
  }

  /** The window is closed and shows the unsaved texts again. */
  async restart(isDirty: boolean): Promise<void> {
    await this.life.written();
    this.life = new HostLife();
    this.copy = this.#makeCopy();
    this.comment = this.#makeComment();
    this.pending = this.#makePending();
    await (isDirty ? this.pending.takeUp(this.document) : this.pending.withdrawLeft(this.document));
    await this.copy.track(this.document, isDirty ? () => undefined : undefined);
    await this.comment.track(this.commentDocument, () => undefined);
  }

  /**
   * Saves the document with what it says; a comment that is due goes with it. What became of it, or the kind of the
   * failure.
   */
  async save(value: string, how: SaveManner = "plain"): Promise<string> {
    const comment = await this.pending.due(this.document);
    const encode = comment ? carrying(comment, encodeAs("json")) : encodeAs("json");
    return await this.#ending(async () => {
      const { kind } = await this.copy.save(this.document, this.entries(value), how, signal, encode);
      if (kind === "saved" || kind === "unchanged") {
        const left = await this.pending.left(this.document, (said, mark) =>
          isSaidIfKnown(this.#service, story, said, mark, signal),
        );
        this.left.push(...(left ? [left.why === "inDoubt" ? `${left.body}?` : left.body] : []));
      }
      return kind;
    });
  }

  /** Saves the document of the comment. */
  saveComment(body: string): Promise<string> {
    return this.#ending(async () => (await this.comment.save(this.commentDocument, body, "plain", signal)).kind);
  }

  /** What the text says that has `value`. */
  entries(value: string): readonly Entry[] {
    const { base } = this.copy;
    const entries = base ? documentEntries(base) : [];
    return entries.map((entry) => (entry.fieldId === wish ? { fieldId: wish, members: { value } } : entry));
  }

  textOf(base: Base): string {
    return String(base.fields.find(({ fieldId }) => fieldId === wish)?.entry?.members.value);
  }

  async #ending(save: () => Promise<string>): Promise<string> {
    try {
      return await save();
    } catch (error) {
      if (isServiceError(error)) {
        return error.kind;
      }
      throw error;
    }
  }

  #makeCopy(): ArtifactCopy {
    const service = this.life.around(this.#service);
    return artifactCopy(
      story,
      carryingComments(service, service),
      { tracker: () => this.#tracker() },
      this.life.keeping(this.#states),
    );
  }

  #makeComment(): CommentCopy {
    return commentCopy(story, this.life.around(this.#service), new CommentRecord(this.life.around(this.#comments)));
  }

  #makePending(): PendingComments {
    this.#window.end();
    this.#window = this.#disk.window(this.life);
    return new PendingComments(this.#window.store, () => {});
  }

  #tracker(): Promise<Tracker> {
    // The same for every service that is made.
    structure ??= trackerRoutes(this.#session).readTracker(stories, signal);
    return structure;
  }

  #answer(request: Request): Answer {
    if (this.isDown && !request.path.includes("/trackers/")) {
      throw new ServiceError({ kind: "unreachable", ...factsOf(request) });
    }
    if (this.forbidsHistory && request.path.includes("/changesets")) {
      throw new ServiceError({ kind: "forbidden", status: 403, ...factsOf(request) });
    }
    if (this.hidesHistory && request.path.includes("/changesets")) {
      throw new ServiceError({ kind: "unavailable", status: 503, ...factsOf(request) });
    }
    for (const late of this.#late.filter((each) => each.after-- === 0)) {
      late.arrive();
    }
    const ask = () => askUnconnected(this.reference, this.reference.keys.member, request);
    if (request.method !== "PUT") {
      return ask();
    }
    this.beforePut?.();
    this.puts.push(JSON.parse(request.body ?? "{}"));
    if (this.needsComment && this.puts.at(-1)?.comment === undefined) {
      const serviceMessage = "Bad Request: error: Comment must not be empty.\n";
      throw new ServiceError({ kind: "rejected", status: 400, serviceMessage, ...factsOf(request) });
    }
    const loss = this.losses.shift();
    if (loss === undefined) {
      return ask();
    }
    if (loss === "after") {
      ask();
    } else if (loss !== "before") {
      this.#late.push({ after: loss, arrive: ask });
    }
    // Some gateways call it an overload.
    const isOverload = this.puts.length % 2 === 0;
    throw new ServiceError({
      ...(isOverload ? { kind: "unavailable", status: 503 } : { kind: "answerLost" }),
      ...factsOf(request),
    });
  }
}

let structure: Promise<Tracker> | undefined;

/** A service that stores each PUT, and in `sent` the text that each was given for its body. */
export function recordedPuts(history: OwnChangesetSource) {
  const sent: (string | undefined)[] = [];
  const service = carryingComments(
    {
      readArtifact: () => assert.fail(),
      updateArtifact: async (_id, _entries, _condition, _signal, body) => {
        sent.push(body?.text);
        return { kind: "updated", version: { etag: "172" } };
      },
    },
    history,
  );
  return { service, sent };
}
