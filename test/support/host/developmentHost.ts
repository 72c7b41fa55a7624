import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { startReferenceService } from "../../service/referenceService.ts";
import { projectRoot } from "./paths.ts";
import { makeTemporaryFolder, startGroup, stopGroup } from "./processes.ts";

// node test/support/host/developmentHost.ts <executable of VS Code> [--inspect <port>]
// Opens a desktop VS Code with the extension as it was built last, connected to a reference service. It has settings,
// secrets and extensions of its own, which go when it is closed. The launch configuration «Extension» runs this.

const { values, positionals } = parseArgs({ options: { inspect: { type: "string" } }, allowPositionals: true });
const [executable] = positionals;
if (executable === undefined) {
  throw new Error("usage: developmentHost.ts <executable of VS Code> [--inspect <port>]");
}

// Short, since the editor puts a socket there.
const folder = makeTemporaryFolder();
const userData = path.join(folder, "data");
const connectionFile = path.join(folder, "connection.json");
const service = await startReferenceService();
const { baseUrl: url, keys } = service;
const connection = { id: "development", url, label: "Reference service", accessKey: keys.member };
writeFileSync(connectionFile, JSON.stringify({ connection, pinnedArtifacts: [501, 901] }), { mode: 0o600 });
mkdirSync(path.join(userData, "User"), { recursive: true });
writeFileSync(path.join(userData, "User/settings.json"), '{ "workbench.startupEditor": "none" }\n');

const developed = [projectRoot, path.join(projectRoot, "test/support/demo-extension")];
const editor = startGroup(
  executable,
  [
    "--new-window",
    ...developed.map((each) => `--extensionDevelopmentPath=${each}`),
    ...[`--user-data-dir=${userData}`, `--extensions-dir=${path.join(folder, "extensions")}`],
    ...["--disable-workspace-trust", "--skip-welcome", "--skip-release-notes", "--password-store=basic"],
    ...(values.inspect === undefined ? [] : [`--inspect-extensions=${values.inspect}`]),
  ],
  { env: { ...ownEnvironment(), ARTIFACT_DESK_DEMO_CONNECTION: connectionFile }, stdio: "inherit" },
);
console.log(`The reference service is at ${url}`);
const code = await new Promise<number>((resolve) => {
  editor.once("error", (error) => {
    console.error(`${executable} could not be started: ${error.message}`);
    resolve(1);
  });
  editor.once("exit", (exitCode) => resolve(exitCode ?? 1));
});
await stopGroup(editor);
await service.close();
process.exit(code);

/** Ours without what a VS Code that started this adds, and which would make its executable something else. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VSCODE|ELECTRON)_/.test(name)));
}
