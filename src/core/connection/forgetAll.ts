/** Keeps something of each connection. */
export interface Keeper {
  /** Drops what is kept of a connection that was removed. */
  forget(connectionId: string): unknown;
}

/** Has each keeper forget a connection, one after the other; throws the first error once all had their turn. */
export async function forgetAll(keepers: readonly Keeper[], connectionId: string): Promise<void> {
  const failures: unknown[] = [];
  for (const keeper of keepers) {
    try {
      await keeper.forget(connectionId);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw failures[0];
  }
}
