import type { SvnSettings } from "../../../../src/core/model/svnRepository.ts";
import type { SettingsMemory } from "../../../../src/core/svn/ports.ts";
import type { TextSettings } from "../../../../src/core/svn/settings.ts";
import { type SettingsCopy, type SettingsSource, settingsCopy } from "../../../../src/core/svn/settingsKind.ts";
import type { SettingsBase, SettingsTypes } from "../../../../src/core/svn/settingsTypes.ts";
import type { SavedState, StateStore } from "../../../../src/core/workingCopy/keptState.ts";

/** A document of a repository's settings, and its working copy. */
export class SettingsSheet {
  readonly copy: SettingsCopy;
  readonly key: string;

  constructor(copy: SettingsCopy, key = "settings") {
    this.copy = copy;
    this.key = key;
  }

  /** The one document of a working copy. */
  static of(repositoryId: number, source: SettingsSource, store: StateStore<SettingsTypes>): SettingsSheet {
    return new SettingsSheet(settingsCopy(repositoryId, source, store));
  }

  get base(): SettingsBase | undefined {
    return this.copy.base;
  }

  open(signal: AbortSignal) {
    return this.copy.open(signal);
  }

  /** It is open, and shows `base`. */
  async adopt(base: SettingsBase): Promise<void> {
    await this.copy.adopt(this.key, base);
    await this.copy.track(this.key);
  }

  isStored(mine: TextSettings): boolean {
    return this.copy.isStored(this.key, mine);
  }

  save(mine: TextSettings, how: "plain" | "keepMine", signal: AbortSignal) {
    return this.copy.save(this.key, mine, how, signal);
  }

  merge(mine: TextSettings) {
    return this.copy.merge(this.key, mine);
  }

  /** Theirs, which the text shows from then on. */
  async takeTheirs(mine: TextSettings) {
    let shown: SettingsBase | undefined;
    await this.copy.takeTheirs(this.key, mine, async (theirs) => {
      shown = theirs;
      return true;
    });
    return shown;
  }

  rebase(mine: TextSettings) {
    return this.copy.rebase(this.key, mine);
  }
}

/** States in memory, as JSON, so that what does not survive a disk does not survive here. */
export class MemorySettingsStates implements StateStore<SettingsTypes> {
  readonly #states = new Map<number, string>();

  async read(id: number): Promise<SavedState<SettingsTypes> | undefined> {
    const state = this.#states.get(id);
    return state === undefined ? undefined : JSON.parse(state);
  }

  async write(id: number, state: SavedState<SettingsTypes>): Promise<void> {
    this.#states.set(id, JSON.stringify(state));
  }

  async remove(id: number): Promise<void> {
    this.#states.delete(id);
  }
}

export class MemorySettings implements SettingsMemory {
  readonly #settings = new Map<number, SvnSettings>();
  readonly #read = new Set<number>();

  async read(id: number): Promise<SvnSettings | undefined> {
    return this.#settings.get(id);
  }

  async write(id: number, settings: SvnSettings): Promise<boolean> {
    this.#settings.set(id, settings);
    return true;
  }

  async remove(id: number): Promise<void> {
    this.#settings.delete(id);
  }

  async wasRead(id: number): Promise<boolean> {
    return this.#read.has(id);
  }

  async noteRead(id: number): Promise<boolean> {
    this.#read.add(id);
    return true;
  }

  /** What a version that took no note of it leaves behind. */
  async forgetRead(): Promise<void> {
    this.#read.clear();
  }
}
