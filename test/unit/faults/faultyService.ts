import { createServiceClient, type RequestLine, type ServiceClient } from "../../../src/core/service/serviceClient.ts";
import type { FaultRule } from "../../service/faults.ts";
import { type ReferenceService, startReferenceService } from "../../service/referenceService.ts";
import { afterTurns } from "../../support/patience.ts";
import { LoopbackServer, refusingOrigin } from "../core/service/loopbackServer.ts";
import type { FaultCase } from "./faults.ts";

/** How long a client waits where the service does not answer. */
const shortPatienceMs = 120;
/**
 * Where it does, on however busy a machine; shorter than what a fault's `Retry-After` asks for, which is waited for
 * else.
 */
const longPatienceMs = 100_000;

/** What all cells share: servers that are not the service, and that nobody shall trust with a key. */
export class OtherOrigins {
  readonly #trap: LoopbackServer;
  readonly #untrusted: LoopbackServer;

  static async start(): Promise<OtherOrigins> {
    const respond = (response: { end(): void }) => response.end();
    return new OtherOrigins(await LoopbackServer.start(respond), await LoopbackServer.startTls(respond));
  }

  private constructor(trap: LoopbackServer, untrusted: LoopbackServer) {
    this.#trap = trap;
    this.#untrusted = untrusted;
  }

  get trapOrigin(): string {
    return this.#trap.origin;
  }

  /** Requests that reached a server that is not the service. */
  get strays(): number {
    return this.#trap.received.length + this.#untrusted.received.length;
  }

  originOf(address: NonNullable<FaultCase["address"]>): string {
    switch (address) {
      case "refused":
        return refusingOrigin;
      case "unknownHost":
        return "http://no-such-host.invalid";
      case "untrusted":
        return this.#untrusted.origin;
    }
  }

  async stop(): Promise<void> {
    await this.#trap.stop();
    await this.#untrusted.stop();
  }
}

/** A service of its own for one cell, and a client whose requests go well until `break` and again after `mend`. */
export class FaultyService {
  readonly reference: ReferenceService;
  readonly log: RequestLine[] = [];
  /** Passes everything to the client in use: operations hold it over the change. */
  readonly service: ServiceClient;
  readonly #otherOrigins: OtherOrigins;
  readonly #well: ServiceClient;
  readonly #key: string;
  #broken: ServiceClient | undefined;

  static async make(otherOrigins: OtherOrigins, keyName: "member" | "admin"): Promise<FaultyService> {
    const reference = await startReferenceService({ artifactCount: 20, deletionLimit: 50, hasFullText: true });
    return new FaultyService(reference, otherOrigins, reference.keys[keyName]);
  }

  private constructor(reference: ReferenceService, otherOrigins: OtherOrigins, key: string) {
    this.reference = reference;
    this.#otherOrigins = otherOrigins;
    this.#key = key;
    this.#well = this.#client(reference.baseUrl, longPatienceMs);
    const current = () => this.#broken ?? this.#well;
    this.service = new Proxy({} as ServiceClient, {
      get: (_, name) => Reflect.get(current(), name),
    });
  }

  get keyText(): string {
    return this.#key;
  }

  /** From here on every request, or every one of `method`, meets the fault. */
  break({ address, fault, isSlow }: FaultCase, methods: readonly string[] | undefined): void {
    const url = address === undefined ? this.reference.baseUrl : `${this.#otherOrigins.originOf(address)}/api/v1`;
    this.#broken = this.#client(url, isSlow ? shortPatienceMs : longPatienceMs);
    if (fault) {
      const rule: FaultRule = { count: null, fault: fault(this.#otherOrigins.trapOrigin) };
      for (const each of methods === undefined ? [rule] : methods.map((method) => ({ ...rule, method }))) {
        this.reference.control.addFault(each);
      }
    }
    this.reference.clearRequests();
  }

  async mend(): Promise<void> {
    this.reference.control.clearFaults();
    this.#broken = undefined;
    // So that versions of the time before and after are told apart.
    this.reference.control.advanceClock({ ms: 5000 });
  }

  async end(): Promise<void> {
    await this.reference.close();
  }

  #client(url: string, timeoutMs: number): ServiceClient {
    return createServiceClient({
      connection: { id: "cell", url, label: "Cell" },
      accessKey: async () => this.#key,
      timeoutMs,
      after: afterTurns,
      network: { noProxy: ["*"], strictSsl: true },
      log: (line) => this.log.push(line),
    });
  }
}
