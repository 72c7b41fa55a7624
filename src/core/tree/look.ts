import type { PathResource } from "../model/uri.ts";
import { withoutControls } from "../util/plainLabel.ts";

/** How a row looks, reads out and answers to a click; without anything of an editor. */
export interface Look {
  readonly label: string;
  /** Undefined for a row with nothing below it. */
  readonly state?: "collapsed" | "expanded";
  readonly description?: string;
  readonly icon?: Icon;
  /** Words that menus look for. */
  readonly contextValue: string;
  /** Undefined: made when somebody looks at the row, or none. */
  readonly tooltip?: string | Tooltip;
  /** What the row names: a tab of it bears the same mark, a file the icon of its kind. */
  readonly resource?: PathResource;
  readonly click?: Click;
  /** What a screen reader says of the row: it has to make sense alone, without those around it. */
  readonly spoken: string;
}

/** What a row stands for, as a picture shows it. */
export type Icon = IconName | ArtifactIcon;

export type IconName =
  | "connection"
  | "assigned"
  | "pinned"
  | "recent"
  | "query"
  | "project"
  | "favourite"
  | "tracker"
  | "allArtifacts"
  | "filteredArtifacts"
  | "report"
  | "file"
  | "outgoing"
  | "incoming"
  | "repository"
  | "more"
  | "loading"
  | "failed"
  | "wayToOpen"
  | "start";

/** An artifact, by what is known of its status. */
export interface ArtifactIcon {
  readonly isOpen?: boolean;
  /** The service's name of a colour, such as `sherwood-green`. */
  readonly statusColor?: string;
}

/** The command that a click on the row runs, with the row. */
interface Click {
  readonly command:
    | "openArtifact"
    | "openRow"
    | "openAttachment"
    | "openSvnSettings"
    | "loadMore"
    | "retry"
    | "setAccessKey"
    | "addConnection"
    | "openWalkthrough";
  readonly title: string;
}

/** Paragraphs that are texts: neither Markdown nor HTML nor links may come out of them. */
export interface Tooltip {
  readonly paragraphs: readonly string[];
  /** Stands below them; the address is one that may be opened. */
  readonly link?: { readonly label: string; readonly address: URL };
}

/** A tooltip of a paragraph for each text there is. */
export function tooltipOf(texts: readonly (string | undefined)[], link?: Tooltip["link"]): Tooltip {
  return { paragraphs: texts.map((text) => withoutControls(text ?? "")).filter((text) => text !== ""), link };
}

/** The parts that there are, as a screen reader says them. */
export function spokenOf(...parts: readonly (string | undefined)[]): string {
  return parts
    .map((part) => withoutControls(part ?? ""))
    .filter((part) => part !== "")
    .join(", ");
}

/** Something that the service gives a number and a name. */
interface Named {
  readonly id: number;
  readonly label: string;
}

/** Tells what the service calls it; its number where that is nothing that can be seen. */
export function labelOf({ id, label }: Named, kind: string): string {
  return withoutControls(label) || `${kind} ${id}`;
}

/** The kind of thing it is, and what the service calls it. */
export function kindAndName({ id, label }: Named, kind: string): string {
  return `${kind} ${withoutControls(label) || id}`;
}
