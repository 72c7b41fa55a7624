import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Observations } from "../../../../src/core/diagnosis/observations.ts";
import { diagnosisReport } from "../../../../src/core/diagnosis/report.ts";

const line = { method: "GET", durationMs: 3, sentBytes: 0, receivedBytes: 10 } as const;

suite("A report for whoever helps", () => {
  test("tells versions, settings, what each service was found to offer, and the last failures", () => {
    const observations = new Observations();
    observations.request("team", { ...line, path: "/api/v1/artifacts/512", status: 200 });
    observations.request("team", { ...line, path: "/api/v1/artifacts/513", status: 404, errorKind: "notFound" });
    observations.request("team", { ...line, path: "/api/v1/projects?limit=50&offset=0", errorKind: "timeout" });
    observations.failure("Opening: GET /api/v1/artifacts/513: notFound (404)", Date.UTC(2026, 0, 2));
    const report = diagnosisReport({
      versions: [["Artifact Desk", "0.1.0"]],
      settings: [
        ["artifactDesk.requestTimeout", 30],
        ["http.proxy", undefined],
      ],
      connections: [{ id: "team", url: "https://tracker.example/api/v1", hasKey: true, proxy: undefined }],
      observations,
    });
    assert.equal(
      report.slice(report.indexOf("## Versions")),
      [
        "## Versions\n\n- Artifact Desk: 0.1.0",
        "## Settings\n\n- artifactDesk.requestTimeout: `30`\n- http.proxy: `not set`",
        "## Connection team\n\n- Address: https://tracker.example/api/v1\n- Access key: stored\n- Reached: directly\n" +
          "- `GET /api/v1/artifacts/{id}`: 2 times, last 404 notFound\n- `GET /api/v1/projects`: once, last timeout",
        "## Last failures\n\n- 2026-01-02T00:00:00.000Z `Opening: GET /api/v1/artifacts/513: notFound (404)`",
      ].join("\n\n"),
    );
  });

  for (const { setting, shown } of [
    { setting: "http://proxy.example:3128", shown: "http://proxy.example:3128" },
    {
      setting: "http://joe:secret@proxy.example:3128",
      shown: "http://(user and password left out)@proxy.example:3128",
    },
    { setting: "joe:secret@proxy.example", shown: "(left out: it may hold a password)" },
    { setting: "https://host.example/p?token=secret#secret", shown: "https://host.example/p" },
    { setting: "tlp-k1-22.00112233secret", shown: "(left out: it looks like an access key)" },
    { setting: "X-Auth-AccessKey: TLP.K1.22.secret", shown: "(left out: it looks like an access key)" },
    {
      setting: [{ url: "https://a:secret@b.example" }],
      shown: [{ url: "https://(user and password left out)@b.example" }],
    },
  ]) {
    test(`shows ${JSON.stringify(setting)} without its secret`, () => {
      const observations = new Observations();
      const report = diagnosisReport({ versions: [], settings: [["it", setting]], connections: [], observations });
      assert.ok(report.includes(`- it: \`${JSON.stringify(shown)}\``), report);
      assert.ok(!report.includes("secret"), report);
    });
  }

  test("quotes failures to the letter: names of files may be links or pictures in Markdown", () => {
    const observations = new Observations();
    observations.failure("Reading `a`![b](https://other.example/b.png)\n# c", 0);
    const report = diagnosisReport({ versions: [], settings: [], connections: [], observations });
    assert.match(report, /Z `Reading 'a'!\[b\]\(https:\/\/other\.example\/b\.png\) # c`$/);
  });

  test("names the proxy on the way, without what it asks for", () => {
    const connection = { id: "team", url: "https://tracker.example/api/v1", hasKey: false };
    const report = diagnosisReport({
      ...{ versions: [], settings: [], observations: new Observations() },
      connections: [{ ...connection, proxy: "http://joe:secret@proxy.example:3128" }],
    });
    assert.match(report, /- Reached: by the proxy http:\/\/\(user and password left out\)@proxy\.example:3128\n/);
    assert.ok(!report.includes("secret"));
  });

  test("counts no more kinds of requests than anybody reads: addresses of files are of any form", () => {
    const observations = new Observations();
    for (let n = 1; n <= 70; n++) {
      observations.request("team", { ...line, path: `/${"x".repeat(n)}`, status: 200 });
    }
    observations.request("team", { ...line, path: "/x", status: 200 });
    const routes = observations.routesOf("team");
    assert.deepEqual([routes.length, routes[0]?.route, routes[0]?.count], [60, "GET /x", 2]);
  });

  test("keeps the last twenty failures, and long ones short", () => {
    const observations = new Observations();
    for (let n = 1; n <= 25; n++) {
      observations.failure(`${n} ${"x".repeat(1000)}`, n);
    }
    assert.equal(observations.failures.length, 20);
    assert.deepEqual(
      [observations.failures[0]?.atMs, observations.failures.at(-1)?.atMs, observations.failures[0]?.text.length],
      [6, 25, 501],
    );
  });
});
