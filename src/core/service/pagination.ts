import type { Page } from "../model/tracker.ts";
import { type AnswerHeaders, countIn, header } from "./headers.ts";
import { known } from "./wire.ts";

/**
 * Makes a page with the offset of the next one.
 *
 * The service counts what the caller may not see, so pages may be short or empty while more follow. The step is
 * therefore the limit that was asked for, or the lower one that the service says it used, and never the number of
 * items. A service without pagination headers is at its end when it gives less than was asked for.
 */
export function pageOf<T>(
  items: readonly T[],
  headers: AnswerHeaders,
  asked: { readonly offset: number; readonly limit: number; readonly arrived: number },
): Page<T> {
  const used = countIn(headers, "x-pagination-limit") || asked.limit;
  const most = countIn(headers, "x-pagination-limit-max") || asked.limit;
  const step = Math.min(asked.limit, used, most);
  const total = countIn(headers, "x-pagination-size");
  const hasMore = total === undefined ? asked.arrived >= step : asked.offset + step < total;
  const nextOffset = hasMore ? asked.offset + step : undefined;
  return known({ items, nextOffset, total, date: header(headers, "date") });
}
