import { commands, type Memento } from "vscode";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { Leases } from "../../core/windows/leases.ts";
import { contextKeys } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { forgetConnection, removeUnusedFolders, windowFolder } from "./windowFolder.ts";

interface WindowParts extends Pick<Services, "storage" | "logFailure"> {
  readonly workspaceState: Memento;
}

/** What this window has alone: its folder in the storage of the extension, and leases. */
export function createWindow({ storage, workspaceState, logFailure }: WindowParts, store: DisposableStore) {
  const ownFolder = windowFolder(storage, workspaceState);
  const leases = store.add(
    new Leases({
      // Answered by the window itself, not by this process.
      isWindowThere: () => commands.executeCommand("setContext", contextKeys.isThere, true),
      onFailure: (error) => logFailure("Holding what one window has alone", error),
    }),
  );
  void removeUnusedFolders(storage, ownFolder);
  return {
    ...{ ownFolder, leases },
    /** Drops what any window keeps of a connection. */
    forget: (connectionId: string) => forgetConnection(storage, connectionId),
  };
}
