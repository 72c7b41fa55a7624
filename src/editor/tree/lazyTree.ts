import {
  commands,
  EventEmitter,
  TextEditorSelectionChangeKind,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  window,
} from "vscode";
import { contextKeys, explorerViewId } from "../../contributions.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { once } from "../../core/util/once.ts";
import type { Explorer } from "./explorer.ts";
import type { Node } from "./nodes.ts";

/**
 * The view of the tree. What gives its rows is made when VS Code first asks for some: before that nothing is shown, so
 * whatever happens needs no row to follow it.
 */
export class LazyTree implements TreeDataProvider<Node> {
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new EventEmitter<Node | undefined>());
  readonly view: TreeView<Node>;
  #load: () => Promise<Explorer> = () => Promise.reject(new Error("Nothing gives rows yet"));
  #explorer: Explorer | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor() {
    this.view = this.#disposables.add(
      window.createTreeView<Node>(explorerViewId, {
        treeDataProvider: this,
        showCollapseAll: true,
        canSelectMany: true,
      }),
    );
    this.#disposables.add(this.view.onDidCollapseElement(({ element }) => this.#explorer?.closed(element)));
    this.#disposables.add(this.view.onDidExpandElement(({ element }) => this.#explorer?.opened(element)));
    this.#disposables.add(this.view.onDidChangeVisibility(() => this.#explorer?.left()));
    this.#disposables.add(
      window.onDidChangeTextEditorSelection(({ kind }) => {
        if (kind !== undefined && kind !== TextEditorSelectionChangeKind.Command) {
          this.#explorer?.left();
        }
      }),
    );
  }

  /** From here on rows are those of what `load` gives, which is called when VS Code first asks for some. */
  rowsFrom(load: () => Promise<Explorer>): void {
    this.#load = once(async () => {
      const explorer = await load();
      this.#disposables.add(explorer.onDidChangeTreeData((node) => this.#changed.fire(node)));
      this.#explorer = explorer;
      return explorer;
    });
  }

  async getChildren(node?: Node): Promise<Node[]> {
    const rows = await (await this.#load()).getChildren(node);
    if (!node) {
      // Until this is known the view is empty and looks as if it were loading, which it is.
      void commands.executeCommand("setContext", contextKeys.hasNoConnection, rows.length === 0);
    }
    return rows;
  }

  // Not async: it is asked for each row of a long list.
  getTreeItem(node: Node): TreeItem | Promise<TreeItem> {
    return this.#explorer?.getTreeItem(node) ?? this.#load().then((explorer) => explorer.getTreeItem(node));
  }

  resolveTreeItem(item: TreeItem, node: Node): TreeItem {
    return this.#explorer?.resolveTreeItem(item, node) ?? item;
  }

  getParent(node: Node): Node | undefined {
    return node.parent;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
