import { Uri } from "vscode";
import type { PageLinks } from "../../core/preview/previewParts.ts";
import { clickIntoPage } from "../../core/sentences/previews.ts";
import { HumanError } from "../dialog/present.ts";
import { commandLink } from "../manifest/commandLink.ts";
import { type CommandId, commandIds } from "../manifest/contributions.ts";
import { isNone } from "../targets/given.ts";

/** The commands that links on a page may run, and no others. What a link names is checked as for any other caller. */
export const pageCommands: readonly CommandId[] = [
  ...[commandIds.openArtifact, commandIds.openAttachment, commandIds.openInBrowser],
  ...[commandIds.setField, commandIds.changeStatus, commandIds.saveArtifact, commandIds.compareWithServer],
  ...[commandIds.saveWithComment, commandIds.addComment, commandIds.attachFile],
  ...[commandIds.showHistory, commandIds.compareVersions, commandIds.showOlder],
];

/** Gives the addresses on a connection's pages. They name artifacts, fields and versions, never what is in them. */
export function pageLinks(connectionId: string): PageLinks {
  const of =
    (command: CommandId) =>
    (artifactId: number): string =>
      commandLink(command, { connectionId, artifactId });
  return {
    openArtifact: of(commandIds.openArtifact),
    openAttachment: (artifactId, n) => commandLink(commandIds.openAttachment, { connectionId, artifactId, n }),
    openInBrowser: of(commandIds.openInBrowser),
    editField: (artifactId, fieldId) => commandLink(commandIds.setField, { connectionId, artifactId }, fieldId),
    changeStatus: (artifactId, valueId, stateIds) =>
      commandLink(
        commandIds.changeStatus,
        { connectionId, artifactId },
        ...(valueId === undefined ? [] : [null, valueId, stateIds]),
      ),
    save: of(commandIds.saveArtifact),
    saveWithComment: of(commandIds.saveWithComment),
    compareUnsaved: of(commandIds.compareWithServer),
    showHistory: of(commandIds.showHistory),
    showOlder: of(commandIds.showOlder),
    addComment: of(commandIds.addComment),
    attachFile: of(commandIds.attachFile),
    compare: (artifactId, fromChangesetId, toChangesetId, fieldId) =>
      commandLink(commandIds.compareVersions, { connectionId, artifactId, fromChangesetId, toChangesetId, fieldId }),
  };
}

/** VS Code gives panels addresses of this scheme, which tell nothing of what they show. */
const panelScheme = "webview-panel";

/**
 * Gives the arguments of a command that may have been called from the active page: the palette or a key calls it with
 * nothing, a title bar with the address of a panel. Then they are the document of that page, which `document` gives.
 * Other arguments stay.
 *
 * Throws a HumanError for the address of a panel where nobody knows which page that is.
 */
export function argsFromPage(args: readonly unknown[], document: () => Uri | undefined): readonly unknown[] {
  const [first] = args;
  const isPanel = first instanceof Uri && first.scheme === panelScheme;
  const meant = isPanel || args.every(isNone) ? document() : undefined;
  if (isPanel && !meant) {
    throw new HumanError(clickIntoPage);
  }
  return meant ? [meant] : args;
}
