import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { hostFolder, nodeExecutable, outFolder, projectRoot } from "./paths.ts";
import { runToEnd } from "./processes.ts";
import { ensureSystemPackages, findOnPath } from "./systemPackages.ts";

interface Editor {
  /** code-server 4.139.1 carries VS Code 1.139.1, and so on. */
  readonly codeServer: string;
  /** The Node that it was made for, where it does not run on ours. */
  readonly node?: string;
}

/** `oldest` is of the version in `engines`. On Node 24 its extension host stops answering. */
const editors: Readonly<Record<"usual" | "oldest", Editor>> = {
  usual: { codeServer: "4.139.1" },
  oldest: { codeServer: "4.105.1", node: "22.20.0" },
};

/** Raised when the steps below change, so that an older installation is made anew. */
const recipe = 1;

/**
 * Native modules without which the extension host starts and then loads no extension, where the editor has them. No
 * other one is needed.
 */
const nativeModules = ["@vscode/spdlog", "@vscode/native-watchdog", "native-watchdog"];

/** The programs of an installed editor. */
export type Host = {
  /** The Node that runs them. */
  readonly node: string;
  /** Serves the workbench as a user has it: settings on disk, installed extensions. */
  readonly workbenchProgram: string;
  /** Serves the workbench for extension tests: an extension under development, results over the test driver. */
  readonly testProgram: string;
  /** The folder of the extensions that come with it. */
  readonly builtinExtensions: string;
};

/** What is read of a package in `package.json` and in a lock file. */
type Locked = {
  readonly version?: string;
  resolved?: string;
  integrity?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
};

/** Those of the editor's own extensions that Artifact Desk meets: its languages, themes, images, version control. */
const metExtensions = [
  ...["configuration-editing", "css", "git", "git-base", "html", "javascript", "json", "json-language-features"],
  ...[
    "markdown-basics",
    "markdown-language-features",
    "media-preview",
    "python",
    "references-view",
    "scss",
    "search-result",
  ],
  ...["shellscript", "theme-defaults", "theme-seti", "typescript-basics", "xml", "yaml"],
];

/**
 * Flags with which an editor starts without those of its own extensions that Artifact Desk never meets: some eighty,
 * which take a third of the start of a window. `folder` is for links to the others; `ARTIFACT_DESK_BUILTINS` names a
 * folder of those that are taken in place of the editor's.
 */
export function metExtensionsOnly(host: Host, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const others = process.env["ARTIFACT_DESK_BUILTINS"] ?? "";
  for (const name of metExtensions) {
    const isOther = others !== "" && existsSync(path.join(others, name));
    symlinkSync(path.join(isOther ? others : host.builtinExtensions, name), path.join(folder, name), "junction");
  }
  return ["--builtin-extensions-dir", folder];
}

/**
 * The real VS Code that tests and demo run in, installed on first use (about half a minute).
 *
 * It is made in a folder of its own and moved to its place when complete, so that an interrupted installation is
 * never taken for a whole one. With `ARTIFACT_DESK_EDITOR=oldest` it is the oldest VS Code that is promised.
 */
export async function ensureHost(): Promise<Host> {
  ensureSystemPackages();
  const editor = editors[process.env["ARTIFACT_DESK_EDITOR"] === "oldest" ? "oldest" : "usual"];
  const { codeServer: codeServerVersion, node } = editor;
  const folder = path.join(hostFolder, `code-server-${codeServerVersion}`);
  const stamp = path.join(folder, "installed.json");
  const wanted = JSON.stringify({ codeServerVersion, node, recipe, platform: process.platform, arch: process.arch });
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    console.log(`Installing the editor (code-server ${codeServerVersion}) into ${path.relative(projectRoot, folder)}…`);
    await install(folder, editor, wanted);
  }
  const packageFolder = path.join(folder, "node_modules/code-server");
  return {
    node: node === undefined ? nodeExecutable : path.join(folder, "node_modules/node/bin/node"),
    workbenchProgram: path.join(packageFolder, "out/node/entry.js"),
    testProgram: path.join(packageFolder, "lib/vscode/out/server-main.js"),
    builtinExtensions: path.join(packageFolder, "lib/vscode/extensions"),
  };
}

async function install(folder: string, { codeServer, node }: Editor, stampText: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    writeFileSync(path.join(unfinished, "package.json"), '{ "private": true }\n');
    // Without scripts: code-server's own build steps need libraries that its use here does not.
    await npm(unfinished, ["install", `code-server@${codeServer}`, "--ignore-scripts", "--save-exact"]);
    if (node !== undefined) {
      await npm(unfinished, ["install", `node@${node}`, "--save-exact"]);
    }
    const editor = path.join(unfinished, "node_modules/code-server/lib/vscode");
    for (const each of [editor, path.join(editor, "extensions")]) {
      takeFromRegistry(each);
    }
    await npm(editor, ["install", "--omit=dev", "--ignore-scripts"]);
    await npm(path.join(editor, "extensions"), ["install", "--omit=dev", "--ignore-scripts"]);
    const present = nativeModules.filter((name) => existsSync(path.join(editor, "node_modules", name)));
    await npm(editor, ["rebuild", ...present]);
    writeFileSync(path.join(unfinished, "installed.json"), stampText);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Has npm take the packages that `folder` names by a commit of a git host from the registry, in the same version: a
 * machine that reaches no git host can install an older editor, too.
 */
function takeFromRegistry(folder: string): void {
  const [manifestFile, lockFile] = ["package.json", "npm-shrinkwrap.json"].map((name) => path.join(folder, name));
  if (!(manifestFile && lockFile && existsSync(lockFile))) {
    return;
  }
  const lock = JSON.parse(readFileSync(lockFile, "utf8")) as { packages: Record<string, Locked> };
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Locked;
  for (const [place, locked] of Object.entries(lock.packages)) {
    if (locked.resolved?.startsWith("git+") && locked.version !== undefined) {
      delete locked.resolved;
      delete locked.integrity;
      const name = place.slice("node_modules/".length);
      for (const named of [manifest, lock.packages[""]].flatMap((each) => [
        each?.dependencies,
        each?.devDependencies,
      ])) {
        if (named?.[name] !== undefined) {
          named[name] = locked.version;
        }
      }
    }
  }
  writeFileSync(lockFile, JSON.stringify(lock));
  writeFileSync(manifestFile, JSON.stringify(manifest));
}

async function npm(folder: string, args: readonly string[]): Promise<void> {
  const [command, ...before] = npmCommand();
  const logFile = path.join(outFolder, "logs/install", `${args[0]}-${path.basename(folder)}.log`);
  const code = await runToEnd(command, [...before, ...args, "--no-audit", "--no-fund"], {
    cwd: folder,
    env: npmEnvironment(),
    logFile,
    timeoutMs: 300_000,
  });
  if (code !== 0) {
    const end = readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-15).join("\n");
    throw new Error(`npm ${args.join(" ")} failed in ${folder}:\n${end}\n(all of it in ${logFile})`);
  }
}

/** The npm that started this script where there is one, run by the Node whose version the editor wants. */
function npmCommand(): readonly [string, ...string[]] {
  const cli = process.env["npm_execpath"];
  return cli?.endsWith("npm-cli.js") === true ? [nodeExecutable, cli] : ["npm"];
}

/**
 * The environment for a nested npm: ours without what npm adds for the project, with our Node first on PATH.
 *
 * Where the machine's Node brought its C headers along they are used for the native modules, which saves a download
 * from nodejs.org: both modules use Node-API only, which is the same in every version.
 */
function npmEnvironment(): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name),
  );
  const environment: NodeJS.ProcessEnv = {
    ...Object.fromEntries(ours),
    PATH: `${path.dirname(nodeExecutable)}${path.delimiter}${process.env["PATH"] ?? ""}`,
  };
  const prefix = machineNodePrefix();
  if (prefix !== undefined && environment["npm_config_nodedir"] === undefined) {
    environment["npm_config_nodedir"] = prefix;
  }
  return environment;
}

function machineNodePrefix(): string | undefined {
  const npmProgram = findOnPath("npm");
  if (npmProgram === undefined) {
    return undefined;
  }
  // npm lies beside the Node it came with: <prefix>/bin/npm → <prefix>/lib/node_modules/npm/bin/npm-cli.js.
  return [path.resolve(npmProgram, "../.."), path.resolve(realpathSync(npmProgram), "../../../../..")].find(
    (prefix) =>
      existsSync(path.join(prefix, "include/node/node_api.h")) &&
      existsSync(path.join(prefix, "include/node/common.gypi")),
  );
}
