import type { ArtifactHistory } from "../../core/history/artifactHistory.ts";
import { versionBase } from "../../core/history/restoration.ts";
import type { Changeset } from "../../core/model/changeset.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { noSuchVersion, versionNotRead } from "../../core/sentences/history.ts";
import type { Base } from "../../core/workingCopy/base.ts";
import { explained, HumanError } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";

/**
 * Gives the versions of artifacts, and reads those that are not known. Every method throws what `present.ts` can
 * explain.
 */
export class Versions {
  readonly #services: Services;
  readonly #documents: ArtifactDocuments;

  constructor(services: Services, documents: ArtifactDocuments) {
    this.#services = services;
    this.#documents = documents;
  }

  history({ connectionId, artifactId }: ArtifactTarget): ArtifactHistory {
    return this.#services.known.of(connectionId).histories.of(artifactId);
  }

  async step(artifact: ArtifactTarget, changesetId: number, signal: AbortSignal): Promise<Changeset> {
    const { connectionId, artifactId } = artifact;
    const step = await explained(versionNotRead(artifactId), connectionId, async () =>
      this.history(artifact).readVersion(await this.source(artifact), changesetId, signal),
    );
    if (!step) {
      throw new HumanError(noSuchVersion(artifactId, changesetId));
    }
    return step;
  }

  /** Gives the base that the document of the artifact would have at that version. */
  async base(artifact: ArtifactTarget, changesetId: number, signal: AbortSignal): Promise<Base> {
    const step = await this.step(artifact, changesetId, signal);
    const tracker = await this.tracker(artifact, signal);
    return versionBase(artifact.artifactId, step, tracker, this.history(artifact).newest);
  }

  /** Gives the structure of the artifact's tracker; undefined where the service does not give it. */
  async tracker({ connectionId, artifactId }: ArtifactTarget, signal: AbortSignal): Promise<Tracker | undefined> {
    const { catalog, readings, artifacts } = this.#services.known.of(connectionId);
    const trackerId =
      readings.get(artifactId)?.tracker?.id ??
      artifacts.get(artifactId)?.tracker?.id ??
      (await this.#documents.readAhead({ connectionId, artifactId }, signal)).tracker?.id;
    return trackerId === undefined ? undefined : await catalog.tracker(trackerId, signal);
  }

  source({ connectionId }: ArtifactTarget): ReturnType<Services["serviceOf"]> {
    return this.#services.serviceOf(connectionId);
  }
}
