/** The most that is read of an answer. */
export interface AnswerLimits {
  /** Before and after decompression. */
  readonly bytes: number;
  /** Lists, objects and what is in them, counted before any of them is made. */
  readonly values: number;
}

const mebibyte = 1024 * 1024;

/**
 * By what is asked for. An answer at its limit is read within two seconds and 300 MB (`test/bench/answers.ts`), and is
 * many times as large as what services have: a tracker with a thousand fields has some 30,000 values, an artifact in it
 * 10,000, a row of a listing 50.
 */
export const answerLimits = {
  /** What may be told of a service, a person, a file, or what a write came to. */
  little: { bytes: 2 * mebibyte, values: 100_000 },
  /** Forty long texts of the greatest length, each of which an answer may have three times. */
  artifact: { bytes: 8 * mebibyte, values: 100_000 },
  /** What may be told of a tracker, with all people that its lists offer. */
  structure: { bytes: 16 * mebibyte, values: 500_000 },
  /** Of a repository: sixty times the access file that a database keeps, or thousands of mails at each change. */
  settings: { bytes: 4 * mebibyte, values: 100_000 },
} satisfies Readonly<Record<string, AnswerLimits>>;

/**
 * Of a page of a listing with so many rows, each of which has ten times as much as services say. A hundred pages of
 * fifty are read one after another where somebody looks for something: together they take no more than one answer may.
 */
export function listingLimits(rows: number): AnswerLimits {
  return { bytes: mebibyte / 4 + rows * 32 * 1024, values: 10_000 + rows * 500 };
}

/** Of a page of a history with so many steps, each of which has all values of an artifact. */
export function historyLimits(steps: number): AnswerLimits {
  const { bytes, values } = answerLimits.artifact;
  return { bytes: Math.min(steps * bytes, 32 * mebibyte), values: Math.min(steps * values, 500_000) };
}

/** Of a refusal, whatever was asked for: what a service has to say about an error is a line or two. */
export const maxRefusalBytes = mebibyte / 4;

/** A file that gives less, on average over the time that a request may go without an answer, is given up. */
export const minBytesPerSecond = 1024;
