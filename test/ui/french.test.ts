import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, openWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 512;

suite("in French", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    workbench = await openWindow({
      connection: teamTracker("french", service),
      pinnedArtifacts: [bug],
      language: "fr",
    });
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  test("are the tree, a document with its page, and what is told of a conflict", async () => {
    await workbench.openView();
    await workbench.treeItem("Assignés à moi").waitFor();
    await workbench.expand("Épinglés");
    await workbench.openTreeItem(`#${bug}`);
    await workbench.page.locator(".view-lines").getByText("Définir un champ…").first().waitFor();
    await workbench.screenshot("french-1-document");
    const { summary } = service.control.readArtifact({ artifactId: bug }).values;
    await workbench.replaceInEditor(String(summary), "La mienne");
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "La leur" }] });
    await workbench.save();
    assert.match(await workbench.waitForNotification("modifié"), /Fusionner/);
    await workbench.screenshot("french-2-conflict");
  });
});
