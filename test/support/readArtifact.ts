import { createServiceClient, type NetworkSettings } from "../../src/core/service/serviceClient.ts";
import { isServiceError } from "../../src/core/service/serviceError.ts";
import { patientMs } from "./patience.ts";

// node readArtifact.ts ADDRESS NETWORK: reads artifact 5 in a process of its own, whose environment is what is tested,
// and prints «read», or the kind of its failure.

const [url = "", network = ""] = process.argv.slice(2);
const client = createServiceClient({
  connection: { id: "test", url, label: "Test" },
  accessKey: async () => "key",
  timeoutMs: patientMs,
  network: JSON.parse(network) as NetworkSettings,
  log: () => {},
});
try {
  await client.readArtifact(5, new AbortController().signal);
  console.log("read");
} catch (error) {
  console.log(isServiceError(error) ? error.kind : error);
}
await client.close();
