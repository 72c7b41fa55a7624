import type { TrackerKey } from "../../core/filter/filterStore.ts";
import type { ArtifactSummary } from "../../core/model/artifact.ts";
import { isNumberId } from "../../core/model/id.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import { chooseTrackerToFilter, notAProject } from "../../core/sentences/targets.ts";
import { cannotPin, chooseToPin } from "../../core/sentences/tree.ts";
import type { Row, RowOf } from "../../core/tree/rows.ts";
import { HumanError } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { askedArtifact, isArtifactLacking, neededArtifact } from "./artifactTarget.ts";
import type { Call, Reader } from "./call.ts";
import { checkedId, givenUri, isRow, selectedWith } from "./given.ts";
import { type NamedRepository, namesRepository, repositoryOf } from "./repositoryTarget.ts";

/** Gives the rows that are selected, or the one that was clicked; none where nothing of the tree is given. */
export const rows: Reader<readonly Row[]> = ({ args: [first, second] }) => rowsIn(first, second);

/** Gives a row of that kind. For anything else nothing is to be done. */
export function row<K extends Row["kind"]>(kind: K): Reader<RowOf<K>> {
  return ({ args: [first] }) => (isRowOf(first, kind) ? first : undefined);
}

/** Gives the tracker of a row that shows its artifacts, or of ids. `row` is that row. */
export const filteredTracker: Reader<TrackerKey & { readonly row?: Row }> = ({ args: [first, trackerId] }) => {
  if (isRowOf(first, "tracker") || isRowOf(first, "allArtifacts")) {
    return { connectionId: first.connectionId, trackerId: first.tracker.id, row: first };
  }
  if (typeof first !== "string" || !isNumberId(trackerId)) {
    throw new HumanError(chooseTrackerToFilter);
  }
  return { connectionId: first, trackerId };
};

/** An artifact, a repository or a project, which can be kept at the top of the tree. */
export type Pinnable =
  | (ArtifactTarget & { readonly kind: "artifact"; readonly known?: ArtifactSummary })
  | (NamedRepository & { readonly kind: "repository" })
  | PinnableProject;

export interface PinnableProject {
  readonly kind: "project";
  readonly connectionId: string;
  readonly projectId: number;
  /** The project as the row of the tree knows it. */
  readonly known?: ProjectSummary;
}

/**
 * Gives those of several selected rows that can be pinned; else what a row, ids behind a kind, or the active editor
 * name. Otherwise the person is asked: for an artifact as `artifact` does, or under this title for a repository, where
 * its kind is given without a number.
 */
export function pinnables(title: string): Reader<readonly Pinnable[]> {
  return async (call) => {
    const [first, second] = call.args;
    const selected = rowsIn(first, second);
    const known = selected.flatMap((each) => pinnableOf(each) ?? []);
    if (known.length > 0 || selected.length > 1) {
      return known;
    }
    const named = await pinnableNamed(call, title);
    return named && [named];
  };
}

function pinnableOf(of: Row): Pinnable | undefined {
  const { connectionId } = of;
  switch (of.kind) {
    case "project":
      return { kind: "project", connectionId, projectId: of.project.id, known: of.project };
    case "repository":
      return { kind: "repository", connectionId, repositoryId: of.repositoryId, known: of.repository };
    case "artifact":
      return { kind: "artifact", connectionId, artifactId: of.artifactId, known: of.summary };
    default:
      return undefined;
  }
}

async function pinnableNamed(call: Call, title: string): Promise<Pinnable | undefined> {
  const [first, kind, id] = call.args;
  if ((kind ?? "artifact") === "artifact" && isArtifactLacking(call, id)) {
    const asked = await askedArtifact(call);
    return asked && { kind: "artifact", ...asked };
  }
  if (kind === "svn" || kind === "repository" || namesRepository(first)) {
    const named = await repositoryOf(call, id, title);
    return named && { kind: "repository", ...named };
  }
  const connectionId = typeof first === "string" && !givenUri(first) ? first : undefined;
  if (connectionId !== undefined && kind === "project") {
    return { kind, connectionId, projectId: checkedId(id, notAProject) };
  }
  if (connectionId !== undefined && kind !== "artifact") {
    throw new HumanError(cannotPin(kind));
  }
  return { kind: "artifact", ...neededArtifact(first, id, chooseToPin) };
}

function rowsIn(first: unknown, second: unknown): readonly Row[] {
  const selected = selectedWith(first, second).filter(isRow);
  return selected.length === 0 && isRow(first) ? [first] : selected;
}

function isRowOf<K extends Row["kind"]>(given: unknown, kind: K): given is RowOf<K> {
  return isRow(given) && given.kind === kind;
}
