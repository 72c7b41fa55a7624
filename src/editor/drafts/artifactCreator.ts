import { childEntries, duplicateEntries } from "../../core/draft/draftEntries.ts";
import type { Artifact } from "../../core/model/artifact.ts";
import { isJsonObject } from "../../core/model/json.ts";
import type { DocumentFormat } from "../../core/model/uri.ts";
import {
  askWhereToCreate,
  childTitle,
  createTitle,
  noLinksFor,
  notDuplicated,
  structureUnknown,
  trackerNotTold,
  trackerOfNew,
} from "../../core/sentences/drafts.ts";
import { noFormat, notATracker, notRead, reading } from "../../core/sentences/targets.ts";
import { withProgress } from "../dialog/cancellation.ts";
import { pickTracker } from "../dialog/pickTracker.ts";
import { explained, HumanError } from "../dialog/present.ts";
import { readHere } from "../services/serviceAt.ts";
import type { Services } from "../services/services.ts";
import { defaultFormat } from "../settings/documentFormat.ts";
import { neededArtifact } from "../targets/artifactTarget.ts";
import { checkedId } from "../targets/checkedId.ts";
import { connectionIdIn, connectionOrPicked } from "../targets/connectionTarget.ts";
import type { Drafts } from "./drafts.ts";

export interface CreatorDependencies
  extends Pick<Services, "pickConnection" | "registry" | "readArtifact" | "catalogOf"> {
  readonly drafts: Pick<Drafts, "open">;
}

/** Opens drafts: new ones, duplicates and children. */
export class ArtifactCreator {
  readonly #dependencies: CreatorDependencies;

  constructor(dependencies: CreatorDependencies) {
    this.#dependencies = dependencies;
  }

  /** A new draft for the tracker that is given, as an id or a row of the tree; asks for what is not. */
  async create(target: unknown, trackerId: unknown, format: unknown): Promise<void> {
    const connection = await connectionOrPicked(this.#dependencies, connectionIdIn(target), askWhereToCreate);
    if (!connection) {
      return;
    }
    const tracker =
      given(trackerId) ??
      idIn(target, "tracker") ??
      (await this.#pickTracker(connection.id, idIn(target, "project"), createTitle));
    if (tracker !== undefined) {
      await this.#dependencies.drafts.open(connection.id, checkedId(tracker, notATracker), checkedFormat(format));
    }
  }

  /** A draft with the values of an artifact, in its tracker. */
  async duplicate(target: unknown, artifactId: unknown): Promise<void> {
    const { connectionId, artifact } = await this.#source(target, artifactId, notDuplicated);
    const trackerId = artifact.tracker?.id;
    if (trackerId === undefined) {
      throw new HumanError(trackerNotTold(artifact.id));
    }
    await this.#dependencies.drafts.open(connectionId, trackerId, defaultFormat(), (tracker) =>
      duplicateEntries(artifact, tracker, new Date()),
    );
  }

  /** A draft whose artifact will be a child of the given one; asks for the tracker unless it is given. */
  async createChild(target: unknown, artifactId: unknown, trackerId: unknown): Promise<void> {
    const { connectionId, artifact } = await this.#source(target, artifactId, notRead);
    const chosen =
      given(trackerId) ?? (await this.#pickTracker(connectionId, artifact.tracker?.projectId, childTitle(artifact.id)));
    if (chosen === undefined) {
      return;
    }
    await this.#dependencies.drafts.open(connectionId, checkedId(chosen, notATracker), defaultFormat(), (tracker) => {
      const entries = childEntries(artifact.id, tracker, new Date());
      if (!entries) {
        throw new HumanError(tracker ? noLinksFor(tracker.label, artifact.id) : structureUnknown);
      }
      return entries;
    });
  }

  async #source(
    target: unknown,
    artifactId: unknown,
    failed: (name: string) => string,
  ): Promise<{ readonly connectionId: string; readonly artifact: Artifact }> {
    const source = neededArtifact(target, artifactId);
    const { connectionId } = source;
    const artifact = await explained(failed(`#${source.artifactId}`), connectionId, () =>
      withProgress(reading(`#${source.artifactId}`), (signal) =>
        this.#dependencies.readArtifact(connectionId, source.artifactId, signal),
      ),
    );
    return { connectionId, artifact };
  }

  async #pickTracker(connectionId: string, projectId: number | undefined, title: string): Promise<number | undefined> {
    const { registry, catalogOf } = this.#dependencies;
    const connection = registry.get(connectionId);
    const pick = { connection, service: catalogOf(connectionId), title, placeHolder: trackerOfNew };
    return (await readHere(registry, connectionId, () => pickTracker(pick, projectId)))?.id;
  }
}

/** A row's own id, and of a row below it that of the project it names. */
function idIn(target: unknown, member: "tracker" | "project"): number | undefined {
  const named = isJsonObject(target) ? target[member] : undefined;
  return isJsonObject(named) && typeof named.id === "number" ? named.id : undefined;
}

/** Rows that are selected together with the one that was clicked are no ids. */
function given(id: unknown): unknown {
  return Array.isArray(id) ? undefined : (id ?? undefined);
}

function checkedFormat(format: unknown): DocumentFormat {
  if (format === "json" || format === "xml") {
    return format;
  }
  if (format !== undefined && format !== null && !Array.isArray(format)) {
    throw new HumanError(noFormat(format));
  }
  return defaultFormat();
}
