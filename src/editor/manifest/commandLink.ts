import type { CommandId } from "./contributions.ts";

/** Gives the address that runs a command of ours with these arguments, for where VS Code takes addresses. */
export function commandLink(command: CommandId, ...args: readonly unknown[]): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify(args))}`;
}
