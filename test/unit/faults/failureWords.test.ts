import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { failedCheck } from "../../../src/core/sentences/connectionChecks.ts";
import { explain } from "../../../src/core/sentences/explain.ts";
import { ServiceError } from "../../../src/core/service/serviceError.ts";

suite("what is told of a file that arrives too slowly", () => {
  test("names the rate and what to do", () => {
    const error = new ServiceError({ kind: "timeout", problem: "tooSlow", method: "GET", path: "/a" });
    assert.equal(
      explain(error, "a.bin could not be saved").message,
      "a.bin could not be saved. The file arrives too slowly, with less than 1024 bytes a second. Try again later.",
    );
  });
});

suite("what is told of bytes that are no text", () => {
  test("is their encoding, and what to do", () => {
    const bytes = Uint8Array.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]);
    let error: unknown;
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch (refused) {
      error = refused;
    }
    assert.deepEqual(explain(error, "Artifact #5 could not be saved"), {
      message:
        "Artifact #5 could not be saved. Its text is not encoded as UTF-8, so nothing was sent. Save it with the encoding UTF-8.",
      actions: [],
    });
    assert.match(explain(new TypeError("Else"), "It was not saved").message, /Something unexpected/);
  });
});

suite("what is told of a certificate", () => {
  const companys = /must be installed on this machine/;

  for (const { code, expected } of [
    { code: "CERT_HAS_EXPIRED", expected: /its certificate has expired\. Whoever runs the service has to renew it\./ },
    { code: "CERT_NOT_YET_VALID", expected: /its certificate is not valid yet\. Check the clock of this machine\./ },
    { code: "CERT_REVOKED", expected: /its certificate was revoked\./ },
    { code: "ERR_TLS_CERT_ALTNAME_INVALID", expected: /the certificate is that of another host\. Check the address/ },
    { code: "EPROTO", expected: /does not speak TLS.* Check the address of the connection and its port/ },
    { code: "ERR_SSL_WRONG_VERSION_NUMBER", expected: /does not speak TLS/ },
    { code: "CERT_SIGNATURE_FAILURE", expected: /its certificate cannot be used\. Ask whoever runs the service\./ },
    { code: "DEPTH_ZERO_SELF_SIGNED_CERT", expected: companys },
    { code: "SELF_SIGNED_CERT_IN_CHAIN", expected: companys },
    { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE", expected: companys },
    { code: "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", expected: companys },
  ]) {
    test(`of ${code} has words and a way out of its own`, () => {
      const error = new ServiceError({ kind: "tls", method: "GET", path: "/version", code });
      const url = "https://tracker.example/api/v1";
      for (const words of [
        explain(error, "Artifact #5 could not be read").message,
        failedCheck({ kind: "failed", step: "tls", error }, url),
      ]) {
        assert.match(words, expected);
        assert.equal(companys.test(words), expected === companys);
      }
    });
  }
});

suite("what is told of a key that does not arrive", () => {
  test("is that it is not accepted, and what may be in its way", () => {
    const error = new ServiceError({ kind: "unauthorized", method: "GET", path: "/users/self", problem: "anonymous" });
    assert.match(
      failedCheck({ kind: "failed", step: "key", error }, "https://tracker.example/api/v1"),
      /^tracker\.example does not accept the access key: it answers as to somebody who is not signed in\..*X-Auth-AccessKey/,
    );
  });
});

suite("what is told of a 401 to a good key", () => {
  test("is the missing right, and nothing of the key", () => {
    const facts = { kind: "forbidden", status: 401, serviceMessage: "This file does not belong to you" } as const;
    const { message, actions } = explain(new ServiceError({ ...facts, method: "GET", path: "/a" }), "It was not read");
    assert.equal(
      message,
      "It was not read. Your account may not do this (status 401). The service says: “This file does not belong to you”. Ask an administrator of the project for the permission.",
    );
    assert.deepEqual(actions, []);
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
