/** One line of the benchmark's report. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly target?: string;
}

/** The middle one: machines are noisy, and a pause of the collector says nothing about the code. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(2)} ms`;
}
