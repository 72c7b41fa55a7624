import { addTitle } from "../../sentences/connectionCommands.ts";
import { suggestedBy } from "../../sentences/connections.ts";
import { spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { SuggestionRow } from "../rows.ts";

/** A service that a folder offers. A click asks whether it is to be connected. */
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
