import { badRequest } from "../server/answer.ts";
import type { ApiRequest } from "../server/router.ts";
import type { Artifact, Tracker } from "../state/model.ts";

/** A subset of the tracker query language; not there yet. */
export function readExpertQuery(
  _request: ApiRequest,
  _tracker: Tracker,
  _text: string,
): (artifact: Artifact) => boolean {
  throw badRequest("Error during parsing expert query");
}
