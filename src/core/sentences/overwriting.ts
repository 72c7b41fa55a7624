import type { ReplacedField, Replacement } from "../overwrite/judgeSave.ts";
import { plainLabel } from "../util/plainLabel.ts";

/** The artifact as a person knows it: `#512 It breaks`. */
export function nameOf({ version }: Pick<Replacement, "version">): string {
  return `#${version.artifactId} ${plainLabel(version.title ?? "")}`.trim();
}

/** Whose change was replaced, by whom, in which fields. */
export function savesReplacedEachOther(replacement: Replacement): string {
  const { lost, fields } = replacement;
  const people = [...Map.groupBy(fields, ({ by }) => by)].map(
    ([by, own]) => `${by === undefined ? "somebody" : plainLabel(by)} saved in ${labelsOf(own)}`,
  );
  const others = people.length === 1 ? `what ${people[0]}` : `what ${people.join(", and what ")}`;
  return lost === "theirs"
    ? `${nameOf(replacement)}: your save has replaced ${others} at the same moment. The service let both pass.`
    : `${nameOf(replacement)}: your save was replaced at the same moment, by ${others}. The service let both pass.`;
}

/** `“Summary” and “Status”`. */
export function labelsOf(fields: readonly Pick<ReplacedField, "field">[]): string {
  const labels = fields.map(({ field }) => `“${plainLabel(field.label) || field.fieldId}”`);
  const shown = labels.length > mostLabels ? [...labels.slice(0, mostLabels - 1), "other fields"] : labels;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

const mostLabels = 8;
