/** Tells when a file changed, in milliseconds since 1970, and its size in bytes. */
export interface FileLook {
  readonly mtime: number;
  readonly size: number;
}

/** A change of a text: `length` UTF-16 units at `offset` become `text`. */
export interface TextChange {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** What a file needs of the window that shows it. */
export interface FileSurroundings {
  stat(uri: string): Promise<FileLook>;
  read(uri: string): Promise<string>;
  write(uri: string, text: string): Promise<void>;
  /** Resolves once extensions have heard that the file is about to be saved. */
  announceSave(uri: string): Promise<void>;
  /** Hears of changes of the text, of whether it has unsaved changes, and of its saves. */
  changed(file: TextFile, change: TextChange, reason: "undo" | "redo" | undefined): void;
  dirtyChanged(file: TextFile): void;
  saved(file: TextFile): void;
  /** Hears what is written for a save. */
  writing(file: TextFile, text: string): void;
  saveFailed(file: TextFile, error: unknown): void;
}

/** One step of the undo stack; `from` and `to` are the alternative version ids before and after it. */
interface UndoStep {
  readonly before: string;
  readonly after: string;
  readonly from: number;
  readonly to: number;
}

interface RunningSave {
  readonly version: number;
  readonly done: Promise<void>;
  isCancelled: boolean;
}

/**
 * The text of one file in a window, as VS Code's `TextFileEditorModel` and its text model have it: versions, a stack to
 * undo, what counts as saved, and when the file is read again.
 */
export class TextFile {
  readonly uri: string;
  readonly #around: FileSurroundings;
  text = "";
  /** It is another one after each change, undoing included. */
  version = 1;
  isDirty = false;
  isDisposed = false;
  /** How many tabs and extensions hold the file. */
  holders = 0;
  /** It comes back to an earlier value when the text of that time is undone or redone to. */
  #alternative = 1;
  /** The alternative version that counts as saved; undefined in a text that was restored. */
  #savedAlternative: number | undefined;
  #look: FileLook | undefined;
  #saving: RunningSave | undefined;
  #queuedSave: Promise<void> | undefined;
  #reloads = 0;
  #reloading: Promise<void> = Promise.resolve();
  readonly #undoable: UndoStep[] = [];
  readonly #redoable: UndoStep[] = [];

  constructor(uri: string, around: FileSurroundings) {
    this.uri = uri;
    this.#around = around;
  }

  /** Reads the file for the first time. Throws what the file system throws. */
  async open(): Promise<void> {
    this.#look = await this.#around.stat(this.uri);
    this.text = await this.#around.read(this.uri);
    this.#savedAlternative = this.#alternative;
  }

  /** Shows the text of a backup, which has unsaved changes. */
  restore(text: string): void {
    this.text = text;
    this.#look = { mtime: Date.now(), size: 0 };
  }

  /** Takes a restored text for unsaved, which VS Code does after it has told of the text. */
  restored(): void {
    this.isDirty = true;
  }

  /** Changes the text as a person or an extension does. Each change is a step to undo. */
  edit(change: TextChange): void {
    const before = this.text;
    const after = before.slice(0, change.offset) + change.text + before.slice(change.offset + change.length);
    const from = this.#alternative;
    this.#alternative = this.version + 1;
    this.#undoable.push({ before, after, from, to: this.#alternative });
    this.#redoable.length = 0;
    this.#change(after, change, undefined);
    this.#judgeDirty();
  }

  undo(): void {
    this.#move(this.#undoable, this.#redoable, "undo");
  }

  redo(): void {
    this.#move(this.#redoable, this.#undoable, "redo");
  }

  /** Saves the text where it has unsaved changes; `isAnnounced` tells whether extensions hear of it before. */
  async save(isAnnounced = true): Promise<boolean> {
    await this.#save(isAnnounced);
    return !this.isDirty;
  }

  /** Reads the file again for an event of the file system, unless the text has unsaved changes. */
  noticeFileChange(): void {
    // One reading at a time, and no more than one waits.
    if (this.isDirty || this.#reloads > 1) {
      return;
    }
    this.#reloads++;
    this.#reloading = this.#reloading
      .then(() => (this.isDirty || this.isDisposed ? undefined : this.resolve()))
      .catch(() => undefined)
      .finally(() => this.#reloads--);
  }

  /** Reads the file again where it has changed, unless the text has unsaved changes or is being saved. */
  async resolve(): Promise<void> {
    if (!this.isDirty && !this.#saving) {
      await this.#readAgain(false);
    }
  }

  /** Drops the unsaved changes, and reads the file. */
  async revert(): Promise<void> {
    const wasDirty = this.isDirty;
    const saved = this.#savedAlternative;
    this.#takeForSaved();
    try {
      await this.#readAgain(true);
    } catch (error) {
      this.isDirty = wasDirty;
      this.#savedAlternative = saved;
      throw error;
    }
    if (wasDirty) {
      this.#around.dirtyChanged(this);
    }
  }

  async #readAgain(isForced: boolean): Promise<void> {
    const { version } = this;
    const look = await this.#around.stat(this.uri);
    if (!isForced && look.mtime === this.#look?.mtime && look.size === this.#look.size) {
      return;
    }
    const text = await this.#around.read(this.uri);
    // What was read is dropped where the person has typed in the meantime.
    if (this.version !== version || this.isDisposed) {
      return;
    }
    this.#look = look;
    if (text !== this.text) {
      const { text: before } = this;
      const from = this.#alternative;
      this.#alternative = this.version + 1;
      this.#undoable.push({ before, after: text, from, to: this.#alternative });
      this.#redoable.length = 0;
      this.#change(text, { offset: 0, length: before.length, text }, undefined);
    }
    const wasDirty = this.isDirty;
    this.#takeForSaved();
    if (wasDirty) {
      this.#around.dirtyChanged(this);
    }
  }

  async #save(isAnnounced: boolean): Promise<void> {
    const { version } = this;
    if (this.#saving?.version === version) {
      return await this.#saving.done;
    }
    if (!this.isDirty) {
      return;
    }
    if (this.#saving) {
      this.#saving.isCancelled = true;
      this.#queuedSave ??= this.#saving.done.then(() => {
        this.#queuedSave = undefined;
        return this.#save(isAnnounced);
      });
      return await this.#queuedSave;
    }
    const { promise: done, resolve: end } = Promise.withResolvers<void>();
    this.#saving = { version, done, isCancelled: false };
    await (isAnnounced && this.#around.announceSave(this.uri));
    if (!this.#saving.isCancelled && !this.isDisposed) {
      await this.#write(done);
    }
    this.#saving = undefined;
    end();
  }

  async #write(done: Promise<void>): Promise<void> {
    const { version, text } = this;
    this.#saving = { version, done, isCancelled: false };
    try {
      this.#around.writing(this, text);
      await this.#around.stat(this.uri);
      await this.#around.write(this.uri, text);
      this.#look = await this.#around.stat(this.uri);
    } catch (error) {
      this.isDirty = true;
      this.#around.saveFailed(this, error);
      return;
    }
    if (version === this.version) {
      this.#takeForSaved();
      this.#around.dirtyChanged(this);
    }
    // Extensions hear that the text is saved, and so clean, even where it was changed meanwhile.
    this.#around.saved(this);
  }

  #move(out: UndoStep[], into: UndoStep[], reason: "undo" | "redo"): void {
    const step = out.pop();
    if (!step) {
      return;
    }
    into.push(step);
    const [text, alternative] = reason === "undo" ? [step.before, step.from] : [step.after, step.to];
    this.#alternative = alternative;
    this.#change(text, { offset: 0, length: this.text.length, text }, reason);
    this.#judgeDirty();
  }

  #change(text: string, change: TextChange, reason: "undo" | "redo" | undefined): void {
    this.text = text;
    this.version++;
    // Extensions hear of a change before of whether the text has unsaved changes with it.
    this.#around.changed(this, change, reason);
  }

  #judgeDirty(): void {
    const wasDirty = this.isDirty;
    this.isDirty = this.#alternative !== this.#savedAlternative;
    if (this.isDirty !== wasDirty) {
      this.#around.dirtyChanged(this);
    }
  }

  #takeForSaved(): void {
    this.isDirty = false;
    this.#savedAlternative = this.#alternative;
  }
}
