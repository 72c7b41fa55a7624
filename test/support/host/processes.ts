import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Process groups started by this process and not yet seen to end. */
const running = new Set<number>();

/** How long a process group may take to end by itself once asked to. */
const gracePeriodMs = 3_000;

/**
 * Starts a program as the leader of its own process group, so that `stopGroup` reaches everything it starts in turn.
 * The group is also killed when this process ends, whatever the reason short of SIGKILL.
 */
export function startGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  installExitHandlers();
  const child = spawn(command, args, { ...options, detached: true });
  const { pid } = child;
  if (pid !== undefined) {
    running.add(pid);
  }
  return child;
}

/** Ends a process group started by `startGroup`: asks first, kills after a grace period. Never throws. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || !running.has(pid)) {
    return;
  }
  signalGroup(pid, "SIGTERM");
  const deadline = Date.now() + gracePeriodMs;
  while (isGroupAlive(pid) && Date.now() < deadline) {
    await sleep(50);
  }
  signalGroup(pid, "SIGKILL");
  running.delete(pid);
}

/** Ends a process group without asking it, as a power failure would. Resolves when it is gone. Never throws. */
export async function killGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) {
    return;
  }
  signalGroup(pid, "SIGKILL");
  while (isGroupAlive(pid)) {
    await sleep(20);
  }
  running.delete(pid);
}

/** Kills those processes of the group of `child` whose command line contains `part`. Gives how many. */
export function killInGroup(child: ChildProcess, part: string): number {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,pgid=,args="], { encoding: "utf8" }).split("\n");
  const pids = lines.flatMap((line) => {
    const [, pid, group, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(group) === child.pid && args.includes(part) ? [Number(pid)] : [];
  });
  for (const pid of pids) {
    process.kill(pid, "SIGKILL");
  }
  return pids.length;
}

/**
 * Runs a program to its end with its output going to a log file (or through to the terminal without one).
 *
 * Resolves to the exit code: 1 when a signal ended it, when it could not be started, or when it was killed for
 * taking longer than `timeoutMs`.
 */
export async function runToEnd(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; logFile?: string; timeoutMs: number },
): Promise<number> {
  const log = options.logFile === undefined ? undefined : openLog(options.logFile);
  const child = startGroup(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: log === undefined ? ["ignore", "inherit", "inherit"] : ["ignore", log, log],
  });
  const timer = setTimeout(() => {
    console.error(`${path.basename(command)} took longer than ${options.timeoutMs / 1000} s and is being ended`);
    void stopGroup(child);
  }, options.timeoutMs);
  try {
    return await new Promise<number>((resolve) => {
      child.once("error", (error) => {
        console.error(`${command} could not be started: ${error.message}`);
        resolve(1);
      });
      child.once("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    clearTimeout(timer);
    await stopGroup(child);
    if (log !== undefined) {
      closeSync(log);
    }
  }
}

/** Opens a log file for writing, its folder made where missing. */
export function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, "w");
}

/**
 * A new folder for an editor's sockets and other passing files, to be set as its TMPDIR; gone when this process ends.
 *
 * Its path is short, since that of a socket may not be longer than about a hundred characters: both a clone deep in
 * someone's home and the temporary folder of macOS are too long.
 */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(existsSync("/tmp") ? "/tmp" : os.tmpdir(), "artifact-desk-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A port of 127.0.0.1 that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") {
    throw new Error("the system gave no port");
  }
  return address.port;
}

/** Waits until something answers HTTP at `url`; throws when nothing does in time or when `child` ends first. */
export async function waitForHttp(url: string, child: ChildProcess, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the server for ${url} ended with ${child.exitCode ?? child.signalCode}`);
    }
    try {
      const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(2_000) });
      await response.body?.cancel();
      return;
    } catch {
      // Not listening yet: asked again until the deadline.
    }
    await sleep(100);
  }
  throw new Error(`nothing answered at ${url} within ${timeoutMs / 1000} s`);
}

let hasExitHandlers = false;

function installExitHandlers(): void {
  if (hasExitHandlers) {
    return;
  }
  hasExitHandlers = true;
  process.on("exit", () => {
    for (const pid of running) {
      signalGroup(pid, "SIGKILL");
    }
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      for (const pid of running) {
        signalGroup(pid, "SIGTERM");
      }
      // Long enough for a group to hand the signal on to groups it started itself.
      setTimeout(() => process.exit(130), 1_000);
    });
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}

function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
