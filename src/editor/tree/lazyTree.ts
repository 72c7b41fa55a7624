import {
  commands,
  type DataTransfer,
  EventEmitter,
  TextEditorSelectionChangeKind,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  window,
} from "vscode";
import type { Explorer } from "../../core/tree/explorer/explorer.ts";
import type { Row } from "../../core/tree/rows.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { once } from "../../core/util/once.ts";
import { commandIds, contextKeys, explorerViewId } from "../manifest/contributions.ts";
import type { TreeItems } from "./treeItems.ts";

/** The parts that give the rows, and show them. */
interface Rows {
  readonly explorer: Explorer;
  readonly items: TreeItems;
}

/**
 * Shows the tree. What gives its rows is made when VS Code first asks for some. Before that nothing is shown, so that
 * no row has to follow what happens.
 */
export class LazyTree extends DisposableOwner implements TreeDataProvider<Row> {
  readonly #changed = this.disposables.add(new EventEmitter<Row | undefined>());
  readonly view: TreeView<Row>;
  #load: () => Promise<Rows> = () => Promise.reject(new Error("Nothing gives rows yet"));
  #rows: Rows | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor() {
    super();
    this.view = this.disposables.add(
      window.createTreeView<Row>(explorerViewId, {
        treeDataProvider: this,
        showCollapseAll: true,
        canSelectMany: true,
        dragAndDropController: {
          dragMimeTypes: [],
          dropMimeTypes: ["text/uri-list", "files"],
          handleDrop: attachDropped,
        },
      }),
    );
    this.disposables.add(this.view.onDidCollapseElement(({ element }) => this.#rows?.explorer.closed(element)));
    this.disposables.add(this.view.onDidExpandElement(({ element }) => this.#rows?.explorer.opened(element)));
    this.disposables.add(this.view.onDidChangeVisibility(() => this.#rows?.explorer.left()));
    this.disposables.add(
      window.onDidChangeTextEditorSelection(({ kind }) => {
        if (kind !== undefined && kind !== TextEditorSelectionChangeKind.Command) {
          this.#rows?.explorer.left();
        }
      }),
    );
  }

  /** Has rows come from what `load` gives, which is called when VS Code first asks for some. */
  rowsFrom(load: () => Promise<Rows>): void {
    this.#load = once(async () => {
      const rows = await load();
      this.disposables.add(rows.explorer.onDidChange((row) => this.#changed.fire(row)));
      this.#rows = rows;
      return rows;
    });
  }

  async getChildren(row?: Row): Promise<Row[]> {
    const rows = await (await this.#load()).explorer.children(row);
    if (!row) {
      // Until this key is set the view is empty and looks as if it were loading, which is true.
      const hasNone = !rows.some(({ kind }) => kind === "connection");
      void commands.executeCommand("setContext", contextKeys.hasNoConnection, hasNone);
    }
    return [...rows];
  }

  // This is not async, since VS Code calls it for each row of a long list.
  getTreeItem(row: Row): TreeItem | Promise<TreeItem> {
    return this.#rows?.items.of(row) ?? this.#load().then(({ items }) => items.of(row));
  }

  resolveTreeItem(item: TreeItem, row: Row): TreeItem {
    return this.#rows?.items.resolve(item, row) ?? item;
  }

  getParent(row: Row): Row | undefined {
    return row.parent;
  }
}

/** Attaches files that are dropped on the row of an artifact. */
async function attachDropped(row: Row | undefined, transfer: DataTransfer): Promise<void> {
  if (row && "artifactId" in row) {
    const [{ droppedFiles }, { areMeantFor }] = await Promise.all([
      import("../targets/transferredFiles.ts"),
      import("../targets/askAboutAddresses.ts"),
    ]);
    const files = await droppedFiles(transfer, new Date(), (addresses) => areMeantFor(row.artifactId, addresses));
    if (files.length > 0) {
      await commands.executeCommand(commandIds.attachToArtifact, files[0], files, row);
    }
  }
}
