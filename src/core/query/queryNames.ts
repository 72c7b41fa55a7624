import type { Tracker, TrackerField } from "../model/tracker.ts";
import { comparedPart, editDistance, mostCompared } from "../util/editDistance.ts";
import { getOrMake } from "../util/getOrMake.ts";

/** What a query may name beside fields. Some services know fewer of them. */
export const everyTrackersNames: readonly string[] = [
  ...["@comments", "title", "description", "status", "assigned_to"],
  ...["@submitted_on", "submitted_on", "@submitted_by", "submitted_by", "@id", "id"],
  ...["@last_update_date", "last_update_date", "@last_update_by", "last_update_by"],
];

/** What a query calls the values of a field. */
interface ValueNames {
  readonly all: readonly string[];
  /** In any case of letters. */
  has(name: string): boolean;
  /**
   * Tells whether there is a group among them that every project has; those that a project made have a number alone.
   */
  readonly hasSystemGroup: boolean;
}

/**
 * What a query may name of a tracker. A query may have a thousand names, and a tracker thousands of fields and values:
 * each list is looked through once for a query, and names are compared letter by letter only as long as that takes no
 * time.
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
   * The field that a name in a query stands for; undefined for what is no field of this tracker. `@title` and the like
   * are for queries over several trackers.
   */
  field(name: string): TrackerField | undefined {
    return this.#byName.get(name);
  }

  /** The name of the field that is meant by a name that no field has. */
  fieldLike(name: string): string | undefined {
    const byLabel = this.#byLabel.get(name.toLocaleLowerCase());
    const meant = byLabel ?? (name.startsWith("@") ? this.field(name.slice(1)) : undefined);
    return meant?.name || this.nearest(name, this.#searched);
  }

  /** Tells what a query calls the values of a list: logins of people, labels of all others. */
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
   * The one that takes the fewest letters to change into `text`: two, or a third of it, at most. Only the beginning of
   * a list without end is searched.
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
