import { type FieldOption, OptionList } from "../model/optionList.ts";
import { distinct, id, known, list, member, text, userName } from "./wire.ts";

const none = 100;

/**
 * Gives the values of a list that a tracker's structure tells, each with the id that artifacts hold and a PUT takes,
 * and with the name that people know (test/service/README.md, Trackers). Each id comes once, `None` never.
 *
 * For a list of groups, artifacts do not hold the id of the value but the one of its group: `102_3`. Its label may be
 * the key of a translation, so the group's own comes first. An open list of groups tells the groups themselves.
 */
export function readOptions(field: unknown): OptionList {
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
  return new OptionList(distinct(read, (option) => option.id));
}

/**
 * Makes a function that gives the id of the group that a value of a list of groups stands for. It gives back what it
 * gets where that is the id of a group already, or where nothing is known of it.
 */
export function groupFinder(field: unknown): (given: unknown) => unknown {
  const groups = new Set<string | undefined>();
  const groupByValue = new Map<string, unknown>();
  for (const value of list(member(field, "values"))) {
    const group = member(member(value, "ugroup_reference"), "id");
    groups.add(idText(group));
    const valueText = idText(member(value, "id"));
    if (valueText !== undefined && !groupByValue.has(valueText)) {
      groupByValue.set(valueText, group);
    }
  }
  return (given) => {
    const known = idText(given);
    return known === undefined || groups.has(known) ? given : (groupByValue.get(known) ?? given);
  };
}

/** Gives an id as ids are compared, `152` like `"152"`; undefined for what is none. */
function idText(given: unknown): string | undefined {
  return typeof given === "number" || typeof given === "string" ? String(given) : undefined;
}

function valueId(given: unknown): number | string | undefined {
  return id(given) ?? groupId(given);
}

/** Gives the id of a group, always as a text, `152` too; undefined where the value is no short word. */
function groupId(given: unknown): string | undefined {
  const word = typeof given === "number" ? String(given) : given;
  return typeof word === "string" && /^[\w-]{1,100}$/.test(word) ? word : undefined;
}

/** A structure names the group of all people with an account by one of these. */
const registeredUsers = new Set<string | undefined>(["2", "registered_users", "ugroup_2"]);

/**
 * Tells whether a list of people may take others than the structure lists. A list that is bound to everybody with an
 * account names only the members of its other groups (test/service/README.md, Trackers), and some services do not tell
 * what a list is bound to.
 */
export function takesOthers(field: unknown): boolean {
  const groups = list(member(member(field, "bindings"), "list"));
  return (
    groups.length === 0 ||
    groups.some((group) =>
      [member(group, "id"), member(group, "label")].some((each) => registeredUsers.has(idText(each))),
    )
  );
}
