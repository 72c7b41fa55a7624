import { askWhoseIsMeant } from "../../core/sentences/targets.ts";
import { type CommandId, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { activeUri, givenUri, resourceOf } from "../text/resourceUri.ts";
import { askArtifact } from "./askArtifact.ts";

/** What commands that act on an artifact take between a connection id and the artifact's id. */
const before: { readonly [id in CommandId]?: readonly string[] } = {
  ...Object.fromEntries(
    [
      ...[commandIds.openAttachment, commandIds.saveAttachmentAs, commandIds.attachFile],
      ...[commandIds.openInBrowser, commandIds.copyReference, commandIds.copyLink],
      ...[commandIds.preview, commandIds.addComment],
      ...[commandIds.showHistory, commandIds.compareVersions, commandIds.restoreVersion],
      ...[commandIds.duplicateArtifact, commandIds.newChildArtifact],
      ...[commandIds.changeStatus, commandIds.changeAssignee],
    ].map((id) => [id, []]),
  ),
  [commandIds.pin]: ["artifact"],
  [commandIds.unpin]: ["artifact"],
};

/**
 * `run` of the command `id`, which asks for the artifact that it was not given: of the connection that is given alone,
 * or of any where nothing is given and nothing of ours is in the active tab.
 */
export function askingForArtifact<Run extends (...args: never[]) => Promise<unknown>>(
  id: CommandId,
  run: Run,
  services: Pick<Services, "registry" | "pickConnection">,
  titles: ReadonlyMap<string, string>,
): Run {
  const kinds = before[id];
  if (!kinds) {
    return run;
  }
  const asking = async (...args: readonly unknown[]) => {
    const call = run as unknown as (...given: readonly unknown[]) => Promise<unknown>;
    const [first] = args;
    const isLacking = [...kinds, undefined].every((kind, index) => (args[index + 1] ?? kind) === kind);
    const isConnection = typeof first === "string" && !givenUri(first);
    const shown = resourceOf(activeUri())?.resource.kind;
    // A copy of what was deleted is no artifact any more.
    const isNothing = args.length === 0 && (shown === undefined || shown === "deleted");
    if (!isLacking || !(isConnection || isNothing)) {
      return await call(...args);
    }
    const connection = isConnection ? services.registry.get(first) : undefined;
    const title = [titles.get(id) ?? "", ...(connection ? [connection.label] : [])].join(": ");
    const artifact = await askArtifact(services, connection, { title, askWhose: askWhoseIsMeant });
    return (
      artifact && (await call(artifact.connectionId, ...kinds, artifact.artifactId, ...args.slice(kinds.length + 2)))
    );
  };
  return asking as unknown as Run;
}

/** The titles of all commands of `manifest`, by id, as titles of questions. */
export function titlesOfCommands(manifest: {
  readonly contributes: { readonly commands: readonly { readonly command: string; readonly title: string }[] };
}): ReadonlyMap<string, string> {
  return new Map(manifest.contributes.commands.map(({ command, title }) => [command, title.replace(/\.\.\.$/, "")]));
}
