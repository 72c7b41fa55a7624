import * as vscode from "vscode";
import type { Catalog } from "../../core/catalog/catalog.ts";
import { ArtifactCards, cardOf } from "../../core/language/artifactCards.ts";
import type { CandidateSources, FoundPerson } from "../../core/language/candidates.ts";
import type { ArtifactCard } from "../../core/language/names.ts";
import { People } from "../../core/language/people.ts";
import { PeopleById } from "../../core/language/peopleById.ts";
import type { RefreshScope } from "../../core/model/refreshScope.ts";
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
  readonly peopleById: PeopleById;
  readonly search: ConnectionSearch;
}

/** Titles are not searched for less. */
const fewestLetters = 3;
/** What somebody points at is asked for together with as many others. */
const mostAsked = 100;
/** As long as somebody who points at something waits for it. */
const patienceMs = 3000;

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
        peopleById: new PeopleById({
          read: async (id, signal) => (await serviceOf(connectionId)).unasked.readUser(id, signal),
          onDidLearn: () => this.#onDidLearn.fire(),
          logFailure: (error) => logFailure(`Reading whom settings of ${connectionId} name`, error),
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

  /**
   * Where completion finds people and artifacts: once nothing more is typed, for it asks at every key. A service that cannot
   * be asked offers nothing: completion is no place to complain.
   */
  sources(connectionId: string): CandidateSources {
    return {
      people: async (words, signal) => {
        try {
          await pause(searchDebounceMs, signal);
          return await this.of(connectionId).people.find(words, signal);
        } catch (error) {
          this.#swallow(error, signal, `Looking for people of ${connectionId}`);
          return [];
        }
      },
      artifacts: async (words, signal) => {
        const met = this.#met(connectionId, words);
        try {
          const others = this.#askFor(connectionId, words);
          if (!others) {
            return met;
          }
          await pause(searchDebounceMs, signal);
          return withOthers(met, await others(signal));
        } catch (error) {
          this.#swallow(error, signal, `Looking for artifacts of ${connectionId}`);
          return met;
        }
      },
      now: () => new Date(),
    };
  }

  /**
   * Artifacts by title or id: the ones met lately first, all of them for no words, then what the service finds. Throws
   * `ServiceError` where it cannot be asked.
   */
  async findArtifacts(connectionId: string, given: string, signal: AbortSignal): Promise<readonly ArtifactCard[]> {
    const words = given.replace(/^#(?=\d)/, "");
    const others = this.#askFor(connectionId, words);
    return withOthers(this.#met(connectionId, words), (await others?.(signal)) ?? []);
  }

  /**
   * What is known of an artifact that somebody points at in `place`. What is not known is asked for, together with those
   * `near` it, and waited for for a moment.
   */
  async card(
    connectionId: string,
    place: string,
    artifactId: number,
    near: Iterable<number>,
    token: vscode.CancellationToken,
  ): Promise<ArtifactCard | undefined> {
    const { cards } = this.of(connectionId);
    if (!cards.has(artifactId)) {
      const ids = [...new Set([artifactId, ...near])].slice(0, mostAsked);
      const learnt = this.#untilLearnt(() => cards.has(artifactId), token);
      cards.want(`hover ${place}`, ids);
      await learnt;
    }
    return cards.get(artifactId);
  }

  /**
   * What was learnt may be otherwise now: of what is given, and of all that documents of the connections `readAgain` link
   * to; of everything where nothing is given.
   */
  refresh(scopes: readonly RefreshScope[] | undefined, readAgain: ReadonlySet<string>): void {
    for (const [connectionId, { cards, peopleById }] of this.#connections) {
      const own = scopes?.filter((scope) => scope.connectionId === connectionId);
      if (!own || readAgain.has(connectionId) || own.some(({ only }) => only === undefined)) {
        cards.clear();
        peopleById.clear();
      } else {
        own.forEach(({ only }) => void (only && cards.forget(only.artifactIds)));
      }
    }
    this.#onDidLearn.fire();
  }

  /** Something new is known of an artifact: what names it says that too. */
  follow(connectionId: string, artifact: ArtifactSummary): void {
    this.#connections.get(connectionId)?.cards.follow(cardOf(artifact));
  }

  forget(connectionId: string): void {
    this.#connections.get(connectionId)?.cards.dispose();
    this.#connections.delete(connectionId);
  }

  /** Those that were seen before. */
  #met(connectionId: string, words: string): readonly ArtifactCard[] {
    const known = this.#known(connectionId);
    const wanted = words.toLowerCase();
    return [...known.values()].filter(({ id, title = "", xref = "" }) =>
      [String(id), title.toLowerCase(), xref.toLowerCase()].some((each) => each.includes(wanted)),
    );
  }

  #known(connectionId: string): ReadonlyMap<number, ArtifactCard> {
    const { cards } = this.of(connectionId);
    const met = [...this.#around.remembered(connectionId).map(cardOf), ...cards.all()];
    return new Map(met.map((card) => [card.id, card]));
  }

  /** What there is to ask the service: an id names an artifact, all else is searched for. */
  #askFor(
    connectionId: string,
    words: string,
  ): ((signal: AbortSignal) => Promise<readonly ArtifactCard[]>) | undefined {
    const { cards, search } = this.of(connectionId);
    const id = /^[1-9]\d{0,14}$/.test(words) ? Number(words) : undefined;
    if (id === undefined ? words.trim().length < fewestLetters : this.#known(connectionId).has(id)) {
      return undefined;
    }
    return async (signal) => {
      const arrived: ArtifactCard[] = [];
      if (id !== undefined) {
        const service = await this.#around.serviceOf(connectionId);
        arrived.push(...(await service.readArtifacts([id], signal)).map(cardOf));
      } else {
        const listener = {
          found: ({ artifacts }: Arrival) => void arrived.push(...artifacts.map(cardOf)),
          reached: () => {},
        };
        await search.search(words, { kind: "all" }, listener, signal);
      }
      cards.learn(arrived);
      return arrived;
    };
  }

  #swallow(error: unknown, signal: AbortSignal, what: string): void {
    if (signal.aborted || isCancelled(error)) {
      throw error;
    }
    if (!isServiceError(error) || error.kind !== "notFound") {
      this.#around.logFailure(what, error);
    }
  }

  #untilLearnt(isKnown: () => boolean, token: vscode.CancellationToken): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        listener.dispose();
        cancelled.dispose();
        resolve();
      };
      const timer = setTimeout(finish, patienceMs);
      const listener = this.onDidLearn(() => isKnown() && finish());
      const cancelled = token.onCancellationRequested(finish);
    });
  }
}

function withOthers(met: readonly ArtifactCard[], others: readonly ArtifactCard[]): readonly ArtifactCard[] {
  const isMet = new Set(met.map(({ id }) => id));
  return [...met, ...others.filter(({ id }) => !isMet.has(id))];
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
