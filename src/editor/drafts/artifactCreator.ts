import { childEntries, duplicateEntries } from "../../core/draft/draftEntries.ts";
import type { Artifact } from "../../core/model/artifact.ts";
import {
  childTitle,
  noLinksFor,
  notDuplicated,
  structureUnknown,
  trackerNotTold,
  trackerOfNew,
} from "../../core/sentences/drafts.ts";
import { notRead, reading } from "../../core/sentences/targets.ts";
import { withProgress } from "../dialog/cancellation.ts";
import { explained, HumanError } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { defaultFormat } from "../settings/ownSettings.ts";
import { askTracker } from "../targets/trackerTarget.ts";
import type { Drafts } from "./drafts.ts";

/** Opens drafts that are made from an artifact: duplicates and children. */
export class ArtifactCreator {
  readonly #services: Services;
  readonly #drafts: Drafts;

  constructor(services: Services, drafts: Drafts) {
    this.#services = services;
    this.#drafts = drafts;
  }

  /** Opens a draft with the values of an artifact, in its tracker. */
  async duplicate(target: ArtifactTarget): Promise<void> {
    const { connectionId } = target;
    const artifact = await this.#read(target, notDuplicated);
    const trackerId = artifact.tracker?.id;
    if (trackerId === undefined) {
      throw new HumanError(trackerNotTold(artifact.id));
    }
    await this.#forgetOlder(connectionId, trackerId, artifact);
    await this.#drafts.open(connectionId, trackerId, defaultFormat(), (tracker) =>
      duplicateEntries(artifact, tracker, new Date()),
    );
  }

  /** Forgets a structure that lacks a field of the artifact, whose value would be left out: it is older than that. */
  async #forgetOlder(connectionId: string, trackerId: number, { values }: Artifact): Promise<void> {
    const catalog = this.#services.catalogOf(connectionId);
    const tracker = await catalog.tracker(trackerId, new AbortController().signal);
    const known = new Set(tracker?.fields.map(({ fieldId }) => fieldId));
    if (tracker && values.some(({ fieldId }) => !known.has(fieldId))) {
      await catalog.forget({ trackerId });
    }
  }

  /** Opens a draft whose artifact will be a child of the given one; asks for the tracker unless it is given. */
  async createChild(target: ArtifactTarget, trackerId: number | undefined): Promise<void> {
    const { connectionId } = target;
    const artifact = await this.#read(target, notRead);
    const question = { title: childTitle(artifact.id), placeHolder: trackerOfNew };
    const chosen =
      trackerId ?? (await askTracker(this.#services, connectionId, question, artifact.tracker?.projectId))?.id;
    if (chosen === undefined) {
      return;
    }
    await this.#drafts.open(connectionId, chosen, defaultFormat(), (tracker) => {
      const entries = childEntries(artifact.id, tracker, new Date());
      if (!entries) {
        throw new HumanError(tracker ? noLinksFor(tracker.label, artifact.id) : structureUnknown);
      }
      return entries;
    });
  }

  async #read({ connectionId, artifactId }: ArtifactTarget, failed: (name: string) => string): Promise<Artifact> {
    const name = `#${artifactId}`;
    return await explained(failed(name), connectionId, () =>
      withProgress(reading(name), (signal) => this.#services.readArtifact(connectionId, artifactId, signal)),
    );
  }
}
