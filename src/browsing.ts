import { commands, env, type TreeView } from "vscode";
import { explorerViewId } from "./contributions.ts";
import type { FilterStore } from "./core/filter/filterStore.ts";
import type { ProjectSummary } from "./core/model/tracker.ts";
import { Explorer } from "./core/tree/explorer.ts";
import { Formats } from "./core/tree/formats.ts";
import type { TreePorts } from "./core/tree/ports.ts";
import type { Row } from "./core/tree/rows.ts";
import { type Disposable, DisposableStore } from "./core/util/disposable.ts";
import type { Catalogs } from "./editor/catalog/catalogs.ts";
import * as failureSentences from "./editor/failureWords.ts";
import type { Log } from "./editor/log.ts";
import { FilterPicker } from "./editor/tree/filterPicker.ts";
import { ProjectFinder } from "./editor/tree/projectFinder.ts";
import { type Marks, TreeItems } from "./editor/tree/treeItems.ts";

export interface BrowsingParts extends Omit<TreePorts, "formats" | "failureSentences" | "logFailure"> {
  readonly catalogs: Catalogs;
  readonly view: TreeView<Row>;
  readonly filters: FilterStore;
  readonly marks: Marks;
  readonly log: Log;
}

/** What the tree is browsed with, made when VS Code first asks for its rows or a command needs them. */
export interface Browsing extends Disposable {
  readonly explorer: Explorer;
  readonly items: TreeItems;
  readonly projects: ProjectFinder;
  readonly filterPicker: FilterPicker;
  /** Puts the cursor on a row of the artifact, where the tree has one. */
  revealArtifact(connectionId: string, artifactId: number): Promise<void>;
  /** Shows a project in the tree, its trackers below it. */
  revealProject(connectionId: string, project: ProjectSummary): Promise<void>;
  /** Opens a row, where it stands. */
  expand(row: Row): Promise<void>;
}

/** The tree's share of `activate`: builds what its rows need by hand. No logic. */
export function createBrowsing(parts: BrowsingParts): Browsing {
  const { catalogs, projectPins, filters, marks, view, log } = parts;
  const catalogOf = (connectionId: string) => catalogs.of(connectionId);
  const disposables = new DisposableStore();
  const explorer = disposables.add(
    new Explorer({
      ...parts,
      formats: new Formats(env.language),
      failureSentences,
      logFailure: (what, error) => log.failure(what, error),
    }),
  );
  const items = disposables.add(new TreeItems(explorer, marks));
  const projects = new ProjectFinder({ catalogOf, projectPins });
  const filterPicker = new FilterPicker({
    filters,
    tracker: (connectionId, trackerId, signal) => catalogOf(connectionId).readTracker(trackerId, signal),
  });
  return {
    ...{ explorer, items, projects, filterPicker },
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
