import type { Tracker, TrackerField } from "../model/tracker.ts";
import { comparedPart, editDistance, mostCompared } from "../util/editDistance.ts";
import { getOrMake } from "../util/getOrMake.ts";

/** Names that every tracker has besides its fields. Some services know fewer of them. */
export const everyTrackersNames: readonly string[] = [
  ...["@comments", "title", "description", "status", "assigned_to"],
  ...["@submitted_on", "submitted_on", "@submitted_by", "submitted_by", "@id", "id"],
  ...["@last_update_date", "last_update_date", "@last_update_by", "last_update_by"],
];

/** The names of a field's values in queries. */
interface ValueNames {
  readonly all: readonly string[];
  /** Tells whether a value has this name, in any case of letters. */
  has(name: string): boolean;
  /**
   * Tells whether a group that every project has is among them. Groups that a project made have only a number as id.
   */
  readonly hasSystemGroup: boolean;
}

/**
 * Knows what a query may name in a tracker. A query may have a thousand names, and a tracker thousands of fields and
 * values. So each list is looked through once for a query, and names are compared letter by letter only as long as that
 * is quick.
 */
export class QueryNames {
  readonly #byName = new Map<string, TrackerField>();
  readonly #byLabel = new Map<string, TrackerField>();
  readonly #searched: readonly string[];
  readonly #values = new Map<number, ValueNames>();
  #comparisonsLeft = mostCompared;

  constructor(tracker: Tracker, isSearchable: (field: TrackerField) => boolean) {
    const byId = new Map(tracker.fields.map((field) => [field.fieldId, field]));
    const semantics = {
      title: tracker.titleFieldId,
      description: tracker.descriptionFieldId,
      status: tracker.statusFieldId,
      assigned_to: tracker.contributorFieldId,
    };
    for (const field of tracker.fields) {
      getOrMake(this.#byName, field.name, () => field);
    }
    for (const [name, fieldId] of Object.entries(semantics)) {
      const field = fieldId === undefined ? undefined : byId.get(fieldId);
      if (field) {
        getOrMake(this.#byName, name, () => field);
      }
    }
    const searched = tracker.fields.filter((field) => field.name !== "" && isSearchable(field));
    for (const field of searched) {
      for (const label of [field.label, field.label.replaceAll(" ", "_")]) {
        getOrMake(this.#byLabel, label.toLocaleLowerCase(), () => field);
      }
    }
    this.#searched = [...searched.map(({ name }) => name), ...everyTrackersNames];
  }

  /**
   * Finds the field that a name in a query stands for; undefined where no field of this tracker has it. `@title` and
   * the like are for queries over several trackers.
   */
  field(name: string): TrackerField | undefined {
    return this.#byName.get(name);
  }

  /** Finds the name of the field that is meant by a name that no field has. */
  fieldLike(name: string): string | undefined {
    const byLabel = this.#byLabel.get(name.toLocaleLowerCase());
    const meant = byLabel ?? (name.startsWith("@") ? this.field(name.slice(1)) : undefined);
    return meant?.name || this.nearest(name, this.#searched);
  }

  /** Gives the names of the values of a list in queries: logins of people, labels of all others. */
  valuesOf(field: TrackerField): ValueNames {
    return getOrMake(this.#values, field.fieldId, () => {
      const { bindsTo, options } = field;
      const all = options.all.map(({ label, username }) => username ?? label).filter((name) => name !== "");
      const lowered = new Set(all.map((name) => name.toLocaleLowerCase()));
      return {
        all,
        has: (name) => lowered.has(name.toLocaleLowerCase()),
        hasSystemGroup: bindsTo === "ugroups" && options.all.some(({ id }) => /^(?:\d+_\d+|\d{1,2})$/.test(String(id))),
      };
    });
  }

  /**
   * Finds the name that takes the fewest changed letters to become `text`: at most two, or a third of it. Of a very
   * long list only the beginning is searched.
   */
  nearest(text: string, names: readonly string[]): string | undefined {
    const wanted = comparedPart(text);
    const most = Math.max(Math.min(2, wanted.length - 1), Math.floor(wanted.length / 3));
    let best: { readonly name: string; readonly steps: number } | undefined;
    const looked = names.slice(0, this.#comparisonsLeft);
    this.#comparisonsLeft -= looked.length;
    for (const name of looked) {
      const steps = editDistance(wanted, comparedPart(name), most);
      if (steps <= most && steps < (best?.steps ?? Number.POSITIVE_INFINITY)) {
        best = { name, steps };
      }
    }
    return best?.name;
  }
}
