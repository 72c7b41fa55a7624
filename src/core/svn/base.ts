import type { RepositorySummary, SvnNames, SvnSettings } from "../model/svnRepository.ts";

/** Settings a text is compared with: what is known of the repository. Plain data: it survives JSON. */
export interface SettingsBase {
  /** Undefined members were not told. */
  readonly repository: Pick<RepositorySummary, "id"> & Partial<RepositorySummary>;
  readonly settings: SvnSettings;
  readonly source: SettingsSource;
  /** What is told of the people and groups in the settings. */
  readonly names?: SvnNames;
}

/**
 * - `read`: what the service had
 * - `answered`: what the service answered to a write from here; that it can be read is not said
 * - `remembered`: the last set that was saved from here; the service does not let settings be read
 * - `assumed`: the service's defaults, of a repository of which nothing is known
 */
type SettingsSource = "read" | "answered" | "remembered" | "assumed";

/** Why settings cannot be read: the service has no such route, or it withholds them from all but administrators. */
export type Unreadable = "noRoute" | "withheld";
