import type { CommandId } from "../manifest/contributions.ts";

/** The address that runs a command of ours with one argument, for where VS Code takes addresses. */
export function commandLink(command: CommandId, argument: unknown): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`;
}
