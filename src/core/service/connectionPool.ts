import type { Dispatcher } from "undici";
import { createDispatcher, maxKeepAliveMs, type NetworkSettings, type Trust, trustIn } from "./dispatcher.ts";

/** Browsers allow as many for one host: a tree that unfolds must not flood the service. */
const maxAtOnce = 6;
/** A file may take minutes: the connections that files leave are for everything else. */
const maxFilesAtOnce = 3;
const maxConnectMs = 15_000;
/** Clocks are corrected by less than this while a program runs. */
const sleptMs = 1000;

/** Tells what a request brings: an answer that is read whole, or a file as a stream. */
export type Payload = "answer" | "file";

interface Waiting {
  readonly payload: Payload;
  readonly start: () => void;
  /** The dispatcher that sends the request, once it has its turn. */
  dispatcher?: Dispatcher | undefined;
}

/** Decides by which connections a request goes. */
interface SentRequest {
  readonly method: string;
  readonly isSafe?: boolean;
}

/**
 * Holds the connections of one origin, and the turns of the requests on them: six at once, three of them for files at
 * most, the others in their order. undici's pools have queues of their own, but each for itself, and there are two
 * pools here; nor do they tell files from answers.
 *
 * A kept connection may be dead without anybody's knowing: the other end has just closed it, or forgot it while this
 * machine slept. A GET on it is repeated, and so is a PUT once the artifact was read again. Nobody would know what
 * became of a POST or a DELETE, and a PATCH would send much in vain: so each of these has a new connection, save for a
 * POST that changes nothing.
 *
 * Where one kept connection was dead, or silent to the end, the others are not used again. Nor are any after a sleep of
 * the machine, which the clock on the wall tells: no timer runs then.
 *
 * undici goes on making a connection for a request that was given up, and counts it. So later requests get other
 * connections, and do not wait for a name or a handshake that takes its time.
 */
export class ConnectionPool {
  readonly #origin: URL;
  readonly #network: NetworkSettings;
  readonly #connectTimeoutMs: number;
  #trust: Trust | undefined;
  #kept: Dispatcher | undefined;
  #fresh: Dispatcher | undefined;
  /** Counts the requests under way on each dispatcher. */
  readonly #users = new Map<Dispatcher, number>();
  #closing: Promise<unknown> = Promise.resolve();
  readonly #waiting: Waiting[] = [];
  readonly #underWay: Record<Payload, number> = { answer: 0, file: 0 };
  #whenIdle: (() => void) | undefined;
  #usedAt = now();

  constructor(origin: URL, network: NetworkSettings, timeoutMs: number) {
    this.#origin = origin;
    this.#network = network;
    this.#connectTimeoutMs = Math.min(timeoutMs, maxConnectMs);
  }

  /**
   * Calls `send` now, or when it is its turn, with the dispatcher for the request. The function that it gives is to be
   * called once, when the request has ended or is not to be sent any more; its `isSent` tells whether the request may
   * have left. `fail` is called where the address of the proxy cannot be used.
   */
  enter(
    payload: Payload,
    request: SentRequest,
    send: (dispatcher: Dispatcher) => void,
    fail: (error: unknown) => void,
  ): (isSent: boolean) => void {
    const waiting: Waiting = {
      payload,
      start: () => {
        this.#underWay[payload]++;
        try {
          const dispatcher = this.#dispatcherFor(request);
          waiting.dispatcher = dispatcher;
          this.#users.set(dispatcher, (this.#users.get(dispatcher) ?? 0) + 1);
          send(dispatcher);
        } catch (error) {
          fail(error);
        }
      },
    };
    this.#waiting.push(waiting);
    this.#startNext();
    return (isSent) => {
      const place = this.#waiting.indexOf(waiting);
      if (place >= 0) {
        this.#waiting.splice(place, 1);
        return;
      }
      this.#underWay[payload]--;
      this.#usedAt = now();
      this.#leave(waiting.dispatcher, isSent);
      this.#startNext();
      if (this.#countUnderWay() === 0) {
        this.#whenIdle?.();
      }
    };
  }

  /** Gives the dispatcher for a request. It throws when the address of the proxy cannot be used. */
  #dispatcherFor({ method, isSafe }: SentRequest): Dispatcher {
    if (this.#hasSlept()) {
      this.distrustKept();
    }
    this.#usedAt = now();
    if ((method === "POST" && isSafe !== true) || method === "PATCH" || method === "DELETE") {
      this.#fresh ??= this.#create(false);
      return this.#fresh;
    }
    this.#kept ??= this.#create(true);
    return this.#kept;
  }

  /** Uses no kept connection again: one of them was dead, so the others may be, too. */
  distrustKept(): void {
    if (this.#kept) {
      this.#distrust(this.#kept);
    }
  }

  #distrust(dispatcher: Dispatcher): void {
    this.#kept = this.#kept === dispatcher ? undefined : this.#kept;
    this.#fresh = this.#fresh === dispatcher ? undefined : this.#fresh;
    if (!this.#users.has(dispatcher)) {
      this.#end(dispatcher);
    }
  }

  /** Resolves when the requests under way, and those that wait for their turn, are done. */
  async close(): Promise<void> {
    if (this.#countUnderWay() > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    await Promise.all([this.#closing, this.#kept?.close(), this.#fresh?.close()]);
  }

  /** Lets a dispatcher that gets no more requests end with its last one: undici makes no tunnel while it is closing. */
  #leave(dispatcher: Dispatcher | undefined, isSent: boolean): void {
    if (!dispatcher) {
      return;
    }
    const left = (this.#users.get(dispatcher) ?? 0) - 1;
    if (left > 0) {
      this.#users.set(dispatcher, left);
    } else {
      this.#users.delete(dispatcher);
    }
    if (!isSent || (left <= 0 && dispatcher !== this.#kept && dispatcher !== this.#fresh)) {
      this.#distrust(dispatcher);
    }
  }

  /** Ends a dispatcher that nobody waits for, and with it the connections that it is still making. */
  #end(dispatcher: Dispatcher): void {
    this.#closing = Promise.all([this.#closing, dispatcher.destroy()]);
  }

  #startNext(): void {
    const mayStart = ({ payload }: Waiting) =>
      this.#countUnderWay() < maxAtOnce && (payload !== "file" || this.#underWay.file < maxFilesAtOnce);
    const place = this.#waiting.findIndex(mayStart);
    if (place >= 0) {
      this.#waiting.splice(place, 1)[0]?.start();
    }
  }

  #countUnderWay(): number {
    return this.#underWay.answer + this.#underWay.file;
  }

  #hasSlept(): boolean {
    const { wallMs, runMs } = now();
    const idleMs = wallMs - this.#usedAt.wallMs;
    return idleMs > maxKeepAliveMs || idleMs - (runMs - this.#usedAt.runMs) > sleptMs;
  }

  #create(isKept: boolean): Dispatcher {
    this.#trust ??= trustIn(this.#origin, this.#network);
    const how = { trust: this.#trust, maxConnections: maxAtOnce, isKept, connectTimeoutMs: this.#connectTimeoutMs };
    return createDispatcher(this.#origin, this.#network, how);
  }
}

/** Reads the clock on the wall, and one that on most systems stands still while the machine sleeps. */
function now(): { readonly wallMs: number; readonly runMs: number } {
  return { wallMs: Date.now(), runMs: performance.now() };
}
