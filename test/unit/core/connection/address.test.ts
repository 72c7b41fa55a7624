import assert from "node:assert/strict";
import { suite, test } from "mocha";
import {
  connectionIdFor,
  isInsecure,
  isSameAddress,
  originOf,
  readAddress,
} from "../../../../src/core/connection/address.ts";

suite("The address of a service", () => {
  for (const { text, url } of [
    { text: "tracker.example", url: "https://tracker.example/api/v1" },
    { text: "tracker.example:8443", url: "https://tracker.example:8443/api/v1" },
    { text: "  https://tracker.example/  ", url: "https://tracker.example/api/v1" },
    { text: "HTTPS://Tracker.Example", url: "https://tracker.example/api/v1" },
    { text: "https://tracker.example:443", url: "https://tracker.example/api/v1" },
    { text: "https://tracker.example/api", url: "https://tracker.example/api/v1" },
    { text: "https://tracker.example/api/", url: "https://tracker.example/api/v1" },
    { text: "https://tracker.example/api/v1/", url: "https://tracker.example/api/v1" },
    { text: "https://tracker.example/api/v1/artifacts/512?values_format=all", url: "https://tracker.example/api/v1" },
    { text: "https://tracker.example/api/explorer/", url: "https://tracker.example/api/v1" },
    { text: "https://tracker.example/plugins/tracker/?aid=512#followup_9", url: "https://tracker.example/api/v1" },
    { text: "https://tracker.example/projects/guinea-pig", url: "https://tracker.example/api/v1" },
    { text: "https://tracker.example/account/login.php?return_to=%2F", url: "https://tracker.example/api/v1" },
    { text: "https://tracker.example/index.php", url: "https://tracker.example/api/v1" },
    { text: "https://host/tracker", url: "https://host/tracker/api/v1" },
    { text: "https://host/tracker/plugins/tracker/?aid=1", url: "https://host/tracker/api/v1" },
    { text: "https://host/rest/v3", url: "https://host/rest/v3" },
    { text: "localhost:8080", url: "http://localhost:8080/api/v1" },
    { text: "127.0.0.1:8080/api", url: "http://127.0.0.1:8080/api/v1" },
    { text: "http://[::1]:8080", url: "http://[::1]:8080/api/v1" },
  ]) {
    test(`is ${url} for «${text}»`, () => {
      assert.deepEqual(readAddress(text), { kind: "address", url });
      assert.equal(isInsecure(new URL(url)), false);
    });
  }

  for (const text of [
    "http://tracker.example",
    "http://10.0.0.1/api/v1",
    "http://127.0.0.1.example",
    "http://evil-localhost",
  ]) {
    test(`is insecure for «${text}»`, () => {
      const reading = readAddress(text);
      assert.ok(reading.kind === "address" && isInsecure(new URL(reading.url)));
    });
  }

  for (const { text, problem } of [
    { text: " ", problem: "empty" },
    { text: "my tracker", problem: "malformed" },
    { text: "https://", problem: "malformed" },
    { text: "ftp://tracker.example", problem: "scheme" },
    { text: "mailto:jane@tracker.example", problem: "scheme" },
    { text: "javascript:alert(1)", problem: "scheme" },
    { text: "https://jane:secret@tracker.example", problem: "credentials" },
    { text: "https://jane@tracker.example", problem: "credentials" },
    { text: "https://:secret@tracker.example", problem: "credentials" },
  ]) {
    test(`cannot be read from «${text}» (${problem})`, () => {
      assert.deepEqual(readAddress(text), { kind: "problem", problem });
    });
  }

  for (const [kept, url, isSame] of [
    ["https://tracker.example/api/v1", "https://tracker.example/api/v1", true],
    ["https://Tracker.Example/api/v1/", "https://tracker.example/api/v1", true],
    ["https://tracker.example:443/api", "https://tracker.example/api/v1", true],
    ["https://tracker.example", "https://tracker.example/api/v1", true],
    ["http://tracker.example/api/v1", "https://tracker.example/api/v1", false],
    ["https://tracker.example/api/v2", "https://tracker.example/api/v1", false],
    ["https://tracker.example/tuleap/api/v1", "https://tracker.example/api/v1", false],
    ["https://tracker.example:8443/api/v1", "https://tracker.example/api/v1", false],
    ["", "", true],
    ["", "https://tracker.example/api/v1", false],
    [undefined, "https://tracker.example/api/v1", false],
  ] as const) {
    test(`${kept} is ${isSame ? "" : "not "}the address ${url}`, () => {
      assert.equal(isSameAddress(kept, url), isSame);
    });
  }

  test("has an origin of scheme, host and port", () => {
    assert.equal(originOf("https://tracker.example:8443/x/api/v1"), "https://tracker.example:8443");
  });

  for (const { url, taken, id } of [
    { url: "https://www.Tracker.example/api/v1", taken: [], id: "tracker-example" },
    { url: "https://tracker.example/api/v1", taken: ["tracker-example"], id: "tracker-example-2" },
    { url: "https://t.example/api/v1", taken: ["t-example", "t-example-2"], id: "t-example-3" },
    { url: "http://127.0.0.1:8080/api/v1", taken: [], id: "127-0-0-1-8080" },
    { url: "http://[::1]/api/v1", taken: [], id: "1" },
  ]) {
    test(`gives ${url} the id ${id} when ${taken.length} are taken`, () => {
      assert.equal(connectionIdFor(url, new Set(taken)), id);
    });
  }
});
