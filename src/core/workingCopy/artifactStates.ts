import type { Version } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import { fieldKinds } from "../model/fieldKind.ts";
import { isJsonObject } from "../model/json.ts";
import { type Check, isBoolean, isNumber, isText, listOf, oneOf, optional, recordOf, shapeOf } from "../model/shape.ts";
import type { Base, BaseField } from "./base.ts";
import type { StateForm } from "./keptState.ts";

export const isVersion: Check = shapeOf<Version>({ etag: optional(isText), lastModified: optional(isText) });

const isEntry = shapeOf<Entry>({ fieldId: isNumber, members: isJsonObject });

export const isBaseField: Check = shapeOf<BaseField>({
  fieldId: isNumber,
  label: isText,
  type: isText,
  kind: optional(oneOf(...fieldKinds)),
  isWritable: isBoolean,
  isRequired: isBoolean,
  hasTime: optional(isBoolean),
  entry: optional(isEntry),
  isNeverFilled: optional(isBoolean),
  names: recordOf(isText),
});

const isBase = shapeOf<Base>({
  artifactId: isNumber,
  title: optional(isText),
  trackerId: optional(isNumber),
  version: isVersion,
  isRacy: isBoolean,
  unconfirmed: optional(
    shapeOf<NonNullable<Base["unconfirmed"]>>({ fieldIds: listOf(isNumber), date: optional(isText) }),
  ),
  notUpdatable: optional(listOf(isNumber)),
  fields: listOf(isBaseField),
});

/** Tells how the states of artifacts' working copies are kept. */
export const artifactStates: StateForm = {
  formatVersion: 4,
  isBase: (artifactId, value) => isBase(value) && (value as Base).artifactId === artifactId,
  isValue: isJsonObject,
  isChange: listOf(isEntry),
  isMine: listOf(isEntry),
};
