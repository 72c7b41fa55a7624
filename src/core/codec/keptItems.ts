import type { Json } from "../model/json.ts";

/** An item of a list as it is to be, with the one in the text that says the same, where there is one. */
interface KeptItem<N> {
  readonly item: Json;
  readonly kept?: { readonly node: N; readonly index: number };
}

/** Which of `nodes`, the items of a list in a text, can stay where the list is to be `items`; in their order. */
export function keptItems<N>(
  nodes: readonly N[],
  items: readonly Json[],
  isSame: (node: N, item: Json) => boolean,
): readonly KeptItem<N>[] {
  let next = 0;
  return items.map((item) => {
    const index = nodes.findIndex((node, at) => at >= next && isSame(node, item));
    const node = nodes[index];
    if (node === undefined) {
      return { item };
    }
    next = index + 1;
    return { item, kept: { node, index } };
  });
}
