import type { Page } from "../model/tracker.ts";
import { type AnswerHeaders, header } from "./exchange.ts";

/**
 * A page with the offset of the next one.
 *
 * The service counts what the caller may not see, so pages may be short or empty while more follow: the step is the
 * limit that was asked for, or the lower one the service says it used, never the number of items. A service without
 * pagination headers is at its end when it gives less than was asked for.
 */
export function pageOf<T>(
  items: readonly T[],
  headers: AnswerHeaders,
  asked: { readonly offset: number; readonly limit: number; readonly arrived: number },
): Page<T> {
  const used = number(headers, "x-pagination-limit") || asked.limit;
  const most = number(headers, "x-pagination-limit-max") || asked.limit;
  const step = Math.min(asked.limit, used, most);
  const total = number(headers, "x-pagination-size");
  const date = header(headers, "date");
  const hasMore = total === undefined ? asked.arrived >= step : asked.offset + step < total;
  return {
    items,
    ...(hasMore ? { nextOffset: asked.offset + step } : undefined),
    ...(total === undefined ? undefined : { total }),
    ...(date === undefined ? undefined : { date }),
  };
}

function number(headers: AnswerHeaders, name: string): number | undefined {
  const value = header(headers, name)?.trim();
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
