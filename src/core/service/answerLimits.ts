/** The most that is read of an answer. */
export interface AnswerLimits {
  /** The bytes of a body, which hold before and after decompression. */
  readonly bytes: number;
  /** The number of lists, objects and values in them. They are counted before any of them is made. */
  readonly values: number;
}

const mebibyte = 1024 * 1024;

/**
 * The limits depend on what is asked for. An answer at its limit is read within two seconds and 300 MB
 * (`test/bench/answers.ts`), and is many times as large as what services have: a tracker with a thousand fields has
 * some 30,000 values, an artifact in it 10,000, a row of a listing 50.
 */
export const answerLimits = {
  /** This is for what is told of a service, a person or a file, and for the answer to a write. */
  little: { bytes: 2 * mebibyte, values: 100_000 },
  /** An artifact may have forty texts of the greatest length, each of which an answer may repeat three times. */
  artifact: { bytes: 8 * mebibyte, values: 100_000 },
  /** This is for the structure of a tracker, with all people that its lists offer. */
  structure: { bytes: 16 * mebibyte, values: 500_000 },
  /** Settings may have sixty times the access file that a database keeps, or thousands of mails at each change. */
  settings: { bytes: 4 * mebibyte, values: 100_000 },
} satisfies Readonly<Record<string, AnswerLimits>>;

/**
 * Gives the limits of a page of a listing with so many rows, where each row may have ten times as much as services say.
 * Somebody who looks for something has a hundred pages of fifty read one after another: together these take no more
 * than one answer may.
 */
export function listingLimits(rows: number): AnswerLimits {
  return { bytes: mebibyte / 4 + rows * 32 * 1024, values: 10_000 + rows * 500 };
}

/** Gives the limits of a page of a history with so many steps, each of which has all values of an artifact. */
export function historyLimits(steps: number): AnswerLimits {
  const { bytes, values } = answerLimits.artifact;
  return { bytes: Math.min(steps * bytes, 32 * mebibyte), values: Math.min(steps * values, 500_000) };
}

/** This is the limit of a refusal, whatever was asked for: a service says a line or two about an error. */
export const maxRefusalBytes = mebibyte / 4;

/** A file that gives less, on average over the time that a request may go without an answer, is given up. */
export const minBytesPerSecond = 1024;
