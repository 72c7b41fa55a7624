import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { carryingComments } from "../../../../src/core/comment/carrying.ts";
import type { Version } from "../../../../src/core/model/artifact.ts";
import type { Condition, RequestBody } from "../../../../src/core/model/artifactService.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import { recordedPuts } from "./commentFixture.ts";

const { signal } = new AbortController();
const noHistory = {
  countChangesets: () => assert.fail(),
  readChangesets: () => assert.fail(),
  readOwnId: () => assert.fail(),
};

/** A body whose comment is begun as `begun`; undefined for one that goes with no PUT. `told` has what it was told. */
function bodyWith(begun: string | undefined) {
  const told: string[] = [];
  const note = (what: string) => async () => void told.push(what);
  const comment = {
    body: "Why",
    begin: async () => begun && { body: begun, noteSaid: note("said"), noteNotSent: note("not sent") },
    noteDemanded: note("demanded"),
  };
  const body = { contentType: "application/json", text: "with the comment", comment } as unknown as RequestBody;
  return { body, told };
}

suite("a comment that a PUT carries", () => {
  /** What it is told when a PUT over `condition` is answered with `version`. */
  async function toldOf(condition: Condition | undefined, version: Version): Promise<readonly string[]> {
    const service = carryingComments(
      { readArtifact: () => assert.fail(), updateArtifact: async () => ({ kind: "updated", version }) },
      noHistory,
    );
    const { body, told } = bodyWith("Why");
    await service.updateArtifact(512, [], condition, signal, body);
    return told;
  }

  test("is said where the answer tells another version", async () => {
    assert.deepEqual(await toldOf({ ifMatch: "171" }, { etag: "172" }), ["said"]);
    assert.deepEqual(await toldOf({ ifUnmodifiedSince: "Mon" }, { lastModified: "Tue" }), ["said"]);
  });

  test("is not known to be said by the version from before, whatever a gateway makes of its Etag", async () => {
    for (const etag of ["171", '"171"', 'W/"171"', '"171-gzip"', undefined]) {
      assert.deepEqual(await toldOf({ ifMatch: "171" }, etag === undefined ? {} : { etag }), [], etag);
    }
    assert.deepEqual(await toldOf({ ifUnmodifiedSince: "Mon" }, { etag: "171", lastModified: "Mon" }), []);
    assert.deepEqual(await toldOf({ ifUnmodifiedSince: "Mon" }, { etag: "171" }), []);
  });

  for (const { what, end, expected } of [
    { what: "a certain refusal", end: "rejected", expected: ["not sent"] },
    { what: "a version that has moved on", end: "preconditionFailed", expected: ["not sent"] },
    { what: "an answer that was lost", end: "answerLost", expected: [] },
  ] as const) {
    test(`is ${expected.length === 0 ? "still" : "not"} in doubt after ${what}`, async () => {
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
        noHistory,
      );
      const { body, told } = bodyWith("Why");
      await service.updateArtifact(512, [], { ifMatch: "171" }, signal, body).catch(() => undefined);
      assert.deepEqual(told, expected);
    });
  }

  test("is what is still to be said when the PUT is sent, and none where nothing is", async () => {
    const { service, sent } = recordedPuts(noHistory);
    const entries = [{ fieldId: 7, members: { value: "Mine" } }];
    for (const begun of ["Why", "And more", undefined]) {
      await service.updateArtifact(512, entries, { ifMatch: "171" }, signal, bodyWith(begun).body);
    }
    assert.deepEqual(sent, [
      "with the comment",
      '{"values":[{"field_id":7,"value":"Mine"}],"comment":{"body":"And more","format":"commonmark"}}',
      undefined,
    ]);
  });
});
