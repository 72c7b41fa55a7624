import { commands, type TreeView } from "vscode";
import { explorerViewId } from "./contributions.ts";
import type { ArtifactFilters } from "./core/artifactFilters.ts";
import type { ProjectSummary } from "./core/model/tracker.ts";
import { type Disposable, DisposableStore } from "./core/util/disposable.ts";
import type { Catalogs } from "./editor/catalog/catalogs.ts";
import { Explorer, type ExplorerSurroundings } from "./editor/tree/explorer.ts";
import { FilterPicker } from "./editor/tree/filterPicker.ts";
import type { Node } from "./editor/tree/nodes.ts";
import { ProjectFinder } from "./editor/tree/projectFinder.ts";

export interface BrowsingSurroundings extends Omit<ExplorerSurroundings, "view" | "catalogs"> {
  readonly catalogs: Catalogs;
  readonly view: TreeView<Node>;
  readonly filters: ArtifactFilters;
}

/** What the tree is browsed with, made when VS Code first asks for its rows or a command needs them. */
export interface Browsing extends Disposable {
  readonly explorer: Explorer;
  readonly projects: ProjectFinder;
  readonly filterPicker: FilterPicker;
  /** Puts the cursor on a row of the artifact, where the tree has one. */
  revealArtifact(connectionId: string, artifactId: number): Promise<void>;
  /** Shows a project in the tree, its trackers below it. */
  revealProject(connectionId: string, project: ProjectSummary): Promise<void>;
  /** Opens a row, where it stands. */
  expand(row: Node): Promise<void>;
}

/** The tree's share of `activate`: builds what its rows need by hand. No logic. */
export function createBrowsing(around: BrowsingSurroundings): Browsing {
  const { catalogs, projectPins, filters, view } = around;
  const catalogOf = (connectionId: string) => catalogs.of(connectionId);
  const disposables = new DisposableStore();
  const explorer = disposables.add(new Explorer(around));
  const projects = new ProjectFinder({ catalogOf, projectPins });
  const filterPicker = new FilterPicker({
    filters,
    tracker: (connectionId, trackerId, signal) => catalogOf(connectionId).readTracker(trackerId, signal),
  });
  return {
    ...{ explorer, projects, filterPicker },
    revealArtifact: async (connectionId, artifactId) => {
      await commands.executeCommand(`${explorerViewId}.focus`);
      const row = explorer.rowOfArtifact(connectionId, artifactId);
      if (row) {
        await view.reveal(row, { select: true, focus: true });
      }
    },
    revealProject: async (connectionId, project) => {
      const row = await explorer.rowOfProject(connectionId, project);
      if (row) {
        await view.reveal(row, { select: true, focus: true, expand: true });
      }
    },
    expand: async (row) => await view.reveal(row, { select: false, expand: true }),
    dispose: () => disposables.dispose(),
  };
}
