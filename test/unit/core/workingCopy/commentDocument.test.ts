import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import type { Condition } from "../../../../src/core/model/artifactService.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import type { WorkingCopy } from "../../../../src/core/workingCopy/workingCopy.ts";
import { type Comment, type CommentBase, type CommentService, type CommentTypes, commentCopy } from "./commentKind.ts";

const { signal } = new AbortController();
const document = "artifact://desk/artifacts/5/comment.md";
const me = 102;

/** An artifact that takes comments under the condition of its version. */
class PlayedArtifact implements CommentService {
  comments: Comment[] = [{ changesetId: 1, userId: me, body: "Done" }];
  version = 1;
  puts = 0;
  /** How many colleagues change the artifact before the next PUTs. */
  edits = 0;
  /** What becomes of the next PUT whose answer is lost. */
  loses: ("stored" | "dropped")[] = [];

  async readComments(): Promise<CommentBase> {
    return { version: { etag: `"${this.version}"` }, comments: [...this.comments] };
  }

  async addComment(body: string, condition: Condition | undefined) {
    this.puts++;
    if (this.edits > 0) {
      this.edits--;
      this.version++;
    }
    const fate = this.loses.shift();
    const isMet = condition !== undefined && "ifMatch" in condition && condition.ifMatch === `"${this.version}"`;
    if (!isMet) {
      return { kind: "preconditionFailed" } as const;
    }
    if (fate !== "dropped") {
      this.version++;
      this.comments.push({ changesetId: this.version, userId: me, body });
    }
    if (fate !== undefined) {
      throw new ServiceError({ kind: "answerLost", method: "PUT", path: "/artifacts/5" });
    }
    return { kind: "updated", version: { etag: `"${this.version}"` } } as const;
  }
}

suite("a comment, as another kind of guarded document,", () => {
  let service: PlayedArtifact;
  let copy: WorkingCopy<CommentTypes>;

  setup(async () => {
    service = new PlayedArtifact();
    copy = commentCopy(5, service, me, {
      read: async () => undefined,
      write: async () => {},
      remove: async () => {},
    });
    await copy.adopt(document, await copy.read(signal));
    await copy.track(document);
  });

  const save = async (body: string) => (await copy.save(document, body, "plain", signal)).kind;
  const bodies = () => service.comments.map(({ body }) => body);

  test("is sent once", async () => {
    assert.equal(await save("Works for me"), "saved");
    assert.deepEqual([bodies(), service.puts], [["Done", "Works for me"], 1]);
  });

  test("is not sent where it is empty, or would be dropped", async () => {
    assert.equal(await save(" \n"), "unchanged");
    assert.equal(await save("0"), "dropped");
    assert.equal(service.puts, 0);
  });

  test("is sent again under the version there is by then, without a conflict", async () => {
    service.edits = 2;
    assert.equal(await save("Works for me"), "saved");
    assert.deepEqual([bodies(), copy.conflictOf(document)], [["Done", "Works for me"], undefined]);
  });

  test("is given up where the artifact never stands still", async () => {
    service.edits = 100;
    assert.equal(await save("Works for me"), "refusedUnmoved");
    assert.deepEqual(bodies(), ["Done"]);
  });

  test("whose answer was lost is looked for among what was said since", async () => {
    service.loses = ["stored"];
    assert.equal(await save("Done"), "saved");
    assert.deepEqual([bodies(), service.puts], [["Done", "Done"], 1]);
  });

  test("that did not arrive is sent once more", async () => {
    service.loses = ["dropped"];
    assert.equal(await save("Done"), "saved");
    assert.deepEqual([bodies(), service.puts], [["Done", "Done"], 2]);
  });

  test("that was lost again and again is told as not saved, and may be saved later", async () => {
    service.loses = ["dropped", "dropped"];
    assert.equal(await save("Done"), "notSaved");
    assert.equal(await save("Done"), "saved");
    assert.deepEqual(bodies(), ["Done", "Done"]);
  });
});
