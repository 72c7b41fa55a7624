import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 512;
const label = `#${bug}`;

suite("two saves in one moment", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    const connection = teamTracker("moment", service);
    workbench = await takeWindow({ connection, pinnedArtifacts: [bug] });
    await workbench.openPinned();
    await workbench.openTreeItem(label);
    await workbench.page.locator(".view-lines").getByText("Summary *").first().waitFor();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const stored = () => service.control.readArtifact({ artifactId: bug }).values;
  const told = /your save has replaced what/;

  test("who has replaced a colleague's change unseen is told at once, whose and where", async () => {
    const values = [
      { field: "summary", value: "A colleague's [summary](command:x)" },
      { field: "slogan", value: "A colleague's slogan" },
    ];
    const edit = { artifactId: bug, values };
    service.control.addFault({ method: "PUT", fault: { kind: "edit", when: "gap", edit } });
    await workbench.replaceInEditor(String(stored()["summary"]), "My summary");
    await workbench.save();
    const words = await workbench.waitForNotification(told);
    assert.match(
      words,
      /^#512 .+: your save has replaced what Camille Dupont \(cdupont\) saved in “Summary” and “Slogan” at the same moment\. The service let both pass\.$/,
    );
    await workbench.waitForDirty(label, false);
    assert.equal(stored()["summary"], "My summary");
    await workbench.screenshot("replaced-1-told");
  });

  test("comparing shows what was replaced beside what is there now", async () => {
    await workbench.pressNotificationButton(told, "Compare");
    await workbench.diff.left.getByText("A colleague's [summary]").first().waitFor();
    await workbench.diff.right.getByText("My summary").first().waitFor();
    // The last change is below what is in view; before the first one comes the last.
    await workbench.clickTitleAction("Previous Change");
    await workbench.diff.left.getByText("A colleague's slogan").first().waitFor();
    await workbench.titleAction("Put Theirs Back").first().waitFor();
    await workbench.waitForNotification(told);
    await workbench.screenshot("replaced-2-compared");
  });

  test("putting theirs back stores it, and says so", async () => {
    await workbench.pressNotificationButton(told, "Put Theirs Back");
    const words = await workbench.waitForNotification("is stored again");
    assert.match(words, /^What was replaced in “Summary” and “Slogan” of #512 .+ is stored again\.$/);
    assert.equal(stored()["summary"], "A colleague's [summary](command:x)");
    assert.equal(stored()["slogan"], "A colleague's slogan");
    await workbench.waitForDirty(label, false);
    await workbench.screenshot("replaced-3-back");
  });

  test("without a history it is said once that such changes go unnoticed; and who has saved what the service holds otherwise is told once that is read", async () => {
    const values = [{ field: "summary", value: "As the rules want it" }];
    const edit = { artifactId: bug, values, isSameSecond: true };
    const body = '{"error":{"code":403,"message":"Forbidden"}}';
    service.control.addFault({ path: "/changesets", fault: { kind: "answer", status: 403, body }, count: null });
    service.control.advanceClock({ ms: 60_000 });
    service.control.addFault({ method: "PUT", fault: { kind: "edit", when: "after", edit } });
    await workbench.replaceInEditor("A colleague's [summary](command:x)", "as I want it");
    await workbench.save();
    await workbench.waitForDirty(label, false);
    await workbench.waitForNotification("does not let you read the history of artifacts");
    const words = await workbench.waitForNotification("other values than were sent");
    assert.equal(
      words,
      "#512 is saved, but the service holds other values than were sent in: “Summary”. The document shows them now.",
    );
    await workbench.page.locator(".view-lines").getByText("As the rules want it").first().waitFor();
    await workbench.waitForDirty(label, false);
    await workbench.screenshot("replaced-4-rewritten");
  });
});
