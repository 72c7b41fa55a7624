import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { keyNames, makeKey } from "../service/dataset/people.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { outFolder } from "../support/host/paths.ts";
import { closeWindows, filesContaining, openWindow } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

/** The secret parts of every key of every reference service, those that replace others included, and of one mistyped. */
const mistyped = `tlp-k1-22.${"ab".repeat(32)}`;
const allKeys = [
  ...Array.from({ length: keyNames.length + 20 }, (_, index) => makeKey("member", 22 + index).text),
  mistyped,
];
const secrets = allKeys.map((key) => key.slice(key.indexOf(".") + 1));

/** After the last test of the run, when the editor has ended and all it had to write is written. */
suiteTeardown(() => assert.deepEqual(filesContaining(...secrets), [], "An access key was written down"));

suite("access keys", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const keysArrived = () => service.requests.map(({ headers }) => headers["x-auth-accesskey"]).filter(Boolean);

  test("are used for everything that is asked, over a reload too", async () => {
    workbench = await openWindow();
    await workbench.openView();
    await workbench.welcomeButton("Add Connection").click();
    await workbench.answer(service.origin);
    await workbench.quickInputMessage.filter({ hasText: "Name of the connection" }).waitFor();
    await workbench.answer(marker);
    await workbench.quickInputMessage.filter({ hasText: "An access key of yours" }).waitFor();
    await workbench.answer(mistyped);
    await workbench.waitForNotification("refused the access key");
    await workbench.clickNotificationButton("refused the access key", "Edit Key");
    await workbench.answer(service.keys.member);
    await workbench.treeItem("Guinea Pig").waitFor();
    await openArtifact(workbench, "512");
    service.clearRequests();
    await workbench.reload();
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").waitFor();
    assert.deepEqual([...new Set(keysArrived())], [service.keys.member]);
  });

  test("stay out of the words of failures, whatever the service answers", async () => {
    const { control } = service;
    // A service that repeats in its refusal what it was sent, as some do with the headers of a request.
    const body = JSON.stringify({
      error: { code: 400, message: `Bad Request: X-Auth-AccessKey: ${service.keys.member}` },
    });
    const headers = { "Content-Type": "application/json" };
    control.addFault({ path: "/artifacts/513", fault: { kind: "answer", status: 400, headers, body } });
    await openArtifact(workbench, "513", "#513 could not be opened");
    await workbench.screenshot("keys-1-repeated-by-the-service");
    control.addFault({ path: "/artifacts/514", fault: { kind: "loginRedirect" } });
    await openArtifact(workbench, "514", "#514 could not be opened");
    control.addFault({ path: "/artifacts/515", fault: { kind: "reset", when: "before" }, count: null });
    await openArtifact(workbench, "515", "#515 could not be opened");
    control.clearFaults();
    control.replaceKey({ name: "member" });
    await openArtifact(workbench, "516", "does not accept the access key any more");
    await workbench.clickNotificationButton("does not accept the access key any more", "Replace Key");
    await workbench.answer(service.keys.member);
    await workbench.tab("#516").waitFor();
    await workbench.runCommand("Artifact Desk: Show Log");
    await workbench.page.locator(".part.panel .view-lines").getByText("artifacts/516").first().waitFor();
    await workbench.screenshot("keys-2-log");
  });

  test("are found by the search for them wherever they would be written", async () => {
    await closeWindows();
    const trap = path.join(outFolder, "hosts/ui/trap");
    const [secret = ""] = secrets;
    const forms = {
      plain: secret,
      "in the midst of others": `{"key":"tlp-k1-22.${secret}"}`,
      "as UTF-16": Buffer.from(`x${secret}`, "utf16le"),
      "as base64": Buffer.from(`{"accessKey":"${secret}"}`).toString("base64"),
      "as base64, shifted": Buffer.from(`{"accessKey": "${secret}"}`).toString("base64"),
      "as base64, shifted again": Buffer.from(`{"accessKey":  "${secret}"}`).toString("base64"),
    };
    for (const [form, content] of Object.entries(forms)) {
      writeFileSync(trap, content);
      assert.deepEqual(filesContaining(...secrets), [trap], form);
    }
    rmSync(trap);
  });

  test("are looked for where the product writes: settings, log, messages, addresses, console, storage", () => {
    const places = (text: string) =>
      filesContaining(text).map((file) => path.relative(path.join(outFolder, "hosts"), file));
    const assertIn = (text: string, pattern: RegExp) =>
      assert.ok(
        places(text).some((file) => pattern.test(file)),
        `${text} is not in ${pattern}: ${places(text)}`,
      );
    assertIn(marker, /^ui\/data\/User\/settings\.json$/);
    assertIn(marker, /^ui\/window-\d+-texts\.log$/);
    assertIn("/api/v1/artifacts/513", /^ui\/data\/logs\/.*\/artifact-desk\.artifact-desk\/Artifact Desk\.log$/);
    assertIn("[trace]", /^ui\/data\/logs\/.*\/remoteexthost\.log$/);
    assertIn("artifact-desk", /^ui\/window-\d+-addresses\.log$/);
    assertIn("[trace]", /^ui\/window-\d+-storage\.json$/);
    // The key itself is there, encrypted.
    assertIn("secrets.provider", /^ui\/window-\d+-storage\.json$/);
    assertIn("TRACE", /^ui\/window-\d+-console\.log$/);
  });

  test("are nowhere to be read", () => {
    assert.deepEqual(filesContaining(...secrets), []);
  });

  test("are nowhere to be read after the extension tests", function () {
    const result = path.join(outFolder, "results/integration.json");
    if (!existsSync(result)) {
      // This layer was run alone.
      this.skip();
    }
    assert.ok(JSON.parse(readFileSync(result, "utf8")).passed > 0);
    const inIntegration = (...texts: string[]) =>
      filesContaining(...texts).filter((file) => file.includes(path.join("hosts", "integration")));
    assert.ok(inIntegration("/api/v1/artifacts/501").some((file) => file.endsWith("Artifact Desk.log")));
    assert.deepEqual(inIntegration(...secrets), []);
  });
});

/** Names the connection, and turns up wherever that is written. */
const marker = "Canary Tracker";

/** Opens an artifact by its number; waits for its tab, or for the message that tells why there is none. */
async function openArtifact(workbench: Workbench, id: string, failure?: string): Promise<void> {
  await workbench.runCommand("Artifact Desk: Open Artifact...");
  await workbench.answer(id);
  await (failure === undefined ? workbench.tab(`#${id}`).waitFor() : workbench.waitForNotification(failure));
}
