import { commands, env, type Memento, type TreeView } from "vscode";
import { FilterStore } from "../../core/filter/filterStore.ts";
import { PinnedProjects, PinnedRepositories } from "../../core/pins/pinned.ts";
import { Expansion } from "../../core/tree/expansion.ts";
import { Explorer } from "../../core/tree/explorer/explorer.ts";
import { Formats } from "../../core/tree/formats.ts";
import type { TreePorts } from "../../core/tree/ports.ts";
import type { Row } from "../../core/tree/rows.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import type { KeyValueStore } from "../../core/util/keyValueStore.ts";
import type { Log } from "../diagnosis/log.ts";
import { explorerViewId } from "../manifest/contributions.ts";
import { ProjectFinder } from "./projectFinder.ts";
import { type Marks, TreeItems } from "./treeItems.ts";

type Made = "formats" | "logFailure" | "filters" | "pins" | "projectPins" | "expansion";

interface TreeParts extends Omit<TreePorts, Made> {
  /** Keeps what is known of connections over restarts. */
  readonly memory: KeyValueStore;
  readonly workspaceState: Memento;
  readonly view: TreeView<Row>;
  readonly marks: Marks;
  readonly log: Log;
}

export type ShownTree = ReturnType<typeof createTree>;

/** Makes the rows of the tree, what keeps them over restarts, and what commands find rows and filters with. */
export function createTree(parts: TreeParts, store: DisposableStore) {
  const { memory, workspaceState, known, marks, view, log } = parts;
  const filters = new FilterStore(memory);
  const pins = new PinnedRepositories(memory);
  const projectPins = new PinnedProjects(memory);
  const expansion = new Expansion(workspaceState);
  const explorer = store.add(
    new Explorer({
      ...parts,
      filters,
      pins,
      projectPins,
      expansion,
      formats: new Formats(env.language),
      logFailure: (what, error) => log.failure(what, error),
    }),
  );
  const items = store.add(new TreeItems(explorer, marks));
  const projects = new ProjectFinder((connectionId) => known.of(connectionId).catalog, projectPins);
  return {
    explorer,
    items,
    projects,
    filters,
    pins,
    projectPins,
    expansion,
    view,
    /** Moves the cursor to a row of the artifact, where the tree has one. */
    revealArtifact: async (connectionId: string, artifactId: number) => {
      await commands.executeCommand(`${explorerViewId}.focus`);
      const row = explorer.rowOfArtifact(connectionId, artifactId);
      if (row) {
        await view.reveal(row, { select: true, focus: true });
      }
    },
  };
}
