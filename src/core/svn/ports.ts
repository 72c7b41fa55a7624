import type { SvnRepository, SvnSettings } from "../model/svnRepository.ts";
import type { SettingsBase } from "./base.ts";
import type { SettingsSettlement } from "./settlement.ts";

/** What a working copy asks of the service. Every method throws `ServiceError`. */
export interface SettingsService {
  readRepository(repositoryId: number, signal: AbortSignal): Promise<SvnRepository>;
  /** Replaces all settings. Never sent twice; a lost answer is `answerLost`. Undefined: the answer told nothing. */
  updateRepository(
    repositoryId: number,
    settings: SvnSettings,
    signal: AbortSignal,
  ): Promise<SvnRepository | undefined>;
}

/** What a document keeps over reloads and crashes. */
export interface SavedSettingsState {
  readonly base: SettingsBase;
  readonly settlement?: SettingsSettlement;
  /** Sent, and nobody knows whether it was stored. */
  readonly unanswered?: SvnSettings;
}

/** Keeps the states of one connection's documents, by a name of the document. */
export interface SettingsStateStore {
  /** Undefined when there is none, or none that can be read. */
  read(document: string): Promise<SavedSettingsState | undefined>;
  write(document: string, state: SavedSettingsState): Promise<void>;
  remove(document: string): Promise<void>;
}

/**
 * The last settings that were saved of each repository, for services that do not let them be read; and of which repositories
 * they were read, ever.
 */
export interface SettingsMemory {
  read(repositoryId: number): Promise<SvnSettings | undefined>;
  write(repositoryId: number, settings: SvnSettings): Promise<void>;
  remove(repositoryId: number): Promise<void>;
  /** Whether the service at the connection's address let the settings be read once, in any window. */
  wasRead(repositoryId: number): Promise<boolean>;
  noteRead(repositoryId: number): Promise<void>;
}
