import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suiteSetup, suiteTeardown, teardown } from "mocha";
import { type Browser, chromium } from "playwright-core";
import type { ReferenceService } from "../service/referenceService.ts";
import { type CodeServer, type DemoConnection, type Settings, startCodeServer } from "../support/host/codeServer.ts";
import { browserFlags, findBrowser } from "../support/host/findBrowser.ts";
import { filesBelow, filesBelowContaining, readIfThere } from "../support/host/leftFiles.ts";
import { packages } from "../support/host/packageExtension.ts";
import { outFolder } from "../support/host/paths.ts";
import type { pseudoLanguage } from "../support/host/pseudoLanguage.ts";
import { keys, Workbench } from "./workbench.ts";

// One editor and one browser serve all journeys. To start a window costs more than most journeys do in it: those that
// need no fresh profile and end no process share one, which each finds without editors and with a connection of its
// own.

/** What the editor and its windows leave: there may be other processes that run other journeys. */
export const hostFolder = path.join(outFolder, `hosts/ui-${process.env["ARTIFACT_DESK_SHARE"] ?? "1"}`);
const screenshotFolder = path.join(outFolder, "screenshots");

let running: { editor: CodeServer; browser: Browser } | undefined;
let windowCount = 0;
let settingsCount = 0;
const openWindows = new Set<Workbench>();
/** The window that journeys share, once one of them has opened it. */
let shared: Workbench | undefined;
/** Whether a journey has it. */
let isTaken = false;
/** Whether a test has failed since windows were last put away: nobody knows how it has left them. */
let hasFailed = false;

suiteSetup(async function () {
  this.timeout(120_000);
  mkdirSync(screenshotFolder, { recursive: true });
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new Error("no Chrome or Chromium found; CHROME_PATH names one in an unusual place");
  }
  const [editor, browser] = await Promise.all([
    startCodeServer({ folder: hostFolder, packages: [packages.extension, packages.demo], isLean: true }),
    chromium.launch({ executablePath, args: ["--disable-gpu", ...browserFlags()] }),
  ]);
  running = { editor, browser };
});

suiteTeardown(async function () {
  this.timeout(30_000);
  await closeAllWindows();
  await running?.browser.close();
  await running?.editor.stop();
});

teardown(async function () {
  const test = this.currentTest;
  if (test?.state === "failed") {
    hasFailed = true;
    const name = test.title.replaceAll(/[^a-z0-9]+/gi, "-").slice(0, 60);
    for (const [index, workbench] of [...openWindows].entries()) {
      // A window that is gone cannot be shown; the test's own failure is what counts.
      await workbench.screenshot(`failed-${name}-${index + 1}`).catch(() => undefined);
      // The pictures stay where the tests ran; their output is read elsewhere too.
      console.log(`Window ${index + 1} shows:\n${await workbench.words().catch(String)}`);
    }
  }
});

const steadySettings = {
  // Tests count requests: none is sent unasked but where a journey is about that.
  "artifactDesk.checkForChanges": 0,
  // An editor that takes the keyboard when its text has arrived does not close the list that is being used.
  "workbench.quickOpen.closeOnFocusLost": false,
  // A cursor that blinks has the window drawn for as long as it is open, and what is typed is drawn a second time
  // there.
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
};

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
  /** The folder that is open in it. */
  readonly folder?: string;
  /** A window of the browser that it is opened in: it has the settings and the connection of that. */
  readonly beside?: Workbench;
  /** The language of the extension: VS Code's own words stay English. */
  readonly language?: "fr" | typeof pseudoLanguage;
};

/** A connection of that name to a service; `id` is to be that of one journey alone. */
export function teamTracker(
  id: string,
  { baseUrl: url, keys }: ReferenceService,
  user: keyof ReferenceService["keys"] = "member",
): DemoConnection {
  return { id, url, label: "Team Tracker", accessKey: keys[user] };
}

/** Opens a window with a fresh profile on the packaged extension; resolves when the workbench can be used. */
export async function openWindow(options: WindowOptions = {}): Promise<Workbench> {
  const { editor } = host();
  if (!options.beside) {
    writeSettings({ ...steadySettings, ...options.settings });
    editor.connectWindowsTo(options.connection, options.pinnedArtifacts);
  }
  const address = `${editor.url}?${options.folder === undefined ? "ew=true" : `folder=${options.folder}`}`;
  return openAddress(address, editor.countStarts, options);
}

/**
 * Gives the window that journeys share, as if it had just been opened: no editor, the settings and the connection of
 * `options` alone. What was remembered of other connections is there still.
 */
export async function takeWindow(options: Omit<WindowOptions, "folder" | "language"> = {}): Promise<Workbench> {
  if (isTaken) {
    throw new Error("the journey before has not closed what it opened: see closeWindows");
  }
  isTaken = true;
  if (shared === undefined) {
    shared = await openWindow(options);
    return shared;
  }
  const { editor } = host();
  const window = shared;
  // The title tells when the window follows these settings and no earlier ones.
  writeSettings({ ...steadySettings, "window.title": `Window ${settingsCount}`, ...options.settings });
  editor.connectWindowsTo(options.connection, options.pinnedArtifacts);
  const startsBefore = editor.countStarts();
  await window.page.keyboard.press(keys.startOver);
  await window.until(() => editor.countStarts() > startsBefore);
  return window;
}

/** Replaces the user's settings; what a window has left in them is kept, to be searched. */
function writeSettings(settings: Settings): void {
  const { editor } = host();
  copyFileSync(
    path.join(editor.userDataFolder, "User/settings.json"),
    path.join(hostFolder, `settings-${settingsCount}.json`),
  );
  settingsCount += 1;
  editor.writeSettings(settings);
}

/**
 * Resolves once what windows left unsaved holds each of `texts` on disk, where a reload or a restart finds it: VS Code
 * writes it about a second after the last key, and tells nobody.
 */
export async function untilKept(workbench: Workbench, ...texts: readonly string[]): Promise<void> {
  const folder = path.join(host().editor.userDataFolder, "User/Backups");
  await workbench.until(() => {
    const kept = (existsSync(folder) ? filesBelow(folder) : []).map((file) => readIfThere(file).toString());
    return texts.every((text) => kept.some((content) => content.includes(text)));
  });
}

/**
 * Resolves once what the window remembers over a reload holds each of `texts`: an editor in a browser writes it every
 * few seconds, when it has nothing else to do, and whenever its window loses the keyboard, as it does here.
 */
export async function untilRemembered(workbench: Workbench, ...texts: readonly string[]): Promise<void> {
  const context = workbench.page.context();
  await workbench.until(async () => {
    await workbench.page.evaluate(loseKeyboard);
    const state = JSON.stringify(await context.storageState({ indexedDB: true }));
    // It is JSON within JSON.
    const words = state.replaceAll("\\", "");
    return texts.every((text) => words.includes(text));
  });
}

/**
 * Runs in the page: tells VS Code that its window has lost the keyboard, and that it has it again. VS Code asks the
 * document for that a moment after the event.
 */
const loseKeyboard = `(async () => {
  document.hasFocus = () => false;
  window.dispatchEvent(new Event("blur"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  delete document.hasFocus;
  window.dispatchEvent(new Event("focus"));
})()`;

/**
 * Resolves once the extension has on disk that an artifact is in conflict, with what its text was made from, and once
 * alone: what the window before this one knew gives way to it.
 */
export async function untilConflictKept(workbench: Workbench, connectionId: string, artifactId: number): Promise<void> {
  const kept = (text: string) =>
    filesContaining(text).filter((file) => new RegExp(`/${connectionId}/${artifactId}@[^/]+\\.json$`).test(file));
  await workbench.until(() => kept('"conflicting"').length === 1 && kept('"base"').length === 1);
}

/** Opens a window on an editor that someone else started, and who may not count its windows. */
export async function openAddress(
  url: string,
  countStarts?: () => number,
  { beside, language }: Pick<WindowOptions, "beside" | "language"> = {},
): Promise<Workbench> {
  const context =
    beside?.page.context() ??
    (await host().browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ["clipboard-read", "clipboard-write"],
      locale: language ?? "en-US",
      timezoneId: "UTC",
      // What fades or slides in may not be clicked meanwhile, and is drawn many times.
      reducedMotion: "reduce",
      // The editor would compress some 15 MB of itself for each window.
      extraHTTPHeaders: { "accept-encoding": "identity" },
    }));
  windowCount += 1;
  const file = (name: string) => path.join(hostFolder, `window-${windowCount}-${name}`);
  const page = await context.newPage();
  const [addresses, texts] = [file("addresses.log"), file("texts.log")];
  page.on("request", (request) => appendFileSync(addresses, `${request.url()}\n`));
  await page.exposeFunction("keepText", (text: string) => appendFileSync(texts, `${text}\n`));
  await page.addInitScript(keepTexts);
  const workbench = new Workbench(page, { screenshotFolder, logFile: file("console.log"), countStarts });
  openWindows.add(workbench);
  await workbench.open(url);
  return workbench;
}

/** The editor behind all windows, for journeys that let it fail. */
export function editorProcess(): Pick<
  CodeServer,
  "countStarts" | "kill" | "killExtensionHosts" | "startAgain" | "userDataFolder"
> {
  return host().editor;
}

function host(): { editor: CodeServer; browser: Browser } {
  if (running === undefined) {
    throw new Error("windows are opened by tests and hooks, once the editor runs");
  }
  return running;
}

/**
 * Closes all windows but the shared one, whose editors are closed without saving; to be done by a journey in its
 * teardown. After a failure the shared one is closed too, since nobody knows what it shows.
 */
export async function closeWindows(): Promise<void> {
  if (hasFailed) {
    return closeAllWindows();
  }
  if (shared !== undefined && isTaken) {
    isTaken = false;
    await shared.closeEditors();
    await keepStorage(shared);
  }
  for (const workbench of [...openWindows].filter((each) => each !== shared)) {
    await close(workbench);
  }
  keepUnsaved();
}

/** Closes all windows: done by itself after the last test, and to be done by a journey before it ends the editor. */
export async function closeAllWindows(): Promise<void> {
  shared = undefined;
  isTaken = false;
  hasFailed = false;
  for (const workbench of openWindows) {
    await close(workbench);
  }
  keepUnsaved();
}

async function close(workbench: Workbench): Promise<void> {
  await keepStorage(workbench);
  openWindows.delete(workbench);
  await workbench.page.context().close();
}

/** Keeps on disk for searches what the browser storage of a window holds. */
async function keepStorage(workbench: Workbench): Promise<void> {
  const storage = await workbench.page
    .context()
    .storageState({ indexedDB: true })
    .catch(() => undefined);
  const count = readdirSync(hostFolder).filter((file) => file.endsWith("-storage.json")).length;
  writeFileSync(path.join(hostFolder, `window-${count + 1}-storage.json`), JSON.stringify(storage ?? {}));
}

/**
 * Keeps for searches what windows have left unsaved: those without a folder share it, and the next would open with it.
 */
function keepUnsaved(): void {
  const unsaved = running && path.join(running.editor.userDataFolder, "User/Backups");
  if (unsaved !== undefined && existsSync(unsaved)) {
    const count = readdirSync(hostFolder).filter((file) => file.endsWith("-unsaved")).length;
    renameSync(unsaved, path.join(hostFolder, `windows-${count + 1}-unsaved`));
  }
}

/**
 * The files left so far by the editor and the windows of this process that contain one of `texts`: settings, storages,
 * unsaved documents, logs (at trace level those of the journey with keys), and of each window its console, browser
 * storage, addresses and messages.
 */
export function filesContaining(...texts: readonly string[]): string[] {
  return filesBelowContaining([hostFolder], texts);
}

/** Runs in the page: hands on every message, dialog, prompt and hover that shows. */
const keepTexts = `(() => {
  const places = ".notifications-toasts, .notifications-center, .monaco-dialog-box, .quick-input-widget, .monaco-hover";
  const known = new Set();
  const keep = (place) => {
    const text = place.innerText;
    if (text && !known.has(text)) {
      known.add(text);
      window.keepText(text);
    }
  };
  new MutationObserver((changes) => {
    const touched = new Set();
    for (const { target, addedNodes } of changes) {
      for (const node of [target, ...addedNodes]) {
        const element = node instanceof Element ? node : node.parentElement;
        const place = element?.closest(places) ?? element?.querySelector?.(places);
        if (place) {
          touched.add(place);
        }
      }
    }
    touched.forEach(keep);
  }).observe(document, { childList: true, subtree: true, characterData: true });
})();`;
