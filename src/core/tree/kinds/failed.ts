import { explain } from "../../sentences/explain.ts";
import { reasonOf, saidBy } from "../../sentences/failures.ts";
import {
  failedSpoken,
  itNotRead,
  openArtifact,
  pressEnterToOpen,
  retry as retryTitle,
  setAccessKey,
  thisNotRead,
} from "../../sentences/tree.ts";
import { isServiceError, type ServiceError } from "../../service/serviceError.ts";
import { withoutControls } from "../../util/plainLabel.ts";
import { spokenOf, tooltipOf } from "../look.ts";
import type { RowKind, Tree } from "../rowKind.ts";
import type { FailedRow, MessageRow } from "../rows.ts";

/** The row in place of what could not be read. */
export const failedKind: RowKind<FailedRow> = {
  look: ({ error, parent }, { below }) => {
    const reason = isServiceError(error) ? (refusalIn(error) ?? reasonOf(error)) : explain(error, itNotRead).message;
    const isKeyRefused = isServiceError(error) && error.kind === "unauthorized";
    return {
      label: reason,
      icon: "failed",
      contextValue: "failed",
      tooltip: tooltipOf([explain(error, thisNotRead).message]),
      // Another try with the same key would fail again, so the person is asked for another one.
      click: isKeyRefused ? { command: "setAccessKey", title: setAccessKey } : { command: "retry", title: retryTitle },
      spoken: failedSpoken(below(parent), reason, isKeyRefused),
    };
  },
  isPartOfParent: true,
};

/** Reads again what could not be read; what was read before stays. */
export async function retry(row: FailedRow, { known, branches, redraw }: Tree): Promise<void> {
  const branch = branches.get(row.branchId);
  known.of(row.connectionId).catalog.askAgain();
  if (branch?.listing.isLoaded) {
    await branches.readMore(branch);
  } else {
    branches.dropAlone(row.branchId);
    redraw.row(row.parent);
  }
}

/** Gives the service's own words on a request that it rejected, such as what is wrong with a query. */
function refusalIn(error: ServiceError): string | undefined {
  return error.kind === "rejected" ? withoutControls(saidBy(error)) || undefined : undefined;
}

/** The row of some words in place of rows. */
export const messageKind: RowKind<MessageRow> = {
  look: ({ text, whole = text, isReading, isWayToOpen, parent }, { below }) => ({
    label: text,
    icon: isWayToOpen ? "wayToOpen" : isReading ? "loading" : undefined,
    contextValue: "message",
    tooltip: whole,
    click: isWayToOpen ? { command: "openArtifact", title: openArtifact } : undefined,
    spoken: spokenOf(whole, isWayToOpen ? pressEnterToOpen : below(parent)),
  }),
  isPartOfParent: true,
};
