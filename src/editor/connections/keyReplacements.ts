import { env } from "vscode";
import { replaceKeyButton, setAccessKeyButton } from "../../core/labels/buttons.ts";
import type { Connection } from "../../core/model/connection.ts";
import { keyRefused, missingKey } from "../../core/sentences/connectionCommands.ts";
import { tellError } from "../dialog/present.ts";
import type { AccessKeys } from "./accessKeys.ts";
import { requestTimeoutMs } from "./configuration.ts";

type Replacement = Offered | { readonly kind: "declined" } | { readonly kind: "replaced"; readonly atMs: number };

interface Offered {
  readonly kind: "offered";
  readonly connection: Connection;
  readonly answer: Promise<boolean>;
  /** Hears that a new key came from elsewhere. */
  readonly onStored: () => void;
}

/** This is long enough to notice a message; a save must not hang on one that was overlooked. */
const usualNoticeMs = 10_000;
/** This is long enough to make a key and paste it. */
const answerWithinMs = 60_000;

/** Offers to replace keys that a service refused: once for all requests that failed together, and once for each key. */
export class KeyReplacements {
  readonly #keys: AccessKeys;
  readonly #setAccessKey: (connectionId: string) => Promise<boolean>;
  readonly #noticeWithinMs: number;
  readonly #replacements = new Map<string, Replacement>();

  /** `noticeWithinMs` is how long requests wait for a person to notice that a key was refused. */
  constructor(
    keys: AccessKeys,
    setAccessKey: (connectionId: string) => Promise<boolean>,
    noticeWithinMs = usualNoticeMs,
  ) {
    this.#keys = keys;
    this.#setAccessKey = setAccessKey;
    this.#noticeWithinMs = noticeWithinMs;
    // Where a key was stored or removed, here or in another window, whoever declined to replace the last key is asked
    // about this one, and whoever is being asked has answered.
    keys.onDidChange(({ connectionId }) => {
      const known = this.#replacements.get(connectionId);
      if (known?.kind === "declined") {
        this.#replacements.delete(connectionId);
      } else if (known?.kind === "offered") {
        void this.#noteStored(known);
      }
    });
  }

  /**
   * Resolves true when there is a new key, false when the person declined or did not answer for a while: no request
   * waits for ever. The offer stays open then, and a key set later serves the next request.
   */
  offer(connection: Connection): Promise<boolean> {
    const known = this.#replacements.get(connection.id);
    switch (known?.kind) {
      case "offered":
        return known.answer;
      case "declined":
        return Promise.resolve(false);
      case "replaced":
        // The request may have been on its way with the old key.
        if (performance.now() - known.atMs < requestTimeoutMs()) {
          return Promise.resolve(true);
        }
        break;
      default:
    }
    const { promise: noticed, resolve: onNoticed } = Promise.withResolvers<true>();
    const { promise: stored, resolve: onStored } = Promise.withResolvers<true>();
    const replacing = this.#ask(connection, () => onNoticed(true));
    const answer = Promise.race([replacing, stored, unanswered(noticed, this.#noticeWithinMs)]);
    const offered: Offered = { kind: "offered", connection, answer, onStored: () => onStored(true) };
    this.#replacements.set(connection.id, offered);
    const end = (next: () => void) => {
      // Another entry by now is about a newer key or connection, and stays.
      if (this.#replacements.get(connection.id) === offered) {
        next();
      }
    };
    replacing.then(
      (isReplaced) => isReplaced || end(() => this.#replacements.set(connection.id, { kind: "declined" })),
      () => end(() => this.#replacements.delete(connection.id)),
    );
    return answer;
  }

  /** Notes that there is a new key, which also serves requests that were refused with the one before. */
  noteReplaced(connectionId: string): void {
    this.#replacements.set(connectionId, { kind: "replaced", atMs: performance.now() });
  }

  forget(connectionId: string): void {
    this.#replacements.delete(connectionId);
  }

  async #noteStored(offered: Offered): Promise<void> {
    // A key that was removed, or that cannot be read, answers nothing.
    const key = await this.#keys.read(offered.connection).catch(() => undefined);
    if (key !== undefined && this.#replacements.get(offered.connection.id) === offered) {
      this.noteReplaced(offered.connection.id);
      offered.onStored();
    }
  }

  async #ask(connection: Connection, onNoticed: () => void): Promise<boolean> {
    const hasKey = (await this.#keys.read(connection)) !== undefined;
    const message = hasKey
      ? keyRefused(connection)
      : missingKey(connection, await this.#keys.lostSince(connection), env.language);
    const button = hasKey ? replaceKeyButton : setAccessKeyButton;
    const isNoticed = (await tellError(message, button)) === button;
    if (isNoticed) {
      onNoticed();
    }
    return isNoticed && (await this.#setAccessKey(connection.id));
  }
}

async function unanswered(noticed: Promise<true>, withinMs: number): Promise<false> {
  const isNoticed = await Promise.race([noticed, falseAfter(withinMs)]);
  return isNoticed ? await falseAfter(answerWithinMs) : false;
}

function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
}
