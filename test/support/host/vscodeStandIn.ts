import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { testOutputMark } from "../testOutputMark.ts";
import { browserFlags, findBrowser } from "./findBrowser.ts";
import { ensureHost, metExtensionsOnly } from "./installHost.ts";
import { outFolder } from "./paths.ts";
import { plainSettings } from "./plainSettings.ts";
import { freePort, makeTemporaryFolder, openLog, startGroup, stopGroup, waitForHttp } from "./processes.ts";

// An executable for runTests() of @vscode/test-electron: takes the flags of VS Code that name an extension and its
// tests, runs them in the extension host of a VS Code served to a headless browser, passes on what the tests print
// and ends with their exit code.

/** A whole run; the caller's own limit is longer. */
const runTimeoutMs = Number(process.env["ARTIFACT_DESK_RUN_TIMEOUT_MS"] ?? 1_440_000);
const startTimeoutMs = 60_000;
/** Runs in the page. */
const putOutOfSight = `addEventListener("DOMContentLoaded", () => {
  document.documentElement.style.transform = "translateX(-5000px)";
});`;

const { values: flags } = parseArgs({
  options: {
    extensionDevelopmentPath: { type: "string", multiple: true },
    extensionTestsPath: { type: "string" },
    "inspect-brk-extensions": { type: "string" },
  },
  // VS Code takes many more flags, none of which mean anything here.
  strict: false,
  allowPositionals: true,
});
const { extensionDevelopmentPath: given = [], extensionTestsPath, "inspect-brk-extensions": inspectPort } = flags;
const extensionDevelopmentPaths = [given].flat().filter((each) => typeof each === "string");
if (extensionDevelopmentPaths.length === 0 || typeof extensionTestsPath !== "string") {
  throw new Error("--extensionDevelopmentPath and --extensionTestsPath are needed");
}
process.exit(await runExtensionTests(extensionDevelopmentPaths, extensionTestsPath));

async function runExtensionTests(developmentPaths: readonly string[], testsPath: string): Promise<number> {
  const host = await ensureHost();
  const folder = path.join(outFolder, "hosts", path.basename(path.dirname(testsPath)));
  rmSync(folder, { recursive: true, force: true });
  const machineFolder = path.join(folder, "data/data/Machine");
  mkdirSync(machineFolder, { recursive: true });
  writeFileSync(path.join(machineFolder, "settings.json"), JSON.stringify(plainSettings));
  const port = await freePort();
  const temporaryFolder = makeTemporaryFolder();
  const log = openLog(path.join(folder, "server.log"));
  const server = startGroup(
    host.node,
    [
      host.testProgram,
      ...["--host", "127.0.0.1", "--port", String(port), "--without-connection-token", "--accept-server-license-terms"],
      ...["--server-data-dir", path.join(folder, "data"), "--extensions-dir", path.join(folder, "extensions")],
      ...metExtensionsOnly(host, path.join(folder, "builtin")),
      // The test driver is what reads the payload below.
      ...["--telemetry-level", "off", "--enable-smoke-test-driver"],
      // All of the extension's own words; those of the editor in full would take a sixth of the time of a run.
      ...["--log", "info", "--log", "artifact-desk.artifact-desk:trace"],
    ],
    {
      env: {
        ...process.env,
        TMPDIR: temporaryFolder,
        XDG_RUNTIME_DIR: temporaryFolder,
        EXTENSIONS_GALLERY: "{}",
        // Else the host waits for an interactive shell of the user, to have its environment.
        VSCODE_CLI: "1",
        // For tests that look at what is left there.
        ARTIFACT_DESK_HOST_DATA: path.join(folder, "data/data"),
      },
      stdio: ["ignore", log, log],
    },
  );
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new Error("no browser found");
  }
  try {
    await waitForHttp(`http://127.0.0.1:${port}/version`, server, startTimeoutMs);
    const browser = await chromium.launch({ executablePath, args: ["--disable-gpu", ...browserFlags()] });
    try {
      const page = await browser.newPage({ reducedMotion: "reduce", viewport: { width: 800, height: 600 } });
      // Nobody looks at this window. Outside of what the browser shows it is laid out as ever, but never painted, which
      // takes a quarter of the time of the browser.
      await page.addInitScript({ content: putOutOfSight });
      // What the browser itself says is noise here, but tells why a run hangs.
      page.on("console", (message) => appendFileSync(path.join(folder, "browser.log"), `${message.text()}\n`));
      const { promise: exitCode, resolve: exit } = Promise.withResolvers<number>();
      await page.exposeFunction("codeAutomationLog", (_type: string, args: unknown[]) => passOn(args, folder));
      await page.exposeFunction("codeAutomationExit", (code: number) => exit(code));
      page.on("crash", () => exit(1));
      server.on("exit", () => exit(1));
      const timer = setTimeout(() => {
        console.error(`the extension tests took longer than ${runTimeoutMs / 1000} s`);
        exit(1);
      }, runTimeoutMs);
      await page.goto(testUrl(port, developmentPaths, testsPath));
      const code = await exitCode;
      clearTimeout(timer);
      return code;
    } finally {
      await browser.close();
    }
  } finally {
    await stopGroup(server);
  }
}

/** The page of an empty window that loads the extensions and runs the tests. */
function testUrl(port: number, developmentPaths: readonly string[], testsPath: string): string {
  const remote = (folder: string) => `vscode-remote://localhost:${port}${path.resolve(folder)}`;
  const payload = [
    ...developmentPaths.map((each) => ["extensionDevelopmentPath", remote(each)]),
    ["extensionTestsPath", remote(testsPath)],
    ["skipWelcome", "true"],
    ...(typeof inspectPort === "string" ? [["inspect-brk-extensions", inspectPort]] : []),
  ];
  return `http://localhost:${port}/?ew=true&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

/** Prints what the tests wrote; what the rest of the extension host says goes to a file. */
function passOn(args: readonly unknown[], folder: string): void {
  const line = args.filter((arg) => typeof arg === "string").join(" ");
  const start = line.indexOf(testOutputMark);
  if (start >= 0) {
    console.log(line.slice(start + testOutputMark.length));
  } else {
    appendFileSync(path.join(folder, "host.log"), `${line}\n`);
  }
}
