import type { PathResource } from "../model/uri.ts";
import { withoutControls } from "../util/plainLabel.ts";

/** Tells how a row looks, reads out and answers to a click, without anything of an editor. */
export interface Look {
  readonly label: string;
  /** It is undefined for a row with nothing below it. */
  readonly state?: "collapsed" | "expanded";
  readonly description?: string;
  readonly icon?: Icon;
  /** The words that menus look for. */
  readonly contextValue: string;
  /** The tooltip; where it is undefined, it is made when somebody looks at the row, or there is none. */
  readonly tooltip?: string | Tooltip;
  /** The resource that the row names: a tab of it has the same mark, a file the icon of its kind. */
  readonly resource?: PathResource;
  readonly click?: Click;
  /** A screen reader says this of the row: it has to make sense alone, without the rows around it. */
  readonly spoken: string;
}

/** A picture of what a row stands for. */
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

/** The picture of an artifact, by what is known of its status. */
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

/** A tooltip of paragraphs that are texts: neither Markdown nor HTML nor links may come out of them. */
export interface Tooltip {
  readonly paragraphs: readonly string[];
  /** The link below the paragraphs; its address is one that may be opened. */
  readonly link?: { readonly label: string; readonly address: URL };
}

/** Makes a tooltip with a paragraph for each text there is. */
export function tooltipOf(texts: readonly (string | undefined)[], link?: Tooltip["link"]): Tooltip {
  return { paragraphs: texts.map((text) => withoutControls(text ?? "")).filter((text) => text !== ""), link };
}

/** Joins the parts that there are, as a screen reader says them. */
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

/** Gives the name that the service has for a thing; its number where nobody would see anything of the name. */
export function labelOf({ id, label }: Named, kind: string): string {
  return withoutControls(label) || `${kind} ${id}`;
}

/** Gives the kind of a thing and the name that the service has for it. */
export function kindAndName({ id, label }: Named, kind: string): string {
  return `${kind} ${withoutControls(label) || id}`;
}
