import { type Mutation, mutation } from "./mutation.ts";

const tree = "src/core/tree";
const tests = "core/tree";

/** Of the tree: what is drawn again, asked for once, and given up. */
export const ofTree: readonly Mutation[] = [
  mutation(
    "a row of which something else is known looks another",
    `${tree}/explorer/explorer.ts`,
    "rows.onDidUpdate((row) => this.#lookChanged.fire(row))",
    "rows.onDidUpdate(() => {})",
    `${tests}/groups.test.ts`,
  ),
  mutation(
    "a row that is drawn again looks another",
    `${tree}/explorer/explorer.ts`,
    "redraw.onDidChange((row) => row && this.#lookChanged.fire(row))",
    "redraw.onDidChange(() => {})",
    `${tests}/looks.test.ts`,
  ),
  mutation(
    "a row that was unfolded or closed looks another",
    `${tree}/explorer/explorer.ts`,
    "    this.#lookChanged.fire(row);\n  }\n\n  #listen",
    "  }\n\n  #listen",
    `${tests}/looks.test.ts`,
  ),
  mutation(
    "a page below a closed row is given up",
    `${tree}/explorer/explorer.ts`,
    "      listing.cancel();\n",
    "",
    `${tests}/pages.test.ts`,
  ),
  mutation(
    "links are asked for once where the service does not tell them",
    `${tree}/kinds/artifact.ts`,
    'absent.add(row.connectionId, "links");',
    "",
    `${tests}/browsing.test.ts`,
  ),
  mutation(
    "an artifact's tooltip links no page of another server",
    `${tree}/kinds/artifact.ts`,
    "page !== null && ownOriginOf(page) === originOf(url) ? page : undefined",
    "page ?? undefined",
    `${tests}/kinds.test.ts`,
  ),
  mutation(
    "a row that is clicked gives up the one before it",
    "src/core/util/clickedRows.ts",
    "    this.#opening?.abort.abort();\n",
    "",
    "core/util/clickedRows.test.ts",
  ),
  mutation(
    "a list that is refreshed leaves the rows of others",
    `${tree}/branchRegistry.ts`,
    "id.startsWith(",
    "true || id.startsWith(",
    `${tests}/refresh.test.ts`,
  ),
  mutation(
    "the list of a query stays when another one is saved",
    `${tree}/explorer/groupChanges.ts`,
    "if (texts.get(keyOfQuery(query)) !== query.query) {",
    "if (query) {",
    `${tests}/groups.test.ts`,
  ),
  mutation(
    "no item is passed over when another one goes while the next page is on its way",
    `${tree}/listing.ts`,
    "const dropped = before - (page.total ?? 0);",
    "const dropped = (this.#total ?? before) - (page.total ?? 0);",
    `${tests}/listing.test.ts`,
  ),
  mutation(
    "what the service gives is followed until what is known is disposed",
    "src/core/known/connections.ts",
    "    this.#disposables.add(\n      onDidReadArtifact(({ connectionId, artifact }) => this.see(connectionId, artifact, artifact)),\n    );\n",
    "    onDidReadArtifact(({ connectionId, artifact }) => this.see(connectionId, artifact, artifact));\n",
    "core/known/connections.test.ts",
  ),
  mutation(
    "a command for a row that is gone does not stand for the active editor",
    "src/core/tree/goneRow.ts",
    "const isAlone = isOfRows && args.length === 2 && row === undefined;",
    "const isAlone = false;",
    "core/tree/goneRow.test.ts",
  ),
  mutation(
    "a selected row that is gone does not stand for the active editor",
    "src/core/tree/goneRow.ts",
    "selected.some((each) => (each ?? undefined) === undefined)",
    "selected.length < 0",
    "core/tree/goneRow.test.ts",
  ),
];
