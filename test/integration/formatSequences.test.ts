import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import { randomRuns } from "../support/randomRuns.ts";
import { type ConnectionFixture, closeEditors, poll, useFixture } from "./support/connectionFixture.ts";
import { useFolder } from "./support/files.ts";

const artifactId = 512;
const summary = 1202;
const files = 1231;
const states = { New: 301, Open: 302, "In progress": 303, Closed: 304 } as const;
type State = keyof typeof states;
type Format = "json" | "xml";
type PlainStep =
  | "switch"
  | "type"
  | "undo"
  | "redo"
  | "save"
  | "merge"
  | "takeTheirs"
  | "discard"
  | "restore"
  | "takeBack"
  | "close"
  | "attach"
  | "detach";

const runs = randomRuns(5);

type Step =
  | { readonly do: PlainStep }
  | { readonly do: "open"; readonly format: Format }
  | { readonly do: "row"; readonly state: State }
  | { readonly do: "colleague"; readonly field: "summary" | "slogan" };

/** `waits`: all that was begun before is over first. */
type PacedStep = Step & { readonly waits: boolean };

interface Sequence {
  /** How long the service takes for each answer. */
  readonly delayMs: number;
  readonly steps: readonly PacedStep[];
}

const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const plain = (name: PlainStep) => fc.record({ do: fc.constant(name) });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  weighted(7, plain("switch")),
  weighted(6, plain("type")),
  weighted(3, plain("save")),
  weighted(2, plain("undo")),
  weighted(1, plain("redo")),
  weighted(1, plain("merge")),
  weighted(1, plain("close")),
  weighted(1, plain("takeTheirs")),
  weighted(1, plain("discard")),
  weighted(1, plain("restore")),
  weighted(1, plain("takeBack")),
  weighted(1, plain("attach")),
  weighted(1, plain("detach")),
  weighted(
    2,
    fc.record({ do: fc.constant("row"), state: fc.constantFrom<State>("New", "Open", "In progress", "Closed") }),
  ),
  weighted(2, fc.record({ do: fc.constant("open"), format: fc.constantFrom<Format>("json", "xml") })),
  weighted(
    2,
    fc.record({
      do: fc.constant("colleague"),
      field: fc.constantFrom("slogan" as const, "slogan" as const, "summary" as const),
    }),
  ),
);

function sequencesOf(waits: fc.Arbitrary<boolean>): fc.Arbitrary<Sequence> {
  const step = fc.tuple(anyStep, waits).map(([each, isWaiting]): PacedStep => ({ ...each, waits: isWaiting }));
  return fc.record({
    delayMs: fc.constantFrom(0, 0, 30, 200),
    steps: fc.array(step, { minLength: 4, maxLength: 16, size: "max" }),
  });
}

suite("whatever is done in turn with an artifact, in its two formats and by its row", () => {
  const fixture = useFixture();
  const folder = useFolder();

  for (const [pace, waits] of [
    ["one thing after another", fc.constant(true)],
    ["one thing before another is over", fc.boolean()],
  ] as const) {
    test(`no word is lost and none is stored that was not saved, ${pace}`, async () => {
      let done = 0;
      let typed = 0;
      await fc.assert(
        fc.asyncProperty(sequencesOf(waits), async (sequence) => {
          const person = new Person(fixture, `${++done}`, folder());
          await person.run(sequence);
          typed += person.typedCount;
        }),
        { numRuns: runs, endOnFailure: true, verbose: true },
      );
      assert.ok(typed > runs / 2, "hardly a word was typed");
    });
  }
});

/** A person who types words into one field and attaches files, and what has become of each word and file. */
class Person {
  readonly #fixture: ConnectionFixture;
  readonly #mark: string;
  readonly #pending = new Set<Promise<unknown>>();
  readonly #typed = new Set<string>();
  /** For which keys were pressed. */
  readonly #typing = new Set<string>();
  /** In a text that the person saved. */
  readonly #saved = new Set<string>();
  /** Taken away by the person: by undoing, closing, or a choice. */
  readonly #discarded = new Set<string>();
  /** What a row has made of the status, unless undoing or the like may have made another of it. */
  #state: State | undefined;
  #row: Promise<unknown> = Promise.resolve();
  /** Files that were attached, and are so no more. */
  readonly #removed = new Set<string>();
  readonly #folder: string;
  #count = 0;

  /** Each word begins with `mark`. What they attach is in `folder`. */
  constructor(fixture: ConnectionFixture, mark: string, folder: string) {
    this.#fixture = fixture;
    this.#folder = folder;
    this.#mark = mark;
  }

  get typedCount(): number {
    return this.#typed.size;
  }

  async run({ delayMs, steps }: Sequence): Promise<void> {
    const { control } = this.#fixture.service;
    const changes = vscode.workspace.onDidChangeTextDocument((event) => this.#noteTyped(event));
    try {
      control.editArtifact({ artifactId, values: [{ field: "summary", value: "It begins" }] });
      // Files of whoever was there before are as good as one's own.
      for (const attached of this.#storedWords()) {
        this.#typed.add(attached);
        this.#saved.add(attached);
      }
      if (delayMs > 0) {
        control.addFault({ path: /artifacts\/512$/, count: null, fault: { kind: "delay", ms: delayMs } });
      }
      await this.#open("json");
      for (const step of steps) {
        if (step.waits) {
          await this.#settle();
        }
        await this.#begin(step);
      }
      await this.#settle();
      this.#check();
      control.clearFaults();
      await this.#saveAll();
      this.#check();
      await this.#checkShown();
    } finally {
      changes.dispose();
      control.clearFaults();
      await Promise.allSettled(this.#pending);
      await closeEditors();
    }
  }

  async #begin(step: Step): Promise<void> {
    switch (step.do) {
      case "switch":
        return this.#go(this.#switch());
      case "type":
        return this.#go(this.#type());
      case "save":
        return this.#go(this.#save());
      case "colleague":
        return this.#colleague(step.field);
      // What these take away is told by comparing the text before and after, so nothing else may come between.
      case "open":
        return this.#alone(() => this.#open(step.format));
      case "undo":
      case "redo":
        return this.#alone(() => this.#discardBy(() => vscode.commands.executeCommand(step.do)));
      case "merge":
        return this.#alone(() => this.#merge());
      case "close":
        return this.#alone(() => this.#discardBy((text) => vscode.window.tabGroups.close(this.#tabsOf(text.uri))));
      case "takeTheirs":
        return this.#alone(() =>
          this.#discardBy(({ uri }) => vscode.commands.executeCommand("artifactDesk.conflict.takeTheirs", uri)),
        );
      case "discard":
        return this.#alone(() => this.#discard());
      case "restore":
        return this.#alone(() => this.#discardBy(() => this.#restore()));
      case "takeBack":
        return this.#alone(() => this.#discardBy(() => this.#run("undoLastSave")));
      case "attach":
        return this.#go(this.#attach());
      case "detach":
        return this.#alone(() => this.#detach());
      case "row":
        await this.#row;
        this.#row = this.#changeStatus(step.state);
        return this.#go(this.#row);
    }
  }

  #go(work: Promise<unknown>): void {
    const running = work.finally(() => this.#pending.delete(running));
    this.#pending.add(running);
    running.catch(() => undefined);
  }

  async #alone(work: () => PromiseLike<unknown>): Promise<void> {
    await this.#settle();
    await work();
  }

  async #settle(): Promise<void> {
    while (this.#pending.size > 0) {
      await Promise.all(this.#pending);
    }
  }

  /** Where both have unsaved changes, or the text is broken, nothing is switched, and a message tells so. */
  async #switch(): Promise<void> {
    await vscode.commands.executeCommand("artifactDesk.switchFormat", this.#document()?.uri);
  }

  /** As keys do: in the editor that has the focus once they arrive, which may be another one by then. */
  async #type(): Promise<void> {
    const text = this.#document() ?? (await this.#open("json"));
    const word = `w${this.#mark}x${++this.#count}`;
    const editor = vscode.window.activeTextEditor;
    const at = placeIn(text);
    if (editor?.document === text && at !== undefined) {
      const place = text.positionAt(at);
      editor.selection = new vscode.Selection(place, place);
    }
    this.#typing.add(word);
    await vscode.commands.executeCommand("type", { text: ` ${word}` });
  }

  /** Keys come one by one. */
  #noteTyped({ document }: vscode.TextDocumentChangeEvent): void {
    for (const word of wordsIn(document)) {
      if (this.#typing.has(word)) {
        this.#typed.add(word);
      }
    }
  }

  async #save(): Promise<void> {
    const text = this.#document();
    if (text) {
      // What moves at this moment may be in the text before anybody here is told so.
      const isMoving = this.#pending.size > 0;
      for (const word of isMoving ? [...this.#texts().flatMap(wordsIn), ...this.#typing] : wordsIn(text)) {
        this.#saved.add(word);
      }
      const before = new Set(this.#typing);
      await text.save();
      // VS Code stores the text as it is when it is written, with what is typed since the save began.
      for (const word of [...this.#typing].filter((each) => !before.has(each))) {
        this.#saved.add(word);
      }
    }
  }

  async #merge(): Promise<void> {
    const text = this.#document();
    if (text) {
      await vscode.commands.executeCommand("artifactDesk.conflict.merge", text.uri);
    }
  }

  async #discard(): Promise<void> {
    const text = this.#document();
    if (text && this.#isDirty(text)) {
      await this.#discardBy(({ uri }) => vscode.commands.executeCommand("artifactDesk.discardChanges", uri));
    }
  }

  /** As a row does. */
  async #run(command: string, ...args: readonly unknown[]): Promise<unknown> {
    const { connectionId } = this.#fixture;
    return await vscode.commands.executeCommand(`artifactDesk.${command}`, connectionId, artifactId, ...args);
  }

  async #restore(): Promise<void> {
    const { service } = this.#fixture;
    const url = `${service.baseUrl}/artifacts/${artifactId}/changesets?limit=50`;
    const answer = await fetch(url, { headers: { "X-Auth-AccessKey": service.keys.member } });
    const [first] = (await answer.json()) as { id: number }[];
    await this.#run("restoreVersion", first?.id, [summary]);
  }

  async #attach(): Promise<void> {
    const file = path.join(this.#folder, `${this.#mark}-${++this.#count}.txt`);
    await writeFile(file, "attached");
    const ids = (await this.#run("attachFile", [vscode.Uri.file(file)], files)) as readonly number[];
    for (const id of ids) {
      this.#typed.add(`f${id}`);
      this.#saved.add(`f${id}`);
    }
  }

  async #detach(): Promise<void> {
    const attached = [...this.#storedWords()].filter((word) => word.startsWith("f"));
    const last = attached.at(-1);
    if (last) {
      await this.#run("removeAttachment", Number(last.slice(1)));
      this.#discarded.add(last);
      this.#removed.add(last);
    }
  }

  async #changeStatus(state: State): Promise<void> {
    await this.#run("changeStatus", state);
    this.#state = state;
  }

  #colleague(field: "summary" | "slogan"): void {
    const { control } = this.#fixture.service;
    const words = field === "summary" ? [...this.#storedWords()].filter((word) => word.startsWith("w")) : [];
    const value = [`Theirs ${++this.#count}`, ...words].join(" ");
    control.editArtifact({ artifactId, values: [{ field, value }] });
  }

  async #discardBy(act: (text: vscode.TextDocument) => PromiseLike<unknown>): Promise<void> {
    const text = this.#document();
    if (!text) {
      return;
    }
    this.#state = undefined;
    await vscode.window.showTextDocument(text, { preview: false });
    const before = this.#texts().map((each) => ({ each, words: wordsIn(each) }));
    await act(text);
    await this.#isTold(text);
    for (const { each, words } of before) {
      const after = new Set(this.#isOpen(each) ? wordsIn(each) : []);
      for (const word of words) {
        if (!after.has(word)) {
          this.#discarded.add(word);
        }
      }
    }
  }

  /** A text that no tab shows any more is told of as closed, or clean, a little later. */
  async #isTold(text: vscode.TextDocument): Promise<void> {
    await poll("the document is told of", () => this.#isOpen(text) || text.isClosed || !text.isDirty);
  }

  #isOpen({ uri }: vscode.TextDocument): boolean {
    return this.#tabsOf(uri).length > 0;
  }

  async #open(format: Format): Promise<vscode.TextDocument> {
    const { connectionId } = this.#fixture;
    const uri = vscode.Uri.parse(`artifact://${connectionId}/artifacts/${artifactId}.artifact.${format}`);
    const text = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(text, { preview: false });
    return text;
  }

  async #saveAll(): Promise<void> {
    for (const text of this.#unsaved()) {
      if (!(await text.save())) {
        await vscode.commands.executeCommand("artifactDesk.conflict.merge", text.uri);
        await text.save();
      }
      // Undoing brings back texts from before the document was opened, with the words of who was there then.
      for (const word of [...wordsIn(text), ...this.#typing]) {
        this.#saved.add(word);
      }
    }
  }

  /** Each word is where the person can find it, and what is on the service was saved. */
  #check(): void {
    const stored = this.#storedWords();
    const unsaved = new Set(this.#unsaved().flatMap(wordsIn));
    const lost = [...this.#typed].filter(
      (word) => !stored.has(word) && !unsaved.has(word) && !this.#discarded.has(word),
    );
    const unasked = [...stored].filter((word) => !this.#saved.has(word));
    assert.deepEqual({ lost, unasked }, { lost: [], unasked: [] }, this.#told());
    const isBack = [...this.#removed].filter((word) => stored.has(word));
    assert.deepEqual(isBack, [], this.#told());
    this.#checkState();
  }

  /** What a row has made of the status is stored, or unsaved in a text. */
  #checkState(): void {
    const id = this.#state && `${states[this.#state]}`;
    const [stored] = this.#fixture.service.control.readArtifact({ artifactId }).values["status"] as readonly number[];
    const isUnsaved = id !== undefined && this.#unsaved().some((text) => text.getText().includes(id));
    assert.ok(id === undefined || id === `${stored}` || isUnsaved, `${this.#state} is not ${stored}\n${this.#told()}`);
  }

  /** What has nothing unsaved shows what is on the service, once all is read. */
  async #checkShown(): Promise<void> {
    await vscode.commands.executeCommand("artifactDesk.refresh");
    const isShown = () => {
      const stored = [...this.#storedWords()].sort().join();
      return this.#texts().every((text) => this.#isDirty(text) || [...wordsIn(text)].sort().join() === stored);
    };
    await poll("clean documents show what is stored", isShown).catch(() => assert.fail(this.#told()));
  }

  #told(): string {
    const texts = this.#texts().map((text) => `${text.uri.path} ${this.#isDirty(text)}: ${wordsIn(text).join(" ")}`);
    return [...texts, `service: ${[...this.#storedWords()].join(" ")}`].join("\n");
  }

  #storedWords(): ReadonlySet<string> {
    const { values } = this.#fixture.service.control.readArtifact({ artifactId });
    const attached = (values["attachments"] as readonly number[]).map((id) => `f${id}`);
    return new Set([...(String(values["summary"]).match(/\bw\d+x\d+\b/g) ?? []), ...attached]);
  }

  /** The artifact's document that the person has before them. */
  #document(): vscode.TextDocument | undefined {
    const text = vscode.window.activeTextEditor?.document;
    return text?.uri.scheme === "artifact" && !text.isClosed ? text : undefined;
  }

  /** Without what they are compared with: what they were made from, and theirs of a conflict, as it was then. */
  #texts(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter(
      ({ uri, isClosed }) =>
        uri.scheme === "artifact" &&
        uri.authority === this.#fixture.connectionId &&
        uri.path.startsWith(`/artifacts/${artifactId}.`) &&
        !isClosed,
    );
  }

  #unsaved(): readonly vscode.TextDocument[] {
    return this.#texts().filter((text) => this.#isDirty(text));
  }

  /** The tab knows more than the document, which VS Code calls clean with every save. */
  #isDirty(text: vscode.TextDocument): boolean {
    return text.isDirty || this.#tabsOf(text.uri).some(({ isDirty }) => isDirty);
  }

  #tabsOf(uri: vscode.Uri): readonly vscode.Tab[] {
    return vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  }
}

/** The end of the value of the field. */
function placeIn(text: vscode.TextDocument): number | undefined {
  const value =
    text.languageId === "artifact-xml"
      ? new RegExp(`<field_id>${summary}</field_id>\\s*<value>[^<]*`)
      : new RegExp(`"field_id": ${summary},\\s*"value": "(?:[^"\\\\]|\\\\.)*`);
  const found = value.exec(text.getText());
  return found ? found.index + found[0].length : undefined;
}

/** And the files, by their numbers. */
function wordsIn(text: vscode.TextDocument): readonly string[] {
  const all = text.getText();
  const field =
    text.languageId === "artifact-xml"
      ? new RegExp(`<field_id>${files}</field_id>\\s*<value>([^]*?)</value>`)
      : new RegExp(`"field_id": ${files},\\s*"value": \\[([^\\]]*)`);
  const attached = (field.exec(all)?.[1]?.match(/\d+/g) ?? []).map((id) => `f${id}`);
  return [...(all.match(/\bw\d+x\d+\b/g) ?? []), ...attached];
}
