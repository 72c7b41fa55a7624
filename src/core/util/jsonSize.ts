/** How much a value takes, by the letters of its JSON: near enough to bound what is kept of a service's answers. */
export function jsonSize(value: object): number {
  return JSON.stringify(value).length;
}
