import { getStarted, getStartedDetail } from "../../sentences/connections.ts";
import { spokenOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { StartRow } from "../rows.ts";

/** Leads to the walkthrough. */
export const startKind: RowKind<StartRow> = {
  look: () => ({
    label: getStarted,
    icon: "start",
    contextValue: "start",
    tooltip: getStartedDetail,
    click: { command: "openWalkthrough", title: getStarted },
    spoken: spokenOf(getStarted, getStartedDetail),
  }),
};
