import { fieldsAsList, notAVersion } from "../../core/sentences/history.ts";
import { notAField } from "../../core/sentences/targets.ts";
import { HumanError } from "../dialog/present.ts";
import { checkedId, idIn, isNone, membersOf, namedIn } from "./given.ts";

/** Two versions to be shown side by side, of which each may be left out. */
export interface ComparedVersions {
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The only field that is compared. */
  readonly fieldId: number | undefined;
}

export interface RestoredVersion {
  readonly changesetId: number | undefined;
  readonly fieldIds?: readonly number[] | undefined;
  /** Tells that all fields that differ are meant, and the person is not asked for them. */
  readonly isWhole?: boolean;
}

/** Gives the versions and the field that are given, or that an object names beside its artifact. */
export function comparedVersions([first, , from, to]: readonly unknown[]): ComparedVersions {
  const { fromChangesetId, toChangesetId, fieldId } = membersOf(first);
  return {
    from: versionId(from ?? fromChangesetId),
    to: versionId(to ?? toChangesetId),
    fieldId: versionId(fieldId),
  };
}

/** Gives the version that is given, that an object names beside its artifact, or whose document is meant. */
export function restoredVersion([first, , changesetId, fieldIds]: readonly unknown[]): RestoredVersion {
  return {
    changesetId: versionId(changesetId ?? namedIn(first).changesetId),
    fieldIds: fieldIdsIn(fieldIds),
    // A program that names the version by its number means all of it.
    isWhole: typeof first === "string" && changesetId !== undefined,
  };
}

function versionId(given: unknown): number | undefined {
  return idIn(given, () => notAVersion);
}

function fieldIdsIn(given: unknown): readonly number[] | undefined {
  if (isNone(given)) {
    return undefined;
  }
  if (!Array.isArray(given)) {
    throw new HumanError(fieldsAsList);
  }
  return given.map((fieldId) => checkedId(fieldId, notAField));
}
