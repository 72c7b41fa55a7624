/** Tells how many artifacts a user may delete within 24 hours, as the service says (`X-RateLimit-…`). */
export interface RateLimit {
  readonly limit: number;
  /** The number of artifacts that may still be deleted. */
  readonly remaining: number;
}
