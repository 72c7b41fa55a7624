import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Connection } from "../../../../src/core/model/connection.ts";
import { artifactInLink, linkToArtifact } from "../../../../src/core/references/artifactLink.ts";

suite("links that open an artifact in VS Code", () => {
  const connections: readonly Connection[] = [{ id: "work", url: "https://tracker.example/api/v1", label: "Work" }];
  const page = "https://tracker.example/plugins/tracker/?group_id=101&aid=512";
  const found = { kind: "artifact", artifactId: 512, connectionId: "work" };
  const inLink = (query: string, path = "/open") => artifactInLink({ path, query }, connections);

  test("a link that was copied names the artifact, however often its address was decoded on the way", () => {
    const link = linkToArtifact(page);
    assert.match(link, /^vscode:\/\/artifact-desk\.artifact-desk\/open\?url=https%3A%2F%2F/);
    const { search } = new URL(link);
    const query = search.slice(1);
    assert.deepEqual([inLink(query), inLink(decodeURIComponent(query))], [found, found]);
  });

  test("an address of the API names it too", () => {
    assert.deepEqual(inLink("url=https://tracker.example/api/v1/artifacts/512"), found);
  });

  test("an address of another service is told apart", () => {
    assert.deepEqual(inLink("url=https://elsewhere.example/plugins/tracker/?aid=512"), {
      kind: "unknownOrigin",
      artifactId: 512,
      origin: "https://elsewhere.example",
    });
  });

  const refused: readonly (readonly [name: string, query: string, path?: string])[] = [
    ["no address", ""],
    ["a number alone, which any service may have", "url=512"],
    ["a reference alone", "url=bug #512"],
    ["a page that is no artifact", "url=https://tracker.example/projects/"],
    ["a script", "url=javascript:alert(1)//tracker.example/plugins/tracker/?aid=512"],
    ["a file", "url=file:///plugins/tracker/?aid=512"],
    ["a blob of the service's origin", "url=blob:https://tracker.example/plugins/tracker/?aid=512"],
    ["a command", "url=command:artifactDesk.deleteArtifact?512"],
    ["a user name", "url=https://tracker.example@elsewhere.example/plugins/tracker/?aid=512"],
    ["a password", "url=https://me:secret@tracker.example/plugins/tracker/?aid=512"],
    ["a password without a user", "url=https://:secret@tracker.example/plugins/tracker/?aid=512"],
    ["an address that cannot be decoded", "url=https%3A%2F%2Ftracker.example%ZZ"],
    ["3,000 characters", `url=${page}&x=${"a".repeat(3000)}`],
    ["10,000 characters", `url=${page}&x=${"a".repeat(10_000)}`],
    ["an id beyond all numbers", "url=https://tracker.example/plugins/tracker/?aid=9007199254740993"],
    ["another path", `url=${page}`, "/delete"],
    ["another parameter", `link=${page}`],
  ];
  for (const [name, query, path] of refused) {
    test(`${name} names nothing`, () => assert.equal(inLink(query, path), undefined));
  }
});
