import type { Entry } from "../../../../src/core/model/entry.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import type { Base, BaseField } from "../../../../src/core/workingCopy/base.ts";
import type { StoredPut } from "../../../../src/core/workingCopy/ports.ts";
import { typeOfKind } from "../field/arbitraries.ts";

/** A field of an artifact that was read. */
export function fieldOf(
  fieldId: number,
  kind: FieldKind,
  members: JsonObject,
  more: Partial<BaseField> = {},
): BaseField {
  return {
    ...{ fieldId, kind, type: typeOfKind[kind], label: `Field of ${kind}`, isWritable: true, isRequired: false },
    ...{ entry: { fieldId, members }, names: {} },
    ...more,
  };
}

/** A version of artifact 512. Its token is that of the service: the second it was made in. */
export function baseOf(fields: readonly BaseField[], second = 1_700_000_000): Base {
  return { artifactId: 512, version: { etag: `"${second}"` }, isRacy: false, fields };
}

/** A save of `changed` over `target`, as the service has stored it a minute later. */
export function putOf(target: Base, changed: readonly Entry[], second = 1_700_000_060): StoredPut {
  return { artifactId: 512, target, changed, version: { etag: `"${second}"` }, differing: [] };
}
