import type { SvnRepository, SvnSettings } from "../model/svnRepository.ts";

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

/**
 * The last settings that were saved of each repository, for services that do not let them be read; and of which
 * repositories they were read, ever. `read` and `wasRead` throw where what is kept cannot be read now.
 */
export interface SettingsMemory {
  read(repositoryId: number): Promise<SvnSettings | undefined>;
  /** Whether what is noted from here on is that, or nothing: false where what was noted before stays. */
  write(repositoryId: number, settings: SvnSettings): Promise<boolean>;
  remove(repositoryId: number): Promise<void>;
  /** Tells whether the service at the connection's address let the settings be read once, in any window. */
  wasRead(repositoryId: number): Promise<boolean>;
  /** Tells whether that is kept now. */
  noteRead(repositoryId: number): Promise<boolean>;
}
