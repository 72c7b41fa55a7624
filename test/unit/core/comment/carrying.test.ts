import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { carryingComments } from "../../../../src/core/comment/carrying.ts";
import type { Version } from "../../../../src/core/model/artifact.ts";
import type { Condition } from "../../../../src/core/model/artifactService.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import { recordedPuts } from "./commentFixture.ts";

const { signal } = new AbortController();

suite("a comment that a PUT carries", () => {
  /** Whether it is taken for said when a PUT over `condition` is answered with `version`. */
  async function isSaid(condition: Condition | undefined, version: Version): Promise<boolean> {
    let said = false;
    const service = carryingComments(
      {
        readArtifact: () => assert.fail(),
        updateArtifact: async () => ({ kind: "updated", version }),
      },
      {
        countChangesets: async () => 7,
        readChangesets: () => assert.fail(),
        readOwnId: async () => 102,
      },
    );
    const comment = {
      ...{ body: "Why", isSaid: false, doubt: undefined },
      noteSending: async () => "begun" as const,
      noteNotSent: () => assert.fail(),
      noteUnknowable: () => assert.fail(),
      noteSaid: () => {
        said = true;
      },
    };
    await service.updateArtifact(512, [], condition, signal, { contentType: "application/json", text: "{}", comment });
    return said;
  }

  test("is said where the answer tells another version", async () => {
    assert.equal(await isSaid({ ifMatch: "171" }, { etag: "172" }), true);
    assert.equal(await isSaid({ ifUnmodifiedSince: "Mon" }, { lastModified: "Tue" }), true);
  });

  test("is not known to be said by the version from before, whatever a gateway makes of its Etag", async () => {
    for (const etag of ["171", '"171"', 'W/"171"', '"171-gzip"', undefined]) {
      assert.equal(await isSaid({ ifMatch: "171" }, etag === undefined ? {} : { etag }), false, etag);
    }
    assert.equal(await isSaid({ ifUnmodifiedSince: "Mon" }, { etag: "171", lastModified: "Mon" }), false);
    assert.equal(await isSaid({ ifUnmodifiedSince: "Mon" }, { etag: "171" }), false);
  });

  for (const { what, doubt, end, expected } of [
    { what: "a certain refusal", doubt: undefined, end: "rejected", expected: 1 },
    { what: "a version that has moved on", doubt: undefined, end: "preconditionFailed", expected: 1 },
    { what: "an answer that was lost", doubt: undefined, end: "answerLost", expected: 0 },
    { what: "a certain refusal of words that were in doubt before", doubt: { count: 7 }, end: "rejected", expected: 0 },
  ] as const) {
    test(`is ${expected === 0 ? "still" : "not"} in doubt after ${what}`, async () => {
      let notSent = 0;
      const service = carryingComments(
        {
          readArtifact: () => assert.fail(),
          updateArtifact: async () => {
            if (end === "preconditionFailed") {
              return { kind: end };
            }
            throw new ServiceError({ kind: end, method: "PUT", path: "/artifacts/512" });
          },
        },
        {
          countChangesets: async () => 7,
          readChangesets: async () => ({ items: [], total: 7 }),
          readOwnId: async () => 102,
        },
      );
      const comment = {
        ...{ body: "Why", isSaid: false, doubt },
        noteSending: async () => "begun" as const,
        noteNotSent: () => void notSent++,
        noteUnknowable: () => assert.fail(),
        noteSaid: () => assert.fail(),
      };
      const body = { contentType: "application/json", text: "{}", comment } as const;
      await service.updateArtifact(512, [], { ifMatch: "171" }, signal, body).catch(() => undefined);
      assert.equal(notSent, expected);
    });
  }

  test("is not sent again with the values once it is said", async () => {
    const { service, sent } = recordedPuts({
      countChangesets: () => assert.fail(),
      readChangesets: () => assert.fail(),
      readOwnId: () => assert.fail(),
    });
    const comment = {
      ...{ body: "Why", isSaid: true, doubt: undefined },
      noteSending: () => assert.fail(),
      noteNotSent: () => assert.fail(),
      noteUnknowable: () => assert.fail(),
      noteSaid: () => assert.fail(),
    };
    const body = { contentType: "application/json", text: "with the comment", comment } as const;
    await service.updateArtifact(512, [], { ifMatch: "171" }, signal, body);
    assert.deepEqual(sent, [undefined]);
  });
});
