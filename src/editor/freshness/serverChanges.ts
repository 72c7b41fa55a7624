import { isDeepStrictEqual } from "node:util";
import { EventEmitter } from "vscode";
import type { ServerChange } from "../../core/freshness/serverChange.ts";
import type { Disposable } from "../../core/util/disposable.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { artifactKey } from "./subject.ts";

/** Holds the changes of artifacts on the service that the person has not seen here, as far as they are known. */
export class ServerChanges implements Disposable {
  readonly #changes = new Map<string, ArtifactTarget & { readonly change: ServerChange }>();
  readonly #changed = new EventEmitter<ArtifactTarget>();

  readonly onDidChange = this.#changed.event;

  dispose(): void {
    this.#changed.dispose();
  }

  get isEmpty(): boolean {
    return this.#changes.size === 0;
  }

  of(connectionId: string, artifactId: number): ServerChange | undefined {
    return this.#changes.get(artifactKey(connectionId, artifactId))?.change;
  }

  set(connectionId: string, artifactId: number, change: ServerChange): void {
    if (!isDeepStrictEqual(this.of(connectionId, artifactId), change)) {
      this.#changes.set(artifactKey(connectionId, artifactId), { connectionId, artifactId, change });
      this.#changed.fire({ connectionId, artifactId });
    }
  }

  clear(connectionId: string, artifactId: number): void {
    if (this.#changes.delete(artifactKey(connectionId, artifactId))) {
      this.#changed.fire({ connectionId, artifactId });
    }
  }

  /** Forgets what belongs to connections that are no more. */
  retain(isConnection: (connectionId: string) => boolean): void {
    for (const { connectionId, artifactId } of [...this.#changes.values()]) {
      if (!isConnection(connectionId)) {
        this.clear(connectionId, artifactId);
      }
    }
  }
}
