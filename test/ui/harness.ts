import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suiteSetup, suiteTeardown, teardown } from "mocha";
import { type Browser, chromium } from "playwright-core";
import { type CodeServer, type DemoConnection, type Settings, startCodeServer } from "../support/host/codeServer.ts";
import { browserFlags, findBrowser } from "../support/host/findBrowser.ts";
import { packages } from "../support/host/packageExtension.ts";
import { outFolder } from "../support/host/paths.ts";
import { Workbench } from "./workbench.ts";

// One editor and one browser serve all journeys; every journey opens windows of its own, each with a browser storage
// (secrets, remembered state) and an extension host of its own.

const hostFolder = path.join(outFolder, "hosts/ui");
const screenshotFolder = path.join(outFolder, "screenshots");

let running: { editor: CodeServer; browser: Browser } | undefined;
let windowCount = 0;
const openWindows = new Set<Workbench>();

suiteSetup(async function () {
  this.timeout(120_000);
  rmSync(screenshotFolder, { recursive: true, force: true });
  mkdirSync(screenshotFolder, { recursive: true });
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new Error("no Chrome or Chromium found; CHROME_PATH names one in an unusual place");
  }
  const [editor, browser] = await Promise.all([
    startCodeServer({ folder: hostFolder, packages: [packages.extension, packages.demo] }),
    chromium.launch({ executablePath, args: ["--disable-gpu", ...browserFlags()] }),
  ]);
  running = { editor, browser };
});

suiteTeardown(async function () {
  this.timeout(30_000);
  await closeWindows();
  await running?.browser.close();
  await running?.editor.stop();
});

teardown(async function () {
  const test = this.currentTest;
  if (test?.state === "failed") {
    const name = test.title.replaceAll(/[^a-z0-9]+/gi, "-").slice(0, 60);
    for (const [index, workbench] of [...openWindows].entries()) {
      // A window that is gone cannot be shown; the test's own failure is what counts.
      await workbench.screenshot(`failed-${name}-${index + 1}`).catch(() => undefined);
    }
  }
});

/** What a window starts with. */
export type WindowOptions = {
  /**
   * The service that the window is connected to when it opens; without it the window is that of a fresh installation.
   * Give each journey an `id` of its own: what the extension stores on disk per connection outlives the window.
   */
  readonly connection?: DemoConnection;
  /** Artifacts to pin in that connection. */
  readonly pinnedArtifacts?: readonly number[];
  /** User settings on top of the ones that keep the workbench quiet. */
  readonly settings?: Settings;
};

/** Opens a window on the packaged extension; resolves when the workbench can be used. */
export async function openWindow(options: WindowOptions = {}): Promise<Workbench> {
  const { editor } = host();
  editor.writeSettings(options.settings ?? {});
  editor.connectWindowsTo(options.connection, options.pinnedArtifacts);
  return openAddress(`${editor.url}?ew=true`);
}

/** Opens a window on an editor that someone else started. */
export async function openAddress(url: string): Promise<Workbench> {
  const context = await host().browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    locale: "en-US",
    timezoneId: "UTC",
  });
  windowCount += 1;
  const logFile = path.join(hostFolder, `window-${windowCount}.log`);
  const workbench = new Workbench(await context.newPage(), { screenshotFolder, logFile });
  openWindows.add(workbench);
  await workbench.open(url);
  return workbench;
}

function host(): { editor: CodeServer; browser: Browser } {
  if (running === undefined) {
    throw new Error("windows are opened by tests and hooks, once the editor runs");
  }
  return running;
}

/**
 * Closes all windows; what their browser storage held is kept on disk for searches, as `window-<n>-storage.json`.
 * Done by itself after the last test, and to be done by a journey in its teardown.
 */
export async function closeWindows(): Promise<void> {
  for (const workbench of openWindows) {
    const context = workbench.page.context();
    const storage = await context.storageState({ indexedDB: true }).catch(() => undefined);
    const count = readdirSync(hostFolder).filter((file) => file.endsWith("-storage.json")).length;
    writeFileSync(path.join(hostFolder, `window-${count + 1}-storage.json`), JSON.stringify(storage ?? {}));
    await context.close();
  }
  openWindows.clear();
}

/**
 * The files left so far by the editors of this run (settings, storage, logs, browser storage) that contain `text`,
 * in UTF-8 or base64: the place to look for a key that must be nowhere.
 */
export function filesContaining(text: string): string[] {
  const needles = [text, Buffer.from(text).toString("base64").replace(/=*$/, "")].map((needle) => Buffer.from(needle));
  return [path.join(outFolder, "hosts"), path.join(outFolder, "logs")]
    .flatMap((folder) => filesBelow(folder))
    .filter((file) => path.basename(file) !== "demo-connection.json")
    .filter((file) => {
      const content = readFileSync(file);
      return needles.some((needle) => content.includes(needle));
    });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
