type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Those that call a function for each item they look at. */
const calling = ["every", "filter", "find", "findIndex", "findLast", "flatMap", "forEach", "map", "reduce", "some"];
/** Those that compare items themselves until one is found. */
const comparing = ["includes", "indexOf", "lastIndexOf"];
/** Those that look at all items, or copy them. */
const copying = ["concat", "join", "slice", "sort", "splice", "toReversed", "toSorted", "toSpliced", "with"];

/**
 * How many items `work` looks at or copies by the methods of lists, by `for … of` and by `...`, those of sets and maps
 * included: what the time of a function grows by, on a machine of any speed. `work` waits for nothing.
 */
export function stepsOf(work: () => unknown): number {
  let steps = 0;
  const undo: (() => void)[] = [];
  const replace = (owner: object, name: PropertyKey, replacement: (original: Method) => Method) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name) ?? {};
    undo.push(() => Object.defineProperty(owner, name, descriptor));
    Object.defineProperty(owner, name, { ...descriptor, value: replacement(descriptor.value as Method) });
  };
  const list = Array.prototype as unknown as object;
  for (const name of calling) {
    replace(list, name, (original) => {
      return function (this: unknown, ...[each, ...rest]: unknown[]) {
        const counted: Method = (...given) => {
          steps++;
          return (each as Method)(...given);
        };
        return original.apply(this, [counted, ...rest]);
      };
    });
  }
  for (const name of comparing) {
    replace(list, name, (original) => {
      return function (this: unknown, ...given: unknown[]) {
        const { length } = this as ArrayLike<unknown>;
        const found = original.apply(this, given);
        // Where the one that was found stands is not told by `includes`: half the list, as it is on average.
        steps += found === true ? length / 2 : typeof found === "number" && found >= 0 ? found + 1 : length;
        return found;
      };
    });
  }
  for (const name of copying) {
    replace(list, name, (original) => {
      return function (this: unknown, ...given: unknown[]) {
        const result = original.apply(this, given);
        steps += Array.isArray(result) ? result.length : (this as ArrayLike<unknown>).length;
        return result;
      };
    });
  }
  for (const [owner, name] of [
    [list, Symbol.iterator],
    [list, "entries"],
    [Set.prototype, Symbol.iterator],
    [Map.prototype, Symbol.iterator],
  ] as const) {
    replace(owner, name, (original) => {
      return function (this: unknown, ...given: unknown[]) {
        const iterator = original.apply(this, given) as Iterator<unknown>;
        const next = iterator.next.bind(iterator);
        iterator.next = () => {
          steps++;
          return next();
        };
        return iterator;
      };
    });
  }
  try {
    work();
  } finally {
    for (const each of undo.toReversed()) {
      each();
    }
  }
  return steps;
}
