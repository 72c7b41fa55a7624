import { isJsonObject, type Json } from "../model/json.ts";
import type { TextNode } from "./textTree.ts";

/** A key for what `node` says. It is that of `keyOfValue` for each value that the node may stand for in its format. */
export function keyOfNode({ children, scalar }: TextNode): string {
  return children.length === 0
    ? keyOfScalar(scalar)
    : keyOfParts(children.map((child) => [child.name ?? listItem, keyOfNode(child)]));
}

/** A key for `value`; others may have it too. */
export function keyOfValue(value: Json): string {
  if (Array.isArray(value)) {
    return keyOfParts(value.map((item) => [listItem, keyOfValue(item)]));
  }
  return isJsonObject(value)
    ? keyOfParts(Object.entries(value).map(([name, member]) => [name, keyOfValue(member)]))
    : keyOfScalar(value);
}

/** The items of a list have this name in XML, and none in JSON. */
const listItem = "item";

/** XML does not tell numbers from texts, nor null and what is empty from the empty text. */
function keyOfScalar(scalar: Json | undefined): string {
  return String(scalar ?? "").trim();
}

function keyOfParts(parts: readonly (readonly [name: string, key: string])[]): string {
  if (parts.every(([name]) => name === listItem)) {
    return parts.map(([, key]) => key).join("\n");
  }
  // The last of several members with one name counts; their order says nothing.
  return [...new Map(parts)]
    .map(([name, key]) => `${name}\n${key}`)
    .sort()
    .join("\n");
}
