import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Connection } from "../../../../src/core/model/connection.ts";
import { parseReference, type Reference } from "../../../../src/core/references/reference.ts";

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
});
