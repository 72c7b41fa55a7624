import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { explain } from "../../src/core/sentences/explain.ts";
import { ServiceError, type ServiceErrorFacts } from "../../src/core/service/serviceError.ts";
import { explained, HumanError } from "../../src/editor/dialog/present.ts";

const what = "Artifact #512 could not be opened";

suite("What a person is told", () => {
  for (const { facts, message, actions } of [
    {
      facts: { kind: "unreachable" },
      message: "The service cannot be reached. Check the network, VPN and proxy settings, then try again.",
      actions: ["retry", "showLog"],
    },
    {
      facts: { kind: "tls" },
      message:
        "The secure connection to the service could not be made: its certificate is not trusted. If your company has certificates of its own, they must be installed on this machine.",
      actions: ["retry", "editConnection", "showLog"],
    },
    {
      facts: { kind: "timeout" },
      message: "The service did not answer in time. Try again later.",
      actions: ["retry", "showLog"],
    },
    {
      facts: { kind: "answerLost" },
      message:
        "The connection broke before the answer came, so the service may or may not have done it. Look at what the service has now before you repeat it.",
      actions: ["showLog"],
    },
    {
      facts: { kind: "answerLost", status: 502 },
      message:
        "The answer does not tell what came of it, so the service may or may not have done it (status 502). Look at what the service has now before you repeat it.",
      actions: ["showLog"],
    },
    {
      facts: { kind: "unauthorized", status: 401, serviceMessage: "Invalid access key" },
      message:
        "The service does not accept the access key (status 401). The service says: “Invalid access key”. It may have expired or been revoked: set a new one.",
      actions: ["setAccessKey"],
    },
    {
      facts: { kind: "forbidden", status: 403 },
      message: "Your account may not do this (status 403). Ask an administrator of the project for the permission.",
      actions: [],
    },
    {
      facts: { kind: "notFound", status: 404 },
      message:
        "The service does not have it, or your account may not see it (status 404). If it should be there, ask an administrator of the project for access.",
      actions: [],
    },
    {
      facts: { kind: "rejected", status: 400, serviceMessage: "Field Summary is required.\nSecond line" },
      message: "The service refused it (status 400). The service says: “Field Summary is required. Second line”.",
      actions: ["showLog"],
    },
    {
      facts: { kind: "tooManyRequests", status: 429, retryAfterMs: 29_500 },
      message: "The service asks for fewer requests (status 429). Try again in 30 seconds.",
      actions: ["retry", "showLog"],
    },
    {
      facts: { kind: "unavailable", status: 502 },
      message: "The service is not working right now (status 502). Try again later.",
      actions: ["retry", "showLog"],
    },
    {
      facts: { kind: "redirected", status: 302, otherOrigin: "https://login.example" },
      message:
        "The service points to another address (https://login.example), which is never followed (status 302). Check the address of the connection.",
      actions: ["retry", "editConnection", "showLog"],
    },
    {
      facts: { kind: "invalidAnswer", status: 200, problem: "html" },
      message:
        "A web page came instead of data, perhaps one to sign in (status 200). Check the address of the connection, and whether a proxy asks to sign in.",
      actions: ["retry", "editConnection", "showLog"],
    },
    {
      facts: { kind: "foreignOrigin", otherOrigin: "https://elsewhere.example" },
      message: "It lies on another server (https://elsewhere.example), and the access key is never sent there.",
      actions: ["showLog"],
    },
  ] satisfies { facts: Partial<ServiceErrorFacts>; message: string; actions: string[] }[]) {
    test(`of «${facts.kind}» is what happened, why, and what to do next`, () => {
      const error = new ServiceError({ method: "GET", path: "/api/v1/artifacts/512", ...facts } as ServiceErrorFacts);
      assert.deepEqual(explain(error, what), { message: `${what}. ${message}`, actions });
    });
  }

  test("of something unexpected is no more than that, and where to look", () => {
    const explanation = explain(new TypeError("x is undefined"), what);
    assert.deepEqual(explanation, {
      message: `${what}. Something unexpected happened; the log tells more.`,
      actions: ["retry", "showLog"],
    });
  });

  test("is made where the failed action is known, and cancelling stays what it is", async () => {
    const failure = (kind: "forbidden" | "cancelled") => async () => {
      throw new ServiceError({ kind, method: "GET", path: "/" });
    };
    await assert.rejects(explained(what, "team", failure("forbidden")), (error) => {
      assert.ok(error instanceof HumanError);
      assert.deepEqual(
        { connectionId: error.connectionId, message: error.message.slice(0, what.length) },
        {
          connectionId: "team",
          message: what,
        },
      );
      return true;
    });
    await assert.rejects(explained(what, "team", failure("cancelled")), { kind: "cancelled" });
  });
});
