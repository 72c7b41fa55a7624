import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import type { Activity } from "../../../support/editorModel/channel.ts";
import type { HostLife } from "../../../support/hostLife.ts";
import { MemoryArtifactService } from "../../../support/memoryArtifactService.ts";
import { artifactId, type Field, fields, type Mishap } from "./steps.ts";
import { wordsIn } from "./words.ts";

/** Hears which words a PUT has replaced in a field, and by which. */
type OnReplaced = (place: Place, before: readonly string[], after: readonly string[]) => void;

/** The service at one address, with all values that each field has ever had. */
export class Place {
  readonly mark: string;
  readonly service: MemoryArtifactService;
  readonly pasts = new Set<string>();
  #refusesNext = false;

  constructor(mark: string, onReplaced: OnReplaced) {
    this.mark = mark;
    this.service = new MemoryArtifactService({
      [fields.title]: { kind: "string", members: { value: `title${mark}0` } },
      [fields.details]: { kind: "text", members: { value: { content: `details${mark}0\n\nend`, format: "text" } } },
      [fields.other]: { kind: "string", members: { value: `other${mark}0` } },
    });
    this.service.onReplaced = (_, before, after) => onReplaced(this, wordsIn(before), wordsIn(after));
    this.service.beforeUpdate = () => {
      this.service.wait(1);
      if (this.#refusesNext) {
        this.#refusesNext = false;
        throw new ServiceError({
          kind: "rejected",
          method: "PUT",
          path: `/artifacts/${artifactId}`,
          serviceMessage: "No",
        });
      }
    };
    this.service.afterUpdate = () => this.#note();
    this.#note();
  }

  /** A colleague adds a word. */
  edit(field: Field, word: string): void {
    this.service.wait(1);
    this.service.edit(fields[field], withWord(this.service.stored()[fields[field]], word, "first"));
    this.#note();
  }

  /** Something goes wrong with the next PUT: its answer is lost, or it is refused. */
  fail(what: Mishap): void {
    if (what === "refused") {
      this.#refusesNext = true;
    } else {
      this.service.loseAnswer = what;
    }
  }

  /** Nothing goes wrong from here on. */
  recover(): void {
    this.#refusesNext = false;
    this.service.loseAnswer = undefined;
  }

  words(): readonly string[] {
    return wordsIn(this.service.stored());
  }

  /**
   * Gives a client for as long as the host lives. The service takes so many turns of the event loop for each request,
   * and again for its answer.
   */
  client(life: HostLife, activity: Activity, turns: number): ServiceClient {
    const takeTime = async () => {
      for (let turn = 0; turn < turns; turn++) {
        activity.note();
        await new Promise(setImmediate);
      }
    };
    const slow = new Proxy(this.service, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name, target);
        return typeof found === "function"
          ? async (...args: unknown[]) => {
              await takeTime();
              try {
                return await Reflect.apply(found, target, args);
              } finally {
                await takeTime();
              }
            }
          : found;
      },
    });
    const client = life.around(slow) as unknown as ServiceClient;
    return new Proxy(client, { get: (target, name) => (name === "background" ? target : Reflect.get(target, name)) });
  }

  #note(): void {
    const stored = this.service.stored();
    this.pasts.add(wordsIn(stored).join());
    this.pasts.add(wordsIn(stored[fields.details]).join());
  }
}

/** Gives the members of a field with one more word: in a long text as its first or last line, else at the end. */
export function withWord(members: unknown, word: string, line: "first" | "last") {
  const { value } = members as { readonly value: string | { readonly content: string } };
  if (typeof value === "string") {
    return { value: `${value} ${word}` };
  }
  const lines = line === "first" ? [word, value.content] : [value.content, word];
  return { value: { content: lines.join("\n"), format: "text" } };
}
