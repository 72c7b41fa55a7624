import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Connection } from "../../../../src/core/model/connection.ts";
import { parseReference, type Reference, referenceTo } from "../../../../src/core/references/reference.ts";

suite("references", () => {
  const connections: readonly Connection[] = [
    { id: "work", url: "https://tracker.example/api/v1", label: "Work" },
    { id: "old", url: "https://tracker.example/old/api/v1", label: "Old" },
    { id: "other", url: "https://tracker.example/rest/v1", label: "Not below /api" },
    { id: "local", url: "http://127.0.0.1:8080/api/v1", label: "Local" },
  ];
  const artifact = (artifactId: number, connectionId?: string): Reference =>
    connectionId === undefined ? { kind: "artifact", artifactId } : { kind: "artifact", artifactId, connectionId };

  const cases: readonly (readonly [text: string, expected: Reference | undefined])[] = [
    ["123", artifact(123)],
    [" #123\n", artifact(123)],
    ["art #123", artifact(123)],
    ["artifact  #123.", artifact(123)],
    ["<bug #123>", artifact(123)],
    ["user-story #7,", artifact(7)],
    ["art #other-project:123", artifact(123)],
    ["art #101:123", artifact(123)],
    ["https://tracker.example/plugins/tracker/?aid=512", artifact(512, "work")],
    ["<https://tracker.example/plugins/tracker/?aid=512&func=edit#followup_9>", artifact(512, "work")],
    ["https://tracker.example/plugins/tracker?func=x&aid=512.", artifact(512, "work")],
    ["https://TRACKER.example:443/goto?key=art&val=512&group_id=101", artifact(512, "work")],
    ["https://tracker.example/goto?key=bug&val=512", artifact(512, "work")],
    ["https://tracker.example/api/v1/artifacts/512", artifact(512, "work")],
    ["https://tracker.example/api/artifacts/512/changesets?limit=3", artifact(512, "work")],
    ["https://tracker.example/old/api/v1/artifacts/512", artifact(512, "old")],
    ["https://tracker.example/rest/v1/artifacts/512", artifact(512, "other")],
    ["http://127.0.0.1:8080/plugins/tracker/?aid=3", artifact(3, "local")],
    [
      "https://elsewhere.example/plugins/tracker/?aid=512",
      { kind: "unknownOrigin", artifactId: 512, origin: "https://elsewhere.example" },
    ],
    [
      "http://tracker.example/plugins/tracker/?aid=512",
      { kind: "unknownOrigin", artifactId: 512, origin: "http://tracker.example" },
    ],
    ["", undefined],
    ["#", undefined],
    ["0", undefined],
    ["#0", undefined],
    ["-5", undefined],
    ["12.5", undefined],
    ["12345678901234567890", undefined],
    ["rev #12", undefined],
    ["svn #repo/12", undefined],
    ["bug 12", undefined],
    ["see art #12 and #13", undefined],
    ["https://tracker.example/plugins/tracker/?tracker=12", undefined],
    ["https://tracker.example/goto?key=rev&val=12", undefined],
    ["https://tracker.example/api/v1/trackers/12", undefined],
    ["https://", undefined],
    ["javascript:alert(1)", undefined],
  ];

  for (const [text, expected] of cases) {
    test(`${JSON.stringify(text)} names ${expected === undefined ? "nothing" : JSON.stringify(expected)}`, () => {
      assert.deepEqual(parseReference(text, connections), expected);
    });
  }

  test("are given to others in their form alone, of the artifact that is meant", () => {
    for (const told of ["bug #12", "user-story #12", "größe_2 #12"]) {
      assert.equal(referenceTo(12, told), told);
    }
    for (const told of [
      undefined,
      "",
      "#12",
      "bug #13",
      "bug #12\nrm -rf ~",
      "bug\n#12",
      "bug #12 ",
      "$(id) #12",
      "[bug](command:x) #12",
      `${"a".repeat(1_000_000)} #12`,
    ]) {
      assert.equal(referenceTo(12, told), "art #12", told?.slice(0, 20));
    }
  });
});
