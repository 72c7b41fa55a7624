/** A file that gives less, on average over the time that a request may go without an answer, is given up. */
export const leastBytesPerSecond = 1024;
