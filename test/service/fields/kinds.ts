import { fullUser, userById } from "../representations/people.ts";
import type { StoredValue } from "../state/model.ts";
import { firstChangeset, lastChangeset } from "../state/state.ts";
import { printIso } from "../wire/dates.ts";
import { expectKind, type FieldKind, type ReadContext } from "./fieldKind.ts";
import { fileKind } from "./files.ts";
import { forwardLinks, linkKind, reverseLinks } from "./links.ts";
import { listKind, openListKind } from "./lists.ts";
import { computedKind, dateKind, floatKind, intKind } from "./numbersAndDates.ts";
import { permissionKind, stepKind } from "./permissionsAndSteps.ts";
import { encryptedKind, stringKind, textKind } from "./texts.ts";

/** A field that is worked out from the artifact instead of being stored. */
function derived(read: (context: ReadContext) => unknown): FieldKind {
  return { read: (_field, _value, context) => ({ value: read(context) }), isEmpty: () => false };
}

/** What plugins keep: handed on as it is stored. */
const opaqueKind: FieldKind = {
  read: (_, value) => expectKind(value, "opaque")?.members as Record<string, unknown> | undefined,
  isEmpty: () => false,
};

const absentKind: FieldKind = { read: () => undefined, isEmpty: () => false };

const kinds: Readonly<Record<string, FieldKind>> = {
  string: stringKind,
  text: textKind,
  int: intKind,
  float: floatKind,
  date: dateKind,
  computed: computedKind,
  sb: listKind,
  rb: listKind,
  msb: listKind,
  cb: listKind,
  tbl: openListKind,
  art_link: linkKind,
  file: fileKind,
  perm: permissionKind,
  ttmstepdef: stepKind,
  Encrypted: encryptedKind,
  ttmstepexec: absentKind,
  aid: derived(({ artifact }) => artifact.id),
  atid: derived(({ artifact }) => artifact.idInTracker),
  priority: derived(({ artifact }) => (artifact.id % 5 === 0 ? null : artifact.id * 3)),
  subby: derived(({ artifact, state, origin }) =>
    userById(state, firstChangeset(artifact).submittedBy, origin, fullUser),
  ),
  subon: derived(({ artifact, zones }) => printIso(firstChangeset(artifact).submittedOn, zones.current)),
  luby: derived(({ artifact, state, origin }) =>
    userById(state, lastChangeset(artifact).submittedBy, origin, fullUser),
  ),
  lud: derived(({ artifact, zones }) => printIso(lastChangeset(artifact).submittedOn, zones.current)),
  cross: derived(crossReferences),
};

function crossReferences({ state, artifact, origin }: ReadContext): unknown {
  const out = forwardLinks(artifact).map((link) => link.id);
  const inward = reverseLinks(state, artifact.id).map((link) => link.id);
  return [...new Set([...out, ...inward])].map((id) => ({
    ref: `art #${id}`,
    url: `${origin.replace(/^http:/, "https:")}/goto?key=art&val=${id}`,
    direction: out.includes(id) ? (inward.includes(id) ? "both" : "out") : "in",
  }));
}

const layoutTypes = ["fieldset", "column", "linebreak", "separator", "staticrichtext"];

export function isLayout(type: string): boolean {
  return layoutTypes.includes(type);
}

/** Types whose entries in a body are passed over in silence. */
export function isIgnoredOnWrite(type: string): boolean {
  return ["lud", "subon", "subby", "luby", "priority", "cross"].includes(type);
}

/** In the artifact by name (`values_by_field`): what can be written as letters or digits. */
export function isAlphanumeric(type: string): boolean {
  return ["string", "text", "int", "float", "computed", "aid", "atid", "priority", "Encrypted"].includes(type);
}

export function kindOf(type: string): FieldKind {
  return (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? opaqueKind;
}

/** Whether the service would see no change. Another format alone is none. */
export function isSameValue(a: StoredValue, b: StoredValue): boolean {
  if (a.kind === "text" && b.kind === "text") {
    return a.content === b.content;
  }
  return JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
}

function comparable(value: StoredValue): unknown {
  switch (value.kind) {
    case "list":
      return [...value.ids].map(String).sort();
    case "files":
      return [...value.ids].sort((a, b) => a - b);
    case "permissions":
      return [...value.groupIds].sort();
    case "links":
      return value.links.map((link) => `${link.id} ${link.type}`).sort();
    case "openList":
      return value.items.map((item) => JSON.stringify(item)).sort();
    case "steps":
      return value.steps.map(({ id: _, ...rest }) => rest);
    default:
      return value;
  }
}
