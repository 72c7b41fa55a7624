/** A file that gives less, on average over the time that a request may go without an answer, is given up. */
export const minBytesPerSecond = 1024;
