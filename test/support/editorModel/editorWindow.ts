import { Activity, ask, Channel } from "./channel.ts";
import { type FileLook, type FileSurroundings, type TextChange, TextFile } from "./textFile.ts";

/** What an extension host hears of the texts of its window. */
export interface HostEars {
  opened(text: OpenedText): void;
  closed(uri: string): void;
  /** `isDirty` is what counted as unsaved before the change. */
  changed(
    uri: string,
    change: TextChange,
    version: number,
    isDirty: boolean,
    reason: "undo" | "redo" | undefined,
  ): void;
  dirtyChanged(uri: string, isDirty: boolean): void;
  saved(uri: string): void;
  languageChanged(uri: string): void;
  willSave(uri: string): void;
}

/** A text as an extension host is told of it first. */
export interface OpenedText {
  readonly uri: string;
  readonly text: string;
  readonly version: number;
  readonly isDirty: boolean;
}

/** What a window leaves to the next one: its unsaved texts, by URI, and the URIs of its tabs. */
export interface EndedWindow {
  readonly backups: readonly (readonly [string, string])[];
  readonly tabs: readonly string[];
}

/** The file system that an extension provides. */
export interface FileProvider {
  stat(uri: string): Promise<FileLook>;
  read(uri: string): Promise<string>;
  write(uri: string, text: string): Promise<void>;
}

/**
 * A window of VS Code, as far as texts of an extension's file system go: its tabs and files. All that an extension host
 * hears or asks takes a turn of the event loop each way.
 */
export class EditorWindow {
  readonly activity: Activity;
  readonly files = new Map<string, TextFile>();
  /** The files in tabs, by URI; the last one was shown last. */
  tabs: string[] = [];
  readonly toHost: Channel;
  readonly fromHost: Channel;
  #ears: HostEars | undefined;
  #provider: FileProvider | undefined;
  /** Hears of each text that is written for a save, and of each save that failed. */
  onWriting: (file: TextFile, text: string) => void = () => {};
  onSaveFailed: (file: TextFile, error: unknown) => void = () => {};
  /** Hears of each text that an extension changed, and what it said before. */
  onExtensionEdit: (file: TextFile, before: string) => void = () => {};
  /** The backups of the texts with unsaved changes, by URI, the oldest first. */
  readonly #backups = new Map<string, string[]>();
  readonly #opening = new Map<string, Promise<TextFile>>();
  readonly #around: FileSurroundings;

  constructor(activity = new Activity()) {
    this.activity = activity;
    this.toHost = new Channel(activity);
    this.fromHost = new Channel(activity);
    const ofHost = <T>(work: (provider: FileProvider) => Promise<T>) =>
      ask(this.toHost, this.fromHost, () => {
        if (!this.#provider) {
          throw new Error("No extension provides this file system");
        }
        return work(this.#provider);
      });
    this.#around = {
      stat: (uri) => ofHost((provider) => provider.stat(uri)),
      read: (uri) => ofHost((provider) => provider.read(uri)),
      write: (uri, text) => ofHost((provider) => provider.write(uri, text)),
      announceSave: (uri) => ask(this.toHost, this.fromHost, () => this.#ears?.willSave(uri)),
      changed: ({ uri, version, isDirty }, change, reason) =>
        this.#tell((ears) => ears.changed(uri, change, version, isDirty, reason)),
      dirtyChanged: (file) => {
        const { uri, isDirty } = file;
        this.#tell((ears) => ears.dirtyChanged(uri, isDirty));
        if (!isDirty) {
          this.#backups.delete(uri);
        } else if (!this.tabs.includes(uri)) {
          // VS Code opens a tab for each text with unsaved changes.
          this.#addTab(file);
        }
      },
      saved: ({ uri }) => this.#tell((ears) => ears.saved(uri)),
      writing: (file, text) => this.onWriting(file, text),
      saveFailed: (file, error) => this.onSaveFailed(file, error),
    };
  }

  /** Has an extension host hear what happens from here on. Gives the texts that are there already. */
  connect(ears: HostEars): readonly OpenedText[] {
    this.#ears = ears;
    return [...this.files.values()].map(openedText);
  }

  /** Takes over the file system of an extension. */
  provide(provider: FileProvider): void {
    this.#provider = provider;
  }

  /** The file system of the extension, as other programs of the window use it. */
  get provider(): FileProvider | undefined {
    return this.#provider;
  }

  /** Hears from the extension that a file has changed. */
  noticeFileChange(uri: string): void {
    this.files.get(uri)?.noticeFileChange();
  }

  /** Opens a file in a tab, or shows the tab. Throws what reading throws. */
  async show(uri: string): Promise<TextFile> {
    const known = this.files.get(uri);
    if (known) {
      // VS Code looks at the file whenever an editor shows it, and waits for nothing.
      void known.resolve().catch(() => undefined);
    }
    const file = known ?? (await this.#load(uri));
    this.#addTab(file);
    return file;
  }

  /** Holds a file for an extension, without a tab. */
  async hold(uri: string): Promise<void> {
    const file = this.files.get(uri) ?? (await this.#load(uri));
    file.holders++;
  }

  /** Lets go of all files that extensions hold, which VS Code does after some minutes. */
  letGo(): void {
    for (const file of this.files.values()) {
      file.holders = this.tabs.includes(file.uri) ? 1 : 0;
      this.#disposeUnheld(file);
    }
  }

  /** Closes a tab. Unsaved changes are dropped. */
  async close(uri: string): Promise<void> {
    const file = this.files.get(uri);
    if (!file || !this.tabs.includes(uri)) {
      return;
    }
    if (file.isDirty) {
      await file.revert();
      if (file.isDirty) {
        return;
      }
    }
    if (this.tabs.includes(uri)) {
      this.tabs = this.tabs.filter((each) => each !== uri);
      file.holders--;
      this.#disposeUnheld(file);
    }
  }

  /** Changes the language of a file: extensions hear that it is closed and opened. */
  changeLanguage(uri: string): void {
    this.#tell((ears) => ears.languageChanged(uri));
  }

  /** Backs up the texts with unsaved changes, as VS Code does a second after each change. */
  backUp(): void {
    for (const { uri, text, isDirty } of this.files.values()) {
      if (isDirty) {
        this.#backups.set(uri, [...(this.#backups.get(uri) ?? []), text]);
      }
    }
  }

  /** Ends the window. Gives what the next one restores: the unsaved texts, and the tabs. */
  end(): EndedWindow {
    this.toHost.close();
    this.fromHost.close();
    const backups = [...this.files.values()].flatMap(({ uri, text, isDirty }) =>
      isDirty ? [[uri, text] as const] : [],
    );
    return { backups, tabs: this.tabs };
  }

  /** Ends the window without the last `missed` backups of each text. Gives what the next one restores. */
  crash(missed: number): EndedWindow {
    const { tabs } = this.end();
    const backups = [...this.#backups].flatMap(([uri, texts]) => {
      const text = texts.at(-1 - missed);
      return text === undefined ? [] : [[uri, text] as const];
    });
    return { backups, tabs };
  }

  /** Restores unsaved texts, before or after the extension host has connected. */
  restore(backups: EndedWindow["backups"]): void {
    for (const [uri, text] of backups) {
      if (!this.files.has(uri)) {
        const file = new TextFile(uri, this.#around);
        file.restore(text);
        this.#add(file);
        this.#addTab(file);
        file.restored();
        this.#around.dirtyChanged(file);
      }
    }
  }

  #load(uri: string): Promise<TextFile> {
    const opening =
      this.#opening.get(uri) ??
      (async () => {
        const file = new TextFile(uri, this.#around);
        await file.open();
        this.#add(file);
        return file;
      })().finally(() => this.#opening.delete(uri));
    this.#opening.set(uri, opening);
    return opening;
  }

  #add(file: TextFile): void {
    this.files.set(file.uri, file);
    const opened = openedText(file);
    this.#tell((ears) => ears.opened(opened));
  }

  #addTab(file: TextFile): void {
    const { uri } = file;
    if (!this.tabs.includes(uri)) {
      file.holders++;
    }
    this.tabs = [...this.tabs.filter((each) => each !== uri), uri];
  }

  #disposeUnheld(file: TextFile): void {
    if (file.holders === 0 && !file.isDirty) {
      file.isDisposed = true;
      this.files.delete(file.uri);
      this.#tell((ears) => ears.closed(file.uri));
    }
  }

  #tell(tell: (ears: HostEars) => void): void {
    const ears = this.#ears;
    if (ears) {
      this.toHost.send(() => tell(ears));
    }
  }
}

function openedText({ uri, text, version, isDirty }: TextFile): OpenedText {
  return { uri, text, version, isDirty };
}
