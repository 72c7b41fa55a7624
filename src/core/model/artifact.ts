import type { FieldKind } from "../field/fieldKind.ts";
import type { Entry } from "./entry.ts";

/** An artifact as the service answered it, in our words. Plain data: it survives JSON. */
export interface Artifact {
  readonly id: number;
  readonly title?: string;
  /** Canonical reference, `bug #512`. */
  readonly xref?: string;
  /** Address in the browser, absolute; only ever on the connection's origin. */
  readonly browserUrl?: string;
  readonly tracker?: TrackerReference;
  /** Label of the status semantic; absent when there is none or it may not be read. */
  readonly status?: string;
  readonly isOpen?: boolean;
  /** Names the service's colour of the status, such as `sherwood-green`. */
  readonly statusColor?: string;
  readonly submittedBy?: string;
  /** ISO 8601, in the server's zone. */
  readonly submittedOn?: string;
  readonly lastUpdatedBy?: string;
  readonly lastModifiedOn?: string;
  readonly assignees: readonly string[];
  /** In the order of the tracker's form. Empty in listings, which leave them out. */
  readonly values: readonly FieldValue[];
  /** Of all file fields, in the order of the answer. */
  readonly attachments: readonly Attachment[];
}

export interface TrackerReference {
  readonly id: number;
  readonly label?: string;
  readonly projectId?: number;
  readonly projectLabel?: string;
}

/** The value of one field as it was read. */
export interface FieldValue {
  readonly fieldId: number;
  /** The service's name of the type: `string`, `sb`, `art_link`, … */
  readonly type: string;
  readonly label: string;
  /** Undefined for types that cannot be written or are not known. */
  readonly kind?: FieldKind;
  /** What a PUT would carry to leave the value as it is. Undefined together with `kind`. */
  readonly entry?: Entry;
  /** What ids in `entry` stand for: list values, users, groups, linked artifacts, attachments; by `String(id)`. */
  readonly names: Readonly<Record<string, string>>;
}

export interface Attachment {
  /** The service's id where it gives one, else the position among the artifact's attachments, from 1. */
  readonly n: number;
  readonly fieldId: number;
  readonly name: string;
  readonly sizeBytes?: number;
  /** As claimed by the uploader: never to be trusted. */
  readonly mediaType?: string;
  readonly description?: string;
  /** As the service gave it: relative to the host root, or absolute. The transport checks its origin. */
  readonly contentUrl: string;
}

/** What the service tells of an artifact's version: opaque, sent back byte for byte. */
export interface Version {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** An artifact with the version it was read at. */
export interface VersionedArtifact {
  readonly artifact: Artifact;
  readonly version: Version;
  /** The answer's `Date` header, as sent. */
  readonly date?: string;
}
