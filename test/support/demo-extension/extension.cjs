// What a person would do by hand on the first start, done through the product's public commands. The reference
// service's address, and a key that means nothing elsewhere, come from a file of the program that started both.
const { appendFileSync, existsSync, readFileSync } = require("node:fs");
const { commands, Uri, workspace } = require("vscode");

/** @param {import("vscode").ExtensionContext} context */
exports.activate = async ({ secrets, subscriptions }) => {
  const file = process.env["ARTIFACT_DESK_DEMO_CONNECTION"];
  const startsFile = process.env["ARTIFACT_DESK_DEMO_STARTS"];
  const start = async () => {
    if (file !== undefined && existsSync(file)) {
      await connect(secrets, file);
    }
    // Who drives the window waits for this: nothing more happens by itself.
    if (startsFile !== undefined) {
      appendFileSync(startsFile, "started\n");
    }
  };
  // Who drives the window has other settings followed and connects it to something else, without starting it anew.
  const startOver = async () => {
    await readSettings();
    await start();
  };
  subscriptions.push(commands.registerCommand("artifactDeskDemo.startOver", startOver));
  await commands.executeCommand("setContext", "artifactDeskDemo.isDriven", startsFile !== undefined);
  await start();
};

/** Has the window follow the settings on disk: it does not see what others write there. Their title tells when it has. */
async function readSettings() {
  const file = process.env["ARTIFACT_DESK_DEMO_SETTINGS"];
  if (file === undefined) {
    return;
  }
  const content = readFileSync(file);
  const title = JSON.parse(content.toString())["window.title"];
  const isFollowed = () => workspace.getConfiguration("window").get("title") === title;
  await workspace.fs.writeFile(Uri.from({ scheme: "vscode-remote", path: file }), content);
  await new Promise((resolve) => {
    const subscription = workspace.onDidChangeConfiguration(check);
    function check() {
      if (isFollowed()) {
        subscription.dispose();
        resolve(undefined);
      }
    }
    check();
  });
}

/**
 * @param {import("vscode").SecretStorage} secrets
 * @param {string} file
 */
async function connect(secrets, file) {
  const { connection, pinnedArtifacts } = JSON.parse(readFileSync(file, "utf8"));
  // Kept where Artifact Desk keeps its key, so that both are there or gone together.
  const target = `${connection.id} ${connection.url}`;
  if ((await secrets.get("connectedTo")) !== target) {
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
    await secrets.store("connectedTo", target);
  }
  await commands.executeCommand("workbench.view.extension.artifactDesk");
}
