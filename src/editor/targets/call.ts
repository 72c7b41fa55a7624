import { commandsOfRows, refuseGoneRows } from "../../core/tree/goneRow.ts";
import type { CommandId } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";

/** A command as it was called. */
export interface Call {
  readonly args: readonly unknown[];
  /** The title of the command, for the questions it asks. */
  readonly title: string;
  readonly services: TargetServices;
}

/** The package.json of the extension, as far as calls of commands need it. */
interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: Title }[];
    readonly menus: Readonly<Record<string, readonly { readonly command?: string }[]>>;
  };
}

/** VS Code keeps the text of the manifest beside its translation in another language than English. */
type Title = string | { readonly value: string };

/** Gives the calls of the commands of `manifest`. Throws a HumanError for a call for a row that is gone. */
export function callsOf(
  manifest: Manifest,
  services: TargetServices,
): (id: CommandId, args: readonly unknown[]) => Call {
  const ofRows = commandsOfRows(manifest);
  const titles = new Map(
    manifest.contributes.commands.map(({ command, title }) => [
      command,
      (typeof title === "string" ? title : title.value).replace(/\.\.\.$/, ""),
    ]),
  );
  return (id, args) => {
    refuseGoneRows(args, ofRows.has(id));
    return { args, title: titles.get(id) ?? "", services };
  };
}

/** The services that are needed to ask for what a command was not given. */
export type TargetServices = Pick<Services, "registry" | "pickConnection" | "catalogOf" | "serviceOf">;

/**
 * Gives what a command was called for, and asks for it where the command does. Gives undefined where nothing is to be
 * done, as when the person gave up. Throws a HumanError where what is given is refused.
 */
export type Reader<T> = (call: Call) => T | undefined | Promise<T | undefined>;
