import { fieldFinder } from "../field/fieldFinder.ts";
import { sameMeaning } from "../field/meaning.ts";
import { markedFields } from "../merge/diffEntries.ts";
import { contentIn, withContent } from "../merge/mergeEntries.ts";
import { ComparisonBudget } from "../merge/mergeText.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import type { ArtifactTypes } from "./artifactTypes.ts";
import { differingFields } from "./base.ts";
import { choiceIn, noteMembers, watchSet, withStored } from "./memberWatch.ts";
import type { SetRules, SettlementRules } from "./settlement.ts";
import { textLines } from "./textLines.ts";
import type { TheirChange } from "./valueWatch.ts";

const sets: SetRules<ArtifactTypes> = {
  watch: (ancestor, theirs) => {
    const [inAncestor, inTheirs] = [fieldFinder(ancestor?.fields ?? []), fieldFinder(theirs.fields)];
    return (previous, fieldId, mine) => watchSet(previous, inAncestor(fieldId), mine, inTheirs(fieldId));
  },
  stored: (theirs) => {
    const inTheirs = fieldFinder(theirs.fields);
    return (watch, fieldId, of) => {
      const field = inTheirs(fieldId);
      return field ? withStored(watch, of, field) : watch;
    };
  },
  note: (base, isUndo) => {
    const inBase = fieldFinder(base.fields);
    return (watch, fieldId, before, after) => {
      const field = inBase(fieldId);
      return field ? noteMembers(watch, field, before, after, isUndo) : watch;
    };
  },
  choice: (base) => {
    const inBase = fieldFinder(base.fields);
    return (watch, fieldId, mine) => {
      const field = inBase(fieldId);
      return field && choiceIn(watch, field, mine);
    };
  },
};

/** The rules by which the texts of artifacts are watched: entries by their fields, sets member by member. */
export const artifactSettlement: SettlementRules<ArtifactTypes> = {
  moved: (ancestor, theirs) =>
    ancestor ? differingFields(ancestor, theirs) : theirs.fields.map(({ fieldId }) => fieldId),
  inBase: (base) => {
    const find = fieldFinder(base?.fields ?? []);
    return (fieldId) => find(fieldId)?.entry?.members;
  },
  inText: (mine) => {
    const find = fieldFinder(mine);
    return (fieldId) => find(fieldId)?.members;
  },
  keysIn: (mine) => mine.map(({ fieldId }) => fieldId),
  isSame: (base) => {
    const find = fieldFinder(base.fields);
    return (fieldId, a, b) => {
      const field = find(fieldId);
      return sameMeaning(a, b, field?.kind, field?.entry?.members);
    };
  },
  unsettled: (base) => {
    const inBase = fieldFinder(base.fields);
    return (fieldId, { was, mine, theirs, isMarked }) => ({
      fieldId,
      label: inBase(fieldId)?.label ?? "",
      ...(was && { was: { fieldId, members: was } }),
      mine: { fieldId, members: mine },
      ...(theirs && { theirs: { fieldId, members: theirs } }),
      ...(isMarked && { isMarked }),
    });
  },
  sets,
  lines: (base) => {
    const find = fieldFinder(base.fields);
    const budget = new ComparisonBudget();
    return (fieldId) => (find(fieldId)?.kind === "text" ? textLines(longTexts, budget) : undefined);
  },
  marked: (base, mine) => markedFields(base.fields, mine),
  formats: (previous, outdated, mine) => formatsOf(previous, outdated, mine),
};

/**
 * Tells where long texts have their content. If a colleague has given a text another format, that comes along with
 * their lines.
 */
const longTexts = {
  textIn: contentIn,
  withText: (value: JsonObject, content: string, taken?: TheirChange<JsonObject>) => {
    const isReformatted = taken !== undefined && formatIn(taken.was) !== formatIn(taken.made);
    return withContent(value, content, isReformatted ? formatIn(taken.made) : undefined);
  },
  isSame: (a: JsonObject, b: JsonObject) => sameMeaning(a, b, "text", b),
};

function formatsOf(
  previous: Readonly<Record<string, string>> | undefined,
  outdated: Readonly<Record<string, readonly JsonObject[]>>,
  mine: readonly Entry[],
): Readonly<Record<string, string>> {
  const formats: Record<string, string> = { ...previous };
  for (const { fieldId, members } of mine) {
    const format = formatIn(members);
    if (format !== undefined && outdated[fieldId]) {
      formats[fieldId] = format;
    } else {
      delete formats[fieldId];
    }
  }
  return formats;
}

function formatIn(members: JsonObject): string | undefined {
  const format = isJsonObject(members.value) ? members.value.format : undefined;
  return typeof format === "string" ? format : undefined;
}
