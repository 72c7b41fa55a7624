import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { findBrowser } from "./findBrowser.ts";

/** Thrown with a text for the person at the terminal: what is missing and how to get it. */
export class MissingPackagesError extends Error {
  override readonly name = "MissingPackagesError";
}

type Requirement = { readonly debianPackage: string; readonly what: string; readonly isPresent: () => boolean };

const requirements: readonly Requirement[] = [
  { debianPackage: "chromium", what: "Chrome or Chromium", isPresent: () => findBrowser() !== undefined },
  { debianPackage: "python3", what: "Python 3", isPresent: () => findOnPath("python3") !== undefined },
  { debianPackage: "make", what: "make", isPresent: () => findOnPath("make") !== undefined },
  {
    debianPackage: "g++",
    what: "a C++ compiler",
    isPresent: () => ["g++", "clang++", "c++"].some((name) => findOnPath(name) !== undefined),
  },
];

/**
 * Makes sure that the programs the editor host needs from the system are there.
 *
 * Installs what is missing through apt-get where that is possible without asking (Debian and its kin, as root or with
 * passwordless sudo). Throws a `MissingPackagesError` that names the rest and how to get it.
 */
export function ensureSystemPackages(): void {
  const missing = requirements.filter((requirement) => !requirement.isPresent());
  if (missing.length === 0) {
    return;
  }
  const apt = aptGet();
  if (apt !== undefined) {
    const packages = missing.map((requirement) => requirement.debianPackage);
    console.log(`Installing ${packages.join(", ")} through apt-get…`);
    const [command, ...args] = apt;
    const run = (...rest: string[]) =>
      spawnSync(command, [...args, ...rest], { stdio: ["ignore", "ignore", "inherit"] });
    run("update", "-q");
    run("install", "-y", "-q", "--no-install-recommends", ...packages);
  }
  const stillMissing = missing.filter((requirement) => !requirement.isPresent());
  if (stillMissing.length > 0) {
    throw new MissingPackagesError(explain(stillMissing));
  }
}

/** The path of a program on PATH. */
export function findOnPath(name: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => path.join(folder, name))
    .find((candidate) => existsSync(candidate) && statSync(candidate).isFile());
}

/** The apt-get command line that works here without a password, if there is one. */
function aptGet(): readonly [string, ...string[]] | undefined {
  const program = findOnPath("apt-get");
  if (program === undefined) {
    return undefined;
  }
  // `env` rather than a variable of our own process: sudo drops those. A new machine may be updating itself.
  const quiet = ["DEBIAN_FRONTEND=noninteractive", program, "-o", "DPkg::Lock::Timeout=300"] as const;
  if (process.getuid?.() === 0) {
    return ["env", ...quiet];
  }
  const sudo = findOnPath("sudo");
  const isPasswordless = sudo !== undefined && spawnSync(sudo, ["-n", "true"], { stdio: "ignore" }).status === 0;
  return isPasswordless ? [sudo, "-n", "env", ...quiet] : undefined;
}

function explain(missing: readonly Requirement[]): string {
  const lines = [`Missing on this machine: ${missing.map((requirement) => requirement.what).join(", ")}.`];
  const packages = missing.map((requirement) => requirement.debianPackage).join(" ");
  if (process.platform === "darwin") {
    lines.push("Compiler, make and Python come with: xcode-select --install");
    lines.push("Chrome comes from https://www.google.com/chrome/ or: brew install --cask google-chrome");
  } else if (findOnPath("apt-get") !== undefined) {
    lines.push(`Get it with: sudo apt-get install ${packages}`);
  } else if (findOnPath("dnf") !== undefined) {
    lines.push(`Get it with: sudo dnf install ${packages.replace("g++", "gcc-c++")}`);
  } else {
    lines.push(`Install the packages that your system has for: ${packages}`);
  }
  lines.push("A Chrome or Chromium in an unusual place is named by the variable CHROME_PATH.");
  return lines.join("\n");
}
