const questions = new WeakMap<AbortSignal, () => boolean>();

/**
 * Gives the signal of a write that a person may take back until it is sent, such as while the service waits for another
 * key: none is begun once `isWanted` gives false. The signal is never aborted, as a write must not be left half-way.
 */
export function signalWhile(isWanted: () => boolean): AbortSignal {
  const { signal } = new AbortController();
  questions.set(signal, isWanted);
  return signal;
}

/** Tells whether a write may be begun whose signal is `signal`. */
export function isStillWanted(signal: AbortSignal): boolean {
  return questions.get(signal)?.() ?? true;
}
