import { commands, type Uri, workspace } from "vscode";
import type { PinnedRepositories } from "../../core/pins/pinned.ts";
import type { Remembered } from "../../core/pins/remembered.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { contextKeys } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";

/** Sets the context key of the documents whose artifact or repository is pinned. Menus offer to pin or unpin by it. */
export class PinnedKey extends DisposableOwner {
  readonly #registry: Services["registry"];
  readonly #artifacts: Remembered["pins"];
  readonly #repositories: PinnedRepositories;

  constructor({ registry }: Services, artifacts: Remembered["pins"], repositories: PinnedRepositories) {
    super();
    this.#registry = registry;
    this.#artifacts = artifacts;
    this.#repositories = repositories;
    const update = () => this.#update();
    this.disposables.add(registry.onDidChange(update));
    this.disposables.add(artifacts.onDidChange(update));
    this.disposables.add(repositories.onDidChange(update));
    // Texts of single fields are in the key while they are open.
    this.disposables.add(workspace.onDidOpenTextDocument(({ uri }) => resourceOf(uri) && update()));
    update();
  }

  #update(): void {
    const pinned = this.#registry.connections.flatMap(({ id }) => [
      ...this.#artifacts
        .list(id)
        .flatMap((artifact) => [
          uriOf(id, { kind: "artifact", artifactId: artifact.id, format: "json" }),
          uriOf(id, { kind: "artifact", artifactId: artifact.id, format: "xml" }),
        ]),
      ...this.#repositories
        .list(id)
        .flatMap((repository) => [
          uriOf(id, { kind: "svnSettings", repositoryId: repository.id }),
          uriOf(id, { kind: "svnAccessFile", repositoryId: repository.id }),
        ]),
    ]);
    const fields = workspace.textDocuments.map(({ uri }) => uri).filter((uri) => this.#isFieldOfPinned(uri));
    void commands.executeCommand("setContext", contextKeys.pinnedDocuments, [...pinned, ...fields].map(String));
  }

  #isFieldOfPinned(uri: Uri): boolean {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    return resource?.kind === "field" && this.#artifacts.has(connectionId, resource.artifactId);
  }
}
