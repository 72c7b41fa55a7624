import type { SvnRepository, SvnSettings } from "../model/svnRepository.ts";

/** The part of the service that a working copy asks. Every method throws `ServiceError`. */
export interface SettingsService {
  readRepository(repositoryId: number, signal: AbortSignal): Promise<SvnRepository>;
  /**
   * Replaces all settings by a PUT that is never sent twice. A lost answer is `answerLost`; gives undefined for an
   * answer that tells nothing.
   */
  updateRepository(
    repositoryId: number,
    settings: SvnSettings,
    signal: AbortSignal,
  ): Promise<SvnRepository | undefined>;
}

/**
 * Remembers the settings that were saved last, for services that do not let them be read, and which repositories ever
 * let them be read. `read` and `wasRead` throw where what is kept cannot be read now.
 */
export interface SettingsMemory {
  read(repositoryId: number): Promise<SvnSettings | undefined>;
  /** Notes settings in the place of those before; false where those before stay, because they cannot be replaced. */
  write(repositoryId: number, settings: SvnSettings): Promise<boolean>;
  remove(repositoryId: number): Promise<void>;
  /** Tells whether the service at the connection's address let the settings be read once, in any window. */
  wasRead(repositoryId: number): Promise<boolean>;
  /** Notes that the settings were read, and tells whether that is kept now. */
  noteRead(repositoryId: number): Promise<boolean>;
}
