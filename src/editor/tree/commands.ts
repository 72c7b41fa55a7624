import { TabInputWebview, window, workspace } from "vscode";
import type { RefreshScope } from "../../core/model/refreshScope.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import type { Row } from "../../core/tree/rows.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { ArtifactOpener } from "../opening/artifactOpener.ts";
import type { Services } from "../services/services.ts";
import { openRowsAs } from "../settings/ownSettings.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { ArtifactToOpen } from "../targets/openedTarget.ts";
import type { ShownTree } from "./createTree.ts";
import { pickFilter } from "./filterPicker.ts";

interface Refreshed {
  /** Reads again what is open of `scopes`, or all where none are given. Unsaved documents are left alone. */
  refresh(scopes?: readonly RefreshScope[]): unknown;
}

type Documents = () => Promise<Refreshed & { readonly opener: ArtifactOpener }>;
type Pages = () => Promise<Refreshed & { showClicked(artifact: ArtifactToOpen): Promise<void> }>;

/**
 * Makes the commands of the tree: what a click on an artifact does, refresh, retry, load more, find a project, filter.
 */
export function treeCommands(
  services: Services,
  { explorer, view, projects, filters }: ShownTree,
  documents: Documents,
  pages: Pages,
) {
  const { known } = services;
  return {
    [commandIds.openRow]: async (artifact) =>
      openRowsAs() === "page"
        ? (await pages()).showClicked(artifact)
        : (await documents()).opener.open(artifact, { isPreview: true }),
    [commandIds.refresh]: async (selected) => {
      const rows = topmost(selected);
      if (rows.length === 0) {
        await known.clearCatalogs();
        await Promise.all([explorer.refresh(), refreshOpen(documents, pages)]);
        return;
      }
      const scopes = rows.map((each) => explorer.scopeOf(each));
      await Promise.all([...rows.map((each) => explorer.refresh(each)), refreshOpen(documents, pages, scopes)]);
    },
    [commandIds.retry]: (row) => explorer.retry(row),
    [commandIds.loadMore]: (row) => explorer.loadMore(row),
    [commandIds.findProject]: async ({ connectionId }) => {
      const project = await projects.pick(services.registry.get(connectionId));
      const row = project && (await explorer.rowOfProject(connectionId, project));
      if (row) {
        await view.reveal(row, { select: true, focus: true, expand: true });
      }
    },
    [commandIds.filterArtifacts]: async ({ row, ...tracker }) => {
      const isFiltered = await pickFilter(tracker, filters, services);
      if (isFiltered && row) {
        // The tracker is unfolded, as the rows below it tell what is filtered, and by what.
        await view.reveal(row, { select: false, expand: true });
      }
    },
    [commandIds.clearFilter]: async ({ row, ...tracker }) => filters.set(tracker, undefined),
  } satisfies Partial<Commands>;
}

/** Reads open documents and pages again. Where none is open, what they need is not loaded. */
async function refreshOpen(documents: Documents, pages: Pages, scopes?: readonly RefreshScope[]): Promise<void> {
  if (workspace.textDocuments.some(({ uri }) => uri.scheme.startsWith(artifactScheme))) {
    await (await documents()).refresh(scopes);
  }
  if (window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => input instanceof TabInputWebview))) {
    await (await pages()).refresh(scopes);
  }
}

/** Gives the rows that do not stand below another row of `rows`. */
function topmost(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ id }) => !rows.some((other) => id.startsWith(`${other.id}/`)));
}
