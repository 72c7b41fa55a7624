import { Emitter } from "../util/event.ts";
import {
  type AllArtifactsRow,
  type ArtifactRow,
  isAtOrBelow,
  isAtOrBelowAny,
  type Row,
  type RowOf,
  type TrackerRow,
} from "./rows.ts";

/**
 * Keeps the rows that are there, each under its id.
 *
 * VS Code knows a row by its object: so a row of the same id stays the same object, with what is known of it now.
 */
export class RowRegistry {
  readonly #byId = new Map<string, Row>();
  readonly #ofArtifact = new Map<string, readonly ArtifactRow[]>();
  readonly #ofGroup = new Map<string, readonly Row[]>();
  readonly #updated = new Emitter<Row>();
  /** Fires when something new is known of a row that was there before. */
  readonly onDidUpdate = this.#updated.event;

  /** Gives the row of that id and kind, with what is given; makes it where there is none. */
  row<T extends Row>(row: T): T {
    const known = this.#byId.get(row.id);
    if (known?.kind === row.kind) {
      Object.assign(known, row);
      this.#updated.fire(known);
      return known as T;
    }
    if (known) {
      this.#forget(known);
    }
    this.#byId.set(row.id, row);
    if (row.kind === "artifact") {
      const key = artifactKey(row.connectionId, row.artifactId);
      this.#ofArtifact.set(key, [...(this.#ofArtifact.get(key) ?? []), row]);
    }
    return row;
  }

  get(id: string): Row | undefined {
    return this.#byId.get(id);
  }

  /** Gives the rows of an artifact, wherever they stand. */
  ofArtifact(connectionId: string, artifactId: number): readonly ArtifactRow[] {
    return this.#ofArtifact.get(artifactKey(connectionId, artifactId)) ?? [];
  }

  artifacts(): readonly ArtifactRow[] {
    return [...this.#ofArtifact.values()].flat();
  }

  /** Gives the ids of the artifacts and repositories at a row and below it. */
  idsAt(row: Row): { readonly artifactIds: ReadonlySet<number>; readonly repositoryIds: ReadonlySet<number> } {
    const below = [...this.#byId.values()].filter(({ id }) => isAtOrBelow(id, row.id));
    // The row itself may be one that a caller has made, so it is not looked up.
    const rows = [row, ...below];
    return {
      artifactIds: new Set(rows.flatMap((row) => (row.kind === "artifact" ? row.artifactId : []))),
      repositoryIds: new Set(rows.flatMap((row) => (row.kind === "repository" ? row.repositoryId : []))),
    };
  }

  ofKind<K extends Row["kind"]>(kind: K, connectionId: string): readonly RowOf<K>[] {
    return [...this.#byId.values()].filter(
      (row): row is RowOf<K> => row.kind === kind && row.connectionId === connectionId,
    );
  }

  /** Gives the rows that the artifacts of a tracker may stand right below. */
  ofTracker(connectionId: string, trackerId: number): readonly (TrackerRow | AllArtifactsRow)[] {
    return [...this.ofKind("tracker", connectionId), ...this.ofKind("allArtifacts", connectionId)].filter(
      ({ tracker }) => tracker.id === trackerId,
    );
  }

  /** Takes `children` for the rows below a row. Those that were there before and are no more go, with all below. */
  replaceBelow(parent: Row, children: readonly Row[]): void {
    const kept = new Set(children);
    const before = this.#ofGroup.get(parent.id) ?? [];
    const gone = before.filter((row) => !kept.has(row) && this.#byId.get(row.id) === row).map(({ id }) => id);
    if (gone.length > 0) {
      const ids = new Set(gone);
      this.drop((id) => isAtOrBelowAny(id, ids));
    }
    this.#ofGroup.set(parent.id, children);
  }

  /** Forgets rows that are shown no longer. */
  drop(isDropped: (id: string) => boolean): void {
    for (const [id, row] of this.#byId) {
      if (isDropped(id)) {
        this.#forget(row);
      }
    }
    for (const id of this.#ofGroup.keys()) {
      if (isDropped(id)) {
        this.#ofGroup.delete(id);
      }
    }
  }

  #forget(row: Row): void {
    this.#byId.delete(row.id);
    if (row.kind === "artifact") {
      const key = artifactKey(row.connectionId, row.artifactId);
      const others = this.#ofArtifact.get(key)?.filter((each) => each !== row) ?? [];
      if (others.length > 0) {
        this.#ofArtifact.set(key, others);
      } else {
        this.#ofArtifact.delete(key);
      }
    }
  }
}

function artifactKey(connectionId: string, artifactId: number): string {
  return `${connectionId}/${artifactId}`;
}
