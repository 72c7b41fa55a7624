import type { KindOf } from "../codec/documentEntries.ts";
import { optionIndex, searchedLabel } from "../field/optionIndex.ts";
import { chosenIds, noValue } from "../field/options.ts";
import type { JsonObject } from "../model/json.ts";
import type { Tracker, TrackerField } from "../model/tracker.ts";
import { getOrMake } from "../util/getOrMake.ts";
import type { Base, BaseField } from "../workingCopy/base.ts";
import { FieldRules } from "./fieldRules.ts";

/** What is known of a field of a document, from the tracker's structure and from the artifact. */
export interface KnownField
  extends Pick<
      TrackerField,
      "fieldId" | "label" | "type" | "kind" | "bindsTo" | "takesOthers" | "hasTime" | "linkTypes"
    >,
    Partial<Pick<TrackerField, "name" | "isRequired" | "options">> {
  /** Tells whether an entry for it may be in this document: an artifact's is changed, a draft's submitted. */
  readonly isWritable: boolean;
  /** Tells whether the state the artifact is in keeps the field from being changed, as far as is known. */
  readonly isFrozen?: boolean;
  /** What the structure tells of who may write it: when it is created, and later. */
  readonly permissions?: { readonly isSubmittable: boolean; readonly isUpdatable: boolean };
  /** What ids stand for, by `String(id)`; options are looked up too. */
  readonly names: Readonly<Record<string, string>>;
  /** The value on the service; of a draft the one it has when nobody says anything else. */
  readonly current?: JsonObject;
  /** The value that the service has returned: absent of drafts, and where it returned none. */
  readonly held?: JsonObject;
  /** Tells whether the field is one of an artifact to be created. */
  readonly isNew?: boolean;
  /**
   * The field that the workflow is about has here the states that can be reached from the current one, by `String(id)`;
   * none at all is `noValue`.
   */
  readonly reachable?: ReadonlySet<string>;
}

/** Tells what an id in an entry of the field stands for; undefined where nothing is known of it. */
export function nameOfId(field: Pick<KnownField, "names" | "options">, id: string): string | undefined {
  if (Object.hasOwn(field.names, id)) {
    return field.names[id];
  }
  return field.options && optionIndex(field.options).byId.get(id)?.label;
}

/** The fields of a document, found by id and by label. Made once for each structure and each version read. */
export class DocumentFields {
  readonly all: readonly KnownField[];
  /** Undefined where the structure is not known: then a field may exist although it is not here. */
  readonly tracker: Tracker | undefined;
  /** The artifact whose document it is; undefined for a draft. */
  readonly artifactId: number | undefined;
  readonly kindOf: KindOf;
  /** Which values of two fields go together; undefined where the tracker has no such rules, or none that are known. */
  readonly rules: FieldRules | undefined;
  /** Tells whether states of the tracker's workflow may freeze fields. */
  readonly mayFreeze: boolean;
  readonly #byId: ReadonlyMap<number, KnownField>;
  #byLabel: ReadonlyMap<string, KnownField> | undefined;

  constructor(
    all: readonly KnownField[],
    about: {
      readonly tracker?: Tracker;
      readonly artifactId?: number;
    } = {},
  ) {
    this.all = all;
    this.tracker = about.tracker;
    this.rules = about.tracker?.rules && new FieldRules(about.tracker.rules);
    this.mayFreeze = about.tracker?.mayFreeze === true;
    this.artifactId = about.artifactId;
    this.#byId = new Map(all.map((field) => [field.fieldId, field]));
    this.kindOf = (fieldId) => this.#byId.get(fieldId)?.kind;
  }

  get(fieldId: number): KnownField | undefined {
    return this.#byId.get(fieldId);
  }

  /** The field somebody means by its label or short name, whatever the case. */
  labelled(words: string): KnownField | undefined {
    this.#byLabel ??= new Map(
      this.all
        .toReversed()
        .flatMap((field) =>
          [field.name ?? "", field.label].map((name): [string, KnownField] => [searchedLabel(name), field]),
        ),
    );
    const searched = searchedLabel(words);
    return searched === "" ? undefined : this.#byLabel.get(searched);
  }
}

const ofArtifacts = new WeakMap<Base, Map<Tracker | undefined, DocumentFields>>();
const ofDrafts = new WeakMap<Tracker, DocumentFields>();
const nothingKnown = new DocumentFields([]);

/** The fields of an artifact's document: those of the artifact, then what else its tracker has. */
export function artifactFields(base: Base, tracker: Tracker | undefined): DocumentFields {
  const ofBase = getOrMake(ofArtifacts, base, () => new Map<Tracker | undefined, DocumentFields>());
  return getOrMake(ofBase, tracker, () => fieldsIn(base, tracker));
}

function fieldsIn(base: Base, tracker: Tracker | undefined): DocumentFields {
  const structure = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  const inBase = new Set(base.fields.map(({ fieldId }) => fieldId));
  const state = stateIn(base, tracker?.workflowFieldId ?? 0);
  const frozen = new Set(base.notUpdatable);
  const others = (tracker?.fields ?? []).filter(({ fieldId }) => !inBase.has(fieldId));
  return new DocumentFields(
    [
      ...base.fields.map((field) => ({
        ...knownField(field, structure.get(field.fieldId), tracker, state),
        // What may never be changed is not frozen.
        ...(frozen.has(field.fieldId) && field.isWritable && { isFrozen: true }),
      })),
      ...others.map((field) => described(field, false)),
    ],
    { ...(tracker && { tracker }), artifactId: base.artifactId },
  );
}

/** The fields of a draft's document. */
export function draftFields(tracker: Tracker | undefined): DocumentFields {
  return tracker ? getOrMake(ofDrafts, tracker, () => fieldsOfDraft(tracker)) : nothingKnown;
}

function fieldsOfDraft(tracker: Tracker): DocumentFields {
  const fields = tracker.fields.map((field) => ({
    ...described(field, field.isSubmittable && field.kind !== undefined),
    ...(field.defaultMembers && { current: field.defaultMembers }),
    isNew: true,
    ...reachableFrom(undefined, tracker, field.fieldId),
  }));
  return new DocumentFields(fields, { tracker });
}

function knownField(
  field: BaseField,
  inStructure: TrackerField | undefined,
  tracker: Tracker | undefined,
  state: string,
): KnownField {
  const { entry, isNeverFilled, ...rest } = field;
  return {
    ...(inStructure && described(inStructure, field.isWritable)),
    ...rest,
    // The structure may have come after the artifact was read.
    isRequired: inStructure?.isRequired ?? field.isRequired,
    isWritable: field.isWritable && entry !== undefined,
    ...(entry && { current: entry.members, ...(!isNeverFilled && { held: entry.members }) }),
    ...(tracker && reachableFrom(state, tracker, field.fieldId)),
  };
}

function described(field: TrackerField, isWritable: boolean): KnownField {
  const { isSubmittable, isUpdatable, ...known } = field;
  return { ...known, isWritable, permissions: { isSubmittable, isUpdatable }, names: {} };
}

/** The state an artifact is in. */
function stateIn(base: Base, workflowFieldId: number): string {
  const entry = base.fields.find(({ fieldId }) => fieldId === workflowFieldId)?.entry;
  return chosenIds(entry?.members)?.[0] ?? noValue;
}

/**
 * From `state`, which may be `noValue`, an artifact may also stay where it is; undefined is where new ones come from.
 */
function reachableFrom(state: string | undefined, { transitions, workflowFieldId }: Tracker, fieldId: number) {
  if (fieldId !== workflowFieldId || !transitions) {
    return {};
  }
  const from = state === noValue ? undefined : state;
  const next = transitions
    .filter(({ fromId }) => (fromId === undefined ? undefined : String(fromId)) === from)
    .map(({ toId }) => String(toId));
  return { reachable: new Set(state === undefined ? next : [state, ...next]) };
}
