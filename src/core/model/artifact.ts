import type { Entry } from "./entry.ts";
import type { FieldKind } from "./fieldKind.ts";

/** An artifact as the service answered it, in the words of this code. Plain data: it survives JSON. */
export interface Artifact {
  readonly id: number;
  readonly title?: string;
  /** The canonical reference, such as `bug #512`. */
  readonly xref?: string;
  /** The absolute address in the browser; it is always on the connection's origin. */
  readonly browserUrl?: string;
  readonly tracker?: TrackerReference;
  /** The label of the status semantic; absent where there is none, or it may not be read. */
  readonly status?: string;
  readonly isOpen?: boolean;
  /** Names the service's colour of the status, such as `sherwood-green`. */
  readonly statusColor?: string;
  readonly submittedBy?: string;
  /** The instant in ISO 8601, in the server's zone. */
  readonly submittedOn?: string;
  readonly lastUpdatedBy?: string;
  readonly lastModifiedOn?: string;
  readonly assignees: readonly string[];
  /**
   * The fields that may not be changed now, whatever the tracker says in general; absent where that was not asked for.
   */
  readonly notUpdatable?: readonly number[];
  /** The values in the order of the tracker's form; empty in listings, which leave values out. */
  readonly values: readonly FieldValue[];
  /** The attachments of all file fields, in the order of the answer. */
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
  /** It is undefined for types that cannot be written or are not known. */
  readonly kind?: FieldKind;
  /** The entry that leaves the value as it is when a PUT carries it. It is undefined together with `kind`. */
  readonly entry?: Entry;
  /** The names of the ids in `entry`, by `String(id)`: of list values, users, groups, linked artifacts, attachments. */
  readonly names: Readonly<Record<string, string>>;
  /**
   * The part of the value that a reader sees besides `entry`: all that cannot be written, a computed number, links from
   * elsewhere.
   */
  readonly shown?: ShownValue;
}

/** A value that is only read and never sent. */
export type ShownValue =
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** The instant in ISO 8601, in the server's zone. */
  | { readonly kind: "date"; readonly date: string }
  /** References such as `art #12` and `rev #3`. */
  | { readonly kind: "references"; readonly references: readonly string[] }
  | { readonly kind: "reverseLinks"; readonly links: readonly NamedLink[] };

export interface NamedLink {
  readonly artifactId: number;
  /** The service's name of the link type; `""` for a plain link. */
  readonly type: string;
  readonly name: string;
}

export interface Attachment {
  /** The service's id where it gives one, else the position among the artifact's attachments, from 1. */
  readonly n: number;
  readonly fieldId: number;
  readonly name: string;
  readonly sizeBytes?: number;
  /** The type that the uploader claimed, which is never to be trusted. */
  readonly mediaType?: string;
  readonly description?: string;
  /** The address as the service gave it: relative to the host root, or absolute. The transport checks its origin. */
  readonly contentUrl: string;
}

/** Links of one type and direction that an artifact has: to its children, from its parents. */
export interface LinkKind {
  /** The type, such as `_is_child`; empty for plain links. */
  readonly type: string;
  readonly direction: "forward" | "reverse";
  readonly label: string;
}

/** Holds what the service tells of an artifact's version. Nobody looks into it, and it is sent back byte for byte. */
export interface Version {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** An artifact with the version it was read at. */
export interface VersionedArtifact {
  readonly artifact: Artifact;
  readonly version: Version;
  /** The answer's `Date` header, as it was sent. */
  readonly date?: string;
}

/** Holds what is kept of an artifact to show it in the tree without asking the service. */
export type ArtifactSummary = Pick<
  Artifact,
  | "id"
  | "title"
  | "xref"
  | "browserUrl"
  | "status"
  | "isOpen"
  | "statusColor"
  | "tracker"
  | "submittedBy"
  | "submittedOn"
  | "lastUpdatedBy"
  | "lastModifiedOn"
> & { readonly assignees?: readonly string[] };
