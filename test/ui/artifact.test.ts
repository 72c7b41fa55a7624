import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 512;

suite("a colleague in between", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const stored = () => service.control.readArtifact({ artifactId: bug }).values;
  const puts = () => service.requests.filter(({ method }) => method === "PUT");
  const label = `#${bug}`;

  test("a fresh window leads from the tree to an artifact's document", async () => {
    const connection = teamTracker("team", service);
    workbench = await takeWindow({ connection, pinnedArtifacts: [bug] });
    await workbench.openPinned();
    await workbench.treeItem(label).first().waitFor();
    await workbench.screenshot("journey-01-tree");
    await workbench.openTreeItem(label, workbench.tab(`${label} ${stored()["summary"]}`));
    await workbench.page.locator(".view-lines").getByText("Summary *").first().waitFor();
    await workbench.screenshot("journey-02-opened");
    const text = JSON.parse(await workbench.editorText()) as { values: { field_id: number; value: unknown }[] };
    assert.equal(text.values.find(({ field_id }) => field_id === 1202)?.value, stored()["summary"]);
  });

  test("an edit is saved as one conditional PUT", async () => {
    const { version, values } = service.control.readArtifact({ artifactId: bug });
    await workbench.replaceInEditor(String(values["summary"]), "The report loses its title");
    await workbench.waitForDirty(label, true);
    await workbench.save();
    await workbench.waitForDirty(label, false);
    assert.equal(stored()["summary"], "The report loses its title");
    assert.deepEqual(
      puts().map(({ headers, body }) => [headers["if-match"], body]),
      [[String(version), '{"values":[{"field_id":1202,"value":"The report loses its title"}]}']],
    );
    await workbench.screenshot("journey-03-saved");
  });

  test("a save after a colleague's change stores nothing and shows theirs beside mine", async () => {
    await workbench.replaceInEditor("The report loses its title", "The report loses its title on page two");
    await workbench.waitForDirty(label, true);
    // Not before: what nobody has changed here follows the service once the save is read again. And not in the second
    // of the save, whose version is read before the next one.
    service.control.advanceClock({ ms: 2000 });
    service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Titles matter" }] });
    await workbench.save();
    await workbench.diff.left.waitFor();
    await workbench.titleAction("Merge").first().waitFor();
    const words = await workbench.waitForNotification("changed on the service");
    assert.match(
      words,
      /\(#512 was changed on the service since it was opened: “.+”; last by .+, .+\. Choose Merge, Keep Mine or Take Theirs above the comparison\./,
    );
    // Names stand behind the numbers on both sides.
    await workbench.diff.left.getByText("Summary *").first().waitFor();
    await workbench.screenshot("journey-04-conflict");
    await workbench.waitForDirty("Theirs", true);
    assert.deepEqual([stored()["summary"], stored()["slogan"]], ["The report loses its title", "Titles matter"]);
  });

  test("merging takes theirs into mine, and the save stores both", async () => {
    const refused = "was changed on the service since it was opened";
    await workbench.waitForNotification(refused);
    const links = workbench.notification(refused).first().getByRole("link");
    assert.deepEqual(await links.allTextContents(), ["Merge", "Compare", "Keep Mine"]);
    await workbench.press(links.first());
    await workbench.waitForNotification("1 entry of theirs is in the text now");
    const toasts = workbench.page.locator(".notifications-toasts .notification-toast").filter({ visible: true });
    await toasts.filter({ hasText: refused }).first().waitFor({ state: "detached" });
    assert.match(await workbench.editorText(), /"value": "Titles matter"/);
    await workbench.screenshot("journey-05-merged");
    await workbench.focusEditor();
    await workbench.save();
    await workbench.waitForDirty(label, false);
    assert.deepEqual(
      [stored()["summary"], stored()["slogan"]],
      ["The report loses its title on page two", "Titles matter"],
    );
    assert.equal(
      puts().at(-1)?.body,
      '{"values":[{"field_id":1202,"value":"The report loses its title on page two"}]}',
    );
    await workbench.diff.left.waitFor({ state: "detached" });
    // It is settled, so nothing tells of it any more.
    await workbench.notification(refused).waitFor({ state: "detached" });
    await workbench.screenshot("journey-06-saved");
  });

  test("what both changed is marked by a merge and not sent before a choice", async () => {
    await workbench.replaceInEditor("on page two", "on page three");
    await workbench.waitForDirty(label, true);
    service.control.advanceClock({ ms: 2000 });
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Solved" }] });
    await workbench.save();
    await workbench.diff.left.waitFor();
    assert.equal(stored()["summary"], "Solved");
    await workbench.clickTitleAction("Merge");
    await workbench.waitForNotification("Choose above the marked entry: both changed it.");
    // The comparison gives way to the text, where the choices stand above the entry.
    await workbench.diff.left.waitFor({ state: "detached" });
    await workbench.waitForLens("Use Theirs");
    await workbench.screenshot("journey-08-choices");
    await workbench.focusEditor();
    await workbench.save();
    await workbench.waitForNotification("Nothing was sent");
    await workbench.diff.left.waitFor();
    await workbench.waitForLens("Use Theirs");
    assert.equal(await workbench.titleAction("Merge").count(), 0);
    await workbench.screenshot("journey-08-marked");
    assert.equal(stored()["summary"], "Solved");
  });

  test("taking theirs drops the text for the service's version", async () => {
    await workbench.clickTitleAction("Take Theirs");
    await workbench.diff.left.waitFor({ state: "detached" });
    await workbench.waitForDirty(label, false);
    assert.match(await workbench.editorText(), /"value": "Solved"/);
    assert.equal(stored()["summary"], "Solved");
    await workbench.screenshot("journey-09-theirs");
  });
});
