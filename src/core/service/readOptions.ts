import type { FieldOption } from "../model/tracker.ts";
import { distinct, id, known, list, member, text, userName } from "./wire.ts";

const none = 100;

/**
 * The values of a list that a tracker's structure tells, each with the id that artifacts hold and a PUT takes, and the
 * name that people know it by (test/service/README.md, Trackers); each id once, `None` left out.
 *
 * Of a list of groups that is not the id of the value, but the one of its group: `102_3`, and the label may be the key
 * of a translation. An open list of groups tells the groups themselves.
 */
export function readOptions(field: unknown): readonly FieldOption[] {
  const isOfGroups = member(member(field, "bindings"), "type") === "ugroups";
  const read = list(member(field, "values")).flatMap((value): FieldOption[] => {
    const group = member(value, "ugroup_reference");
    const optionId = isOfGroups ? groupId(member(group, "id") ?? member(value, "id")) : valueId(member(value, "id"));
    const person = member(value, "user_reference");
    return optionId === undefined || optionId === none
      ? []
      : [
          known({
            id: optionId,
            label: text(member(group, "label")) ?? userName(person) ?? text(member(value, "label")) ?? "",
            isHidden: member(value, "is_hidden") === true,
            username: text(member(person, "username")),
          }),
        ];
  });
  return distinct(read, (option) => option.id);
}

/**
 * The id of the group that a value of a list of groups stands for; `given` itself where it is that of a group already.
 */
export function groupOfValue(field: unknown, given: unknown): unknown {
  const values = list(member(field, "values"));
  const groupOf = (value: unknown) => member(member(value, "ugroup_reference"), "id");
  const isSameId = (other: unknown) => String(other) === String(given);
  return values.some((value) => isSameId(groupOf(value)))
    ? given
    : (groupOf(values.find((value) => isSameId(member(value, "id")))) ?? given);
}

function valueId(given: unknown): number | string | undefined {
  return id(given) ?? groupId(given);
}

/** Always a text, `152` too. What is no short word is no id, whoever says so. */
function groupId(given: unknown): string | undefined {
  const word = typeof given === "number" ? String(given) : given;
  return typeof word === "string" && /^[\w-]{1,100}$/.test(word) ? word : undefined;
}

/** As a structure names the group of everybody who has an account. */
const registeredUsers = new Set(["2", "registered_users", "ugroup_2"]);

/**
 * Whether a list of people may take others than the structure lists: one bound to everybody with an account lists only
 * the members of the groups beside (test/service/README.md, Trackers), and some services do not tell what a list is
 * bound to.
 */
export function takesOthers(field: unknown): boolean {
  const groups = list(member(member(field, "bindings"), "list"));
  return (
    groups.length === 0 ||
    groups.some((group) =>
      [member(group, "id"), member(group, "label")].some((each) => registeredUsers.has(String(each))),
    )
  );
}
