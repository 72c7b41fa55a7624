import { commands, type Uri, workspace } from "vscode";
import type { PinnedRepositories } from "../../core/pins/pinned.ts";
import type { Remembered } from "../../core/pins/remembered.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import { contextKeys } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";

interface PinnedKeyParts {
  readonly registry: Services["registry"] & { readonly onDidChange: Event<void> };
  readonly remembered: Pick<Remembered, "pins">;
  readonly pins: PinnedRepositories;
}

/** The context key of the documents whose artifact or repository is pinned. Menus offer to pin or unpin by it. */
export class PinnedKey extends DisposableOwner {
  readonly #parts: PinnedKeyParts;

  constructor(parts: PinnedKeyParts) {
    super();
    this.#parts = parts;
    const update = () => this.#update();
    this.disposables.add(parts.registry.onDidChange(update));
    this.disposables.add(parts.remembered.pins.onDidChange(update));
    this.disposables.add(parts.pins.onDidChange(update));
    // Texts of single fields are in it while they are open.
    this.disposables.add(workspace.onDidOpenTextDocument(({ uri }) => resourceOf(uri) && update()));
    update();
  }

  #update(): void {
    const { registry, remembered, pins } = this.#parts;
    const pinned = registry.connections.flatMap(({ id }) => [
      ...remembered.pins
        .list(id)
        .flatMap((artifact) => [
          uriOf(id, { kind: "artifact", artifactId: artifact.id, format: "json" }),
          uriOf(id, { kind: "artifact", artifactId: artifact.id, format: "xml" }),
        ]),
      ...pins
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
    return resource?.kind === "field" && this.#parts.remembered.pins.has(connectionId, resource.artifactId);
  }
}
