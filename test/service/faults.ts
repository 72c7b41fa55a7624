import type { EditRequest } from "./control.ts";

/**
 * Of a PUT of an artifact, `gap` is after its condition was checked and before it is written; other requests have none.
 */
export type Moment = "before" | "gap" | "after";

/** What goes wrong with a request. `before` is before the service applies it, `after` is after that. */
export type Fault =
  | { readonly kind: "delay"; readonly ms: number; readonly when?: Moment }
  /** Waits for what a test does meanwhile, however long that takes. */
  | { readonly kind: "held"; readonly until: Promise<unknown>; readonly when?: "before" | "gap" }
  /** `arrival`: before the body of the request is read. */
  | { readonly kind: "reset"; readonly when: "arrival" | "before" | "after" }
  | { readonly kind: "hang"; readonly when?: "before" | "after" }
  /** Of an upload: the connection is cut once so many bytes of the body have arrived, which count. */
  | { readonly kind: "breakOff"; readonly afterBytes: number }
  /** Sends only the first bytes of the body; by default the length announced is that of the whole one. */
  | { readonly kind: "truncate"; readonly bytes: number; readonly announces?: "whole" | "part" }
  /**
   * The answer breaks off within its head, in the middle of its body, or right before the last byte; an empty body is
   * taken for twenty blanks. `stall` keeps the connection; `nothing` announced is a body that ends with the connection.
   */
  | {
      readonly kind: "cut";
      readonly at: "head" | "half" | "lastByte";
      readonly how: "reset" | "close" | "stall";
      readonly announces?: "whole" | "nothing";
    }
  /** Another length than that of the body is announced; the connection stays open. */
  | { readonly kind: "wrongLength"; readonly by: number }
  /** Blanks without end in the middle of a body that would be right, never held in memory; `gzip` packs them. */
  | { readonly kind: "huge"; readonly megabytes: number; readonly coding?: "gzip" }
  /** The service's own answer, where it is JSON, turned into something else. */
  | { readonly kind: "rewrite"; readonly as: Rewriting }
  /**
   * Behind every text of a JSON answer that people or administrators write, and behind every refusal, stand these
   * words.
   */
  | { readonly kind: "hostile"; readonly words: string }
  /** The `Date` of the answer, so far from the service's clock. */
  | { readonly kind: "skew"; readonly ms: number }
  /** Any answer instead of the service's own; applied or not. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly isApplied?: boolean;
    }
  | { readonly kind: "contentType"; readonly contentType: string }
  | { readonly kind: "loginPage" }
  | { readonly kind: "loginRedirect" }
  | { readonly kind: "httpsRedirect" }
  | { readonly kind: "badGateway" }
  /** A 401 with the service's words after `Unauthorized: `, by default those about a key that is not valid. */
  | { readonly kind: "unauthorized"; readonly text?: string }
  /** A proxy takes the key off the request. */
  | { readonly kind: "keyDropped" }
  | { readonly kind: "trickle"; readonly chunkBytes: number; readonly intervalMs: number }
  /** A compressing proxy: really compresses and drops the Etag, when the request accepts gzip. */
  | { readonly kind: "gzip" }
  | { readonly kind: "dropEtag" }
  | { readonly kind: "dropVersions" }
  | {
      readonly kind: "headers";
      readonly set?: Readonly<Record<string, string>>;
      readonly remove?: readonly string[];
    }
  /** Somebody else changes an artifact at just that moment, on request with the same second as its last version. */
  | { readonly kind: "edit"; readonly when: Moment; readonly edit: EditRequest };

/**
 * What a JSON answer becomes: no JSON any more; a list for an object and the reverse; `null`; words for all numbers;
 * `null` for all values; lists in lists for texts; every element of a list twice.
 */
export type Rewriting = "invalid" | "swapped" | "null" | "words" | "nulls" | "deep" | "doubled";

export interface FaultRule {
  /** Any method when left out. */
  readonly method?: string;
  /** A regular expression, or its source, looked for in the path with `/api/v1`; any path when left out. */
  readonly path?: RegExp | string;
  /** How many matching requests it meets; 1 when left out, `null` for all. */
  readonly count?: number | null;
  readonly fault: Fault;
}

/** The faults waiting for their requests. */
export class Faults {
  #waiting: { rule: FaultRule; pattern: RegExp | undefined; left: number }[] = [];

  add(rule: FaultRule): void {
    const pattern = typeof rule.path === "string" ? new RegExp(rule.path) : rule.path;
    const left = rule.count === null ? Number.POSITIVE_INFINITY : (rule.count ?? 1);
    this.#waiting.push({ rule, pattern, left });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The faults this request meets, in the order they were added; each is used up by one. */
  take(method: string, path: string): readonly Fault[] {
    const met = this.#waiting.filter(
      ({ rule, pattern }) =>
        (rule.method === undefined || rule.method.toUpperCase() === method) && (!pattern || pattern.test(path)),
    );
    for (const each of met) {
      each.left -= 1;
    }
    this.#waiting = this.#waiting.filter((each) => each.left > 0);
    return met.map((each) => each.rule.fault);
  }

  get count(): number {
    return this.#waiting.length;
  }
}
