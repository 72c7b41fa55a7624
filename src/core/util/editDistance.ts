/** Gives the part of a name that is compared, as the work grows with the square of its length. Case does not count. */
export function comparedPart(name: string): string {
  return name.slice(0, maxComparedLength).toLowerCase();
}

const maxComparedLength = 60;

/** No more names are compared: so many take a second where they are as long and alike as can be; most are shorter. */
export const mostCompared = 20_000;

/** Counts the letters that have to be put in, taken out or changed; gives more than `limit` if they are more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) {
    return limit + 1;
  }
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > limit) {
      return limit + 1;
    }
    row = next;
  }
  return row[b.length] ?? limit + 1;
}
