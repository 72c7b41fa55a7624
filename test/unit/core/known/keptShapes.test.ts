import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isKeptPage, keptTracker } from "../../../../src/core/known/keptShapes.ts";
import { trackerRoutes } from "../../../../src/core/service/trackers.ts";
import { makeUnconnectedService } from "../../../service/referenceService.ts";
import { askUnconnected, UnconnectedClient } from "../../../support/unconnectedClient.ts";

const { signal } = new AbortController();

suite("what is kept of a catalog", () => {
  const service = makeUnconnectedService({ artifactCount: 0 });
  const routes = trackerRoutes(
    new UnconnectedClient((request) => askUnconnected(service, service.keys.member, request)),
  );
  const kept = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  test("is all that the service tells of its projects, trackers and reports", async () => {
    const trackers: string[] = [];
    const projects = await routes.listProjects(0, signal);
    assert.ok(isKeptPage(kept(projects)));
    for (const project of projects.items) {
      const listed = await routes.listTrackers(project.id, 0, signal);
      assert.ok(isKeptPage(kept(listed)));
      for (const { id } of listed.items) {
        const tracker = await routes.readTracker(id, signal);
        assert.deepEqual(keptTracker(kept(tracker)), tracker);
        assert.ok(isKeptPage(kept(await routes.listReports(id, 0, signal))), `reports of ${id}`);
        trackers.push(tracker.label);
      }
    }
    assert.ok(trackers.length > 1);
  });
});
