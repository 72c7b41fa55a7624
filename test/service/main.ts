import { parseArgs } from "node:util";
import { startReferenceService } from "./referenceService.ts";

// Runs the service for the demo and for tests in other processes: one line of JSON says where it is.
const { values } = parseArgs({
  options: {
    port: { type: "string" },
    artifacts: { type: "string" },
    projects: { type: "string" },
    minimal: { type: "boolean" },
  },
});
const service = await startReferenceService({
  ...(values.port !== undefined && { port: Number(values.port) }),
  ...(values.artifacts !== undefined && { artifactCount: Number(values.artifacts) }),
  ...(values.projects !== undefined && { projectCount: Number(values.projects) }),
  ...(values.minimal && { listing: "minimal" as const }),
});
console.log(JSON.stringify({ origin: service.origin, baseUrl: service.baseUrl, keys: service.keys }));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void service.close().then(() => process.exit(0)));
}
