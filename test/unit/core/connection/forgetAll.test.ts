import assert from "node:assert/strict";
import { test } from "mocha";
import { forgetAll } from "../../../../src/core/connection/forgetAll.ts";

test("a connection is forgotten by each keeper, whichever fails, and the first failure is told", async () => {
  const forgotten: string[] = [];
  const keeper = (name: string, failure?: string) => ({
    forget: async (connectionId: string) => {
      forgotten.push(`${name} ${connectionId}`);
      if (failure !== undefined) {
        throw new Error(failure);
      }
    },
  });
  const keepers = [keeper("bases"), keeper("drafts", "EACCES"), keeper("names", "ENOSPC"), keeper("keys")];
  await assert.rejects(forgetAll(keepers, "team"), /EACCES/);
  assert.deepEqual(forgotten, ["bases team", "drafts team", "names team", "keys team"]);
});
