import * as vscode from "vscode";
import { CheckSchedule, type CheckState, periodMs } from "../../core/freshness/checkSchedule.ts";
import { changeSince, type ServerChange } from "../../core/freshness/serverChange.ts";
import { type ArtifactInSight, VisibleArtifacts } from "../../core/freshness/visibleArtifacts.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import type { Artifact } from "../../core/model/artifact.ts";
import { DisposableOwner, type DisposableStore } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import type { Log } from "../diagnosis/log.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { type ArtifactTarget, settingDefaults } from "../manifest/contributions.ts";
import { ownSetting } from "../settings/ownSettings.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { Decorations } from "./decorations.ts";
import { ServerChanges } from "./serverChanges.ts";
import { artifactKey } from "./subject.ts";

interface FreshnessParts {
  readonly registry: Pick<ConnectionRegistry, "find" | "service" | "onDidChange">;
  /** Holds what is known of connections: all views of an artifact are updated by what is read there. */
  readonly known: KnownConnections;
  /** Takes the changes that are found. */
  readonly changes: ServerChanges;
  /** Gives the rows of artifacts that are on screen. */
  readonly rows: () => Iterable<ArtifactInSight>;
  readonly log: Log;
}

type Documents = Pick<ArtifactDocuments["editor"], "open" | "refresh" | "onDidSettle">;

/**
 * Looks from time to time whether what is visible has changed on the service. It brings rows up to date, reads
 * documents with nothing unsaved again, and only tells of all else. When it cannot look, it tells nobody.
 */
class Freshness extends DisposableOwner {
  readonly #parts: FreshnessParts;
  readonly #changes: ServerChanges;
  readonly #schedule: CheckSchedule;
  readonly #visibleOf = new Map<string, VisibleArtifacts>();
  /** Holds for each artifact the version for which its documents were read again, and how often. */
  readonly #followed = new Map<string, { readonly version: string; readonly times: number }>();
  /** Holds when this window's last comment changed an artifact, in ms since 1970: the person knows of that change. */
  readonly #commentedMs = new Map<string, number>();
  #documents: Documents | undefined;
  #pages: () => Iterable<ArtifactInSight> = () => [];

  constructor(parts: FreshnessParts) {
    super();
    this.#parts = parts;
    const { registry, log } = parts;
    this.#changes = parts.changes;
    this.#schedule = this.disposables.add(
      new CheckSchedule(
        () => this.#visible(),
        (connectionId, signal) => this.#check(connectionId, signal),
        { periodMs: period(), isFocused: vscode.window.state.focused },
      ),
    );
    this.disposables.add(
      this.#schedule.onDidChangeState(({ connectionId, state }) => log.debug(stateLine(connectionId, state))),
    );
    this.disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => this.#schedule.setFocused(focused)));
    this.disposables.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("artifactDesk.checkForChanges")) {
          this.#schedule.setPeriod(period());
        }
      }),
    );
    this.disposables.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        const saved = resourceOf(uri);
        if (saved) {
          this.#schedule.noteChange(saved.connectionId);
        }
      }),
    );
    this.disposables.add(
      registry.onDidChange(() => {
        this.#visibleOf.clear();
        this.#changes.retain((connectionId) => registry.find(connectionId) !== undefined);
      }),
    );
    this.disposables.add(
      parts.known.onDidSee(({ connectionId, artifact }) => {
        if (!artifact) {
          return;
        }
        const change = this.#changes.of(connectionId, artifact.id);
        // The mark of a change stays while the artifact has an open document, as that does not show what was read.
        if (change && (change.kind === "deleted" || this.#open(connectionId, artifact.id).length === 0)) {
          this.#changes.clear(connectionId, artifact.id);
        }
      }),
    );
  }

  /** Looks at open documents too, from here on. */
  watchDocuments(documents: Documents): void {
    this.#documents = documents;
    this.disposables.add(documents.onDidSettle((uri) => this.#noticeSettled(uri)));
    this.#schedule.update();
  }

  /** Looks at artifacts on pages as at those of rows, from here on. */
  watchPages(pages: () => Iterable<ArtifactInSight>): void {
    this.#pages = pages;
    this.#schedule.update();
  }

  /** Notes that a comment was sent from here; `on` is the artifact's Last-Modified since then. */
  noteComment({ connectionId, artifactId }: ArtifactTarget, on: string | undefined): void {
    this.#commentedMs.set(artifactKey(connectionId, artifactId), Date.parse(on ?? ""));
  }

  #rows(): readonly ArtifactInSight[] {
    return [...this.#parts.rows(), ...this.#pages()];
  }

  #visible(): ReadonlySet<string> {
    const { registry } = this.#parts;
    const open = this.#documents?.open() ?? [];
    const ids = [...open.map(({ document }) => document.connectionId), ...this.#rows().map((row) => row.connectionId)];
    return new Set(ids.filter((id) => registry.find(id)));
  }

  /** Looks for changes. Tells whether any was found that had not been found before. */
  async #check(connectionId: string, signal: AbortSignal): Promise<boolean> {
    const { registry } = this.#parts;
    const visibleArtifacts = this.#visibleOf.get(connectionId) ?? new VisibleArtifacts();
    this.#visibleOf.set(connectionId, visibleArtifacts);
    const inSight = new Map(
      this.#rows()
        .filter((row) => row.connectionId === connectionId)
        .map((row) => [row.artifactId, row]),
    );
    const visible = {
      open: [...new Set(this.#open(connectionId).map(({ document }) => document.artifactId))],
      listed: [...inSight.keys()],
    };
    const { background } = await registry.service(connectionId);
    const { artifacts, gone } = await visibleArtifacts.read(visible, background, signal);
    if (signal.aborted || !registry.find(connectionId)) {
      return false;
    }
    let isNew = false;
    for (const artifact of artifacts) {
      isNew = (await this.#takeIn(connectionId, artifact, inSight.get(artifact.id))) || isNew;
    }
    for (const artifactId of gone) {
      if (this.#open(connectionId, artifactId).length > 0) {
        isNew ||= this.#changes.of(connectionId, artifactId)?.kind !== "deleted";
        this.#changes.set(connectionId, artifactId, { kind: "deleted" });
      }
    }
    return isNew;
  }

  /** Takes in an artifact as it was read. Tells whether it has changed in a way that was not known before. */
  async #takeIn(connectionId: string, artifact: Artifact, row: ArtifactInSight | undefined): Promise<boolean> {
    const before = this.#changes.of(connectionId, artifact.id);
    if (before?.kind === "deleted") {
      this.#changes.clear(connectionId, artifact.id);
    }
    const newInRow = row && changeSince(row.summary.lastModifiedOn, artifact);
    if (newInRow) {
      this.#parts.known.see(connectionId, artifact);
    }
    const [opened] = this.#open(connectionId, artifact.id);
    if (!opened) {
      const isOwn =
        this.#commentedMs.get(artifactKey(connectionId, artifact.id)) === Date.parse(artifact.lastModifiedOn ?? "");
      if (newInRow && !isOwn) {
        this.#changes.set(connectionId, artifact.id, newInRow);
      }
      return newInRow !== undefined;
    }
    await opened.document.copy.restore();
    const change = changeSince(lastModified(opened.document), artifact);
    const open = this.#open(connectionId, artifact.id);
    if (!change || open.length === 0) {
      this.#changes.clear(connectionId, artifact.id);
    } else if (open.some(({ text }) => isUnsaved(text))) {
      this.#followed.delete(artifactKey(connectionId, artifact.id));
      this.#changes.set(connectionId, artifact.id, change);
    } else {
      this.#follow(opened.document, change.kind === "changed" ? change.on : "");
    }
    return newInRow !== undefined || (change !== undefined && !isSameChange(change, before));
  }

  #follow({ connectionId, artifactId }: ArtifactDocument, version: string): void {
    const key = artifactKey(connectionId, artifactId);
    const before = this.#followed.get(key);
    const times = before?.version === version ? before.times : 0;
    if (times < maxReadings) {
      this.#followed.set(key, { version, times: times + 1 });
      this.#documents?.refresh(
        (document) => document.connectionId === connectionId && document.artifactId === artifactId,
      );
    }
  }

  /** Forgets a change that the document has seen, once it has moved to another base or was closed. */
  #noticeSettled(uri: vscode.Uri): void {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "artifact" && resource?.kind !== "field") {
      return;
    }
    const { artifactId } = resource;
    const change = this.#changes.of(connectionId, artifactId);
    const [opened] = this.#open(connectionId, artifactId);
    if (!opened) {
      this.#followed.delete(artifactKey(connectionId, artifactId));
    }
    const isSeen =
      !opened ||
      !changeSince(lastModified(opened.document), { lastModifiedOn: change?.kind === "changed" ? change.on : "" });
    if (change?.kind === "changed" && isSeen) {
      this.#changes.clear(connectionId, artifactId);
    }
  }

  #open(connectionId: string, artifactId?: number): ReturnType<Documents["open"]> {
    return (this.#documents?.open() ?? []).filter(
      ({ document }) =>
        document.connectionId === connectionId && (artifactId === undefined || document.artifactId === artifactId),
    );
  }
}

/** A version is read at most this often: a reading may fail, and an answer may tell another time each time. */
const maxReadings = 3;

function isSameChange(change: ServerChange, before: ServerChange | undefined): boolean {
  return change.kind === "changed" && before?.kind === "changed" && change.on === before.on;
}

/** Tells when the version was made that the artifact's documents share. */
function lastModified({ copy }: ArtifactDocument): string | undefined {
  return copy.base?.version.lastModified;
}

function period(): number | undefined {
  return periodMs(ownSetting("checkForChanges"), settingDefaults.checkForChanges);
}

function stateLine(connectionId: string, state: CheckState): string {
  return state.kind === "fine"
    ? `[${connectionId}] Looking for changes works again`
    : `[${connectionId}] Looking for changes failed; not again for ${Math.round(state.pauseMs / 1000)} s: ${state.error instanceof Error ? state.error.message : state.error}`;
}

/** Makes the changes on the service that were not seen here, and their marks. `watch` begins to look for them. */
export function createFreshness(store: DisposableStore) {
  const changes = store.add(new ServerChanges());
  const marks = store.add(new Decorations(changes));
  return {
    changes,
    marks,
    watch: (parts: Omit<FreshnessParts, "changes">) => store.add(new Freshness({ ...parts, changes })),
  };
}
