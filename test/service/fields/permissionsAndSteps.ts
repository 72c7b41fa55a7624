import { badRequest } from "../server/answer.ts";
import type { Step, TextFormat } from "../state/model.ts";
import { toInteger } from "../wire/bodyShape.ts";
import { isObject } from "../wire/json.ts";
import { renderMarkdown } from "../wire/texts.ts";
import { expectKind, type FieldKind } from "./fieldKind.ts";
import { readFormat } from "./texts.ts";

const permissionFormat =
  'Permission field values must be passed as an array of ugroup ids e.g. {"field_id" : 15458, "value" : {"granted_groups" : ["158", "142_3"]}}';

export const permissionKind: FieldKind = {
  read: (_, value, { state }) => {
    const ids = expectKind(value, "permissions")?.groupIds ?? [];
    return { granted_groups: ids.map((id) => state.groups.get(id)?.shortName ?? id), granted_groups_ids: ids };
  },
  accept: (_, entry, { state, tracker }) => {
    const { value } = entry;
    if (!isObject(value) || !Array.isArray(value.granted_groups)) {
      throw badRequest(permissionFormat);
    }
    const groupIds = value.granted_groups.map(String);
    if (value.is_used_by_default === true && groupIds.length === 0) {
      throw badRequest("Permission field is required please choose a group in list");
    }
    const isUsable = (id: string) => {
      const group = state.groups.get(id);
      return group !== undefined && (group.projectId === undefined || group.projectId === tracker.projectId);
    };
    if (!groupIds.every(isUsable)) {
      throw badRequest(permissionFormat);
    }
    return { value: { kind: "permissions", groupIds } };
  },
  isEmpty: () => false,
};

export const stepKind: FieldKind = {
  read: (_, value) => ({ value: (expectKind(value, "steps")?.steps ?? []).map(readStep) }),
  accept: (field, entry, { state, artifact }) => {
    if (!Array.isArray(entry.value) || !entry.value.every(isObject)) {
      return { problem: "" };
    }
    const steps: Step[] = [];
    for (const [index, step] of entry.value.entries()) {
      // Of a new artifact they may come in their order alone.
      const rank = artifact === undefined && step.rank === undefined ? index + 1 : toInteger(step.rank);
      if (rank === undefined || steps.some((each) => each.rank === rank)) {
        return { problem: `${field.label}: every step needs a rank of its own.` };
      }
      steps.push({
        id: state.takeStepId(),
        description: String(step.description ?? ""),
        descriptionFormat: readFormat(step.description_format),
        expectedResults: String(step.expected_results ?? ""),
        expectedResultsFormat: readFormat(step.expected_results_format),
        rank,
      });
    }
    return { value: { kind: "steps", steps: steps.sort((a, b) => a.rank - b.rank) } };
  },
  isEmpty: (value) => expectKind(value, "steps")?.steps.length === 0,
};

function readStep(step: Step): Record<string, unknown> {
  const shown = (text: string, format: TextFormat) => (format === "commonmark" ? renderMarkdown(text) : text);
  const shownFormat = (format: TextFormat) => (format === "commonmark" ? "html" : format);
  return {
    id: step.id,
    description: shown(step.description, step.descriptionFormat),
    description_format: shownFormat(step.descriptionFormat),
    expected_results: shown(step.expectedResults, step.expectedResultsFormat),
    expected_results_format: shownFormat(step.expectedResultsFormat),
    rank: step.rank,
    ...(step.descriptionFormat === "commonmark" && { commonmark_description: step.description }),
    ...(step.expectedResultsFormat === "commonmark" && { commonmark_expected_results: step.expectedResults }),
  };
}
