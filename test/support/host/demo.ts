import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { startReferenceService } from "../../service/referenceService.ts";
import { startCodeServer } from "./codeServer.ts";
import { demoBug, tellDemoStory } from "./demoStory.ts";
import { browserFlags, findBrowser } from "./findBrowser.ts";
import { ensureHost } from "./installHost.ts";
import { packageExtension, packages } from "./packageExtension.ts";
import { hostFolder } from "./paths.ts";
import { startGroup, stopGroup } from "./processes.ts";
import { MissingPackagesError } from "./systemPackages.ts";

// npm start [-- [--no-window] [--packaged] [--locale fr]]
// Opens a VS Code that has the packaged extension installed and is connected to the reference service. Everything is
// thrown away at the end: Ctrl+C, or the window being closed. With `--packaged` the packages are those made last. With
// `--locale` the extension speaks that language, where it does.

const folder = path.join(hostFolder, `demo-${process.pid}`);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
try {
  await runDemo();
  process.exit(0);
} catch (error) {
  // What a person can put right is told without a stack.
  console.error(error instanceof MissingPackagesError ? error.message : error);
  process.exit(1);
}

async function runDemo(): Promise<void> {
  await ensureHost();
  const { extension, demo } = process.argv.includes("--packaged") ? packages : await packageExtension();
  const service = await startReferenceService();
  tellDemoStory(service);
  const { values } = parseArgs({ options: { locale: { type: "string" } }, strict: false });
  const language = typeof values.locale === "string" ? { language: values.locale } : {};
  const editor = await startCodeServer({ folder, packages: [extension, demo], ...language });
  const { baseUrl, keys } = service;
  const connection = { id: "demo", url: baseUrl, label: "Reference service", accessKey: keys.member };
  // A bug and a story, so that there is something to click at once; nothing keeps the status of either from changing.
  editor.connectWindowsTo(connection, [demoBug, 905]);
  // An empty window: no folder, nothing to trust.
  const url = `${editor.url}?ew=true`;
  const closed = showWindow(url);
  console.log(`\nArtifact Desk is open at ${url}\nIt is connected to the reference service at ${service.baseUrl}`);
  console.log(
    closed === undefined ? "Open that address in a browser of this machine. Ctrl+C ends it." : "Ctrl+C ends it.",
  );
  await (closed ?? new Promise<never>(() => {}));
  await editor.stop();
  await service.close();
}

/**
 * Shows the editor in a browser window of its own, where there is a screen and it is wanted; resolves when that is
 * closed.
 */
function showWindow(url: string): Promise<void> | undefined {
  const browser = findBrowser();
  const hasScreen = process.platform === "darwin" || isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
  if (browser === undefined || !hasScreen || process.argv.includes("--no-window")) {
    return undefined;
  }
  const profile = [`--user-data-dir=${path.join(folder, "browser")}`, "--no-first-run", "--no-default-browser-check"];
  const shape = [`--app=${url}`, "--window-size=1400,900"];
  const child = startGroup(browser, [...browserFlags(), ...profile, ...shape], { stdio: "ignore" });
  return new Promise((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => void stopGroup(child).then(resolve));
  });
}

function isSet(variable: string): boolean {
  return (process.env[variable] ?? "") !== "";
}
