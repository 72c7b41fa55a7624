import assert from "node:assert/strict";
import type { ArtifactStateStore } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { StateStore } from "../../../../src/core/workingCopy/keptState.ts";
import type { KindTypes } from "../../../../src/core/workingCopy/kindTypes.ts";
import type { bundledDocuments } from "../../../support/editorModel/bundledDocuments.ts";
import { Activity, ask } from "../../../support/editorModel/channel.ts";
import type { DocumentsOfHost } from "../../../support/editorModel/documentsOfHost.ts";
import { EditorWindow, type EndedWindow } from "../../../support/editorModel/editorWindow.ts";
import { type HostReport, hostApi } from "../../../support/editorModel/hostApi.ts";
import type { TextFile } from "../../../support/editorModel/textFile.ts";
import { HandClock } from "../../../support/handClock.ts";
import { HostLife } from "../../../support/hostLife.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { MemoryCatalogStore } from "../../../support/memoryCatalogStore.ts";
import { MemoryPending } from "../../../support/memoryPending.ts";
import { Fates } from "./fates.ts";
import { Place } from "./place.ts";
import { Program } from "./program.ts";
import { type Document, documents, fields, type OwnField, type PacedStep, type Step, uris } from "./steps.ts";
import { UnderWay } from "./underWay.ts";
import { adding, deletingLast, wordsIn } from "./words.ts";

/** The connection of the window, at the first of its addresses. */
const connection = { id: "team", label: "Team", url: "https://a.example/api/v1" };
const addresses = [connection.url, "https://b.example/api/v1"] as const;

/** A merge that is under way in a text, with the fields that the person has written meanwhile. */
interface Merging {
  readonly uri: string;
  readonly written: Set<number>;
}

/** A person with texts of an artifact open. Checks in the end what has become of each word of theirs and of others. */
export class Person {
  readonly #load: Awaited<ReturnType<typeof bundledDocuments>>;
  readonly #turns: number;
  readonly #activity = new Activity();
  readonly #places: readonly [Place, Place];
  readonly #fates = new Fates(() => this.#places.flatMap((place) => place.words()));
  readonly #pending = new Set<Promise<unknown>>();
  readonly #states = new MemoryStateStore();
  readonly #kept = { address: "" };
  readonly #names = new MemoryCatalogStore();
  readonly #waitingComments = new MemoryPending();
  readonly #log: string[] = [];
  #address: 0 | 1 = 0;
  #window = new EditorWindow(this.#activity);
  #life = new HostLife();
  #clock = new HandClock();
  #documents: DocumentsOfHost;
  #program: Program;
  #report: HostReport = { told: [], errors: [] };
  #saves = new UnderWay();
  #drops = new UnderWay();
  readonly #merges = new Set<Merging>();

  /** The service takes so many turns of the event loop for each request, and again for its answer. */
  constructor(load: Awaited<ReturnType<typeof bundledDocuments>>, turns: number) {
    this.#load = load;
    this.#turns = turns;
    const noteReplaced: ConstructorParameters<typeof Place>[1] = ({ mark }, before, after) => {
      this.#tell(`PUT at ${mark}: ${before.join(" ")} → ${after.join(" ")}`);
      this.#fates.noteReplaced(before, after);
    };
    this.#places = [new Place("a", noteReplaced), new Place("b", noteReplaced)];
    this.#documents = this.#startHost();
    this.#program = new Program(this.#window, this.#documents, this.#fates);
  }

  /** The number of words that were written. */
  get writtenCount(): number {
    return this.#fates.writtenCount;
  }

  /** Makes the steps, saves all that is unsaved then, and checks after both that nothing is lost. */
  async run(steps: readonly PacedStep[], open: readonly Document[] = ["json"]): Promise<void> {
    for (const document of open) {
      await this.#open(document);
    }
    for (const step of steps) {
      this.#window.backUp();
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
    window.onExtensionEdit = (file, before) => this.#noteExtensionEdit(file, before);
    this.#report = report;
    this.#life = life;
    this.#clock = clock;
    const placeAt = (address: string) => this.#places[address === addresses[1] ? 1 : 0];
    return documentsOfHost({
      connection: { ...connection, url: addresses[this.#address] },
      clientAt: (address) => placeAt(address).client(life, this.#activity, this.#turns),
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

  async #begin(step: Step): Promise<void> {
    const file = "document" in step ? this.#meant(step.document) : undefined;
    switch (step.do) {
      case "open":
        return this.#go(this.#open(step.document));
      case "type":
        return file && this.#type(file, step.field);
      case "typeBoth":
        return file && ["title" as const, "details" as const].forEach((field) => void this.#type(file, field));
      case "deleteOwn":
        return file && this.#deleteOwn(file);
      case "undo":
      case "redo":
        return file && this.#undo(file, step.do);
      case "save":
        return file && this.#go(this.#save(file));
      case "saveAll":
        return [...this.#window.files.values()]
          .filter(({ isDirty }) => isDirty)
          .forEach((each) => void this.#go(this.#save(each)));
      case "agentSaves":
        await this.#settle();
        this.#go(file?.save(false) ?? Promise.resolve());
        return await this.#settle();
      case "switch":
        return file && file.uri !== uris.field ? this.#go(this.#command("switchFormat", file)) : undefined;
      case "language":
        return file && this.#window.changeLanguage(file.uri);
      case "merge":
        return file && this.#go(this.#merge(file));
      case "keepMine":
        return file && this.#go(this.#keepMine(file));
      case "takeTheirs":
      case "discard":
        return file && this.#go(this.#drops.during(file.uri, this.#command(step.do, file)));
      case "close":
        return file && this.#go(this.#close(file));
      case "programReads":
        // A program that reads in the moment in which VS Code follows a save cannot be told from VS Code.
        await this.#settle();
        return this.#go(this.#program.read(step.document));
      case "programStats":
        await this.#settle();
        return this.#go(this.#program.stat(step.document));
      case "programWrites":
        return this.#go(this.#program.write(step.document, step.field));
      case "commandReads":
        return this.#go(this.#program.readHere());
      case "commandChanges":
        return this.#go(this.#program.changeHere(step.field));
      case "colleague":
        return this.#place.edit(step.field, this.#fates.newWord("c", step.field));
      case "mishap":
        return this.#place.fail(step.what);
      case "refresh":
        return this.#documents.refresh();
      case "letGo":
        return this.#window.letGo();
      case "wait":
        this.#place.service.wait(5);
        return this.#go(this.#clock.advance(5000));
      case "pause":
        for (let turn = 0; turn < step.turns; turn++) {
          await new Promise(setImmediate);
        }
        return;
      case "move":
        await this.#settle();
        this.#address = this.#address === 0 ? 1 : 0;
        return this.#go(this.#documents.move(addresses[this.#address]));
      case "restart":
        return this.#restart(step.isLate, (window) => window.end());
      case "crash":
        return this.#crash(step.missed, step.isLate);
    }
  }

  get #place(): Place {
    return this.#places[this.#address];
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

  #type(file: TextFile, field: OwnField): void {
    const document = documents.find((each) => uris[each] === file.uri) ?? "json";
    const written = document === "field" ? "details" : field;
    const word = this.#fates.newWord("w", written);
    const change = adding(word, file.text, document, written);
    if (change) {
      this.#noteDecision(file, fields[written]);
      file.edit(change);
      this.#fates.write(word);
    }
  }

  #deleteOwn(file: TextFile): void {
    const change = deletingLast(file.text);
    if (change) {
      this.#noteDecision(file, this.#fates.fieldOf(change.word));
      this.#fates.letGo([change.word]);
      file.edit(change);
    }
  }

  /** What the person writes in a marked value is their choice. */
  #noteDecision(file: TextFile, field: number | undefined): void {
    if (field !== undefined) {
      this.#merges.forEach(({ uri, written }) => void (uri === file.uri && written.add(field)));
      if (this.#documents.markedFields(file.uri).includes(field)) {
        this.#noteSeen(file, [field]);
      }
    }
  }

  /**
   * Notes that the person has seen theirs beside mine in some fields: what only theirs says may go, and what mine says
   * may be stored.
   */
  #noteSeen({ uri, text }: TextFile, seenFields: readonly number[]): void {
    const isSeen = (word: string) => seenFields.includes(this.#fates.fieldOf(word) ?? 0);
    this.#noteMissing(wordsIn(this.#documents.theirsAt(uri)).filter(isSeen), text);
    this.#fates.letMove(wordsIn(text).filter(isSeen));
  }

  #noteMissing(theirs: readonly string[], text: string): void {
    const mine = wordsIn(text);
    this.#fates.letGo(theirs.filter((word) => !mine.includes(word)));
  }

  async #save(file: TextFile): Promise<void> {
    this.#fates.save(file.text);
    const isSaved = await this.#saves.during(file.uri, file.save());
    this.#tell(`${isSaved ? "saved" : "not saved"} ${file.uri}`);
  }

  /** Runs a command, which reaches the host after all that the person did before. */
  async #command(name: "switchFormat" | "merge" | "keepMine" | "takeTheirs" | "discard", { uri }: TextFile) {
    const { toHost, fromHost } = this.#window;
    await ask<unknown>(toHost, fromHost, () => this.#documents[name](uri));
  }

  async #merge(file: TextFile): Promise<void> {
    const merging = { uri: file.uri, written: new Set<number>() };
    this.#merges.add(merging);
    await this.#command("merge", file);
    this.#merges.delete(merging);
    // What was written meanwhile may have been a choice that is not marked any more.
    this.#noteSeen(file, [...this.#documents.markedFields(file.uri), ...merging.written]);
  }

  async #keepMine(file: TextFile): Promise<void> {
    const { uri, text } = file;
    const shown = this.#documents.shownInConflict(uri);
    if (shown === undefined) {
      if (this.#documents.markedFields(uri).length === 0) {
        // The button stands above a comparison: there is nothing to be pressed.
        return;
      }
      this.#noteSeen(file, this.#documents.markedFields(uri));
    } else {
      this.#noteMissing(wordsIn(shown), text);
    }
    this.#fates.letMove(wordsIn(text));
    await this.#saves.during(uri, this.#command("keepMine", file));
  }

  async #close(file: TextFile): Promise<void> {
    if (file.isDirty) {
      this.#fates.drop(file.text);
    }
    await this.#window.close(file.uri);
  }

  #noteWriting({ uri }: TextFile, text: string): void {
    this.#tell(`writes ${uri} ${wordsIn(text).join(" ")}`);
    if (this.#saves.has(uri)) {
      this.#fates.save(text);
    }
  }

  #noteExtensionEdit({ uri, text }: TextFile, before: string): void {
    this.#tell(`edits ${uri} ${wordsIn(before).join(" ")} → ${wordsIn(text).join(" ")}`);
    if (this.#drops.has(uri)) {
      const left = wordsIn(text);
      this.#fates.letGo(wordsIn(before).filter((word) => !left.includes(word)));
    }
  }

  #undo(file: TextFile, how: "undo" | "redo"): void {
    const { text: before } = file;
    file[how]();
    this.#noteMissing(wordsIn(before), file.text);
    // What comes back may be of another address.
    this.#fates.letMove(wordsIn(file.text));
  }

  #crash(missed: number, isLate: boolean): void {
    const unsaved = [...this.#window.files.values()].filter(({ isDirty }) => isDirty);
    this.#restart(isLate, (window) => {
      const ended = window.crash(missed);
      const backups = new Map(ended.backups);
      unsaved.forEach(({ uri, text }) => void this.#fates.crash(text, backups.get(uri)));
      return ended;
    });
  }

  #restart(isLate: boolean, end: (window: EditorWindow) => EndedWindow): void {
    this.#life.endAfter(0);
    // The life ends with the next thing that is asked for.
    void this.#life.around({ ask: () => {} }).ask();
    const { backups, tabs } = end(this.#window);
    this.#window = new EditorWindow(this.#activity);
    this.#saves = new UnderWay();
    this.#drops = new UnderWay();
    this.#merges.clear();
    if (!isLate) {
      this.#window.restore(backups);
    }
    this.#documents = this.#startHost();
    // A program of the window, such as another extension, begins anew as well.
    this.#program = new Program(this.#window, this.#documents, this.#fates);
    if (isLate) {
      this.#window.restore(backups);
    }
    for (const uri of tabs) {
      this.#go(this.#window.show(uri));
    }
  }

  /** Saves what is unsaved, by merging and choosing where that is needed. */
  async #end(): Promise<void> {
    this.#places.forEach((place) => void place.recover());
    for (const { uri } of [...this.#window.files.values()]) {
      const unsaved = () => {
        const file = this.#window.files.get(uri);
        return file?.isDirty ? file : undefined;
      };
      const settled = async (act: (file: TextFile) => Promise<void>) => {
        const file = unsaved();
        this.#go(file ? act(file) : Promise.resolve());
        await this.#settle();
      };
      const save = () => settled((file) => this.#save(file));
      await save();
      await save();
      if (unsaved()) {
        await settled((file) => this.#merge(file));
        await save();
      }
      if (unsaved()) {
        await settled((file) => this.#keepMine(file));
        await save();
      }
    }
    this.#documents.refresh();
    await this.#settle();
  }

  #check(when: string): void {
    const files = [...this.#window.files.values()];
    const lost = this.#fates.lost(files.flatMap(({ isDirty, text }) => (isDirty ? [text] : [])));
    // What has nothing unsaved shows a version that was there, if only at an address that the connection has left.
    const strange = files.filter(
      ({ isDirty, text }) => !isDirty && !this.#places.some(({ pasts }) => pasts.has(wordsIn(text).join())),
    );
    const { errors } = this.#report;
    const { faults } = this.#fates;
    const found = { lost, faults, strange: strange.map(({ uri, text }) => [uri, text]), errors };
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
