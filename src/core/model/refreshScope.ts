/** Tells what of a connection is to be read again: what a row of the tree stands for, or everything. */
export interface RefreshScope {
  readonly connectionId: string;
  /** It is undefined where everything is to be read again. */
  readonly only?: {
    readonly artifactIds: ReadonlySet<number>;
    readonly repositoryIds: ReadonlySet<number>;
  };
}

/** Tells whether something of a connection is in one of the scopes; without any, everything is. */
export function isInScope(
  scopes: readonly RefreshScope[] | undefined,
  what: { readonly connectionId: string; readonly artifactId?: number; readonly repositoryId?: number },
): boolean {
  return (
    scopes === undefined ||
    scopes.some(
      ({ connectionId, only }) =>
        connectionId === what.connectionId &&
        (only === undefined ||
          (what.artifactId !== undefined && only.artifactIds.has(what.artifactId)) ||
          (what.repositoryId !== undefined && only.repositoryIds.has(what.repositoryId))),
    )
  );
}
