import type { KindOf } from "../codec/documentEntries.ts";
import { chosenIds, noValue } from "../field/options.ts";
import type { JsonObject } from "../model/json.ts";
import { searchedLabel } from "../model/optionList.ts";
import type { Tracker, TrackerField } from "../model/tracker.ts";
import type { Base } from "../workingCopy/base.ts";
import { FieldRules } from "./fieldRules.ts";

/** Holds what is known of a field of a document, from the tracker's structure and from the artifact. */
export interface DocumentField
  extends Pick<
      TrackerField,
      "fieldId" | "label" | "type" | "kind" | "bindsTo" | "takesOthers" | "hasTime" | "linkTypes"
    >,
    Partial<Pick<TrackerField, "name" | "isRequired" | "options" | "isSubmittable" | "isUpdatable">> {
  /** Tells whether an entry for it may be in this document: an artifact's is changed, a draft's submitted. */
  readonly isWritable: boolean;
  /** Tells whether the state the artifact is in keeps the field from being changed, as far as is known. */
  readonly isFrozen?: boolean;
  /** The names of ids, by `String(id)`. The options have names, too. */
  readonly names: Readonly<Record<string, string>>;
  /** The value on the service. In a draft it is the value that the field gets when nobody says anything else. */
  readonly current?: JsonObject;
  /** The value that the service has returned. It is absent for drafts, and where the service returned none. */
  readonly held?: JsonObject;
  /** Tells whether the artifact of the field is yet to be created. */
  readonly isNew?: boolean;
  /**
   * The states that can be reached from the present one, by `String(id)`, in the field that the workflow is about. No
   * state at all is `noValue`.
   */
  readonly reachable?: ReadonlySet<string>;
}

/** Tells what an id in an entry of the field stands for; undefined where nothing is known of it. */
export function nameOfId(field: Pick<DocumentField, "names" | "options">, id: string): string | undefined {
  if (Object.hasOwn(field.names, id)) {
    return field.names[id];
  }
  return field.options?.get(id)?.label;
}

/** Holds the fields of a document, which are found by id and by label. */
export class DocumentFields {
  readonly all: readonly DocumentField[];
  /** It is undefined where the structure is not known: then the artifact may have fields that are not here. */
  readonly tracker: Tracker | undefined;
  /** The artifact of the document; undefined for a draft. */
  readonly artifactId: number | undefined;
  readonly kindOf: KindOf;
  /** Tells whether states of the tracker's workflow may freeze fields. */
  readonly mayFreeze: boolean;
  readonly #byId: ReadonlyMap<number, DocumentField>;
  #byLabel: ReadonlyMap<string, DocumentField> | undefined;
  #rules: FieldRules | undefined;

  constructor(
    all: readonly DocumentField[],
    about: {
      readonly tracker?: Tracker;
      readonly artifactId?: number;
    } = {},
  ) {
    this.all = all;
    this.tracker = about.tracker;
    this.mayFreeze = about.tracker?.mayFreeze === true;
    this.artifactId = about.artifactId;
    this.#byId = new Map(all.map((field) => [field.fieldId, field]));
    this.kindOf = (fieldId) => this.#byId.get(fieldId)?.kind;
  }

  /** Tells which values of two fields go together; undefined where the tracker has no such rules that are known. */
  get rules(): FieldRules | undefined {
    if (this.tracker?.rules) {
      this.#rules ??= new FieldRules(this.tracker.rules);
    }
    return this.#rules;
  }

  get(fieldId: number): DocumentField | undefined {
    return this.#byId.get(fieldId);
  }

  /** Finds the field that somebody means by its label or short name, whatever the case. */
  labelled(words: string): DocumentField | undefined {
    this.#byLabel ??= new Map(
      this.all
        .toReversed()
        .flatMap((field) =>
          [field.name ?? "", field.label].map((name): [string, DocumentField] => [searchedLabel(name), field]),
        ),
    );
    const searched = searchedLabel(words);
    return searched === "" ? undefined : this.#byLabel.get(searched);
  }
}

/** Gives the fields of an artifact's document: those of the artifact, then those that only its tracker has. */
export function artifactFields(base: Base, tracker: Tracker | undefined): DocumentFields {
  const structure = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  const inBase = new Set(base.fields.map(({ fieldId }) => fieldId));
  const state = stateIn(base, tracker?.workflowFieldId ?? 0);
  const frozen = new Set(base.notUpdatable);
  const present = base.fields.map((field): DocumentField => {
    const { fieldId, label, type, entry, names } = field;
    const inStructure = structure.get(fieldId);
    return {
      fieldId,
      label,
      type,
      kind: field.kind ?? inStructure?.kind,
      names,
      name: inStructure?.name,
      // The structure may have been read after the artifact.
      isRequired: inStructure?.isRequired ?? field.isRequired,
      isSubmittable: inStructure?.isSubmittable,
      isUpdatable: inStructure?.isUpdatable,
      isWritable: field.isWritable && entry !== undefined,
      // A field that may never be changed is not called frozen.
      isFrozen: field.isWritable && frozen.has(fieldId),
      options: inStructure?.options,
      bindsTo: inStructure?.bindsTo,
      takesOthers: inStructure?.takesOthers,
      hasTime: field.hasTime ?? inStructure?.hasTime,
      linkTypes: inStructure?.linkTypes,
      current: entry?.members,
      held: field.isNeverFilled ? undefined : entry?.members,
      reachable: tracker && reachableFrom(state, tracker, fieldId),
    };
  });
  const others = (tracker?.fields ?? []).filter(({ fieldId }) => !inBase.has(fieldId));
  return new DocumentFields([...present, ...others.map((field) => ({ ...field, isWritable: false, names: {} }))], {
    ...(tracker && { tracker }),
    artifactId: base.artifactId,
  });
}

/** Gives the fields of a draft's document. */
export function draftFields(tracker: Tracker | undefined): DocumentFields {
  const fields = tracker?.fields.map((field) => ({
    ...field,
    isWritable: field.isSubmittable && field.kind !== undefined,
    names: {},
    current: field.defaultMembers,
    isNew: true,
    reachable: reachableFrom(undefined, tracker, field.fieldId),
  }));
  return new DocumentFields(fields ?? [], { ...(tracker && { tracker }) });
}

/** Gives the state of an artifact, by `String(id)`. */
function stateIn(base: Base, workflowFieldId: number): string {
  const entry = base.fields.find(({ fieldId }) => fieldId === workflowFieldId)?.entry;
  return chosenIds(entry?.members)?.[0] ?? noValue;
}

/**
 * Gives the states that an artifact in `state` can get; it may also stay in it. `state` is undefined for a new
 * artifact, and `noValue` for another one without a state.
 */
function reachableFrom(
  state: string | undefined,
  { transitions, workflowFieldId }: Tracker,
  fieldId: number,
): ReadonlySet<string> | undefined {
  if (fieldId !== workflowFieldId || !transitions) {
    return undefined;
  }
  const from = state === noValue ? undefined : state;
  const next = transitions
    .filter(({ fromId }) => (fromId === undefined ? undefined : String(fromId)) === from)
    .map(({ toId }) => String(toId));
  return new Set(state === undefined ? next : [state, ...next]);
}
