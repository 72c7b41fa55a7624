/** How many artifacts a user may delete within 24 hours, as the service tells it (`X-RateLimit-…`). */
export interface RateLimit {
  readonly limit: number;
  /** What is left of it. */
  readonly remaining: number;
}
