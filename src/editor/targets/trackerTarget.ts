import type { TrackerReference } from "../../core/model/artifact.ts";
import { isJsonObject } from "../../core/model/json.ts";
import { chooseQuery } from "../../core/sentences/savedQueries.ts";
import { notATracker } from "../../core/sentences/targets.ts";
import { pickTracker } from "../dialog/pickTracker.ts";
import { HumanError } from "../dialog/present.ts";
import type { ConnectionTarget } from "../manifest/contributions.ts";
import { readHere } from "../services/serviceAt.ts";
import type { Reader, TargetServices } from "./call.ts";
import { connectionIdIn, idIn, membersOf } from "./given.ts";

export interface TrackerTarget extends ConnectionTarget {
  readonly tracker: TrackerReference;
}

/** The words in which a tracker is asked for. */
export interface TrackerQuestion {
  readonly title: string;
  readonly placeHolder: string;
}

/**
 * Gives the tracker of a row, of an object or of ids. Where none is given, the person is asked for it, and for its
 * connection by `askWhere`; a row or object may name the project.
 */
export function tracker(askWhere: string, question: TrackerQuestion): Reader<TrackerTarget> {
  return async ({ args: [first, second], services }) => {
    const given = trackerIn(first, second);
    const { registry, pickConnection } = services;
    const connectionId = given.connectionId ?? (await pickConnection(askWhere))?.id;
    if (connectionId === undefined) {
      return undefined;
    }
    registry.get(connectionId);
    const { id: projectId } = membersOf(membersOf(first).project);
    const chosen =
      given.tracker ??
      (await askTracker(services, connectionId, question, typeof projectId === "number" ? projectId : undefined));
    return chosen && { connectionId, tracker: chosen };
  };
}

/** Lets the person choose a tracker, of that project where one is given. Gives undefined when they gave up. */
export async function askTracker(
  { registry, catalogOf }: TargetServices,
  connectionId: string,
  question: TrackerQuestion,
  projectId?: number,
): Promise<TrackerReference | undefined> {
  const pick = { ...question, connection: registry.get(connectionId), service: catalogOf(connectionId) };
  return await readHere(registry, connectionId, () => pickTracker(pick, projectId));
}

/** The name of a saved query: its connection, tracker and label. */
export interface QueryName extends ConnectionTarget {
  readonly trackerId: number;
  readonly label: string;
}

/** Gives the saved query of a row, or of an object that names it. */
export const queryName: Reader<QueryName> = ({ args: [first] }) => {
  const { query } = membersOf(first);
  const named = isJsonObject(query) ? query : first;
  const { connectionId, tracker: of } = trackerIn(named, undefined);
  const { label } = membersOf(named);
  if (connectionId === undefined || !of || typeof label !== "string") {
    throw new HumanError(chooseQuery);
  }
  return { connectionId, trackerId: of.id, label };
};

function trackerIn(
  first: unknown,
  trackerId: unknown,
): { readonly connectionId: string | undefined; readonly tracker: TrackerReference | undefined } {
  const given = membersOf(first);
  const connectionId = connectionIdIn(first) ?? (typeof given.connection === "string" ? given.connection : undefined);
  const { id: ownId, label } = membersOf(given.tracker);
  // Where several rows are selected, the tree passes all as the second argument.
  const named = ownId ?? given.trackerId ?? given.tracker ?? (Array.isArray(trackerId) ? undefined : trackerId);
  const id = idIn(named, notATracker);
  return { connectionId, tracker: id === undefined ? undefined : { id, ...(typeof label === "string" && { label }) } };
}
