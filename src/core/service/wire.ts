import { maxAddressLength } from "../connection/address.ts";
import { isNumberId } from "../model/id.ts";
import { shortName } from "../util/plainLabel.ts";

/** An object of an answer as it is: any member may be missing or of another type. */
type WireObject = Readonly<Record<string, unknown>>;

/** Tells whether a value of an answer is an object, and no list. */
export function isObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Gives the member's value. It is undefined for members of the prototype, such as `constructor`: they are functions,
 * and JSON has none.
 */
export function member(value: unknown, name: string): unknown {
  // A page has thousands of members, and asking whether each is the object's own takes longer than getting it.
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === "function" ? undefined : found;
}

/** Gives a text that says something; undefined for `""`, null and other types. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Gives a title or a name that says something, as `text` does, and only the beginning of one that is very long. */
export function name(value: unknown): string | undefined {
  const said = text(value);
  return said === undefined ? undefined : shortName(said);
}

/** Gives an address that somebody may open, as `text` does; undefined for one that is too long. */
export function address(value: unknown): string | undefined {
  const said = text(value);
  return said === undefined || said.length > maxAddressLength ? undefined : said;
}

/** Gives a whole number above zero, also when it comes as text, as some ids do. */
export function id(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return isNumberId(number) ? number : undefined;
}

/** Gives a boolean; undefined for anything else. */
export function flag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/**
 * Gives the number in the first of `addresses` that has one: `https://host/api/v1/artifacts/513` is 513, and so is
 * `artifacts/513`.
 */
export function idInAddress(addresses: readonly (string | undefined)[], resource: string): number | undefined {
  return addresses
    .map((address) => {
      const segments = address?.split(/[/?#]/) ?? [];
      return id(segments.find((segment, at) => at > 0 && segments[at - 1] === resource && /^\d+$/.test(segment)));
    })
    .find((found) => found !== undefined);
}

/** Gives the list; empty when it is none. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Gives what `read` makes of the items; undefined when it is no list, or one of its items is not as it should be. */
export function allOf<T>(items: unknown, read: (item: unknown) => T | undefined): readonly T[] | undefined {
  const all = Array.isArray(items) ? items.map(read) : [undefined];
  return all.every((item) => item !== undefined) ? all : undefined;
}

/** Does as `itemsByKey` does for items with ids: an item without one is malformed. */
export function itemsOf<T extends { readonly id: number }>(
  body: unknown,
  read: (item: unknown, itemId: number) => T | undefined,
): readonly T[] | undefined {
  const readItem = (item: unknown) => {
    const itemId = id(member(item, "id"));
    return itemId === undefined ? undefined : read(item, itemId);
  };
  return itemsByKey(body, readItem, (item) => item.id);
}

/**
 * Gives what `read` makes of the items, each key once. It is undefined when the body is no list, or has items and all
 * of them are malformed. Some malformed ones are left out.
 */
export function itemsByKey<T>(
  body: unknown,
  read: (item: unknown) => T | undefined,
  key: (item: T) => unknown,
): readonly T[] | undefined {
  if (!Array.isArray(body)) {
    return undefined;
  }
  const items = body.map(read).filter((item) => item !== undefined);
  return items.length === 0 && body.length > 0 ? undefined : distinct(items, key);
}

/** Gives the first item of each key: of two with one key nobody could tell which is true. */
export function distinct<T>(items: readonly T[], key: (item: T) => unknown): readonly T[] {
  if (items.length < 2) {
    return items;
  }
  const keys = new Set<unknown>();
  return items.filter((item) => {
    const itemKey = key(item);
    const isNew = !keys.has(itemKey);
    keys.add(itemKey);
    return isNew;
  });
}

/**
 * Gives a person's name: `Jane Doe (jdoe)`. In a tracker's structure `real_name` has the login in it already
 * (test/service/README.md, Projects and people).
 */
export function userName(value: unknown): string | undefined {
  const displayName = name(member(value, "display_name"));
  if (displayName !== undefined) {
    return displayName;
  }
  const realName = name(member(value, "real_name"));
  const login = name(member(value, "username"));
  const hasLogin = realName?.endsWith(`(${login})`);
  return realName !== undefined && login !== undefined && !hasLogin ? `${realName} (${login})` : (realName ?? login);
}

/** Gives `members` without those that are undefined, so that each such member is absent. */
export function known<T extends object>(members: T): Known<T> {
  // Most often nothing is missing, and then there is nothing to copy.
  for (const name in members) {
    if (members[name] === undefined) {
      return withoutMissing(members);
    }
  }
  return members as Known<T>;
}

function withoutMissing<T extends object>(members: T): Known<T> {
  const result: Record<string, unknown> = {};
  for (const name in members) {
    if (members[name] !== undefined) {
      result[name] = members[name];
    }
  }
  return result as Known<T>;
}

type Known<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
