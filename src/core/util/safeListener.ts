/**
 * Tells `listener` what has happened already. That it fails is no failure of what it is told of: `onFailure` hears of
 * it.
 */
export function safeListener<Told extends readonly unknown[]>(
  listener: (...told: Told) => unknown,
  onFailure: (error: unknown) => void,
): (...told: Told) => void {
  return (...told) => {
    try {
      listener(...told);
    } catch (error) {
      onFailure(error);
    }
  };
}
