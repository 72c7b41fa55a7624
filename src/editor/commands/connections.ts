import type { Disposable } from "vscode";
import { type ConnectionTarget, commandIds } from "../../contributions.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import type { ConnectionManager } from "../connections/connectionManager.ts";
import type { Log } from "../log.ts";
import { complain, explain, HumanError } from "../present.ts";
import { registerCommand } from "../registerCommand.ts";

/** Add and remove connections, replace their keys. */
export function registerConnectionCommands({
  manager,
  log,
}: {
  readonly manager: () => Promise<ConnectionManager>;
  readonly log: Log;
}): Disposable {
  const store = new DisposableStore();
  store.add(
    registerCommand(commandIds.addConnection, log, async (given) => {
      if (given === undefined || given === null) {
        return await (await manager()).add();
      }
      if (typeof given !== "object" || typeof given.url !== "string") {
        throw new HumanError(
          "A connection is given as an object with a url, and id, label and accessKey where wanted.",
        );
      }
      try {
        return await (await manager()).addGiven(given);
      } catch (error) {
        // Told to the person as well as to the caller: it may have been called from a place that shows nothing.
        void complain((await explain(error, "The connection was not added")).message);
        throw error;
      }
    }),
  );
  store.add(
    registerCommand(commandIds.setAccessKey, log, async (target) => {
      const connectionId = await connectionOf(await manager(), target, "Set the access key of which connection?");
      if (connectionId !== undefined) {
        await (await manager()).setAccessKey(connectionId);
      }
    }),
  );
  store.add(
    registerCommand(commandIds.removeConnection, log, async (target) => {
      const connectionId = await connectionOf(await manager(), target, "Remove which connection?");
      if (connectionId !== undefined) {
        await (await manager()).remove(connectionId, typeof target === "string");
      }
    }),
  );
  return store;
}

async function connectionOf(
  manager: ConnectionManager,
  target: string | ConnectionTarget | undefined,
  question: string,
): Promise<string | undefined> {
  if (target === undefined || target === null) {
    return (await manager.pick(question))?.id;
  }
  return typeof target === "string" ? target : target.connectionId;
}
