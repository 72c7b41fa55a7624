import { l10n } from "vscode";
import type { Problem } from "../../core/codec/problem.ts";
import type { ValueProblem } from "../../core/field/valueProblem.ts";
import type { Json } from "../../core/model/json.ts";
import type { UnsettledEntry } from "../../core/workingCopy/settlement.ts";

/** What is wrong with a document's text, in words. */
export function problemSentence({ code, facts }: Problem): string {
  switch (code) {
    case "syntax":
      return l10n.t("Not JSON: {0}.", words(facts?.reason ?? "unexpected text"));
    case "comment":
      return l10n.t("JSON has no comments; this one would never be sent.");
    case "trailingComma":
      return l10n.t("JSON allows no comma here.");
    case "tooLarge":
      return l10n.t("The text is too large to be sent (over {0} characters).", facts?.limit ?? 0);
    case "tooDeep":
      return l10n.t("Nested too deeply (over {0} levels).", facts?.limit ?? 0);
    case "rootNotObject":
      return l10n.t("The document must be an object with a member “values”.");
    case "missingValues":
      return l10n.t("The member “values” is missing: a list with an entry for each field.");
    case "valuesNotArray":
      return l10n.t("“values” must be a list with an entry for each field.");
    case "entryNotObject":
      return l10n.t("An entry must be an object with a “field_id”.");
    case "missingFieldId":
      return l10n.t("The entry has no “field_id”.");
    case "invalidFieldId":
      return l10n.t("“field_id” must be a whole number.");
    case "duplicateField":
      return l10n.t("Field {0} occurs twice; only one entry for it can be sent.", facts?.fieldId ?? 0);
    case "duplicateMember":
      return l10n.t("“{0}” occurs twice in one object.", facts?.member ?? "");
    case "missingValue":
      return l10n.t(
        "The entry has no value. Remove it to leave the field as it is, or give it an empty value to clear it.",
      );
    case "unknownRootMember":
      return l10n.t("“{0}” is never sent.", facts?.member ?? "");
    case "inexactNumber":
      return l10n.t("This number would arrive as another one: it has more digits than can be kept.");
    case "loneSurrogate":
      return l10n.t("The text holds half a character, which cannot be sent.");
  }
}

/** What is wrong with the value of the field `label`, in words. */
export function valueProblemSentence({ code, expected }: ValueProblem, label: string): string {
  const wanted = (expected ?? []).join(", ");
  switch (code) {
    case "missingValue":
      return l10n.t("“{0}” has no value: {1} is expected.", label, wanted);
    case "unexpectedMember":
      return l10n.t("The service does not read this for “{0}”.", label);
    case "wrongType":
      return l10n.t("“{0}” takes {1} here.", label, wanted);
    case "lineBreak":
      return l10n.t("“{0}” is a single line.", label);
    case "notInteger":
      return l10n.t("“{0}” takes whole numbers.", label);
    case "invalidDate":
      return l10n.t(
        "“{0}” needs a date such as 2026-03-13 or 2026-03-13T15:00:00+01:00; the service would store 1970-01-01 instead.",
        label,
      );
    case "textTooLong":
      return l10n.t("“{0}” is too long: {1} bytes at most.", label, wanted);
    case "unknownFormat":
      return l10n.t("“{0}” has a format the service does not know: {1}.", label, wanted);
    case "severalValues":
      return l10n.t("“{0}” takes a single value.", label);
    case "unknownOption":
      return l10n.t("This is not among the values of “{0}”.", label);
    case "contradiction":
      return l10n.t("The members of “{0}” say different things.", label);
    case "sameRank":
      return l10n.t("Two steps of “{0}” have the same rank.", label);
    case "requiredEmpty":
      return l10n.t("“{0}” is required.", label);
    case "unknownKind":
      return l10n.t("“{0}” is of a type that cannot be written here.", label);
  }
}

/** Both values of an entry that waits for a decision. */
export function unsettledSentence({ label, fieldId, mine, theirs }: UnsettledEntry): string {
  return l10n.t(
    "In conflict: “{0}” was changed on the service too.\nMine: {1}\nTheirs: {2}",
    label || String(fieldId),
    shorten(mine.members),
    theirs ? shorten(theirs.members) : l10n.t("(the field is gone)"),
  );
}

const longestValue = 200;

function shorten(members: { readonly [member: string]: Json }): string {
  const values = Object.values(members);
  const text = JSON.stringify(values.length === 1 ? values[0] : members);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** `CommaExpected` → `comma expected`. */
function words(reason: string): string {
  return reason.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
