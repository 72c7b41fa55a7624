import { fieldFinder } from "../field/fieldFinder.ts";
import { sameMeaning } from "../field/meaning.ts";
import { markedFields } from "../merge/diffEntries.ts";
import { linesIn, mergeContent, withContent } from "../merge/mergeEntries.ts";
import { ComparisonBudget, type LineClash, withLacking, withUndecided } from "../merge/mergeText.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import type { ArtifactTypes } from "./artifactTypes.ts";
import { differingFields } from "./base.ts";
import { choiceIn, noteMembers, watchSet, withStored } from "./memberWatch.ts";
import type { SetRules, SettlementRules } from "./settlement.ts";
import type { LineRules } from "./valueWatch.ts";

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

/** What is watched in the texts of artifacts: entries by their fields, sets member by member. */
export const artifactSettlement: SettlementRules<ArtifactTypes> = {
  isWritingDecision: true,
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
    return (fieldId, { was, mine, theirs }) => ({
      fieldId,
      label: inBase(fieldId)?.label ?? "",
      ...(was && { was: { fieldId, members: was } }),
      mine: { fieldId, members: mine },
      ...(theirs && { theirs: { fieldId, members: theirs } }),
    });
  },
  sets,
  lines: (base) => {
    const find = fieldFinder(base.fields);
    const budget = new ComparisonBudget();
    return (fieldId) => (find(fieldId)?.kind === "text" ? textRules(budget) : undefined);
  },
  marked: (base, mine) => markedFields(base.fields, mine),
  formats: (previous, outdated, mine) => formatsOf(previous, outdated, mine),
};

/** How lines of a long text are watched, as far as `budget` allows to compare them. */
function textRules(budget: ComparisonBudget): LineRules<JsonObject> {
  return {
    filled: (mine, { was, made }) => {
      const both = mergeContent(was, mine, made, withLacking, budget);
      const isReformatted = formatIn(was) !== formatIn(made);
      return both && withContent(mine, both.text, isReformatted ? formatIn(made) : undefined);
    },
    filledStill: ({ mine, filled }, after) => {
      const both = mergeContent(mine, after, filled, withUndecided, budget);
      return both?.isUncompared ? filled : both ? withContent(after, both.text) : after;
    },
    leftOf: (older, value, made) => {
      const [was] = older;
      const known = new Set(older.flatMap((each) => linesIn(each) ?? []));
      let left: "some" | "altered" | "none" = "none";
      const clashes = (clash: LineClash) => {
        left = left === "some" ? left : (leftInClash(clash, known) ?? left);
        return clash.mine;
      };
      const back = was && mergeContent(made, value, was, clashes, budget);
      const isOther = back && !sameMeaning(withContent(value, back.text), value, "text", value);
      return isOther ? "some" : left;
    },
  };
}

/** What is left of theirs, the base of `clash`, in the lines of mine, where theirs is what was before. */
function leftInClash(
  { base: made, mine, theirs: was }: LineClash,
  known: ReadonlySet<string>,
): "some" | "altered" | undefined {
  const [inMade, inMine, inWas] = [new Set(made), new Set(mine), new Set(was)];
  const added = made.filter((line) => !inWas.has(line));
  const removed = was.filter((line) => !inMade.has(line));
  const isRemoved = removed.length > added.length && removed.some((line) => !inMine.has(line));
  return added.some((line) => inMine.has(line))
    ? "some"
    : isRemoved || mine.some((line) => !known.has(line))
      ? "altered"
      : undefined;
}

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
