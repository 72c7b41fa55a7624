import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureHost, metExtensionsOnly } from "./installHost.ts";
import { nodeExecutable } from "./paths.ts";
import {
  freePort,
  killGroup,
  killInGroup,
  makeTemporaryFolder,
  openLog,
  runToEnd,
  startGroup,
  stopGroup,
  waitForHttp,
} from "./processes.ts";
import { addPseudoLanguage, pseudoLanguage } from "./pseudoLanguage.ts";

/** What the demo companion hands to `artifactDesk.addConnection`: see test/support/demo-extension. */
export type DemoConnection = {
  readonly id: string;
  readonly url: string;
  readonly label: string;
  readonly accessKey: string;
};

export type Settings = Readonly<Record<string, unknown>>;

/** A VS Code with installed extensions, served to any number of browser windows. */
export type CodeServer = {
  readonly url: string;
  /** Settings, storage and logs of the editor. */
  readonly userDataFolder: string;
  /**
   * Replaces the user's settings: `settings` on top of what keeps the workbench quiet. Windows that are open follow
   * them once told to start over.
   */
  writeSettings(settings: Settings): void;
  /**
   * What the companion connects windows to that are opened from now on, and what it pins there; nothing without a
   * connection.
   */
  connectWindowsTo(connection: DemoConnection | undefined, pinnedArtifacts?: readonly number[]): void;
  /**
   * How many windows have started so far, reloads and restarts included: their extensions have done all that they do by
   * themselves.
   */
  countStarts(): number;
  /** Ends the editor with all its processes as a power failure would: none of them is asked. */
  kill(): Promise<void>;
  /** Ends the extension hosts alone, without asking them. Gives how many there were. */
  killExtensionHosts(): number;
  /**
   * Starts the editor again on what it left, at the same address. At the level `trace` the editor and every extension
   * log all they do, arguments and answers included, which takes a sixth of the time of what is done.
   */
  startAgain(logLevel?: "trace"): Promise<void>;
  stop(): Promise<void>;
};

/**
 * No welcome page, chat, recommendations, questions of trust or words about ports of other programs: what is on screen
 * is what the extension does.
 */
const quietSettings: Settings = {
  "workbench.startupEditor": "none",
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "extensions.ignoreRecommendations": true,
  "telemetry.telemetryLevel": "off",
  "remote.autoForwardPorts": false,
  "security.workspace.trust.enabled": false,
};

const startTimeoutMs = 60_000;

/**
 * Starts an editor whose settings, storage, extensions and logs all lie under `folder`, which is emptied first.
 *
 * The packages are installed as a user would install them.
 */
export async function startCodeServer(options: {
  folder: string;
  packages: readonly string[];
  settings?: Settings;
  /** Without those of the editor's own extensions that Artifact Desk never meets. */
  isLean?: boolean;
  /** The language of all windows; that of the browser without it. */
  language?: string;
}): Promise<CodeServer> {
  const host = await ensureHost();
  const { folder } = options;
  rmSync(folder, { recursive: true, force: true });
  const userDataFolder = path.join(folder, "data");
  mkdirSync(path.join(userDataFolder, "User"), { recursive: true });
  const configFile = path.join(folder, "config.yaml");
  writeFileSync(configFile, "auth: none\n");
  keepLanguagePacks(userDataFolder, ["fr", pseudoLanguage]);
  // Without a language here the one that the browser asks for counts.
  writeFileSync(path.join(userDataFolder, "User/argv.json"), JSON.stringify({ locale: options.language }));
  const settingsFile = path.join(userDataFolder, "User/settings.json");
  const writeSettings = (settings: Settings) =>
    writeFileSync(settingsFile, `${JSON.stringify({ ...quietSettings, ...settings }, null, 2)}\n`);
  writeSettings(options.settings ?? {});
  // Beside the editor's data, not in it: the key in it may turn up nowhere else.
  const connectionFile = path.join(folder, "demo-connection.json");
  const connectWindowsTo = (connection: DemoConnection | undefined, pinnedArtifacts: readonly number[] = []) =>
    connection === undefined
      ? rmSync(connectionFile, { force: true })
      : writeFileSync(connectionFile, JSON.stringify({ connection, pinnedArtifacts }), { mode: 0o600 });
  const startsFile = path.join(folder, "starts.log");
  const common = [
    host.workbenchProgram,
    ...["--config", configFile, "--user-data-dir", userDataFolder],
    ...["--extensions-dir", path.join(folder, "extensions")],
    ...(options.isLean === true ? metExtensionsOnly(host, path.join(folder, "builtin")) : []),
  ];
  const temporaryFolder = makeTemporaryFolder();
  const env = {
    ...process.env,
    TMPDIR: temporaryFolder,
    XDG_RUNTIME_DIR: temporaryFolder,
    // No extension gallery: nothing beyond this machine is asked.
    EXTENSIONS_GALLERY: "{}",
    // Else each host waits for an interactive shell of the user, to have its environment.
    VSCODE_CLI: "1",
    ARTIFACT_DESK_DEMO_CONNECTION: connectionFile,
    ARTIFACT_DESK_DEMO_STARTS: startsFile,
    ARTIFACT_DESK_DEMO_SETTINGS: settingsFile,
  };
  // Before the start: an editor that runs on the same folder refuses.
  const installed = await runToEnd(
    nodeExecutable,
    [...common, ...options.packages.flatMap((file) => ["--install-extension", file])],
    { env, logFile: path.join(folder, "install.log"), timeoutMs: 120_000 },
  );
  if (installed !== 0) {
    throw new Error(`the extension could not be installed: see ${path.join(folder, "install.log")}`);
  }
  addPseudoLanguage(path.join(folder, "extensions"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const start = async (logLevel?: "trace") => {
    const log = openLog(path.join(folder, "server.log"));
    const server = startGroup(
      nodeExecutable,
      [
        ...common,
        ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"],
        ...["--disable-getting-started-override", "--session-socket", path.join(temporaryFolder, "session.sock")],
        ...(logLevel === undefined ? [] : ["--log", logLevel]),
      ],
      { env, stdio: ["ignore", log, log] },
    );
    try {
      await waitForHttp(`${url}healthz`, server, startTimeoutMs);
    } catch (error) {
      await stopGroup(server);
      throw error;
    }
    return server;
  };
  let server = await start();
  return {
    url,
    userDataFolder,
    writeSettings,
    connectWindowsTo,
    countStarts: () => (existsSync(startsFile) ? readFileSync(startsFile, "utf8").split("\n").length - 1 : 0),
    kill: () => killGroup(server),
    killExtensionHosts: () => killInGroup(server, "--type=extensionHost"),
    startAgain: async (logLevel) => {
      server = await start(logLevel);
    },
    stop: async () => {
      await stopGroup(server);
      connectWindowsTo(undefined);
    },
  };
}

/**
 * Leaves what VS Code keeps of language packs that are installed, of some without a single word: windows can have these
 * languages, and extensions with them, while VS Code's own words stay English.
 */
function keepLanguagePacks(userDataFolder: string, languages: readonly string[]): void {
  const packs = languages.map((language) => {
    const wordsFile = path.join(userDataFolder, `${language}.i18n.json`);
    writeFileSync(wordsFile, JSON.stringify({ version: "1.0.0", contents: {} }));
    const pack = {
      hash: language,
      label: language,
      extensions: [{ extensionIdentifier: { id: `artifact-desk.language-pack-${language}` }, version: "1.0.0" }],
      translations: { vscode: wordsFile },
    };
    return [language, pack] as const;
  });
  writeFileSync(path.join(userDataFolder, "languagepacks.json"), JSON.stringify(Object.fromEntries(packs)));
}
