import assert from "node:assert/strict";
import { teardown } from "mocha";
import type { AuthorizedClientOptions } from "../../../../src/core/service/authorizedClient.ts";
import { isServiceError, type ServiceError } from "../../../../src/core/service/serviceError.ts";
import { clientOf, LoopbackServer, type Respond, type TestClient } from "./loopbackServer.ts";

/** Takes what is to be done after a test of the suite it is called in: the last thing first. */
export function useCleanUps(): (cleanUp: () => Promise<unknown>) => void {
  let cleanUps: (() => Promise<unknown>)[] = [];
  teardown(async () => {
    for (const cleanUp of cleanUps.reverse()) {
      await cleanUp();
    }
    cleanUps = [];
  });
  return (cleanUp) => cleanUps.push(cleanUp);
}

/** Starts servers for the tests of the suite it is called in; each is stopped after its test. */
export function useServers(cleanUpLater = useCleanUps()) {
  return async (
    respond: Respond,
    overrides: Partial<AuthorizedClientOptions> = {},
  ): Promise<TestClient & { server: LoopbackServer }> => {
    const server = await LoopbackServer.start(respond);
    cleanUpLater(() => server.stop());
    return { server, ...clientOf(`${server.origin}/api/v1`, overrides) };
  };
}

/** The ServiceError that `action` ends with. */
export async function failureOf(action: Promise<unknown>): Promise<ServiceError> {
  const error = await action.then(
    () => assert.fail("nothing was thrown"),
    (thrown: unknown) => thrown,
  );
  assert.ok(isServiceError(error), String(error));
  return error;
}

/** Waits for what the other end notices a moment later. */
export async function settled(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise(setImmediate);
  }
}
