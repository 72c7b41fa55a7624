import type { CommentService } from "../../../../src/core/comment/commentTypes.ts";
import type { VersionedArtifact } from "../../../../src/core/model/artifact.ts";
import type { Condition, RequestBody, UpdateAnswer } from "../../../../src/core/model/artifactService.ts";
import type { Changeset } from "../../../../src/core/model/changeset.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";

export const me = 102;
const colleague = 103;

/** What becomes of a PUT: `late` arrives with the next PUT, before it. */
export type Fate = "stored" | "dropped" | "late" | "refused" | "told";

/** An artifact that takes comments under the condition of its version. */
export class SimulatedArtifact implements CommentService {
  readonly steps: Changeset[] = [{ id: 1, authorId: me, values: [], comment: { content: "Done", format: "text" } }];
  version = 1;
  puts = 0;
  /** Each request, in their order. */
  readonly requests: string[] = [];
  /** How many colleagues change the artifact before the next PUTs. */
  edits = 0;
  /** What becomes of the next PUTs; of all others that they are told. */
  fates: Fate[] = [];
  /** Changes that the service takes and does not store. */
  isDropping = false;
  hasHistory = true;
  isDown = false;
  readonly #late: (() => void)[] = [];

  get said(): readonly string[] {
    return this.steps.flatMap(({ comment }) => (comment ? [comment.content] : []));
  }

  say(content: string, authorId = colleague): void {
    this.version++;
    this.steps.push({ id: this.version, authorId, values: [], comment: { content, format: "commonmark" } });
  }

  change(authorId: number): void {
    this.version++;
    this.steps.push({ id: this.version, authorId, values: [] });
  }

  async readArtifact(): Promise<VersionedArtifact> {
    this.#note("GET artifact");
    const artifact = { id: 5, values: [], attachments: [], assignees: [] };
    return { artifact, version: { etag: `"${this.version}"` } };
  }

  async countChangesets(): Promise<number | undefined> {
    this.#note("count");
    this.#requireHistory();
    return this.steps.length;
  }

  async readChangesets(_artifactId: number, { offset, limit }: { offset: number; limit: number }) {
    this.#note("changesets");
    this.#requireHistory();
    const items = this.steps.slice(offset, offset + limit);
    return {
      items,
      total: this.steps.length,
      ...(offset + limit < this.steps.length && { nextOffset: offset + limit }),
    };
  }

  async readOwnId(): Promise<number> {
    this.#note("self");
    return me;
  }

  async updateArtifact(
    _artifactId: number,
    entries: readonly Entry[],
    condition: Condition | undefined,
    _signal: AbortSignal,
    body?: RequestBody,
  ): Promise<UpdateAnswer> {
    this.puts++;
    this.#note("PUT");
    for (const arrive of this.#late.splice(0)) {
      arrive();
    }
    if (this.edits > 0) {
      this.edits--;
      this.change(colleague);
    }
    const fate = this.fates.shift() ?? "told";
    const { comment } = JSON.parse(body?.text ?? "{}");
    const store = () => {
      const isMet = condition !== undefined && "ifMatch" in condition && condition.ifMatch === `"${this.version}"`;
      if (isMet && !this.isDropping) {
        if (comment) {
          this.say(comment.body.trim(), me);
        } else {
          this.change(me);
        }
      }
      return isMet;
    };
    if (fate === "refused") {
      throw new ServiceError({ kind: "rejected", method: "PUT", path: "/artifacts/5", status: 400 });
    }
    if (fate === "late") {
      this.#late.push(store);
    } else if (fate !== "dropped" && !store() && fate === "told") {
      return { kind: "preconditionFailed" };
    }
    if (fate !== "told") {
      throw new ServiceError({ kind: "answerLost", method: "PUT", path: "/artifacts/5" });
    }
    return { kind: "updated", version: { etag: `"${this.version}"` }, ...(entries.length > 0 && { date: "" }) };
  }

  #note(request: string): void {
    if (this.isDown) {
      throw new ServiceError({ kind: "unreachable", method: "GET", path: "/artifacts/5" });
    }
    this.requests.push(request);
  }

  #requireHistory(): void {
    if (!this.hasHistory) {
      throw new ServiceError({ kind: "notFound", method: "GET", path: "/artifacts/5/changesets", status: 404 });
    }
  }
}
