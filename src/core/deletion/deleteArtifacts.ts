import type { RateLimit } from "../model/rateLimit.ts";
import { isServiceError, ServiceError, type ServiceErrorKind } from "../service/serviceError.ts";
import { mayHaveStored } from "../service/writeFate.ts";

/** The routes of a service that deletions need. Every method throws `ServiceError`. */
export interface DeletionService {
  /** Gives the artifact as the service answers it, as JSON text. */
  readArtifactText(artifactId: number, format: "json", signal: AbortSignal): Promise<{ readonly text: string }>;
  /** Sends DELETE /artifacts/{id}. An answer without an allowance does not prove that the artifact is gone. */
  deleteArtifact(artifactId: number, signal: AbortSignal): Promise<{ readonly rateLimit?: RateLimit }>;
}

/** An artifact to be deleted. */
export interface Deletable {
  readonly connectionId: string;
  readonly artifactId: number;
}

/** The result for one of the artifacts. */
export type DeletionResult<Copy> =
  | { readonly kind: "deleted"; readonly copy: Copy; readonly rateLimit?: RateLimit }
  /** The service answered 404: the artifact was not there any more, or the person may not see it. */
  | { readonly kind: "gone" }
  /** The artifact is still there. */
  | { readonly kind: "failed"; readonly error: unknown }
  /** The answer was lost, and nobody could ask whether the artifact is still there. */
  | { readonly kind: "unknown"; readonly error: unknown; readonly copy: Copy }
  /** Somebody cancelled, or an earlier deletion failed in a way in which this one would fail, too. */
  | { readonly kind: "notTried" };

type ServiceOf<Item> = (item: Item) => Promise<DeletionService>;

interface Copies<Copy> {
  /** Keeps a copy of what is about to be deleted. Without a copy nothing is deleted. */
  keep(item: Deletable, text: string): Promise<Copy>;
  /** Drops the copy of an artifact that was not deleted after all. */
  drop(copy: Copy): Promise<void>;
}

/**
 * Deletes artifacts one after another, and gives a result for each, in their order. It never throws. Cancelling keeps
 * those not tried yet; a deletion under way is waited for. `onTry` is called before each one is tried.
 */
export async function deleteArtifacts<Item extends Deletable, Copy>(
  items: readonly Item[],
  serviceOf: ServiceOf<Item>,
  copies: Copies<Copy>,
  signal: AbortSignal,
  onTry?: (index: number) => void,
): Promise<readonly DeletionResult<Copy>[]> {
  const stopped = new Set<string>();
  const results: DeletionResult<Copy>[] = [];
  for (const [index, item] of items.entries()) {
    if (signal.aborted || stopped.has(item.connectionId)) {
      results.push({ kind: "notTried" });
      continue;
    }
    onTry?.(index);
    const result = await deleteOne(item, serviceOf, copies, signal);
    if (result.kind === "unknown" || (result.kind === "failed" && concernsAll(result.error))) {
      stopped.add(item.connectionId);
    }
    results.push(result);
  }
  return results;
}

async function deleteOne<Item extends Deletable, Copy>(
  item: Item,
  serviceOf: ServiceOf<Item>,
  copies: Copies<Copy>,
  signal: AbortSignal,
): Promise<DeletionResult<Copy>> {
  const { artifactId } = item;
  let copy: Copy;
  let service: DeletionService;
  try {
    service = await serviceOf(item);
    copy = await copies.keep(item, (await service.readArtifactText(artifactId, "json", signal)).text);
  } catch (error) {
    return isOfKind(error, "cancelled") ? { kind: "notTried" } : goneOrFailed(error);
  }
  // Nothing cancels a deletion that has begun: nobody would know what became of it.
  const untilAnswered = new AbortController().signal;
  try {
    const { rateLimit } = await service.deleteArtifact(artifactId, untilAnswered);
    if (!rateLimit) {
      // The service tells the allowance: a success without it may come from something before the service.
      const path = `/artifacts/${artifactId}`;
      throw new ServiceError({ kind: "invalidAnswer", problem: "incomplete", method: "DELETE", path, artifactId });
    }
    return { kind: "deleted", copy, rateLimit };
  } catch (error) {
    if (mayHaveStored(error, "removal")) {
      const isThere = await isStillThere(service, artifactId, untilAnswered);
      if (isThere !== true) {
        return isThere === false ? { kind: "deleted", copy } : { kind: "unknown", copy, error };
      }
    }
    await copies.drop(copy);
    return goneOrFailed(error);
  }
}

function goneOrFailed(
  error: unknown,
): { readonly kind: "gone" } | { readonly kind: "failed"; readonly error: unknown } {
  return isOfKind(error, "notFound") ? { kind: "gone" } : { kind: "failed", error };
}

/** Tells whether the artifact is still there; undefined when the service cannot be asked. */
async function isStillThere(
  service: DeletionService,
  artifactId: number,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    await service.readArtifactText(artifactId, "json", signal);
    return true;
  } catch (error) {
    return isOfKind(error, "notFound") ? false : undefined;
  }
}

/** Tells whether every other artifact of the connection would meet the same failure. */
function concernsAll(error: unknown): boolean {
  return isOfKind(error, "tooManyRequests", "unauthorized", "unreachable", "tls", "redirected", "timeout");
}

function isOfKind(error: unknown, ...kinds: readonly ServiceErrorKind[]): boolean {
  return isServiceError(error) && kinds.includes(error.kind);
}
