import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const applications = ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser", "Google Chrome Canary"];
const programs = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
  "microsoft-edge-stable",
  "brave-browser",
];

/**
 * A Chrome or Chromium of this machine: the one that CHROME_PATH names, else the first found in the usual places.
 *
 * Throws when CHROME_PATH names a file that is not there, since using another browser than the one asked for would
 * hide the mistake.
 */
export function findBrowser(): string | undefined {
  const asked = process.env["CHROME_PATH"];
  if (asked !== undefined && asked !== "") {
    if (!existsSync(asked)) {
      throw new Error(`CHROME_PATH names ${asked}, which does not exist.`);
    }
    return asked;
  }
  return candidates().find((candidate) => existsSync(candidate));
}

/** The flags that a headless or demo browser needs here: quiet, and without a sandbox only where it cannot work. */
export function browserFlags(): string[] {
  const flags = [
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Nothing but this machine is ever looked up.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  ];
  return process.getuid?.() === 0 ? ["--no-sandbox", ...flags] : flags;
}

function candidates(): string[] {
  if (process.platform === "darwin") {
    return ["/Applications", path.join(os.homedir(), "Applications")].flatMap((folder) =>
      applications.map((name) => path.join(folder, `${name}.app`, "Contents/MacOS", name)),
    );
  }
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  return programs.flatMap((name) => [...folders, "/usr/bin", "/snap/bin"].map((folder) => path.join(folder, name)));
}
