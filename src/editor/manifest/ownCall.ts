import { randomUUID } from "node:crypto";

/**
 * The last argument of calls of ours that are not to be asked about: of links on our pages, and of drops. Any text that
 * VS Code shows may have a link that runs a command with arguments, but none can have this one.
 */
export const ownCall = randomUUID();

/** Whether a command was called by us, for a person who has decided. */
export function isOwnCall(args: readonly unknown[]): boolean {
  return args.at(-1) === ownCall;
}
