// What a person would do by hand on the first start, done through the product's public commands. The reference
// service's address, and a key that means nothing elsewhere, come from a file of the program that started both.
const { appendFileSync, existsSync, readFileSync } = require("node:fs");
const { commands, workspace } = require("vscode");

/** @param {import("vscode").ExtensionContext} context */
exports.activate = async ({ secrets }) => {
  const file = process.env["ARTIFACT_DESK_DEMO_CONNECTION"];
  if (file !== undefined && existsSync(file)) {
    await connect(secrets, file);
  }
  // Who drives the window waits for this: nothing more happens by itself.
  const startsFile = process.env["ARTIFACT_DESK_DEMO_STARTS"];
  if (startsFile !== undefined) {
    appendFileSync(startsFile, "started\n");
  }
};

/**
 * @param {import("vscode").SecretStorage} secrets
 * @param {string} file
 */
async function connect(secrets, file) {
  const { connection, pinnedArtifacts } = JSON.parse(readFileSync(file, "utf8"));
  // Kept where Artifact Desk keeps its key, so that both are there or gone together.
  if ((await secrets.get("connectedTo")) !== connection.url) {
    const settings = workspace.getConfiguration("artifactDesk");
    // A window of another browser may have left its connection here, whose key this one does not have.
    const connections = settings.get("connections", []);
    const others = connections.filter(({ id }) => id !== connection.id);
    if (others.length < connections.length) {
      await settings.update("connections", others, true);
    }
    await commands.executeCommand("artifactDesk.addConnection", connection);
    for (const artifactId of pinnedArtifacts) {
      await commands.executeCommand("artifactDesk.pin", connection.id, "artifact", artifactId);
    }
    await secrets.store("connectedTo", connection.url);
  }
  await commands.executeCommand("workbench.view.extension.artifactDesk");
}
