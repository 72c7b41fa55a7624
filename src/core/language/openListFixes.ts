import type { DocumentCodec } from "../codec/formatCodec.ts";
import type { ReadDocument } from "../codec/readDocument.ts";
import { isSameJson } from "../field/sameJson.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { type FieldOption, isFreeValueId, noOptions, searchedLabel } from "../model/optionList.ts";
import { changedSpan } from "../util/changedSpan.ts";
import type { FindingSubject } from "./findings.ts";
import type { Fix, FixEffort } from "./fix.ts";

type ValueSubject = Extract<FindingSubject, { readonly kind: "value" }>;

/**
 * Finds ways out of what is wrong with a value of an open list: the id of a known value for its label, the label of a
 * free one for its id, several values for a label with commas.
 */
export function openListFixes(
  { problem, field, entry }: ValueSubject,
  read: ReadDocument,
  codec: DocumentCodec,
  effort: FixEffort,
): readonly Fix[] {
  const meant = meantValues(problem.code, valueAt(entry.members, problem.path), field);
  const members = meant && withValues(entry.members, problem.path, meant.values);
  if (!meant || !members || !effort.edits(read.text)) {
    return [];
  }
  const after = codec.edit(read.text, [{ kind: "set", entry: { fieldId: entry.fieldId, members } }]);
  const { text, ...replace } = changedSpan(read.text, after);
  return after === read.text ? [] : [{ about: meant.about, replace, text, isPreferred: true }];
}

interface Meant {
  readonly about: Fix["about"];
  readonly values: readonly Json[];
}

function meantValues(code: string, value: Json | undefined, field: ValueSubject["field"]): Meant | undefined {
  const { options = noOptions } = field;
  const words = String(value);
  switch (code) {
    case "knownLabel": {
      const option = options.labelled(words);
      const about = option && ({ kind: "useOption", label: option.label, id: String(option.id) } as const);
      return about && { about, values: [{ id: option.id }] };
    }
    case "unknownOption": {
      const isFree = (option: FieldOption) =>
        isFreeValueId(option.id) && searchedLabel(option.label) === searchedLabel(words);
      const label = options.all.find(isFree)?.label;
      return label === undefined ? undefined : { about: { kind: "useLabel", label }, values: [{ label }] };
    }
    case "freeValueId": {
      const label = options.get(words)?.label;
      return label === undefined ? undefined : { about: { kind: "useLabel", label }, values: [{ label }] };
    }
    case "commaInLabel": {
      const labels = words
        .split(",")
        .map((label) => label.trim())
        .filter((label) => label !== "");
      const asValue = (label: string): JsonObject => {
        const option = options.labelled(label);
        return option && !option.isHidden
          ? { id: option.id }
          : field.bindsTo === "users"
            ? { email: label }
            : { label };
      };
      return labels.length === 0
        ? undefined
        : { about: { kind: "splitLabel", count: labels.length }, values: labels.map(asValue) };
    }
    default:
      return undefined;
  }
}

function valueAt(members: JsonObject, path: ValueSubject["problem"]["path"]): Json | undefined {
  return path.reduce<Json | undefined>((value, step) => {
    return Array.isArray(value) ? value[Number(step)] : isJsonObject(value) ? value[String(step)] : undefined;
  }, members);
}

/**
 * Gives the members with `values` in the place of the one on `path`. Those in the list already are not put in again.
 */
function withValues(
  members: JsonObject,
  path: ValueSubject["problem"]["path"],
  values: readonly Json[],
): JsonObject | undefined {
  const index = path.find((step) => typeof step === "number");
  const name = path[0] === "bind_value_ids" ? "bind_value_ids" : "bind_value_objects";
  const holder = name === "bind_value_ids" ? members : members.value;
  const list = isJsonObject(holder) ? holder[name] : undefined;
  if (typeof index !== "number" || !Array.isArray(list)) {
    return undefined;
  }
  const others = list.filter((_, at) => at !== index);
  // In the deprecated form each value is written as its label.
  const put =
    name === "bind_value_ids" ? values.map((value) => (isJsonObject(value) ? (value.label ?? null) : value)) : values;
  const added = put.filter((value) => !others.some((other) => isSameJson(other, value)));
  const changed = [...list.slice(0, index), ...added, ...list.slice(index + 1)];
  return name === "bind_value_ids"
    ? { ...members, bind_value_ids: changed }
    : { ...members, value: { ...(holder as JsonObject), bind_value_objects: changed } };
}
