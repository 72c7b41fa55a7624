import { openArtifact, pressEnterToOpen } from "../../sentences/tree.ts";
import { spokenOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { MessageRow } from "../rows.ts";

/** Says something in place of rows. */
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
