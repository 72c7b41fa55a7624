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

  test("are the tree, a document, and what is told of a conflict", async () => {
    await workbench.openView();
    await workbench.treeItem("Assignés à moi").waitFor();
    await workbench.expand("Épinglés");
    await workbench.openTreeItem(`#${bug}`);
    await workbench.page.locator(".codelens-decoration").getByText("Définir un champ").first().waitFor();
    await workbench.screenshot("french-1-document");
    const { summary } = service.control.readArtifact({ artifactId: bug }).values;
    await workbench.replaceInEditor(String(summary), "La mienne");
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "La leur" }] });
    await workbench.save();
    const told = await workbench.waitForNotification("modifié sur le service");
    assert.ok(told.includes("Choisissez Fusionner, Garder la mienne ou Prendre la leur"), told);
    await workbench.screenshot("french-2-conflict");
  });

  test("are commands, a page, and what is found", async () => {
    await workbench.runCommand("Artifact Desk: Prendre la leur");
    await workbench.waitForDirty(`#${bug} `, false);
    await workbench.runCommand("Artifact Desk: Afficher la page de l’artéfact");
    const page = workbench.page.frameLocator("iframe.webview").frameLocator("iframe");
    await page.getByRole("heading", { name: "Discussion" }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "fr");
    await workbench.screenshot("french-3-page");
    await workbench.runCommand("Artifact Desk: Rechercher un artéfact...");
    await workbench.quickInput.fill("leur");
    await workbench.quickInputRow(`#${bug}`).first().waitFor();
    await workbench.screenshot("french-4-find");
    await workbench.dismiss();
  });
});
