import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { type Environment, proxyFor } from "../../../../src/core/service/proxyChoice.ts";

const proxy = "http://proxy.test:3128";

suite("the proxy for a connection", () => {
  const cases: readonly {
    readonly name: string;
    readonly origin?: string;
    readonly settings?: { readonly proxy?: string; readonly noProxy?: readonly string[] };
    readonly environment?: Environment;
    readonly expected: string | undefined;
  }[] = [
    { name: "is none by itself", expected: undefined },
    { name: "is the one of the settings", settings: { proxy }, expected: proxy },
    { name: "may be named without a scheme", settings: { proxy: "proxy.test:3128" }, expected: proxy },
    { name: "is the environment's where the settings name none", environment: { HTTPS_PROXY: proxy }, expected: proxy },
    { name: "is read in lower case first", environment: { https_proxy: proxy, HTTPS_PROXY: "x" }, expected: proxy },
    { name: "is no blank", environment: { https_proxy: " ", HTTPS_PROXY: proxy }, expected: proxy },
    {
      name: "of the settings is no blank",
      settings: { proxy: " " },
      environment: { https_proxy: proxy },
      expected: proxy,
    },
    { name: "is HTTP_PROXY where there is no other", environment: { http_proxy: proxy }, expected: proxy },
    { name: "is HTTP_PROXY for http", origin: "http://a.test", environment: { HTTP_PROXY: proxy }, expected: proxy },
    {
      name: "is not HTTPS_PROXY for http",
      origin: "http://a.test",
      environment: { HTTPS_PROXY: proxy },
      expected: undefined,
    },
    {
      name: "of the settings goes before the environment's",
      settings: { proxy },
      environment: { https_proxy: "x" },
      expected: proxy,
    },
    {
      name: "is none for what NO_PROXY names",
      settings: { proxy },
      environment: { NO_PROXY: "b.test, a.test" },
      expected: undefined,
    },
    {
      name: "is none for what no_proxy names",
      settings: { proxy },
      environment: { no_proxy: ".test" },
      expected: undefined,
    },
    {
      name: "heeds http.noProxy instead of NO_PROXY",
      settings: { proxy, noProxy: ["b.test"] },
      environment: { NO_PROXY: "*" },
      expected: proxy,
    },
    ...[
      "http://localhost:8080",
      "http://app.localhost",
      "https://127.0.0.1",
      "https://127.9.9.9",
      "http://[::1]:8080",
    ].map((origin) => ({ name: `is none for ${origin}`, origin, settings: { proxy }, expected: undefined })),
  ];
  for (const { name, origin = "https://a.test", settings, environment = {}, expected } of cases) {
    test(name, () => {
      assert.equal(proxyFor(new URL(origin), { noProxy: [], ...settings }, environment), expected);
    });
  }

  const exceptions: readonly (readonly [exception: string, excepts: string, exceptsNot: string])[] = [
    ["tracker.corp.test", "https://tracker.corp.test", "https://corp.test"],
    ["corp.test", "https://tracker.corp.test", "https://mycorp.test"],
    [".corp.test", "https://corp.test", "https://corp.test.evil.example"],
    ["*.corp.test", "https://tracker.corp.test", "https://corp.test"],
    ["Corp.Test", "https://corp.test", "https://corp.tes"],
    ["corp.test:8443", "https://corp.test:8443", "https://corp.test"],
    ["corp.test:443", "https://corp.test", "http://corp.test"],
    ["*", "https://any.example", ""],
    ["*:80", "http://any.example", "https://any.example"],
    ["10.1.2.3", "https://10.1.2.3", "https://10.1.2.30"],
    ["10.0.0.0/8", "https://10.200.3.4:8443", "https://11.0.0.1"],
    ["10.0.0.0/8", "https://10.0.0.1", "https://10.example.test"],
    ["fd00::/8", "https://[fd12::1]", "https://[fe80::1]"],
    ["[fd12::1]:8443", "https://[fd12::1]:8443", "https://[fd12::1]"],
    ["fd12::1", "https://[fd12::1]", "https://[fd12::2]"],
    ["corp.test", "https://tracker.corp.test.", "https://mycorp.test."],
    ["10.1.2.3/99", "https://10.1.2.3", "https://10.1.2.4"],
    ["fd00::/8", "https://[fd12::1]", "https://10.1.2.3"],
    ["10.0.0.0/8", "https://10.1.2.3", "https://[fd12::1]"],
    ["corp.test/8", "", "https://10.1.2.3"],
    [":443", "", "https://any.example"],
    ["10.0.0.0/x", "", "https://10.0.0.0"],
    ["", "", "https://any.example"],
  ];
  for (const [exception, excepts, exceptsNot] of exceptions) {
    test(`the exception «${exception}» is for ${excepts || "nothing"}, not for ${exceptsNot || "less"}`, () => {
      const chosen = (origin: string) => proxyFor(new URL(origin), { proxy, noProxy: [exception] }, {});
      assert.deepEqual(
        [excepts && chosen(excepts), exceptsNot && chosen(exceptsNot)],
        [excepts && undefined, exceptsNot && proxy],
      );
    });
  }
});
