import path from "node:path";

/** The folder with package.json. */
export const projectRoot = path.resolve(import.meta.dirname, "../../..");

/** Where downloaded and installed editors live: survives between runs, ignored by git. */
export const hostFolder = path.join(projectRoot, ".vscode-test");

/** Everything a run leaves behind: logs, screenshots, results, the data folders of the editors it started. */
export const outFolder = path.join(projectRoot, "out");

/**
 * The Node 24 of the devDependency `node`. Scripts started by npm already run on it; it is named here for
 * processes that must not depend on how the script was started.
 */
export const nodeExecutable = path.join(projectRoot, "node_modules/node/bin/node");
