import * as vscode from "vscode";
import type { Catalog } from "../../core/catalog/catalog.ts";
import { ArtifactCards, cardOf } from "../../core/language/artifactCards.ts";
import type { CandidateSources, FoundPerson } from "../../core/language/candidates.ts";
import type { ArtifactCard } from "../../core/language/names.ts";
import { People } from "../../core/language/people.ts";
import type { ArtifactSummary } from "../../core/remembered.ts";
import { searchDebounceMs } from "../../core/search/artifactSearch.ts";
import { type Arrival, ConnectionSearch } from "../../core/search/connectionSearch.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { isCancelled } from "../cancellation.ts";

export interface ServiceNamesSurroundings {
  readonly serviceOf: (connectionId: string) => Promise<ServiceClient>;
  /** What the person works with: pinned and opened lately. */
  readonly remembered: (connectionId: string) => readonly ArtifactSummary[];
  /** What is known of the other names of a connection. Throws for an unknown id. */
  readonly catalogOf: (connectionId: string) => Catalog;
  readonly logFailure: (what: string, error: unknown) => void;
}

/** What is known of the artifacts and people of one connection. */
interface ConnectionNames {
  readonly cards: ArtifactCards;
  readonly people: People;
  readonly search: ConnectionSearch;
}

/** Titles are not searched for less. */
const fewestLetters = 3;

/** Names of artifacts and people that documents themselves do not tell, for each connection. */
export class ServiceNames implements vscode.Disposable {
  readonly #around: ServiceNamesSurroundings;
  readonly #connections = new Map<string, ConnectionNames>();
  readonly #onDidLearn = new vscode.EventEmitter<void>();

  /** There are names for ids that had none before. */
  readonly onDidLearn = this.#onDidLearn.event;

  constructor(around: ServiceNamesSurroundings) {
    this.#around = around;
  }

  dispose(): void {
    for (const { cards } of this.#connections.values()) {
      cards.dispose();
    }
    this.#onDidLearn.dispose();
  }

  of(connectionId: string): ConnectionNames {
    let names = this.#connections.get(connectionId);
    if (!names) {
      const { serviceOf, catalogOf, remembered, logFailure } = this.#around;
      names = {
        cards: new ArtifactCards({
          read: async (ids, signal) => (await serviceOf(connectionId)).unasked.readArtifacts(ids, signal),
          onDidLearn: () => this.#onDidLearn.fire(),
          logFailure: (error) => logFailure(`Reading what artifacts of ${connectionId} link to`, error),
        }),
        search: new ConnectionSearch({
          connectionId,
          service: () => serviceOf(connectionId),
          catalog: async () => catalogOf(connectionId),
          known: () => remembered(connectionId),
          usedTrackers: () => [],
          favouriteProjects: () => [],
        }),
        people: new People(async (words, signal) => {
          const page = await catalogOf(connectionId).findUsers(words, 0, signal);
          return page.items.map(({ id, username, label }): FoundPerson => ({ id, username, name: label }));
        }),
      };
      this.#connections.set(connectionId, names);
    }
    return names;
  }

  /** Where completion finds people and artifacts. */
  sources(connectionId: string): CandidateSources {
    const { people } = this.of(connectionId);
    return {
      people: async (words, signal) => {
        try {
          return await people.find(words, signal);
        } catch (error) {
          return this.#nothing(error, signal, `Looking for people of ${connectionId}`);
        }
      },
      artifacts: (words, signal) => this.#artifacts(connectionId, words, signal),
      now: () => new Date(),
    };
  }

  /** What was learnt may be otherwise now. */
  refresh(): void {
    for (const { cards } of this.#connections.values()) {
      cards.clear();
    }
    this.#onDidLearn.fire();
  }

  forget(connectionId: string): void {
    this.#connections.get(connectionId)?.cards.dispose();
    this.#connections.delete(connectionId);
  }

  async #artifacts(connectionId: string, words: string, signal: AbortSignal): Promise<readonly ArtifactCard[]> {
    const { cards } = this.of(connectionId);
    const met = [...this.#around.remembered(connectionId).map(cardOf), ...cards.all()];
    const known = new Map(met.map((card) => [card.id, card]));
    const wanted = words.toLowerCase();
    const found = [...known.values()].filter(({ id, title = "", xref = "" }) =>
      [String(id), title.toLowerCase(), xref.toLowerCase()].some((each) => each.includes(wanted)),
    );
    try {
      const asked = await this.#askFor(connectionId, words, known, signal);
      cards.learn(asked);
      const isFound = new Set(found.map(({ id }) => id));
      return [...found, ...asked.filter(({ id }) => !isFound.has(id))];
    } catch (error) {
      this.#nothing(error, signal, `Looking for artifacts of ${connectionId}`);
      return found;
    }
  }

  /** An id names an artifact; all else is searched for once nothing more is typed. */
  async #askFor(
    connectionId: string,
    words: string,
    known: ReadonlyMap<number, ArtifactCard>,
    signal: AbortSignal,
  ): Promise<readonly ArtifactCard[]> {
    const id = /^[1-9]\d{0,14}$/.test(words) ? Number(words) : undefined;
    if (id !== undefined) {
      const isToAsk = !known.has(id);
      return isToAsk
        ? (await (await this.#around.serviceOf(connectionId)).readArtifacts([id], signal)).map(cardOf)
        : [];
    }
    const arrived: ArtifactCard[] = [];
    if (words.trim().length < fewestLetters) {
      return arrived;
    }
    await pause(searchDebounceMs, signal);
    const listener = {
      found: ({ artifacts }: Arrival) => void arrived.push(...artifacts.map(cardOf)),
      reached: () => {},
    };
    await this.of(connectionId).search.search(words, { kind: "all" }, listener, signal);
    return arrived;
  }

  /** A service that cannot be asked offers nothing: completion is no place to complain. */
  #nothing(error: unknown, signal: AbortSignal, what: string): readonly never[] {
    if (signal.aborted || isCancelled(error)) {
      throw error;
    }
    if (!isServiceError(error) || error.kind !== "notFound") {
      this.#around.logFailure(what, error);
    }
    return [];
  }
}

/** Resolves after a while; throws once `signal` is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
  signal.throwIfAborted();
}
