import { addTitle } from "../../sentences/connectionCommands.ts";
import { getStarted, getStartedDetail, suggestedBy } from "../../sentences/connections.ts";
import { spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { StartRow, SuggestionRow } from "../rows.ts";

/** The row that leads to the walkthrough. */
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

/** The row of a service that a folder offers. A click asks whether it is to be connected. */
export const suggestionKind: RowKind<SuggestionRow> = {
  look: ({ suggestion }) => ({
    label: suggestion.label,
    description: new URL(suggestion.url).host,
    icon: "connection",
    contextValue: "suggestion",
    tooltip: tooltipOf([suggestedBy(suggestion), suggestion.url]),
    click: { command: "addConnection", title: addTitle },
    spoken: spokenOf(suggestion.label, new URL(suggestion.url).host, suggestedBy(suggestion)),
  }),
};
