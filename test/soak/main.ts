import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runTests } from "@vscode/test-electron";
import * as esbuild from "esbuild";
import { startReferenceService } from "../service/referenceService.ts";
import { ensureHost } from "../support/host/installHost.ts";
import { outFolder, projectRoot } from "../support/host/paths.ts";
import type { SoakReport } from "./inHost.ts";

// `npm run soak`: hours of use in a few minutes, in a real extension host. What is still held afterwards is a leak.
// SOAK_SCALE makes it shorter or longer: 1 is 500 rounds of open, edit, save and close, 200 trees and 50 conflicts.

await ensureHost();
const entry = path.join(outFolder, "soak/inHost.mjs");
const resultFile = path.join(outFolder, "soak/report.json");
await esbuild.build({
  entryPoints: ["test/soak/inHost.ts"],
  absWorkingDir: projectRoot,
  outfile: entry,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22.19",
  external: ["vscode"],
});
// In this process, not in the extension host, whose memory is looked at.
const service = await startReferenceService();
// In a file: the host writes its environment into a log, where no key may turn up.
const serviceFile = path.join(outFolder, "soak/service.json");
writeFileSync(serviceFile, JSON.stringify({ baseUrl: service.baseUrl, key: service.keys.admin }), { mode: 0o600 });
try {
  await runTests({
    vscodeExecutablePath: path.join(projectRoot, "test/support/host/vscode-stand-in"),
    extensionDevelopmentPath: projectRoot,
    extensionTestsPath: entry,
    extensionTestsEnv: {
      ARTIFACT_DESK_RESULT_FILE: resultFile,
      ARTIFACT_DESK_SOAK_STORAGE: path.join(outFolder, "hosts/soak/data/data/User/globalStorage"),
      ARTIFACT_DESK_SOAK_SERVICE: serviceFile,
      ARTIFACT_DESK_RUN_TIMEOUT_MS: String(30 * 60_000),
    },
  });
} finally {
  await service.close();
}
const { stages } = JSON.parse(readFileSync(resultFile, "utf8")) as SoakReport;
for (const { stage, seconds, heapMegabytes, resources, storedFiles, storedBytes, openDocuments } of stages) {
  const held = `${resources} timers and sockets, ${openDocuments} documents, ${storedFiles} files of ${storedBytes} bytes`;
  console.log(
    `${stage.padEnd(34)} ${seconds.toFixed(0).padStart(4)} s   heap ${heapMegabytes.toFixed(1)} MB   ${held}`,
  );
}
