import { isSameAddress } from "../../core/connection/address.ts";
import { leadsElsewhere } from "../../core/sentences/connections.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import { HumanError } from "../dialog/present.ts";
import type { Services } from "./services.ts";

/**
 * The client of a connection for what was made at `address`, asked for before each request. Throws a HumanError once the
 * connection leads elsewhere or is gone.
 */
export function serviceAt(
  { registry, serviceOf }: Pick<Services, "registry" | "serviceOf">,
  connectionId: string,
  address: string,
): () => Promise<ServiceClient> {
  return async () => {
    const { url, label } = registry.get(connectionId);
    if (!isSameAddress(url, address)) {
      throw new HumanError(leadsElsewhere(label));
    }
    return await serviceOf(connectionId);
  };
}
