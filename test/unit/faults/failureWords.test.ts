import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { ServiceError } from "../../../src/core/service/serviceError.ts";
import { explain } from "../../../src/editor/failureWords.ts";

suite("what is told of a file that arrives too slowly", () => {
  test("names the rate and what to do", () => {
    const error = new ServiceError({ kind: "timeout", problem: "tooSlow", method: "GET", path: "/a" });
    assert.equal(
      explain(error, "a.bin could not be saved").message,
      "a.bin could not be saved. The file arrives too slowly, with less than 1024 bytes a second. Try again later.",
    );
  });
});

suite("what is told of a proxy", () => {
  for (const { code, expected } of [
    { code: "PROXY_407", expected: /asks for a user name and password\. Put them into the setting http\.proxy/ },
    { code: "PROXY_502", expected: /did not connect to the service \(HTTP 502\)\. Check the network/ },
    { code: "PROXY_UNUSABLE", expected: /SOCKS proxies are not supported\. Change the setting http\.proxy/ },
  ]) {
    test(`of ${code} says what to do about it`, () => {
      const error = new ServiceError({ kind: "unreachable", method: "GET", path: "/version", code });
      assert.match(explain(error, "The service could not be asked").message, expected);
    });
  }
});
