import { HumanError } from "../failure/humanError.ts";
import type { TrackerKey } from "../filter/filterStore.ts";
import { isNumberId } from "../model/id.ts";
import { isJsonObject } from "../model/json.ts";
import type { ProjectSummary } from "../model/tracker.ts";
import { chooseTrackerToFilter, notAProject } from "../sentences/targets.ts";
import type { Row } from "./rows.ts";

/** The rows that a command was called for: where the one it was called on is among those selected, all of these. */
export function rowsIn(first: unknown, selected: unknown): readonly Row[] {
  const rows = Array.isArray(selected) ? selected.filter(isRow) : [];
  return rows.length > 0 ? rows : isRow(first) ? [first] : [];
}

/** Whether a command was called for a row of the tree. */
export function isRow(value: unknown): value is Row {
  const names = ["kind", "id", "connectionId"];
  return isJsonObject(value) && names.every((name) => typeof value[name] === "string");
}

/** Whether a command was called with something of the tree, be it less than the whole row that `isRow` asks for. */
export function isFromTree(target: unknown): boolean {
  return isJsonObject(target) && "kind" in target;
}

/**
 * The tracker whose artifacts a command is to filter: that of a row that shows them, or a connection id with a number.
 */
export function filteredTrackerOf(target: unknown, trackerId: unknown): TrackerKey {
  if (isRow(target) && (target.kind === "allArtifacts" || target.kind === "tracker")) {
    return { connectionId: target.connectionId, trackerId: target.tracker.id };
  }
  if (typeof target === "string" && isNumberId(trackerId)) {
    return { connectionId: target, trackerId };
  }
  throw new HumanError(chooseTrackerToFilter);
}

export interface ProjectTarget {
  readonly connectionId: string;
  readonly projectId: number;
  /** What a row of the tree knows of it. */
  readonly known?: ProjectSummary;
}

/** The project a command was called for: a row of the tree, or a connection id with «project» and a number. */
export function projectTargetOf(target: unknown, kind: unknown, id: unknown): ProjectTarget | undefined {
  if (isRow(target) && target.kind === "project") {
    return { connectionId: target.connectionId, projectId: target.project.id, known: target.project };
  }
  if (typeof target !== "string" || kind !== "project") {
    return undefined;
  }
  if (!isNumberId(id)) {
    throw new HumanError(notAProject(id));
  }
  return { connectionId: target, projectId: id };
}
