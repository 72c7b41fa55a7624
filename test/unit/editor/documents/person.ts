import assert from "node:assert/strict";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import type { ArtifactStateStore } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { StateStore } from "../../../../src/core/workingCopy/keptState.ts";
import type { KindTypes } from "../../../../src/core/workingCopy/kindTypes.ts";
import type { bundledDocuments } from "../../../support/editorModel/bundledDocuments.ts";
import { Activity, ask } from "../../../support/editorModel/channel.ts";
import type { DocumentsOfHost } from "../../../support/editorModel/documentsOfHost.ts";
import { EditorWindow, type FileProvider } from "../../../support/editorModel/editorWindow.ts";
import { type HostReport, hostApi } from "../../../support/editorModel/hostApi.ts";
import type { TextFile } from "../../../support/editorModel/textFile.ts";
import { HandClock } from "../../../support/handClock.ts";
import { HostLife } from "../../../support/hostLife.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { MemoryCatalogStore } from "../../../support/memoryCatalogStore.ts";
import { MemoryPending } from "../../../support/memoryPending.ts";

/** The documents of the artifact: in both formats, and one long text. */
export const documents = ["json", "xml", "field"] as const;
type Document = (typeof documents)[number];
const fields = { title: 101, details: 102, other: 103 } as const;
type Field = keyof typeof fields;

type InDocument<K extends string> = K extends string ? { readonly do: K; readonly document: Document } : never;

/** What happens to a document, or around it. */
export type Step =
  | InDocument<"open" | "save" | "switch" | "undo" | "redo" | "merge" | "keepMine" | "takeTheirs" | "discard">
  | InDocument<"close" | "programReads" | "agentSaves" | "language">
  | { readonly do: "type" | "programWrites"; readonly document: Document; readonly field: "title" | "details" }
  | { readonly do: "colleague"; readonly field: Field }
  | { readonly do: "mishap"; readonly what: "applied" | "notApplied" | "refused" }
  | { readonly do: "restart"; readonly isLate: boolean }
  | { readonly do: "refresh" | "letGo" | "wait" | "move" };

/** `waits`: all that was begun before is over first. */
export type PacedStep = Step & { readonly waits: boolean };

/** The connection of the window, at the first of its addresses. */
const connection = { id: "team", label: "Team", url: "https://a.example/api/v1" };
const addresses = [connection.url, "https://b.example/api/v1"] as const;
const artifactId = 512;
/** The addresses of the documents in the editor. */
const uris: Readonly<Record<Document, string>> = {
  json: `artifact://team/artifacts/${artifactId}.artifact.json`,
  xml: `artifact://team/artifacts/${artifactId}.artifact.xml`,
  field: `artifact://team/artifacts/${artifactId}/fields/${fields.details}.txt`,
};

/** The service at one address, with all values that each field has ever had. */
class Place {
  readonly mark: string;
  readonly service: MemoryArtifactService;
  readonly pasts = new Set<string>();
  refusesNext = false;

  constructor(mark: string, onReplaced: (place: Place, before: readonly string[], after: readonly string[]) => void) {
    this.mark = mark;
    this.service = new MemoryArtifactService({
      [fields.title]: { kind: "string", members: { value: `title${mark}0` } },
      [fields.details]: { kind: "text", members: { value: { content: `details${mark}0\n\nend`, format: "text" } } },
      [fields.other]: { kind: "string", members: { value: `other${mark}0` } },
    });
    this.service.onReplaced = (_, before, after) => onReplaced(this, wordsIn(before), wordsIn(after));
    this.service.beforeUpdate = () => {
      this.service.wait(1);
      if (this.refusesNext) {
        this.refusesNext = false;
        throw new ServiceError({ kind: "rejected", method: "PUT", path: "/artifacts/512", serviceMessage: "No" });
      }
    };
    this.service.afterUpdate = () => this.#note();
    this.#note();
  }

  /** A colleague adds a word. */
  edit(field: Field, word: string): void {
    this.service.wait(1);
    const { value } = this.service.stored()[fields[field]] as { value: string | { content: string } };
    const said =
      typeof value === "string" ? `${value} ${word}` : { content: `${word}\n${value.content}`, format: "text" };
    this.service.edit(fields[field], { value: said });
    this.#note();
  }

  words(): readonly string[] {
    return wordsIn(this.service.stored());
  }

  #note(): void {
    const stored = this.service.stored();
    this.pasts.add(wordsIn(stored).join());
    this.pasts.add(wordsIn(stored[fields.details]).join());
  }
}

/** A person with texts of an artifact open, and what has become of each word of theirs and of others. */
export class Person {
  readonly #load: Awaited<ReturnType<typeof bundledDocuments>>;
  readonly #turns: number;
  readonly #activity = new Activity();
  readonly #places: readonly [Place, Place];
  readonly #pending = new Set<Promise<unknown>>();
  readonly #states = new MemoryStateStore();
  readonly #kept = { address: "" };
  readonly #names = new MemoryCatalogStore();
  readonly #waitingComments = new MemoryPending();
  #address: 0 | 1 = 0;
  #window = new EditorWindow(this.#activity);
  #life = new HostLife();
  #clock = new HandClock();
  #documents: DocumentsOfHost;
  #program: FileProvider | undefined;
  #report: HostReport = { told: [], errors: [] };
  readonly #typed = new Set<string>();
  /** In a text that the person saved, or that a program wrote. */
  readonly #saved = new Set<string>();
  /** Taken away by the person, or seen by the person in what their choice replaced. */
  readonly #mayGo = new Set<string>();
  /** In a text that the person had stored over what is at another address. */
  readonly #mayMove = new Set<string>();
  readonly #faults: string[] = [];
  readonly #saving = new Map<string, number>();
  readonly #programHas = new Map<Document, string>();
  #programTurn = Promise.resolve();
  readonly #log: string[] = [];
  #count = 0;

  /** The service takes so many turns of the event loop for each request, and again for its answer. */
  constructor(load: Awaited<ReturnType<typeof bundledDocuments>>, turns: number) {
    this.#load = load;
    this.#turns = turns;
    const noteReplaced: ConstructorParameters<typeof Place>[1] = (...replaced) => this.#noteReplaced(...replaced);
    this.#places = [new Place("a", noteReplaced), new Place("b", noteReplaced)];
    this.#documents = this.#startHost();
  }

  /** The number of words that were typed. */
  get typedCount(): number {
    return this.#typed.size;
  }

  /** Makes the steps, saves all that is unsaved then, and checks after both that nothing is lost. */
  async run(steps: readonly PacedStep[]): Promise<void> {
    await this.#open("json");
    for (const step of steps) {
      if (step.waits) {
        await this.#settle();
      }
      this.#tell(JSON.stringify(step));
      await this.#begin(step);
    }
    await this.#settle();
    this.#check("after the steps");
    await this.#end();
    this.#check("after all was saved");
    this.#documents.dispose();
  }

  #startHost(): DocumentsOfHost {
    const report: HostReport = { told: [], errors: [] };
    const [window, life, clock] = [this.#window, new HostLife(), new HandClock()];
    const api = hostApi(window, report);
    const { documentsOfHost } = this.#load(api, clock.after);
    window.onWriting = (file, text) => this.#noteWriting(file, text);
    window.onSaveFailed = (file, error) => this.#tell(`save failed ${file.uri}: ${String(error)}`);
    this.#report = report;
    this.#life = life;
    this.#clock = clock;
    const provide = window.provide.bind(window);
    window.provide = (provider) => {
      this.#program = provider;
      provide(provider);
    };
    const placeAt = (address: string) => this.#places[address === addresses[1] ? 1 : 0];
    return documentsOfHost({
      connection: { ...connection, url: addresses[this.#address] },
      clientAt: (address) => this.#client(placeAt(address), life),
      states: { storeAt: (address) => life.keeping(this.#statesAt(address)) as unknown as StateStore<KindTypes> },
      names: this.#names,
      pending: this.#waitingComments.window(life).store,
      tell: (what) => this.#tell(`told ${what}`),
      failed: (what, error) => this.#tell(`failed ${what} ${String(error)}`),
    });
  }

  /** Gives what is kept of the artifact at an address: what is kept at one takes the place of what was at another. */
  #statesAt(address: string): ArtifactStateStore {
    const [states, kept] = [this.#states, this.#kept];
    return {
      read: async (id) => (kept.address === address ? await states.read(id) : undefined),
      write: async (id, state) => {
        kept.address = address;
        await states.write(id, state);
      },
      remove: (id) => states.remove(id),
    };
  }

  /** Gives the client of a service that takes its time, for as long as the host lives. */
  #client({ service }: Place, life: HostLife): ServiceClient {
    const slow = new Proxy(service, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name, target);
        return typeof found === "function"
          ? async (...args: unknown[]) => {
              await this.#pause();
              try {
                return await Reflect.apply(found, target, args);
              } finally {
                await this.#pause();
              }
            }
          : found;
      },
    });
    const client = life.around(slow) as unknown as ServiceClient;
    return new Proxy(client, { get: (target, name) => (name === "background" ? target : Reflect.get(target, name)) });
  }

  async #pause(): Promise<void> {
    for (let turn = 0; turn < this.#turns; turn++) {
      this.#activity.note();
      await new Promise(setImmediate);
    }
  }

  async #begin(step: Step): Promise<void> {
    const file = "document" in step ? this.#meant(step.document) : undefined;
    switch (step.do) {
      case "open":
        return this.#go(this.#open(step.document));
      case "type":
        return file && this.#type(file, step.field);
      case "undo":
      case "redo":
        return file && this.#undo(file, step.do);
      case "save":
        return file && this.#go(this.#save(file));
      case "agentSaves":
        await this.#settle();
        this.#go(file?.save(false) ?? Promise.resolve());
        return await this.#settle();
      case "switch":
        return file && file.uri !== uris.field ? this.#go(this.#command("switchFormat", file)) : undefined;
      case "language":
        return file && this.#window.changeLanguage(file.uri);
      case "merge":
        return file && (await this.#merge(file));
      case "takeTheirs":
      case "discard":
        return file && (await this.#discardByCommand(() => this.#command(step.do, file)));
      case "keepMine":
        return file && (await this.#keepMine(file));
      case "close":
        return file && (await this.#discardByCommand(() => this.#window.close(file.uri)));
      case "programReads":
        // A program that reads in the moment in which VS Code follows a save cannot be told from VS Code.
        await this.#settle();
        return this.#goInProgram(() => this.#programReads(step.document));
      case "programWrites":
        return this.#goInProgram(() => this.#programWrites(step.document, step.field));
      case "colleague":
        return this.#place.edit(step.field, `c${++this.#count}`);
      case "mishap":
        return this.#mishap(step.what);
      case "refresh":
        return this.#documents.refresh();
      case "letGo":
        return this.#window.letGo();
      case "wait":
        this.#place.service.wait(5);
        return this.#go(this.#clock.advance(5000));
      case "move":
        await this.#settle();
        this.#address = this.#address === 0 ? 1 : 0;
        return this.#go(this.#documents.move(addresses[this.#address]));
      case "restart":
        return await this.#restart(step.isLate);
    }
  }

  get #place(): Place {
    return this.#places[this.#address];
  }

  #mishap(what: "applied" | "notApplied" | "refused"): void {
    if (what === "refused") {
      this.#place.refusesNext = true;
    } else {
      this.#place.service.loseAnswer = what;
    }
  }

  #tell(line: string): void {
    this.#log.push(line);
  }

  #go(work: Promise<unknown>): void {
    const life = this.#life;
    const running: Promise<unknown> = Promise.race([work, life.end])
      .catch((error: unknown) => this.#tell(`rejected: ${String(error)}`))
      .finally(() => this.#pending.delete(running));
    this.#pending.add(running);
  }

  /** Has a program do one thing after another. */
  #goInProgram(work: () => Promise<void>): void {
    this.#programTurn = this.#programTurn.then(work, work);
    this.#go(this.#programTurn);
  }

  async #settle(): Promise<void> {
    while (this.#pending.size > 0) {
      await Promise.all(this.#pending);
    }
    await this.#activity.idle();
  }

  async #open(document: Document): Promise<void> {
    await this.#window.show(uris[document]);
  }

  /** Gives the file of a document, else the one that was shown last. */
  #meant(document: Document): TextFile | undefined {
    const { files, tabs } = this.#window;
    return files.get(uris[document]) ?? files.get(tabs.at(-1) ?? "");
  }

  #type(file: TextFile, field: "title" | "details"): void {
    const document = documents.find((each) => uris[each] === file.uri) ?? "json";
    if (this.#documents.markedFields(file.uri).includes(fields[document === "field" ? "details" : field])) {
      // What the person writes in a marked value is their choice.
      this.#noteSeen(file);
    }
    const word = `w${++this.#count}`;
    const change = changeIn(file.text, document, field, word);
    if (change) {
      file.edit(change);
      this.#typed.add(word);
    }
  }

  async #save(file: TextFile): Promise<void> {
    wordsIn(file.text).forEach((word) => void this.#saved.add(word));
    this.#saving.set(file.uri, (this.#saving.get(file.uri) ?? 0) + 1);
    const isSaved = await file.save();
    this.#saving.set(file.uri, (this.#saving.get(file.uri) ?? 0) - 1);
    this.#tell(`${isSaved ? "saved" : "not saved"} ${file.uri}`);
  }

  /** Runs a command, which reaches the host after all that the person did before. */
  async #command(name: "switchFormat" | "merge" | "keepMine" | "takeTheirs" | "discard", { uri }: TextFile) {
    const { toHost, fromHost } = this.#window;
    await ask<unknown>(toHost, fromHost, () => this.#documents[name](uri));
  }

  async #merge(file: TextFile): Promise<void> {
    await this.#discardByCommand(() => this.#command("merge", file));
    this.#noteSeen(file);
  }

  /** Notes what the person has seen of theirs, and what their own text does not say. */
  #noteSeen({ uri, text }: TextFile): void {
    const mine = wordsIn(text);
    const theirs = wordsIn(this.#documents.conflictAt(uri));
    theirs.filter((word) => !mine.includes(word)).forEach((word) => void this.#mayGo.add(word));
  }

  async #keepMine(file: TextFile): Promise<void> {
    await this.#settle();
    this.#noteSeen(file);
    wordsIn(file.text).forEach((word) => void this.#mayMove.add(word));
    this.#saving.set(file.uri, (this.#saving.get(file.uri) ?? 0) + 1);
    this.#go(this.#command("keepMine", file));
    await this.#settle();
    this.#saving.set(file.uri, (this.#saving.get(file.uri) ?? 0) - 1);
  }

  #noteWriting({ uri }: TextFile, text: string): void {
    this.#tell(`writes ${uri} ${wordsIn(text).join(" ")}`);
    if ((this.#saving.get(uri) ?? 0) > 0) {
      wordsIn(text).forEach((word) => void this.#saved.add(word));
    }
  }

  #undo(file: TextFile, how: "undo" | "redo"): void {
    const before = this.#texts();
    file[how]();
    this.#noteGone(before);
    // What comes back may be of another address.
    wordsIn(file.text).forEach((word) => void this.#mayMove.add(word));
  }

  async #discardByCommand(act: () => Promise<unknown>): Promise<void> {
    await this.#settle();
    const before = this.#texts();
    this.#go(act());
    await this.#settle();
    this.#noteGone(before);
  }

  #texts(): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.#window.files.values()].map(({ uri, text }) => [uri, wordsIn(text)]));
  }

  #noteGone(before: ReadonlyMap<string, readonly string[]>): void {
    const after = this.#texts();
    for (const [uri, words] of before) {
      const left = new Set(after.get(uri));
      words.filter((word) => !left.has(word)).forEach((word) => void this.#mayGo.add(word));
    }
  }

  async #programReads(document: Document): Promise<void> {
    const text = await this.#program?.read(uris[document]);
    if (text !== undefined) {
      this.#programHas.set(document, text);
    }
  }

  async #programWrites(document: Document, field: "title" | "details"): Promise<void> {
    const text = this.#programHas.get(document);
    const word = `p${++this.#count}`;
    const change = text === undefined ? undefined : changeIn(text, document, field, word);
    if (text === undefined || !change) {
      return;
    }
    const written = text.slice(0, change.offset) + change.text + text.slice(change.offset);
    this.#saved.add(word);
    await this.#program?.write(uris[document], written);
    this.#tell(`program wrote ${word}`);
    this.#programHas.set(document, written);
    if (!this.#places.some((place) => place.words().includes(word)) && !this.#mayGo.has(word)) {
      this.#faults.push(`${word} of a program is told as written, and is not there`);
    }
  }

  async #restart(isLate: boolean): Promise<void> {
    this.#life.endAfter(0);
    // The life ends with the next thing that is asked for.
    void this.#life.around({ ask: () => {} }).ask();
    const { backups, tabs } = this.#window.end();
    this.#window = new EditorWindow(this.#activity);
    this.#saving.clear();
    // A program of the window, such as another extension, begins anew as well.
    this.#programHas.clear();
    this.#programTurn = Promise.resolve();
    if (!isLate) {
      this.#window.restore(backups);
    }
    this.#documents = this.#startHost();
    if (isLate) {
      this.#window.restore(backups);
    }
    for (const uri of tabs) {
      this.#go(this.#window.show(uri));
    }
  }

  #noteReplaced(place: Place, before: readonly string[], after: readonly string[]): void {
    this.#tell(`PUT at ${place.mark}: ${before.join(" ")} → ${after.join(" ")}`);
    for (const word of before) {
      if (!after.includes(word) && !this.#mayGo.has(word)) {
        this.#faults.push(`${word} was replaced unseen`);
      }
    }
    for (const word of after) {
      const isForeign = /^(title|details|other)|^c/.test(word);
      if (!before.includes(word) && !(isForeign ? this.#mayMove : this.#saved).has(word)) {
        this.#faults.push(`${word} was sent, which nobody saved`);
      }
    }
  }

  /** Saves what is unsaved, by merging and choosing where that is needed. */
  async #end(): Promise<void> {
    for (const place of this.#places) {
      place.refusesNext = false;
      place.service.loseAnswer = undefined;
    }
    for (const { uri } of [...this.#window.files.values()]) {
      const file = () => this.#window.files.get(uri);
      const isLeft = () => file()?.isDirty === true;
      const save = async () => {
        const left = file();
        if (left && isLeft()) {
          this.#go(this.#save(left));
          await this.#settle();
        }
      };
      await save();
      await save();
      if (isLeft()) {
        const left = file();
        await (left && this.#merge(left));
        await save();
      }
      const left = file();
      if (left && isLeft()) {
        await this.#keepMine(left);
        await save();
      }
    }
    this.#documents.refresh();
    await this.#settle();
  }

  #check(when: string): void {
    const stored = new Set(this.#places.flatMap((place) => place.words()));
    const files = [...this.#window.files.values()];
    const unsaved = new Set(files.flatMap(({ isDirty, text }) => (isDirty ? wordsIn(text) : [])));
    const lost = [...this.#typed].filter((word) => !stored.has(word) && !unsaved.has(word) && !this.#mayGo.has(word));
    // What has nothing unsaved shows a version that was there, if only at an address that the connection has left.
    const strange = files.filter(
      ({ isDirty, text }) => !isDirty && !this.#places.some(({ pasts }) => pasts.has(wordsIn(text).join())),
    );
    const { errors } = this.#report;
    const found = { lost, faults: this.#faults, strange: strange.map(({ uri, text }) => [uri, text]), errors };
    assert.deepEqual(found, { lost: [], faults: [], strange: [], errors: [] }, `${when}\n${this.#told()}`);
  }

  #told(): string {
    const texts = [...this.#window.files.values()].map(
      ({ uri, text, isDirty }) => `${uri}${isDirty ? " unsaved" : ""}: ${wordsIn(text).join(" ")}`,
    );
    const stored = this.#places.map((place) => `service ${place.mark}: ${place.words().join(" ")}`);
    const { told, errors } = this.#report;
    return [...this.#log, ...texts, ...stored, ...told, ...errors.map(String)].join("\n");
  }
}

/** Gives the change that puts a word at the end of a field's value; undefined where the text shows no such value. */
function changeIn(text: string, document: Document, field: "title" | "details", word: string) {
  if (document === "field") {
    return { offset: text.length, length: 0, text: `\n${word}` };
  }
  const id = fields[field];
  const pattern =
    document === "json"
      ? new RegExp(`"field_id": ${id},\\s*"value": (?:\\{\\s*"content": )?"(?:[^"\\\\]|\\\\.)*`)
      : new RegExp(`<field_id>${id}</field_id>\\s*<value>(?:\\s*<content>)?(?:<!\\[CDATA\\[)?[^<\\]]*`);
  const found = pattern.exec(text);
  const line = field === "title" ? " " : document === "json" ? "\\n" : "\n";
  return found ? { offset: found.index + found[0].length, length: 0, text: `${line}${word}` } : undefined;
}

/** Gives the words of people, colleagues and programs in a text or value, sorted. */
function wordsIn(said: unknown): readonly string[] {
  const text = typeof said === "string" ? said : JSON.stringify(said ?? "");
  const all = text.replaceAll("\\n", "\n").match(/\b(?:[wcp]\d+|(?:title|details|other)[ab]0)\b/g) ?? [];
  return [...new Set(all)].sort();
}
