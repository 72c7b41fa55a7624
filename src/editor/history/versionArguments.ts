import { isNumberId } from "../../core/model/id.ts";
import { isJsonObject } from "../../core/model/json.ts";
import { chooseArtifactForHistory, notAVersion } from "../../core/sentences/history.ts";
import { HumanError } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { neededArtifact } from "../targets/artifactTarget.ts";
import { resourceOf, uriMeant } from "../text/resourceUri.ts";

/** The artifact that a command about versions was called for; throws a HumanError where there is none. */
export function artifactOf(target: unknown, artifactId: unknown): ArtifactTarget {
  return neededArtifact(target, artifactId, chooseArtifactForHistory);
}

/** A number that a caller gave, or that an object has as its first argument, such as a link; undefined where there is none. */
export function numberIn(given: unknown, target: unknown, name: string): number | undefined {
  const number = given ?? (isJsonObject(target) ? target[name] : undefined) ?? undefined;
  if (number !== undefined && !isNumberId(number)) {
    throw new HumanError(notAVersion);
  }
  return number;
}

/** The version whose document a command was called for, or whose document is active where it was called for nothing. */
export function shownVersion(target: unknown): number | undefined {
  const resource = resourceOf(uriMeant(target))?.resource;
  return resource?.kind === "version" || resource?.kind === "versionField" ? resource.changesetId : undefined;
}

/** Numbers of fields that a caller gave. */
export function fieldIdsIn(given: unknown): readonly number[] | undefined {
  if (given === undefined || given === null) {
    return undefined;
  }
  if (!Array.isArray(given) || !given.every(isNumberId)) {
    throw new HumanError(notAVersion);
  }
  return given;
}
