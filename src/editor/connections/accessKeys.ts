import type { SecretStorage } from "vscode";
import { originOf } from "../../core/connection/address.ts";
import type { Connection } from "../../core/model/connection.ts";
import { isJsonObject } from "../../core/model/json.ts";
import type { Disposable } from "../../core/util/disposable.ts";
import { Emitter, type Event } from "../../core/util/event.ts";
import type { KeyValueStore } from "../../core/util/keyValueStore.ts";

type Secrets = Pick<SecretStorage, "get" | "store" | "delete" | "onDidChange">;

/**
 * Keeps the access key of each connection, in SecretStorage and nowhere else.
 *
 * A key is bound to the origin it was given for: when the address of the connection is changed to another host, scheme
 * or port, `read` gives nothing until a key is stored for that one. So editing the settings never sends a key
 * elsewhere.
 */
export class AccessKeys implements Disposable {
  readonly #secrets: Secrets;
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<{ readonly connectionId: string }>();
  readonly #secretChanges: Disposable;

  /**
   * `memory` keeps when a key was stored, which is no secret: it tells a key that the machine has lost from one that
   * never was.
   */
  constructor(secrets: Secrets, memory: KeyValueStore) {
    this.#secrets = secrets;
    this.#memory = memory;
    this.#secretChanges = secrets.onDidChange(({ key }) => {
      if (key.startsWith(namePrefix)) {
        this.#changed.fire({ connectionId: key.slice(namePrefix.length) });
      }
    });
  }

  /** Fires when a key was stored or removed, in this window or another. */
  get onDidChange(): Event<{ readonly connectionId: string }> {
    return this.#changed.event;
  }

  async read(connection: Connection): Promise<string | undefined> {
    const stored = parse(await this.#secrets.get(nameOf(connection.id)));
    return stored?.origin === originOf(connection.url) ? stored.key : undefined;
  }

  async store(connection: Connection, key: string): Promise<void> {
    const origin = originOf(connection.url);
    await this.#secrets.store(nameOf(connection.id), JSON.stringify({ origin, key }));
    await this.#memory.update(nameOf(connection.id), { origin, storedAtMs: Date.now() });
  }

  async remove(connectionId: string): Promise<void> {
    await this.#secrets.delete(nameOf(connectionId));
    await this.#memory.update(nameOf(connectionId), undefined);
  }

  /** Tells when the service was last asked how long the key is good, in milliseconds since 1970. */
  expiryAskedAtMs({ id }: Connection): number | undefined {
    const stored = this.#memory.get(nameOf(id));
    return isJsonObject(stored) && typeof stored.expiryAskedAtMs === "number" ? stored.expiryAskedAtMs : undefined;
  }

  /** Notes when the service was asked, until another key is stored. Gives false where the key was removed meanwhile. */
  async noteExpiryAsked({ id }: Connection, atMs: number): Promise<boolean> {
    const stored = this.#memory.get(nameOf(id));
    if (!isJsonObject(stored)) {
      return false;
    }
    await this.#memory.update(nameOf(id), { ...stored, expiryAskedAtMs: atMs });
    return true;
  }

  /**
   * Tells when a key was stored that SecretStorage does not have any more though nobody removed it. Gives undefined for
   * any other key.
   */
  async lostSince(connection: Connection): Promise<number | undefined> {
    const stored = this.#memory.get(nameOf(connection.id));
    const isStored =
      isJsonObject(stored) && stored.origin === originOf(connection.url) && typeof stored.storedAtMs === "number";
    return isStored && (await this.#secrets.get(nameOf(connection.id))) === undefined
      ? Number(stored.storedAtMs)
      : undefined;
  }

  dispose(): void {
    this.#secretChanges.dispose();
    this.#changed.dispose();
  }
}

const namePrefix = "accessKey/";

function nameOf(connectionId: string): string {
  return namePrefix + connectionId;
}

function parse(text: string | undefined): { readonly origin: string; readonly key: string } | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    return isJsonObject(stored) && typeof stored.origin === "string" && typeof stored.key === "string"
      ? { origin: stored.origin, key: stored.key }
      : undefined;
  } catch {
    // This was not written by us: it is as good as no key, and the person will be asked for one.
    return undefined;
  }
}
