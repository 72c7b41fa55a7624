import { workspace } from "vscode";
import { newSuggestions, readSuggestions, type SuggestedConnection } from "../../core/connection/suggestions.ts";
import type { Connection } from "../../core/model/connection.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { Emitter } from "../../core/util/event.ts";
import { type Settings, settingsSection } from "../manifest/contributions.ts";

const settingName = "suggestedConnections" satisfies keyof Settings;

/** Holds the services that the folders of the window suggest. A window that is not trusted suggests none. */
export class SuggestedConnections extends DisposableOwner {
  readonly #changed = this.disposables.add(new Emitter<void>());
  readonly onDidChange = this.#changed.event;

  constructor() {
    super();
    const tell = () => this.#changed.fire();
    this.disposables.add(workspace.onDidGrantWorkspaceTrust(tell));
    this.disposables.add(workspace.onDidChangeWorkspaceFolders(tell));
    this.disposables.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${settingsSection}.${settingName}`)) {
          tell();
        }
      }),
    );
  }

  /** Gives the suggestions whose address none of `connections` has. */
  beside(connections: readonly Connection[]): readonly SuggestedConnection[] {
    const folders = workspace.isTrusted ? (workspace.workspaceFolders ?? []) : [];
    const suggestions = folders.flatMap(({ uri, name }) => {
      const setting = workspace.getConfiguration(settingsSection, uri).inspect(settingName);
      return [setting?.workspaceFolderValue, setting?.workspaceValue].flatMap((value) => readSuggestions(value, name));
    });
    return newSuggestions(suggestions, connections);
  }
}
