import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Expansion } from "../../../../src/core/tree/expansion.ts";
import { signal, useTree } from "../../../support/useTree.ts";

suite("How rows look and read out", () => {
  const fixture = useTree();

  test("shows rows as they were unfolded and closed before a restart", async () => {
    const { tree } = fixture;
    const state = async (...labels: string[]) => tree.look(await tree.rowAt(...labels)).state;
    assert.deepEqual([await state(), await state("Guinea Pig")], ["expanded", "collapsed"]);
    const project = await tree.rowAt("Guinea Pig");
    const connection = await tree.rowAt();
    const looks: string[] = [];
    tree.explorer.onDidChangeLook(({ id }) => looks.push(id));
    tree.explorer.opened(project);
    tree.explorer.closed(connection);
    assert.deepEqual(looks, [project.id, connection.id]);
    const kept = new Expansion(tree.memory);
    assert.deepEqual(
      [kept.isOpen("team/projects/101"), kept.isOpen("team"), kept.isOpen("other")],
      [true, false, undefined],
    );
    assert.deepEqual([await state(), await state("Guinea Pig")], ["collapsed", "expanded"]);
    await kept.forget("team");
    assert.equal(new Expansion(tree.memory).isOpen("team/projects/101"), undefined);
  });

  test("reads out what a row stands for, and says in its tooltip what the document does not", async () => {
    const { tree, client } = fixture;
    const tracker = await tree.rowAt("Guinea Pig", "Bugs", "All Artifacts");
    const row = (await tree.below(tracker)).find((each) => each.kind === "artifact" && each.artifactId === 501);
    const item = tree.look(row);
    const { artifact } = await client.readArtifact(501, signal);
    assert.equal(item.label, `#501 ${artifact.title}`);
    assert.equal(item.description, artifact.status);
    assert.equal(item.spoken, `Artifact 501, ${artifact.title}, status ${artifact.status}`);
    assert.ok(tree.tooltip(row).paragraphs.some((text) => /^Submitted .* by Jane Doe \(jdoe\)$/.test(text)));
    assert.equal(item.contextValue, "artifact unpinned deletable refreshable");
  });

  test("reads out what the letter at a row stands for, and explains it in the tooltip", async () => {
    const { tree } = fixture;
    const tracker = await tree.rowAt("Guinea Pig", "Releases", "All Artifacts");
    const [row] = await tree.below(tracker);
    tree.changed.length = 0;
    const looks: string[] = [];
    tree.explorer.onDidChangeLook(({ id }) => looks.push(id));
    tree.explorer.marked([{ connectionId: "team", artifactId: 1301 }]);
    assert.deepEqual([tree.changed, looks], [[row?.id], [row?.id]]);
    assert.match(tree.look(row, "Unsaved changes").spoken, /^Artifact 1301, .*, Unsaved changes$/);
    assert.equal(tree.tooltip(row, "Unsaved changes").paragraphs[1], "Unsaved changes");
  });

  test("has words for what the service or a setting gives no name that can be seen", async () => {
    const { tree, service } = fixture;
    const headers = { "Content-Type": "application/json" };
    const body = '[{"id":101,"label":"\\u200b","resources":[{"type":"trackers"}]}]';
    service.control.addFault({ path: "/projects$", fault: { kind: "answer", status: 200, headers, body } });
    const trackers = '[{"id":15,"label":" "}]';
    const fault = { kind: "answer", status: 200, headers, body: trackers } as const;
    service.control.addFault({ path: "/projects/101/trackers", fault });
    const tracker = await tree.rowAt("Project 101", "Tracker 15");
    assert.equal(tree.look(tracker).spoken, "Tracker 15");
  });

  test("says of a row that stands for no thing what it is about", async () => {
    const { tree, service } = fixture;
    service.control.addFault({ path: "/projects/122/trackers", fault: { kind: "answer", status: 403 } });
    const [failed] = await tree.below(await tree.rowAt("SVN plugin test"));
    assert.equal(
      tree.look(failed).spoken,
      "Failed, trackers of SVN plugin test: Your account may not do this (status 403). Press Enter to retry.",
    );
    const [assigned] = await tree.below(await tree.rowAt());
    assert.equal(tree.look(assigned).spoken, "Open artifacts assigned to me, Team");
    const release = (await tree.below(await tree.rowAt("Guinea Pig", "Releases", "All Artifacts"))).at(-1);
    service.control.addFault({ path: "/links", fault: { kind: "answer", status: 404 } });
    const [nothing] = await tree.below(release);
    assert.equal(tree.look(nothing).spoken, "No attachments, artifact 1306");
  });
});
