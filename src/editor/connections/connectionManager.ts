import { ProgressLocation } from "vscode";
import { isInsecure, originOf } from "../../core/connection/address.ts";
import { forgetAll, type Keeper } from "../../core/connection/forgetAll.ts";
import { newConnection, readGiven } from "../../core/connection/newConnection.ts";
import type { SuggestedConnection } from "../../core/connection/suggestions.ts";
import {
  connectUnencryptedButton,
  editAddressButton,
  editKeyButton,
  removeButton,
  tryAgainButton,
} from "../../core/labels/buttons.ts";
import type { Connection } from "../../core/model/connection.ts";
import { failedCheck } from "../../core/sentences/connectionChecks.ts";
import {
  askRemoval,
  askUnencrypted,
  checking,
  connected,
  connectionNotWritten,
  givenProblem,
  nameIsMissing,
  notAddedForKey,
  notAddedUnencrypted,
  notAllRemoved,
  removalDetail,
  unencryptedDetail,
} from "../../core/sentences/connectionCommands.ts";
import type { AddressCheck, ConnectionCheck, FailedCheck } from "../../core/service/serviceClient.ts";
import { onOneLine } from "../../core/util/plainLabel.ts";
import { WriteQueue } from "../../core/util/writeQueue.ts";
import type { LogLines } from "../diagnosis/log.ts";
import { isCancelled, withProgress } from "../dialog/cancellation.ts";
import { confirm, HumanError, inform, tellError } from "../dialog/present.ts";
import type { NewConnection } from "../manifest/contributions.ts";
import { requireAddress } from "../services/serviceAt.ts";
import type { AccessKeys } from "./accessKeys.ts";
import { askAboutExisting, askAddress, askKey, askName, askNewKey, keyProblemIn } from "./connectionQuestions.ts";
import type { ConnectionRegistry } from "./connectionRegistry.ts";
import { KeyReplacements } from "./keyReplacements.ts";

/** Adds and removes connections and replaces their keys, asking the person where something is not given. */
export class ConnectionManager {
  readonly #registry: ConnectionRegistry;
  readonly #keys: AccessKeys;
  readonly #log: LogLines;
  /** All that stores something of a connection. */
  readonly #keepers: readonly Keeper[];
  readonly #replacements: KeyReplacements;
  readonly #storing = new WriteQueue();

  /** `keepers` is all that stores something of a connection; `noticeWithinMs` is handed to `KeyReplacements`. */
  constructor(
    registry: ConnectionRegistry,
    keys: AccessKeys,
    log: LogLines,
    keepers: readonly Keeper[],
    noticeWithinMs?: number,
  ) {
    this.#registry = registry;
    this.#keys = keys;
    this.#log = log;
    this.#keepers = keepers;

    this.#replacements = new KeyReplacements(keys, (connectionId) => this.setAccessKey(connectionId), noticeWithinMs);
  }

  /**
   * Asks for address and key, checks them and stores them. The address of a suggestion stands in the box, to be
   * confirmed. Gives the id; undefined when the person gave up.
   */
  async add(suggestion?: SuggestedConnection): Promise<string | undefined> {
    let [address, key] = [suggestion?.url ?? "", ""];
    let step: Step = "address";
    for (;;) {
      if (step === "address") {
        const given = await askAddress(address, (url, signal) => this.#checkAddress(url, signal), suggestion);
        if (given === undefined) {
          return undefined;
        }
        if (key !== "" && originOf(given) !== originOf(address)) {
          // A key that was typed for one service has to be typed anew for another.
          key = "";
        }
        address = given;
        if (!(await this.#isAccepted(address))) {
          continue;
        }
        const existing = this.#connections.find(({ url }) => url === address);
        const choice = existing ? await askAboutExisting(existing) : "addAnother";
        if (!choice) {
          return undefined;
        }
        if (existing && choice === "replaceKey") {
          return (await this.setAccessKey(existing.id)) ? existing.id : undefined;
        }
        step = "key";
      }
      const url = address;
      const label = suggestion?.url === url ? suggestion.label : "";
      const connectionNow = () => newConnection(url, label, this.#connections);
      const connection = connectionNow();
      if (step === "key") {
        const answer = await askNewKey(connection, key);
        if (!answer) {
          return undefined;
        }
        if (answer.kind === "back") {
          step = "address";
          continue;
        }
        key = answer.text.trim();
      }
      const check = await this.#check(connection, key);
      if (check?.kind === "ok") {
        const stored = await this.#store(connectionNow, key);
        void inform(connected(stored, check.userName));
        return stored.id;
      }
      const next = check ? await askAfterFailure(check, connection) : "key";
      if (next === undefined) {
        return undefined;
      }
      step = next;
    }
  }

  /**
   * Checks and stores the connection that is given, and asks for the key where it is missing. Where no id is given and
   * a connection has the address already, that connection is meant: the person is asked about it where the key is asked
   * for, and a caller that gives the key too updates it. Gives the id; undefined when the person gave up. Throws a
   * HumanError when it cannot be added, before anything is stored.
   */
  async addGiven(given: NewConnection): Promise<string | undefined> {
    const connectionNow = await this.#connectionFor(given);
    const connection = connectionNow?.();
    if (!connectionNow || !connection) {
      return undefined;
    }
    if (!(await this.#isAccepted(connection.url))) {
      throw new HumanError(notAddedUnencrypted(connection));
    }
    const key = given.accessKey?.trim() ?? (await askKey(connection));
    if (key === undefined) {
      return undefined;
    }
    const problem = keyProblemIn(key);
    if (problem !== undefined) {
      throw new HumanError(notAddedForKey(connection, problem));
    }
    const check = await this.#check(connection, key);
    if (!check) {
      return undefined;
    }
    if (check.kind === "failed") {
      throw new HumanError(failedCheck(check, connection.url), { cause: check.error });
    }
    return (await this.#store(connectionNow, key)).id;
  }

  /**
   * Asks for another key, checks it and stores it. Tells whether that was done. Throws a HumanError where the
   * connection is gone by then, or leads elsewhere.
   */
  async setAccessKey(connectionId: string): Promise<boolean> {
    const connection = this.#registry.get(connectionId);
    if (!(await this.#isAccepted(connection.url))) {
      return false;
    }
    let typed = "";
    for (;;) {
      const key = await askKey(connection, typed);
      if (key === undefined) {
        return false;
      }
      typed = key;
      const check = await this.#check(connection, key);
      if (check?.kind === "ok") {
        // The connection may be gone by now: no key of it is to stay. Or it leads elsewhere, which takes another key.
        requireAddress(this.#registry, connectionId, connection.url);
        await this.#keys.store(connection, key);
        this.#log.info(`[${connection.id}] A new access key was stored`);
        this.#replacements.noteReplaced(connection.id);
        return true;
      }
      if (check && (await tellError(failedCheck(check, connection.url), tryAgainButton)) === undefined) {
        return false;
      }
    }
  }

  /** Gives a connection another name, which the person is asked for where none is given. */
  async rename(connectionId: string, given: string | undefined): Promise<void> {
    const name = given ?? (await askName(this.#registry.get(connectionId)));
    if (name === undefined) {
      return;
    }
    const label = onOneLine(name);
    if (label === "") {
      throw new HumanError(nameIsMissing);
    }
    // The connection may have another address by now.
    const connection = this.#registry.get(connectionId);
    await written(() => this.#registry.save({ ...connection, label }));
    this.#log.info(`[${connectionId}] The connection was renamed`);
  }

  /** Removes a connection with its key and all that is stored of it; what a person chose is asked about first. */
  async remove(connectionId: string, isConfirmed: boolean): Promise<void> {
    const connection = this.#registry.get(connectionId);
    if (!isConfirmed && !(await confirm(askRemoval(connection), removalDetail, removeButton))) {
      return;
    }
    // The entry goes first: where it stays, the key stays too.
    await written(() => this.#registry.remove(connectionId));
    this.#replacements.forget(connectionId);
    this.#log.info(`[${connectionId}] The connection was removed`);
    try {
      await forgetAll([{ forget: (id) => this.#keys.remove(id) }, ...this.#keepers], connectionId);
    } catch (error) {
      throw new HumanError(notAllRemoved(connection), { actions: ["showLog"], cause: error });
    }
  }

  /** Offers to replace a key that a service refused, as `KeyReplacements` does. Tells whether there is a new one. */
  offerReplacement(connection: Connection): Promise<boolean> {
    // Requests of a connection that was removed may still be under way: for them nobody is asked.
    return this.#registry.find(connection.id) ? this.#replacements.offer(connection) : Promise.resolve(false);
  }

  get #connections(): readonly Connection[] {
    return this.#registry.connections;
  }

  #checkAddress(url: string, signal: AbortSignal): Promise<AddressCheck> {
    const connection = newConnection(url, "", this.#connections);
    return this.#registry.withTrialService(connection, undefined, (service) => service.checkAddress(signal));
  }

  async #check(connection: Connection, key: string): Promise<ConnectionCheck | undefined> {
    try {
      return await withProgress(
        checking(connection),
        (signal) => this.#registry.withTrialService(connection, key, (service) => service.check(signal)),
        ProgressLocation.Notification,
      );
    } catch (error) {
      if (isCancelled(error)) {
        return undefined;
      }
      throw error;
    }
  }

  /** Stores a connection with its key, and gives it. `connectionNow` is what `#connectionFor` gives. */
  #store(connectionNow: () => Connection, key: string): Promise<Connection> {
    return this.#storing.run(async () => {
      const connection = connectionNow();
      await this.#storeNow(connection, key);
      return connection;
    });
  }

  // The key is stored first, so that whoever sees the new connection can use it at once.
  async #storeNow(connection: Connection, key: string): Promise<void> {
    const before = this.#registry.find(connection.id);
    const keyBefore = before && (await this.#keys.read(before));
    await this.#keys.store(connection, key);
    try {
      await written(() => this.#registry.save(connection));
    } catch (error) {
      await (before && keyBefore !== undefined
        ? this.#keys.store(before, keyBefore)
        : this.#keys.remove(connection.id));
      throw error;
    }
    this.#replacements.forget(connection.id);
    this.#log.info(`[${connection.id}] Connected to ${connection.url}`);
  }

  /**
   * Gives a function that tells which connection is meant. The function looks at the connections that there are when it
   * is called, as others may be added while this one is checked; it throws a HumanError where there can be none. Gives
   * undefined when the person gave up.
   */
  async #connectionFor(given: NewConnection): Promise<(() => Connection) | undefined> {
    const meant = () => {
      const reading = readGiven(given, this.#connections);
      if (reading.kind !== "connection") {
        throw new HumanError(givenProblem(reading));
      }
      return reading.connection;
    };
    const connection = meant();
    const isKnown = given.id === undefined && this.#registry.find(connection.id) !== undefined;
    if (!isKnown || given.accessKey !== undefined) {
      return meant;
    }
    const choice = await askAboutExisting(connection);
    return choice === "addAnother"
      ? () => newConnection(connection.url, given.label?.trim() ?? "", this.#connections)
      : choice && meant;
  }

  // Asks for a yes to plain http, which shows key and contents to everyone on the way to another machine. Where a key
  // is stored for exactly this origin, the person has said yes before.
  async #isAccepted(address: string): Promise<boolean> {
    if (!isInsecure(new URL(address))) {
      return true;
    }
    const known = this.#connections.find((each) => originOf(each.url) === originOf(address));
    if (known && (await this.#keys.read(known)) !== undefined) {
      return true;
    }
    return await confirm(askUnencrypted(originOf(address)), unencryptedDetail, connectUnencryptedButton);
  }
}

type Step = "address" | "key" | "check";

/** Has the settings written. Throws a HumanError where they cannot be. */
async function written(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw new HumanError(connectionNotWritten, { cause: error });
  }
}

async function askAfterFailure(check: FailedCheck, connection: Connection): Promise<Step | undefined> {
  const edit = check.step === "key" ? editKeyButton : editAddressButton;
  const chosen = await tellError(failedCheck(check, connection.url), edit, tryAgainButton);
  if (chosen === undefined) {
    return undefined;
  }
  return chosen === tryAgainButton ? "check" : check.step === "key" ? "key" : "address";
}
