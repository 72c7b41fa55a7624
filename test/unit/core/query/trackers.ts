import { OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker, TrackerField } from "../../../../src/core/model/tracker.ts";

/** A tracker with a field of each type that queries tell apart. */
export const bugs: Tracker = {
  id: 12,
  label: "Bugs",
  titleFieldId: 1,
  statusFieldId: 2,
  contributorFieldId: 3,
  openValueIds: [21, 22],
  fields: [
    field(1, "summary", "Summary", "string"),
    field(2, "status", "Status", "sb", [
      [21, "New"],
      [22, 'In "progress"'],
      [23, "Closed"],
    ]),
    {
      ...field(3, "assigned_to", "Assigned to", "sb"),
      bindsTo: "users",
      options: new OptionList([{ id: 102, label: "Jane Doe (jdoe)", username: "jdoe", isHidden: false }]),
    },
    field(4, "points", "Story points", "int"),
    field(5, "due_date", "Due date", "date"),
    field(6, "last_updated_on", "Last updated on", "lud"),
    field(7, "links", "Links", "art_link"),
    field(8, "tags", "Tags", "tbl", [[81, "crash"]]),
    field(9, "stars", "Constellation", "star_map"),
    {
      ...field(10, "groups", "Groups", "sb"),
      bindsTo: "ugroups",
      options: new OptionList([
        { id: "101_3", label: "Project members", isHidden: false },
        { id: "155", label: "Contractors", isHidden: false },
      ]),
    },
    { ...field(11, "made_by_groups", "Made by", "sb", [[155, "Contractors"]]), bindsTo: "ugroups" },
    {
      ...field(12, "watcher", "Watcher", "sb"),
      ...{ bindsTo: "users", takesOthers: true },
      options: new OptionList([{ id: 102, label: "Jane Doe (jdoe)", username: "jdoe", isHidden: false }]),
    },
    field(13, "secret", "Secret", "Encrypted"),
  ],
};

function field(
  fieldId: number,
  name: string,
  label: string,
  type: string,
  options: readonly (readonly [number, string])[] = [],
): TrackerField {
  return {
    ...{ fieldId, name, label, type, isRequired: false, isUpdatable: true, isSubmittable: true },
    options: new OptionList(options.map(([id, optionLabel]) => ({ id, label: optionLabel, isHidden: false }))),
  };
}
