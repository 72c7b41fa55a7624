import { keyNames, makeKey } from "../service/dataset/people.ts";

/** A key that no service knows. */
export const mistyped = `tlp-k1-22.${"ab".repeat(32)}`;

/**
 * The secret parts of every key of every reference service, those that replace others included, and of the one
 * mistyped.
 */
export const secrets = [
  ...Array.from({ length: keyNames.length + 20 }, (_, index) => makeKey("member", 22 + index).text),
  mistyped,
].map((key) => key.slice(key.indexOf(".") + 1));
