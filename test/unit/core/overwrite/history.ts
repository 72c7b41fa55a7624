import type { FieldValue } from "../../../../src/core/model/artifact.ts";
import type { Changeset } from "../../../../src/core/model/changeset.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import type { Base } from "../../../../src/core/workingCopy/base.ts";
import type { StoredPut } from "../../../../src/core/workingCopy/ports.ts";

export const title = 1;
export const notes = 2;
export const files = 3;
export const state = 4;
const kinds: Readonly<Record<number, FieldKind>> = {
  [title]: "string",
  [notes]: "text",
  [files]: "files",
  [state]: "list",
};

/** Of each field: the line, the text, or the ids. */
export interface Values {
  readonly [title]?: string;
  readonly [notes]?: string;
  readonly [files]?: readonly number[];
  readonly [state]?: readonly number[];
}

export const me = 102;
export const jane = 103;
export const john = 104;
export const workflow = 90;
const names: Readonly<Record<number, string>> = { [me]: "Me", [jane]: "Jane", [john]: "John" };
const epoch = Date.UTC(2026, 2, 13, 14, 0, 0);

function membersOf(fieldId: number, value: string | readonly number[]): JsonObject {
  return fieldId === state
    ? { bind_value_ids: value }
    : { value: fieldId === notes ? { content: String(value), format: "text" } : value };
}

function valuesOf(values: Values): readonly FieldValue[] {
  return Object.entries(values).flatMap(([id, value]): FieldValue[] => {
    const fieldId = Number(id);
    const kind = kinds[fieldId];
    return kind
      ? [
          {
            ...{ fieldId, type: kind, label: `Field ${fieldId}`, kind, names: {} },
            entry: { fieldId, members: membersOf(fieldId, value) },
          },
        ]
      : [];
  });
}

export function baseOf(values: Values, second: number): Base {
  const fields = valuesOf(values).map(({ shown: _, ...field }) => ({ ...field, isWritable: true, isRequired: false }));
  return { artifactId: 512, title: "It breaks", version: versionAt(second), isRacy: false, fields };
}

function versionAt(second: number) {
  return { etag: String(epoch / 1000 + second), lastModified: new Date(epoch + second * 1000).toUTCString() };
}

/** A PUT of `changes` over what the artifact was at `target.second`, answered with the version of `second`. */
export function putOf(
  target: { readonly values: Values; readonly second: number },
  changes: Values,
  second: number,
  differing: readonly number[] = [],
): StoredPut {
  return {
    artifactId: 512,
    target: baseOf(target.values, target.second),
    changed: valuesOf(changes).flatMap(({ entry }) => entry ?? []),
    version: versionAt(second),
    differing,
  };
}

/** A PUT of a comment alone over what the artifact was at `target.second`. */
export function commentOf(
  target: { readonly values: Values; readonly second: number },
  comment: string,
  second: number,
): StoredPut {
  return { ...putOf(target, {}, second), comment };
}

/** A step of the history: who, in which second, how the artifact was from then on, and what was said. */
export type Step = readonly [by: number, second: number, values: Values, comment?: string];

export function stepsOf(steps: readonly Step[], firstId = 9001): readonly Changeset[] {
  return steps.map(([authorId, second, values, comment], index) => ({
    ...{ id: firstId + index, authorId, author: names[authorId] ?? "Tracker Workflow Manager" },
    submittedOn: new Date(epoch + second * 1000).toISOString().replace(".000Z", "+00:00"),
    ...(comment !== undefined && { comment: { content: comment, format: "commonmark" as const } }),
    values: valuesOf(values),
  }));
}
