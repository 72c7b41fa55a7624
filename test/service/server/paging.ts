import { badRequest } from "./answer.ts";
import type { ApiRequest } from "./router.ts";

export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly max: number;
}

export interface PageLimits {
  readonly fallback: number;
  readonly max: number;
  readonly min?: number;
}

/** `limit` and `offset` of a listing; a limit out of bounds is refused, not cut. */
export function readPage(request: ApiRequest, { fallback, max, min = 1 }: PageLimits): Page {
  const limit = readNumber(request, "limit", fallback);
  if (limit > max) {
    throw badRequest(`Invalid value specified for \`limit\`. Maximum allowed value is ${max}.`);
  }
  if (limit < min) {
    throw badRequest(`Invalid value specified for \`limit\`. Minimum required value is ${min}.`);
  }
  const offset = readNumber(request, "offset", 0);
  if (offset < 0) {
    throw badRequest("Invalid value specified for `offset`. Minimum required value is 0.");
  }
  return { limit, offset, max };
}

export function readNumber(request: ApiRequest, name: string, fallback: number): number {
  const text = request.query.get(name);
  if (text === null || text === "") {
    return fallback;
  }
  if (!/^[+-]?\d+$/.test(text)) {
    throw badRequest(`Invalid value specified for \`${name}\`. Expecting integer value`);
  }
  return Number(text);
}

export function pageHeaders(page: Page, size: number): Record<string, string> {
  return {
    "X-PAGINATION-LIMIT": String(page.limit),
    "X-PAGINATION-OFFSET": String(page.offset),
    "X-PAGINATION-SIZE": String(size),
    "X-PAGINATION-LIMIT-MAX": String(page.max),
  };
}

export function slice<T>(items: readonly T[], page: Page): readonly T[] {
  return items.slice(page.offset, page.offset + page.limit);
}
