import { isSameAddress } from "../../core/connection/address.ts";
import { leadsElsewhere } from "../../core/sentences/connections.ts";
import { HumanError } from "../dialog/present.ts";
import type { Services } from "./services.ts";

/**
 * Gives the client of a connection for what was made at `address`; ask for it before each request. Throws a HumanError
 * once the connection leads elsewhere or is gone.
 */
export function serviceAt(
  { registry, serviceOf }: Services,
  connectionId: string,
  address: string,
): () => ReturnType<Services["serviceOf"]> {
  return async () => {
    requireAddress(registry, connectionId, address);
    return await serviceOf(connectionId);
  };
}

/**
 * Does what `serviceAt` does at the address of now, for what a person is asked about from here on: the same number
 * names something else at another address.
 */
export function serviceNow(services: Services, connectionId: string): () => ReturnType<Services["serviceOf"]> {
  return serviceAt(services, connectionId, services.registry.find(connectionId)?.url ?? "");
}

/**
 * Gives what `work` reads of a connection. Throws a HumanError where the connection leads elsewhere by then, or is
 * gone: what was read is not of the service to which it leads now.
 */
export async function readHere<T>(
  registry: Services["registry"],
  connectionId: string,
  work: () => Promise<T>,
): Promise<T> {
  const { url } = registry.get(connectionId);
  const read = await work();
  requireAddress(registry, connectionId, url);
  return read;
}

/** Throws a HumanError where a connection does not lead to `address` any more, or is gone. */
export function requireAddress(registry: Services["registry"], connectionId: string, address: string): void {
  const { url, label } = registry.get(connectionId);
  if (!isSameAddress(url, address)) {
    throw new HumanError(leadsElsewhere(label));
  }
}
