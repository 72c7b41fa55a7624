import { env, ProgressLocation, ThemeIcon, Uri } from "vscode";
import { connectionIdFor, isConnectionId, originOf, readAddress } from "../../core/connection/address.ts";
import { forgetAll, type Keeper } from "../../core/connection/forgetAll.ts";
import type { Connection } from "../../core/model/connection.ts";
import { failedCheck } from "../../core/sentences/connectionChecks.ts";
import {
  addressProblem,
  addressPrompt,
  askRemoval,
  askUnencrypted,
  checking,
  connected,
  connectionNotWritten,
  idIsTaken,
  keyProblem,
  keyPrompt,
  keyRefused,
  keyTitle,
  labelIsMissing,
  labelPrompt,
  malformedId,
  missingKey,
  notAddedForKey,
  notAddedUnencrypted,
  notAllRemoved,
  removalDetail,
  unencryptedDetail,
} from "../../core/sentences/connections.ts";
import type { ConnectionCheck } from "../../core/service/serviceClient.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import type { Log } from "../diagnosis/log.ts";
import { askText, type Question } from "../dialog/askText.ts";
import { isCancelled, withCancellableProgress } from "../dialog/cancellation.ts";
import { complain, confirm, HumanError, inform } from "../dialog/present.ts";
import type { NewConnection } from "../manifest/contributions.ts";
import type { AccessKeys } from "./accessKeys.ts";
import { requestTimeoutMs } from "./configuration.ts";
import type { ConnectionRegistry } from "./connectionRegistry.ts";
import { askAboutExisting, freeLabel } from "./existingConnection.ts";

export interface ManagerDependencies {
  readonly registry: ConnectionRegistry;
  readonly keys: AccessKeys;
  readonly log: Pick<Log, "info">;
  /** All that stores something of a connection. */
  readonly keepers: readonly Keeper[];
  /** How long requests wait for a person to notice that a key was refused. */
  readonly noticeWithinMs?: number;
}

/** Adds and removes connections and replaces their keys, asking the person where something is not given. */
export class ConnectionManager {
  readonly #dependencies: ManagerDependencies;
  readonly #replacements = new Map<string, Replacement>();
  /** Connections whose key is gone, and whose entry is about to be. */
  readonly #removing = new Set<string>();

  constructor(dependencies: ManagerDependencies) {
    this.#dependencies = dependencies;
    // From here or another window: whoever declined to replace the last key is asked about this one.
    dependencies.keys.onDidChange(({ connectionId }) => {
      if (this.#replacements.get(connectionId)?.kind === "declined") {
        this.#replacements.delete(connectionId);
      }
    });
  }

  /** Asks for address, label and key, checks them and stores them. The id; undefined when the person gave up. */
  async add(): Promise<string | undefined> {
    let draft: Draft = { address: "", label: "", key: "" };
    let step: Step = "address";
    for (;;) {
      switch (step) {
        case "address": {
          const address = await askAddress(draft.address);
          if (address === undefined) {
            return undefined;
          }
          draft = { ...draft, address };
          if (!(await this.#isAccepted(address))) {
            break;
          }
          const existing = this.#connectedTo(address);
          const choice = existing ? await askAboutExisting(existing) : "addAnother";
          if (!choice) {
            return undefined;
          }
          if (existing && choice === "replaceKey") {
            return (await this.setAccessKey(existing.id)) ? existing.id : undefined;
          }
          step = "label";
          break;
        }
        case "label": {
          const answer = await askLabel(draft.label === "" ? this.#labelFor(draft.address) : draft.label);
          if (!answer) {
            return undefined;
          }
          draft = answer.kind === "text" ? { ...draft, label: answer.text.trim() } : draft;
          step = answer.kind === "text" ? "key" : "address";
          break;
        }
        case "key": {
          const answer = await askText({
            ...keyQuestion(urlOf(draft.address), draft.label),
            ...{ value: draft.key, step: 3, totalSteps: 3, canGoBack: true },
          });
          if (!answer) {
            return undefined;
          }
          draft = answer.kind === "text" ? { ...draft, key: answer.text.trim() } : draft;
          step = answer.kind === "text" ? "check" : "label";
          break;
        }
        case "check": {
          const connection = this.#newConnection(draft.address, draft.label);
          const check = await this.#check(connection, draft.key);
          if (check?.kind === "ok") {
            await this.#store(connection, draft.key);
            void this.#welcome(connection, check.userName);
            return connection.id;
          }
          const next = check ? await askAfterFailure(check, connection) : "key";
          if (next === undefined) {
            return undefined;
          }
          step = next;
          break;
        }
        default:
          return assertNever(step);
      }
    }
  }

  /**
   * Checks and stores the connection that is given; asks for the key alone, where it is missing. Without an id an address
   * that is connected already is that connection's: the person is asked about it where the key is asked for, and a caller
   * that gives the key too updates it. The id; undefined when the person gave up. Throws a HumanError when it cannot be
   * added, before anything is stored.
   */
  async addGiven(given: NewConnection): Promise<string | undefined> {
    const connection = await this.#connectionFor(given);
    if (!connection) {
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
      throw new HumanError(failedCheck(check, connection), { cause: check.error });
    }
    await this.#store(connection, key);
    return connection.id;
  }

  /** Asks for another key, checks it and stores it; whether that was done. */
  async setAccessKey(connectionId: string): Promise<boolean> {
    const connection = this.#dependencies.registry.get(connectionId);
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
        await this.#dependencies.keys.store(connection, key);
        this.#dependencies.log.info(`[${connection.id}] A new access key was stored`);
        this.#replacements.set(connection.id, { kind: "replaced", atMs: Date.now() });
        return true;
      }
      if (check && (await complain(failedCheck(check, connection), "Try Again")) === undefined) {
        return false;
      }
    }
  }

  /** Removes a connection with its key and all that is stored of it; what a person chose is asked about first. */
  async remove(connectionId: string, isConfirmed: boolean): Promise<void> {
    const { registry, keys, keepers, log } = this.#dependencies;
    const connection = registry.get(connectionId);
    if (!isConfirmed && !(await confirm(askRemoval(connection), removalDetail, "Remove"))) {
      return;
    }
    this.#removing.add(connectionId);
    try {
      await keys.remove(connectionId);
      await registry.remove(connectionId);
    } finally {
      this.#removing.delete(connectionId);
    }
    this.#replacements.delete(connectionId);
    log.info(`[${connectionId}] The connection was removed`);
    try {
      await forgetAll(keepers, connectionId);
    } catch (error) {
      throw new HumanError(notAllRemoved(connection), { actions: ["showLog"], cause: error });
    }
  }

  /**
   * A service refused the key: offers to replace it, once for all requests that failed together and once for each key.
   * Resolves true when there is a new key, false when the person declined or did not answer for a while: no request
   * waits for ever. The offer stays open then, and a key set later serves the next request.
   */
  offerReplacement(connection: Connection): Promise<boolean> {
    if (this.#removing.has(connection.id) || !this.#dependencies.registry.find(connection.id)) {
      // What is still open of it asks in vain.
      return Promise.resolve(false);
    }
    const known = this.#replacements.get(connection.id);
    switch (known?.kind) {
      case "offered":
        return known.answer;
      case "declined":
        return Promise.resolve(false);
      case "replaced":
        // The request may have been on its way with the old key.
        if (Date.now() - known.atMs < requestTimeoutMs()) {
          return Promise.resolve(true);
        }
        break;
      default:
    }
    const { promise: noticed, resolve: onNoticed } = Promise.withResolvers<true>();
    const replacing = this.#offer(connection, () => onNoticed(true));
    const answer = Promise.race([replacing, unanswered(noticed, this.#dependencies.noticeWithinMs ?? noticeWithinMs)]);
    this.#replacements.set(connection.id, { kind: "offered", answer });
    return answer;
  }

  async #offer(connection: Connection, onNoticed: () => void): Promise<boolean> {
    const hasKey = (await this.#dependencies.keys.read(connection)) !== undefined;
    const message = hasKey
      ? keyRefused(connection)
      : missingKey(connection, await this.#dependencies.keys.lostSince(connection), env.language);
    const button = hasKey ? "Replace Key" : "Set Access Key";
    const isNoticed = (await complain(message, button)) === button;
    if (isNoticed) {
      onNoticed();
    }
    const isReplaced = isNoticed && (await this.setAccessKey(connection.id));
    if (!isReplaced) {
      this.#replacements.set(connection.id, { kind: "declined" });
    }
    return isReplaced;
  }

  async #check(connection: Connection, key: string): Promise<ConnectionCheck | undefined> {
    const title = checking(connection);
    try {
      return await withCancellableProgress({ location: ProgressLocation.Notification, title }, (signal) =>
        this.#dependencies.registry.withTrialService(connection, key, (service) => service.check(signal)),
      );
    } catch (error) {
      if (isCancelled(error)) {
        return undefined;
      }
      throw error;
    }
  }

  // The key first, so that whoever sees the new connection can use it; the other way round it would be refused at once.
  async #store(connection: Connection, key: string): Promise<void> {
    const { registry, keys, log } = this.#dependencies;
    const isNew = registry.find(connection.id) === undefined;
    await keys.store(connection, key);
    try {
      await registry.save(connection);
    } catch (error) {
      if (isNew) {
        await keys.remove(connection.id);
      }
      throw new HumanError(connectionNotWritten, { cause: error });
    }
    this.#replacements.delete(connection.id);
    log.info(`[${connection.id}] Connected to ${connection.url}`);
  }

  async #welcome(connection: Connection, userName: string | undefined): Promise<void> {
    await inform(connected(connection, userName));
  }

  async #connectionFor(given: NewConnection): Promise<Connection | undefined> {
    const connection = this.#connectionOf(given);
    const isKnown = given.id === undefined && this.#dependencies.registry.find(connection.id) !== undefined;
    if (!isKnown || given.accessKey !== undefined) {
      return connection;
    }
    const choice = await askAboutExisting(connection);
    return choice === "addAnother"
      ? this.#newConnection(connection.url, given.label?.trim() ?? "")
      : choice && connection;
  }

  #connectedTo(address: string): Connection | undefined {
    const url = urlOf(address);
    return this.#dependencies.registry.connections.find((each) => each.url === url);
  }

  /** A connection beside those that are there, whatever their addresses are. */
  #newConnection(address: string, label: string): Connection {
    const { connections } = this.#dependencies.registry;
    const url = urlOf(address);
    const id = connectionIdFor(url, new Set(connections.map((each) => each.id)));
    return { id, url, label: label === "" ? this.#labelFor(address) : label };
  }

  // The connection to store: an existing one of that id or, where no id is given, of that address is updated.
  #connectionOf(given: NewConnection): Connection {
    const { registry } = this.#dependencies;
    const { connections } = registry;
    const address = readAddress(given.url);
    if (address.kind === "problem") {
      throw new HumanError(addressProblem(address.problem));
    }
    if (given.id !== undefined && !isConnectionId(given.id)) {
      throw new HumanError(malformedId);
    }
    const existing =
      given.id === undefined ? connections.find(({ url }) => url === address.url) : registry.find(given.id);
    if (existing && existing.url !== address.url) {
      throw new HumanError(idIsTaken(existing));
    }
    const id = existing?.id ?? given.id ?? connectionIdFor(address.url, new Set(connections.map((each) => each.id)));
    const label = given.label?.trim() ?? "";
    return { id, url: address.url, label: label === "" ? (existing?.label ?? new URL(address.url).host) : label };
  }

  #labelFor(address: string): string {
    return freeLabel(new URL(urlOf(address)).host, this.#dependencies.registry.connections);
  }

  // Plain http to another machine shows key and contents to everyone on the way. A stored key for exactly this origin
  // is the yes given before.
  async #isAccepted(address: string): Promise<boolean> {
    const reading = readAddress(address);
    if (reading.kind !== "address" || !reading.isInsecure) {
      return true;
    }
    const known = this.#dependencies.registry.connections.find((each) => originOf(each.url) === originOf(reading.url));
    if (known && (await this.#dependencies.keys.read(known)) !== undefined) {
      return true;
    }
    return await confirm(askUnencrypted(originOf(reading.url)), unencryptedDetail, "Connect Without Encryption");
  }
}

interface Draft {
  readonly address: string;
  readonly label: string;
  readonly key: string;
}

type Step = "address" | "label" | "key" | "check";

type Replacement =
  | { readonly kind: "offered"; readonly answer: Promise<boolean> }
  | { readonly kind: "declined" }
  | { readonly kind: "replaced"; readonly atMs: number };

// Long enough to notice a message; a save must not hang on one that was overlooked.
const noticeWithinMs = 10_000;
// Long enough to make a key and paste it.
const answerWithinMs = 60_000;

async function unanswered(noticed: Promise<true>, withinMs: number): Promise<false> {
  const isNoticed = await Promise.race([noticed, falseAfter(withinMs)]);
  return isNoticed ? await falseAfter(answerWithinMs) : false;
}

function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
}

async function askAddress(value: string): Promise<string | undefined> {
  const answer = await askText({
    title: "Add Connection",
    prompt: addressPrompt,
    placeholder: "https://tracker.example",
    value,
    step: 1,
    totalSteps: 3,
    validate: (text) => {
      const address = readAddress(text);
      return address.kind === "problem" ? addressProblem(address.problem) : undefined;
    },
  });
  return answer?.kind === "text" ? urlOf(answer.text) : undefined;
}

function askLabel(value: string) {
  return askText({
    title: "Add Connection",
    prompt: labelPrompt,
    value,
    step: 2,
    totalSteps: 3,
    canGoBack: true,
    validate: (text) => (text.trim() === "" ? labelIsMissing : undefined),
  });
}

async function askKey(connection: Connection, value = ""): Promise<string | undefined> {
  const answer = await askText({ ...keyQuestion(connection.url, connection.label), value });
  return answer?.kind === "text" ? answer.text.trim() : undefined;
}

function keyQuestion(url: string, label: string): Question {
  const page = `${originOf(url)}/account/keys-tokens`;
  return {
    title: keyTitle(label),
    prompt: keyPrompt(page),
    placeholder: "tlp-k1-…",
    isPassword: true,
    button: {
      iconPath: new ThemeIcon("link-external"),
      tooltip: "Make an Access Key in the Browser",
      press: () => void env.openExternal(Uri.parse(page)),
    },
    validate: (text) => keyProblemIn(text.trim()),
  };
}

function keyProblemIn(key: string): string | undefined {
  if (key === "") {
    return keyProblem("empty");
  }
  // Printable ASCII alone can go into the request header it is sent in.
  return /^[\x21-\x7e]+$/.test(key) ? undefined : keyProblem("characters");
}

async function askAfterFailure(
  check: ConnectionCheck & { kind: "failed" },
  connection: Connection,
): Promise<Step | undefined> {
  const edit = check.step === "key" ? "Edit Key" : "Edit Address";
  const chosen = await complain(failedCheck(check, connection), edit, "Try Again");
  if (chosen === undefined) {
    return undefined;
  }
  return chosen === "Try Again" ? "check" : check.step === "key" ? "key" : "address";
}

function urlOf(address: string): string {
  const reading = readAddress(address);
  return reading.kind === "address" ? reading.url : address;
}
