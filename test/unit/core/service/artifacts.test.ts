import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { failureOf, useServers } from "./harness.ts";
import { html, json, type Respond, testKey } from "./loopbackServer.ts";

suite("artifacts", () => {
  const { signal } = new AbortController();
  const entries: readonly Entry[] = [{ fieldId: 101, members: { value: "It breaks" } }];
  const serving = useServers();

  const xmlBody = { contentType: "application/xml", text: "<request><é/></request>" } as const;

  const writes: readonly {
    readonly name: string;
    readonly method: string;
    readonly act: (client: Awaited<ReturnType<typeof serving>>["client"]) => Promise<unknown>;
  }[] = [
    { name: "creating", method: "POST", act: (client) => client.createArtifact(12, entries, signal) },
    { name: "deleting", method: "DELETE", act: (client) => client.deleteArtifact(5, signal) },
  ];
  for (const { name, method, act } of writes) {
    suite(name, () => {
      const lost: readonly (readonly [name: string, respond: Respond])[] = [
        ["a reset", (response) => void response.socket?.resetAndDestroy()],
        ["half a head", (response) => void response.socket?.end("HTTP/1.1 201 Created\r\nEtag: 1")],
        ["silence", () => {}],
        ["a gateway that waited in vain", (response) => html(response, 504)],
        ["a login page", (response) => html(response)],
      ];
      for (const [what, respond] of lost) {
        test(`after ${what} nobody knows whether it was done, and it is not sent again`, async () => {
          const { server, client } = await serving(respond, { timeoutMs: 300 });
          const error = await failureOf(act(client));
          assert.deepEqual([error.kind, error.method, server.received.length], ["answerLost", method, 1]);
        });
      }

      test("done without a word, as a page of nothing, it is done", async () => {
        const { server, client } = await serving((response) => {
          response
            .writeHead(200, { "Content-Type": "text/html; charset=UTF-8", Location: "/api/v1/artifacts/513" })
            .end();
        });
        await act(client);
        assert.equal(server.received.length, 1);
      });

      for (const status of [400, 403, 404, 429, 500, 502, 503]) {
        test(`${status} is told, and it is not sent again`, async () => {
          const { server, client } = await serving((response) =>
            json(response, { error: { code: status, message: "No" } }, status),
          );
          const error = await failureOf(act(client));
          assert.deepEqual([error.status, error.serviceMessage, server.received.length], [status, "No", 1]);
        });
      }

      test("cancelled before it was sent, it is not sent", async () => {
        const { server, client } = await serving((response) => json(response, ""));
        const aborted = AbortSignal.abort();
        const action =
          method === "POST" ? client.createArtifact(12, entries, aborted) : client.deleteArtifact(5, aborted);
        assert.equal((await failureOf(action)).kind, "cancelled");
        assert.deepEqual(server.received, []);
      });
    });
  }

  suite("several by their ids", () => {
    test("are read a hundred at a time, each once, by whatever the answers have of them", async () => {
      const { server, client } = await serving((response, { path }) => {
        const { id } = JSON.parse(new URL(path, "http://host").searchParams.get("query") ?? "") as { id: number[] };
        json(response, { collection: id.filter((each) => each % 2 === 0).map((each) => ({ id: each, title: "T" })) });
      });
      const ids = Array.from({ length: 150 }, (_, index) => index + 1);
      const artifacts = await client.readArtifacts([...ids, 1, 2], signal);
      assert.deepEqual([artifacts.length, artifacts[0]?.title, server.received.length], [75, "T", 2]);
      assert.deepEqual(await client.readArtifacts([], signal), []);
      assert.equal(server.received.length, 2);
    });

    test("of an answer that is no collection are an invalid answer", async () => {
      const { client } = await serving((response) => json(response, []));
      assert.equal((await failureOf(client.readArtifacts([1], signal))).kind, "invalidAnswer");
    });
  });

  suite("looks that nobody asked for", () => {
    for (const [status, kind] of [
      [429, "tooManyRequests"],
      [503, "unavailable"],
    ] as const) {
      test(`are sent once when ${status} answers them, and tell how long to wait`, async () => {
        const { server, client, log } = await serving((response) =>
          json(response, { error: { message: "No" } }, status, { "Retry-After": "0" }),
        );
        const error = await failureOf(client.background.readArtifacts([1], signal));
        assert.deepEqual([error.kind, error.retryAfterMs, server.received.length], [kind, 0, 1]);
        assert.deepEqual(
          log.map(({ isBackground }) => isBackground),
          [true],
        );
      });
    }

    test("ask nobody about a refused key", async () => {
      let asked = 0;
      const { client } = await serving((response) => json(response, {}, 401), {
        onUnauthorized: async () => {
          asked += 1;
          return false;
        },
      });
      assert.equal((await failureOf(client.background.readArtifact(1, signal))).kind, "unauthorized");
      assert.equal(asked, 0);
      await failureOf(client.readArtifact(1, signal));
      assert.equal(asked, 1);
    });
  });

  suite("creating", () => {
    test("sends the tracker and the entries as JSON, or the body it is given", async () => {
      const { server, client } = await serving((response) => json(response, { id: 513 }, 201));
      const created = await client.createArtifact(12, entries, signal);
      assert.deepEqual(created, { artifactId: 513 });
      await client.createArtifact(12, entries, signal, xmlBody);
      const sent = server.received.map(({ method, path, headers, body }) => ({
        method,
        path,
        body,
        type: headers["content-type"],
        key: headers["x-auth-accesskey"],
        encoding: headers["accept-encoding"],
      }));
      const common = { method: "POST", path: "/api/v1/artifacts", key: testKey, encoding: "identity" };
      assert.deepEqual(sent, [
        {
          ...common,
          body: '{"tracker":{"id":12},"values":[{"field_id":101,"value":"It breaks"}]}',
          type: "application/json",
        },
        { ...common, body: xmlBody.text, type: "application/xml" },
      ]);
    });

    const found: readonly (readonly [name: string, body: string, location: string | undefined, id: number])[] = [
      ["the body", '{"id":"513"}', undefined, 513],
      ["the body rather than the address", '{"id":513}', "https://host/api/v1/artifacts/5", 513],
      ["the address", "", "https://host/api/v1/artifacts/513", 513],
      ["an address with a query", "{}", "/api/v1/artifacts/513?values_format=by_field", 513],
      ["an address below the interface's own", "{}", "artifacts/513", 513],
      ["the address in the body", '{"uri":"artifacts/513"}', undefined, 513],
      ["the address when the body is garbage", "{{{", "artifacts//artifacts/513/", 513],
    ];
    for (const [name, body, location, artifactId] of found) {
      test(`the new id is in ${name}`, async () => {
        const { client } = await serving((response) =>
          json(response, body, 201, { ...(location !== undefined && { Location: location }) }),
        );
        assert.equal((await client.createArtifact(12, entries, signal)).artifactId, artifactId);
      });
    }

    test("the new id is in the address where the body breaks off", async () => {
      const { client } = await serving((response) => {
        const headers = { "Content-Type": "application/json", "Content-Length": "100", Location: "artifacts/513" };
        response.writeHead(201, headers).write("{", () => response.socket?.end());
      });
      assert.equal((await client.createArtifact(12, entries, signal)).artifactId, 513);
    });

    test("a success that does not tell the id leaves it unknown", async () => {
      const { client } = await serving((response) => json(response, "{}", 201, { Location: "/trackers/513" }));
      const { kind, problem, status } = await failureOf(client.createArtifact(12, entries, signal));
      assert.deepEqual([kind, problem, status], ["answerLost", "incomplete", 201]);
    });
  });

  test("an update sends the body it is given", async () => {
    const { server, client } = await serving((response) => json(response, ""));
    await client.updateArtifact(5, entries, { ifMatch: "7" }, signal, xmlBody);
    const [sent] = server.received;
    assert.deepEqual(
      [sent?.method, sent?.body, sent?.headers["content-type"], sent?.headers["if-match"], sent?.headers.accept],
      ["PUT", xmlBody.text, "application/xml", "7", "application/json"],
    );
  });

  suite("deleting", () => {
    const limits = { "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0" };

    test("tells what may still be deleted, where the service does", async () => {
      const { server, client } = await serving((response, _request, index) =>
        json(response, "", 200, [limits, {}, { "X-RateLimit-Limit": "5" }][index] as Record<string, string>),
      );
      const answers = [1, 2, 3].map(() => client.deleteArtifact(5, signal));
      assert.deepEqual(await Promise.all(answers), [{ rateLimit: { limit: 5, remaining: 0 } }, {}, {}]);
      assert.deepEqual(
        server.received.map(({ method, path, body }) => [method, path, body]),
        [1, 2, 3].map(() => ["DELETE", "/api/v1/artifacts/5", ""]),
      );
    });

    for (const [status, kind] of [
      [403, "forbidden"],
      [429, "tooManyRequests"],
    ] as const) {
      test(`refused with ${status} it tells so too`, async () => {
        const { client } = await serving((response) =>
          json(response, { error: { code: status, message: "No" } }, status, limits),
        );
        const error = await failureOf(client.deleteArtifact(5, signal));
        assert.deepEqual([error.kind, error.rateLimit, error.artifactId], [kind, { limit: 5, remaining: 0 }, 5]);
      });
    }
  });

  suite("the answer as it came", () => {
    test("is JSON or XML as asked for, byte for byte", async () => {
      const texts = {
        json: '{ "id": 5,\n "values": [] , "x": "é" }',
        xml: "<?xml version='1.0'?>\n<response> é </response>",
      };
      const { server, client } = await serving((response, { headers }) => {
        const format = headers.accept === "application/xml" ? "xml" : "json";
        response.writeHead(200, { "Content-Type": `application/${format}; charset=utf-8` }).end(texts[format]);
      });
      assert.deepEqual(
        [await client.readArtifactText(5, "json", signal), await client.readArtifactText(5, "xml", signal)],
        [
          { text: texts.json, contentType: "application/json; charset=utf-8" },
          { text: texts.xml, contentType: "application/xml; charset=utf-8" },
        ],
      );
      assert.deepEqual(
        server.received.map(({ method, path, headers }) => [method, path, headers.accept]),
        ["json", "xml"].map((format) => ["GET", "/api/v1/artifacts/5", `application/${format}`]),
      );
    });

    const unusable: readonly (readonly [name: string, type: string, body: string | Buffer, problem: string])[] = [
      ["a web page", "text/html", "<p>", "html"],
      ["something else", "text/plain", "x", "contentType"],
      ["nothing", "", "", "incomplete"],
      ["no UTF-8", "", Buffer.from([0x22, 0xe9, 0x22]), "malformed"],
    ];
    for (const format of ["json", "xml"] as const) {
      for (const [name, type, body, problem] of unusable) {
        test(`that is ${name} instead of ${format} is refused`, async () => {
          const { client } = await serving((response) =>
            response.writeHead(200, { "Content-Type": type || `application/${format}` }).end(body),
          );
          const error = await failureOf(client.readArtifactText(5, format, signal));
          assert.deepEqual([error.kind, error.problem, error.artifactId], ["invalidAnswer", problem, 5]);
        });
      }
    }

    for (const [format, body, problem] of [
      ["xml", "<?xml version='1.0'?>\n<response><id>5</id><val", "truncated"],
      ["json", "[]", "incomplete"],
      ["json", "null", "incomplete"],
      ["json", '{"id":6,"values":[]}', "incomplete"],
    ] as const) {
      test(`that is ${body} passes for no artifact: a copy kept of it would be worth nothing`, async () => {
        const { client } = await serving((response) =>
          json(response, body, 200, { "Content-Type": `application/${format}` }),
        );
        assert.equal((await failureOf(client.readArtifactText(5, format, signal))).problem, problem);
      });
    }

    test("without end is refused", async () => {
      const { client } = await serving((response) =>
        json(response, "x", 200, { "Content-Length": "99999999999", "Content-Type": "application/xml" }),
      );
      assert.equal((await failureOf(client.readArtifactText(5, "xml", signal))).problem, "tooLarge");
    });

    test("tells what the service says in XML as well", async () => {
      const answers = [
        "<response><error><code>403</code><message>Forbidden: a &lt;b&gt; &amp;amp; c</message></error></response>",
        "<response><error><message>Forbidden</message><i18n_error_message>Nein</i18n_error_message></error></response>",
        "<response/>",
      ];
      const { client } = await serving((response, _request, index) =>
        response.writeHead(403, { "Content-Type": "application/xml" }).end(answers[index]),
      );
      const messages: (string | undefined)[] = [];
      for (const _ of answers) {
        messages.push((await failureOf(client.readArtifactText(5, "xml", signal))).serviceMessage);
      }
      assert.deepEqual(messages, ["a <b> &amp; c", "Nein", undefined]);
    });
  });

  suite("what a tracker received lately", () => {
    test("is its newest page, in the order of the ids", async () => {
      const { server, client } = await serving((response) => json(response, [{ id: 7 }, { id: 9, title: "A" }]));
      const { items: artifacts, date } = await client.recentArtifacts(12, 0, signal);
      assert.ok(date !== undefined && Math.abs(Date.parse(date) - Date.now()) < 60_000, date);
      assert.deepEqual(
        artifacts.map(({ id, title }) => [id, title]),
        [
          [9, "A"],
          [7, undefined],
        ],
      );
      assert.deepEqual(
        server.received.map(({ path }) => path),
        ["/api/v1/trackers/12/artifacts?order=desc&limit=50&offset=0"],
      );
    });

    test("is what the user submitted there, where trackers are not listed", async () => {
      const pages = [
        [{ id: 7, tracker: { id: 12 } }, { id: 9, tracker: { id: 13 } }, { id: 10 }],
        [{ id: 8, tracker: { id: 12 } }],
      ];
      const { server, client } = await serving((response, { path }) => {
        const { pathname, searchParams } = new URL(path, "http://x");
        if (pathname !== "/api/v1/users/self/artifacts") {
          json(response, { error: { code: 404, message: "Not Found" } }, 404);
          return;
        }
        assert.equal(searchParams.get("query"), '{"submitted_by":true}');
        json(response, pages[Number(searchParams.get("offset")) / 250], 200, { "X-Pagination-Size": "300" });
      });
      const { items, date } = await client.recentArtifacts(12, 0, signal);
      assert.deepEqual([items.map(({ id }) => id), date !== undefined], [[8, 7], true]);
      assert.equal(server.received.length, 3);
    });

    test("is not asked for without end where the service says that there always is more", async () => {
      const { server, client } = await serving((response, { path }) =>
        path.includes("/users/self/artifacts")
          ? json(response, [{ id: 7, tracker: { id: 12 } }], 200, { "X-Pagination-Size": "1000000000" })
          : json(response, { error: { code: 404, message: "Not Found" } }, 404),
      );
      assert.deepEqual((await client.recentArtifacts(12, 0, signal)).items[0]?.id, 7);
      assert.ok(server.received.length <= 101, `${server.received.length} requests`);
    });

    test("is the newest fifty of all pages, of which no others are kept", async () => {
      const { client } = await serving((response, { path }) => {
        const { pathname, searchParams } = new URL(path, "http://x");
        const offset = Number(searchParams.get("offset"));
        const page = Array.from({ length: 250 }, (_, index) => ({ id: offset + index + 1, tracker: { id: 12 } }));
        return pathname.endsWith("/users/self/artifacts")
          ? json(response, page, 200, { "X-Pagination-Size": "1000" })
          : json(response, { error: { code: 404, message: "Not Found" } }, 404);
      });
      const { items } = await client.recentArtifacts(12, 0, signal);
      assert.deepEqual([items.length, items[0]?.id, items.at(-1)?.id], [50, 1000, 951]);
    });

    test("is not found where neither is told, and other failures are theirs", async () => {
      for (const [status, kind] of [
        [404, "notFound"],
        [403, "forbidden"],
      ] as const) {
        const { client } = await serving((response) => json(response, {}, status));
        assert.equal((await failureOf(client.recentArtifacts(12, 0, signal))).kind, kind);
      }
    });
  });
});
