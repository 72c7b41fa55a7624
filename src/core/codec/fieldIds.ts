import { isNumberId } from "../model/id.ts";
import type { LocatedEntry } from "./documentEntries.ts";
import type { Problem } from "./problem.ts";

/** An integer from 1; the service takes it as a string too. */
export function readId(value: unknown): number | undefined {
  const id = typeof value === "string" && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
  return isNumberId(id) ? id : undefined;
}

/** Each of the entries that are for one field is a problem. */
export function duplicateFields(entries: readonly LocatedEntry[]): readonly Problem[] {
  const byField = Map.groupBy(entries, ({ fieldId }) => fieldId);
  return [...byField.values()].flatMap((same) =>
    same.length === 1
      ? []
      : same.map(
          ({ fieldId, fieldIdOffset, fieldIdLength }): Problem => ({
            code: "duplicateField",
            severity: "error",
            offset: fieldIdOffset,
            length: fieldIdLength,
            facts: { fieldId },
          }),
        ),
  );
}
