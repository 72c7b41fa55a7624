/** One line of the benchmark's report. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly target?: string;
}

/**
 * What one run of some work took: on the clock, and of the processor, which what else the machine does hardly moves.
 */
export interface Sample {
  readonly ms: number;
  readonly cpuMs: number;
}

/** The middle one: machines are noisy, and a pause of the collector says nothing about the code. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The middle half of them. */
export function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN).toFixed(1);
  return `${at(0.25)}–${at(0.75)}`;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(2)} ms`;
}

/** Runs `work` and keeps what it took, where that is wanted. */
export async function timed<T>(work: () => T | Promise<T>, samples: Sample[] | undefined): Promise<T> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  samples?.push({ ms, cpuMs: (user + system) / 1000 });
  return result;
}

/**
 * Lets what an earlier work left behind come to its end, so that it is not counted against the next one; to be called
 * before each that is timed, the floor too.
 */
export function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 3));
}

/** Runs both, whichever has its turn first: one after another finds caches that the other has warmed. */
export async function takingTurns(
  round: number,
  code: () => Promise<unknown>,
  floor: () => Promise<unknown>,
): Promise<void> {
  for (const work of round % 2 === 0 ? [code, floor] : [floor, code]) {
    await work();
  }
}

/** What the code takes over the floor of the same run. */
export function compare(
  name: string,
  code: readonly Sample[],
  floor: readonly Sample[],
  target = "at most 1.20",
): Figure {
  const [ms, floorMs] = [code, floor].map((samples) => median(samples.map((sample) => sample.ms))) as [number, number];
  const [cpuMs, floorCpuMs] = [code, floor].map((samples) => median(samples.map((sample) => sample.cpuMs))) as [
    number,
    number,
  ];
  return {
    name,
    value: `${shown(code, ms)} / ${shown(floor, floorMs)} = ${(ms / floorMs).toFixed(2)} (CPU ${cpuMs.toFixed(2)} / ${floorCpuMs.toFixed(2)})`,
    target,
  };
}

function shown(samples: readonly Sample[], ms: number): string {
  return `${milliseconds(ms)} [${spread(samples.map((sample) => sample.ms))}]`;
}
