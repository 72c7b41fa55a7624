import { Disposable, type DocumentSelector, languages, workspace } from "vscode";
import type { KnownConnections } from "../../core/known/connections.ts";
import type { Remembered } from "../../core/pins/remembered.ts";
import { once } from "../../core/util/once.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import { settingsSection } from "../manifest/contributions.ts";

/**
 * Registers links, hovers and completion of references where the setting `artifactDesk.references` wants them. What
 * they do is loaded when VS Code first asks. Without a connection, or with an empty setting, nothing is registered.
 */
export function registerReferences(
  registry: ConnectionRegistry,
  remembered: Remembered,
  known: () => Promise<KnownConnections>,
): Disposable {
  // References are loaded without what else the first use loads: VS Code asks for links in each text that is opened.
  const load = once(async () => {
    const { References } = await import("./references.ts");
    return new References(registry, remembered, known);
  });
  let registered: Disposable | undefined;
  const register = () => {
    registered?.dispose();
    const selector =
      registry.connections.length === 0
        ? []
        : selectorFor(workspace.getConfiguration(settingsSection).get("references"));
    registered =
      selector.length === 0
        ? undefined
        : Disposable.from(
            languages.registerDocumentLinkProvider(selector, {
              provideDocumentLinks: async (text) => (await load()).links(text),
            }),
            languages.registerHoverProvider(selector, {
              provideHover: async (...args) => (await load()).hover(...args),
            }),
            languages.registerCompletionItemProvider(
              selector,
              { provideCompletionItems: async (text, position) => (await load()).completions(text, position) },
              "#",
            ),
          );
  };
  register();
  return Disposable.from(
    registry.onDidChange(register),
    workspace.onDidChangeConfiguration((change) => {
      // Links are registered anew: those that VS Code has already would lead where the setting led before.
      if (
        ["references", "referenceConnection"].some((name) => change.affectsConfiguration(`${settingsSection}.${name}`))
      ) {
        register();
      }
    }),
    { dispose: () => registered?.dispose() },
  );
}

/** Gives the languages of the setting; `*` stands for every language whose comments are known. */
function selectorFor(
  setting: unknown,
): readonly { scheme?: string; language?: string; pattern?: string }[] & DocumentSelector {
  const wanted = Array.isArray(setting) ? setting.filter((each) => typeof each === "string") : ["*"];
  if (wanted.length === 0) {
    return [];
  }
  const ours = { scheme: "artifact", pattern: "**/{fields/*,comment.md}" };
  return wanted.includes("*")
    ? [...["file", "untitled", "vscode-scm", "vscode-remote", "vscode-vfs"].map((scheme) => ({ scheme })), ours]
    : [...wanted.map((language) => ({ language })), ours];
}
