import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createSecureServer } from "node:http2";
import { type AddressInfo, createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import type { NetworkSettings } from "../../../../src/core/service/serviceClient.ts";
import { mayHaveStored } from "../../../../src/core/service/writeFate.ts";
import { CertificateAuthority, type ServerCredentials } from "../../../support/certificateAuthority.ts";
import { ForwardProxy, type ForwardProxyOptions } from "../../../support/forwardProxy.ts";
import { patientMs } from "../../../support/patience.ts";
import { failureOf, settled } from "./harness.ts";
import { clientOf, json, LoopbackServer, type Respond, refusingOrigin, testKey } from "./loopbackServer.ts";

const run = promisify(execFile);
const { signal } = new AbortController();
const entries = [{ fieldId: 101, members: { value: "It breaks" } }];
const user = "ada:s3cr3t w@rd!";

suite("the way to the service", () => {
  let authority: CertificateAuthority;
  let credentials: ServerCredentials;
  let cleanUps: (() => Promise<unknown>)[] = [];

  suiteSetup(() => {
    authority = new CertificateAuthority();
    credentials = authority.issue("service.test", "127.0.0.1", "::1");
  });

  /** What the environment of these tests says of proxies must not count. */
  const variables = ["http_proxy", "https_proxy", "no_proxy"].flatMap((name) => [name, name.toUpperCase()]);
  const given = variables.map((name) => [name, process.env[name]] as const);
  const clearVariables = () => {
    for (const name of variables) {
      delete process.env[name];
    }
  };
  setup(clearVariables);

  teardown(async () => {
    clearVariables();
    for (const [name, value] of given) {
      if (value !== undefined) {
        process.env[name] = value;
      }
    }
    for (const cleanUp of cleanUps.reverse()) {
      await cleanUp();
    }
    cleanUps = [];
  });

  const answering: Respond = (response) => json(response, { values: [] });

  async function tlsService(respond: Respond = answering): Promise<LoopbackServer> {
    const server = await LoopbackServer.startTls(respond, credentials);
    cleanUps.push(() => server.stop());
    return server;
  }

  async function plainService(respond: Respond = answering, host?: string): Promise<LoopbackServer> {
    const server = await LoopbackServer.start(respond, host);
    cleanUps.push(() => server.stop());
    return server;
  }

  async function proxyTo(server: LoopbackServer, options: Partial<ForwardProxyOptions> = {}): Promise<ForwardProxy> {
    const hosts = { "service.test:443": server.port, "service.test:80": server.port };
    const proxy = await ForwardProxy.start({ hosts, ...options });
    cleanUps.push(() => proxy.stop());
    return proxy;
  }

  /** A client of `service.test`, which only a proxy can reach. */
  function client(scheme: "http" | "https", network: Partial<NetworkSettings>, timeoutMs = patientMs) {
    return clientOf(`${scheme}://service.test/api/v1`, {
      timeoutMs,
      network: { noProxy: [], strictSsl: true, extraCa: [authority.certificate], ...network },
    });
  }

  suite("through a proxy", () => {
    for (const scheme of ["https", "http"] as const) {
      const start = scheme === "https" ? tlsService : plainService;

      test(`leads ${scheme} there and back`, async () => {
        const server = await start();
        const proxy = await proxyTo(server);
        const { client: service } = client(scheme, { proxy: proxy.address() });
        await service.readArtifact(5, signal);
        assert.deepEqual(
          [proxy.seen.map(({ target }) => target), server.received.map(({ path: asked }) => asked)],
          [
            [scheme === "https" ? "service.test:443" : "http://service.test/api/v1/artifacts/5"],
            ["/api/v1/artifacts/5"],
          ],
        );
      });

      test(`tells ${scheme} its own credentials, and nobody else`, async () => {
        const server = await start();
        const proxy = await proxyTo(server, { credentials: user });
        const { client: service, log } = client(scheme, { proxy: proxy.address(user) });
        await service.readArtifact(5, signal);
        const secrets = new RegExp(`s3cr3t|${Buffer.from(user).toString("base64").replaceAll("+", "\\+")}`);
        assert.equal(proxy.seen[0]?.headers["proxy-authorization"], `Basic ${Buffer.from(user).toString("base64")}`);
        assert.doesNotMatch(JSON.stringify([server.received, log]), secrets);
      });

      test(`sends ${scheme} the header of http.proxyAuthorization to the proxy alone`, async () => {
        const server = await start();
        const proxy = await proxyTo(server, { credentials: user });
        const proxyAuthorization = `Basic ${Buffer.from(user).toString("base64")}`;
        const { client: service } = client(scheme, { proxy: proxy.address(), proxyAuthorization });
        await service.readArtifact(5, signal);
        assert.doesNotMatch(JSON.stringify(server.received), /proxy-authorization/i);
      });

      for (const given of [undefined, "ada:wrong"]) {
        test(`that refuses ${given ? "the credentials" : "whoever has none"} is told for what it is, for ${scheme}`, async () => {
          const server = await start();
          const proxy = await proxyTo(server, { credentials: user });
          const { client: service, log } = client(scheme, { proxy: proxy.address(given) });
          for (const action of [
            service.readArtifact(5, signal),
            service.updateArtifact(5, entries, { ifMatch: "1" }, signal),
            service.createArtifact(1, entries, signal),
          ]) {
            const error = await failureOf(action);
            assert.deepEqual([error.kind, error.code], ["unreachable", "PROXY_407"]);
            assert.doesNotMatch(
              `${error.message} ${error.stack} ${JSON.stringify([error, error.cause])}`,
              /wrong|YWRh/,
            );
          }
          assert.deepEqual([server.received, log.filter(({ errorKind }) => errorKind !== "unreachable")], [[], []]);
        });
      }

      test(`has at most six requests of ${scheme} under way`, async () => {
        const waiting: (() => void)[] = [];
        const server = await start((response) => {
          waiting.push(() => json(response, { values: [] }));
        });
        const proxy = await proxyTo(server);
        const { client: service } = client(scheme, { proxy: proxy.address() });
        const reads = Promise.all(Array.from({ length: 20 }, (_, id) => service.readArtifact(id + 1, signal)));
        await answeredInTurn(waiting, 20);
        await reads;
        assert.ok(proxy.maxAtOnce <= 6, `${proxy.maxAtOnce} at once`);
      });

      test(`that is down leaves a write of ${scheme} unsent`, async () => {
        const { client: service } = client(scheme, { proxy: refusingOrigin });
        const error = await failureOf(service.updateArtifact(5, entries, { ifMatch: "1" }, signal));
        assert.deepEqual([error.kind, error.code], ["unreachable", "ECONNREFUSED"]);
      });
    }

    test("shows it neither key nor contents of https", async () => {
      const server = await tlsService((response) => json(response, { values: [], title: "Top secret" }));
      const proxy = await proxyTo(server);
      const { client: service } = client("https", { proxy: proxy.address() });
      await service.readArtifact(5, signal);
      await service.updateArtifact(5, entries, { ifMatch: "1" }, signal);
      assert.deepEqual(
        server.received.map(({ headers }) => headers["x-auth-accesskey"]),
        [testKey, testKey],
      );
      const seen = JSON.stringify(proxy.seen) + proxy.passed;
      assert.ok(proxy.passed.length > 1000);
      assert.doesNotMatch(seen, /tlp-k1|accesskey|breaks|secret/i);
    });

    test("may speak TLS to it, checked like the service's", async () => {
      const server = await tlsService();
      const proxy = await proxyTo(server, { tls: authority.issue("localhost"), credentials: user });
      await client("https", { proxy: proxy.address(user) }).client.readArtifact(5, signal);
      const stranger = await proxyTo(server, { tls: new CertificateAuthority("Another").issue("localhost") });
      const error = await failureOf(client("https", { proxy: stranger.address() }).client.readArtifact(5, signal));
      assert.deepEqual([error.kind, stranger.seen], ["tls", []]);
    });

    test("says what the proxy answered where it does not find the service", async () => {
      const server = await tlsService();
      const proxy = await proxyTo(server, { hosts: {} });
      const error = await failureOf(
        client("https", { proxy: proxy.address() }).client.createArtifact(1, entries, signal),
      );
      assert.deepEqual([error.kind, error.code], ["unreachable", "PROXY_502"]);
    });

    test("does not wait for a proxy that never answers, and is free again afterwards", async () => {
      const server = await tlsService();
      const deaf = await proxyTo(server, { isDeaf: true });
      const { client: service } = client("https", { proxy: deaf.address() }, 200);
      const errors = await Promise.all(
        Array.from({ length: 8 }, () => failureOf(service.updateArtifact(5, entries, { ifMatch: "1" }, signal))),
      );
      assert.deepEqual([...new Set(errors.map(({ kind }) => kind))], ["timeout"]);
      await settled(() => deaf.openConnections === 0);
      assert.deepEqual(server.received, []);
    });

    test("that never answers does not cancel what waits for a connection while others are given up", async () => {
      const deaf = await proxyTo(await tlsService(), { isDeaf: true });
      const timers = new Set<() => void>();
      const { client: service } = clientOf("https://service.test/api/v1", {
        timeoutMs: 300,
        after: (_ms, run) => {
          timers.add(run);
          return { dispose: () => timers.delete(run) };
        },
        network: { noProxy: [], strictSsl: true, extraCa: [authority.certificate], proxy: deaf.address() },
      });
      const leaving = new AbortController();
      const write = (by: AbortSignal) => failureOf(service.updateArtifact(5, entries, { ifMatch: "1" }, by));
      const left = write(leaving.signal);
      let isOver = false;
      const others = Promise.all(Array.from({ length: 6 }, () => write(signal))).finally(() => {
        isOver = true;
      });
      await settled(() => deaf.seen.length >= 6);
      // The seventh has its turn by this, and waits for the end of a tunnel that nobody wants any more.
      leaving.abort();
      await left;
      const [late] = timers;
      late?.();
      await settled(() => deaf.seen.length >= 7 || isOver);
      for (const run of timers) {
        run();
      }
      const kinds = (await others).map(({ kind }) => kind);
      assert.deepEqual([...new Set(kinds)], ["timeout"]);
    });

    test("that never answers is given up as a connection is, however long an answer would be waited for", async () => {
      const deaf = await proxyTo(await tlsService(), { isDeaf: true });
      const { client: service } = clientOf("https://service.test/api/v1", {
        timeoutMs: 300,
        // No time that the request itself has ever passes.
        after: () => ({ dispose: () => {} }),
        network: { noProxy: [], strictSsl: true, extraCa: [authority.certificate], proxy: deaf.address() },
      });
      const { kind, code } = await failureOf(service.updateArtifact(5, entries, { ifMatch: "1" }, signal));
      assert.deepEqual([kind, code], ["timeout", "UND_ERR_HEADERS_TIMEOUT"]);
      await settled(() => deaf.openConnections === 0);
    });

    for (const { name, proxy } of [
      { name: "of SOCKS", proxy: "socks5://127.0.0.1:1080" },
      { name: "of an older SOCKS", proxy: "socks4://127.0.0.1:1080" },
      { name: "whose address is none", proxy: "http://[proxy" },
    ]) {
      test(`${name} is told for what it is, and nothing is sent`, async () => {
        const { client: service, log } = client("https", { proxy });
        for (const action of [service.readArtifact(5, signal), service.createArtifact(1, entries, signal)]) {
          const error = await failureOf(action);
          assert.deepEqual([error.kind, error.code], ["unreachable", "PROXY_UNUSABLE"]);
        }
        assert.deepEqual([...new Set(log.map(({ errorKind }) => errorKind))], ["unreachable"]);
      });
    }

    test("that does not speak HTTP leaves no doubt about a write that never left", async () => {
      // A port of TLS or SOCKS answers so.
      const proxy = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => socket.write(Buffer.from([0x15, 3, 1, 0, 2, 2, 0x28])));
      });
      await once(proxy.listen(0, "127.0.0.1"), "listening");
      cleanUps.push(async () => void proxy.close());
      const { port } = proxy.address() as AddressInfo;
      const { client: service, log } = client("https", { proxy: `http://127.0.0.1:${port}` });
      for (const write of [service.createArtifact(1, entries, signal), service.deleteArtifact(5, signal)]) {
        const error = await failureOf(write);
        assert.deepEqual([error.kind, mayHaveStored(error, "once")], ["unreachable", false]);
      }
      assert.deepEqual([...new Set(log.map(({ sentBytes }) => sentBytes))], [0]);
    });

    test("cancelling closes the tunnel", async () => {
      const controller = new AbortController();
      const server = await tlsService(() => controller.abort());
      const proxy = await proxyTo(server);
      const { client: service } = client("https", { proxy: proxy.address() });
      assert.equal((await failureOf(service.readArtifact(5, controller.signal))).kind, "cancelled");
      await settled(() => server.openConnections === 0);
    });

    test("is found in the environment, and not used where that says so", async () => {
      const server = await tlsService();
      const proxy = await proxyTo(server);
      process.env.https_proxy = proxy.address();
      await client("https", {}).client.readArtifact(5, signal);
      process.env.NO_PROXY = "service.test";
      assert.equal((await failureOf(client("https", {}).client.readArtifact(5, signal))).kind, "unreachable");
      assert.equal(proxy.seen.length, 1);
    });

    test("is not taken for excepted hosts, nor for this machine", async () => {
      const server = await plainService();
      const proxy = await proxyTo(server);
      const network = { proxy: proxy.address(), noProxy: [".test"], strictSsl: true };
      const { client: excepted } = clientOf("http://service.test/api/v1", { network });
      assert.equal((await failureOf(excepted.readArtifact(5, signal))).kind, "unreachable");
      const { client: local } = clientOf(`${server.origin}/api/v1`, { network: { ...network, noProxy: [] } });
      await local.readArtifact(5, signal);
      assert.deepEqual([proxy.seen, server.received.length], [[], 1]);
    });
  });

  suite("with certificates of an authority of one's own", () => {
    test("is not trusted by itself, and nothing is sent", async () => {
      const server = await tlsService();
      const { client: service } = clientOf(`${server.origin}/api/v1`);
      for (const action of [service.readArtifact(5, signal), service.createArtifact(1, entries, signal)]) {
        const { kind, code } = await failureOf(action);
        assert.deepEqual([kind, code], ["tls", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"]);
      }
      assert.deepEqual(server.received, []);
    });

    test("is trusted when the authority is, directly and through a proxy", async () => {
      const server = await tlsService();
      const proxy = await proxyTo(server);
      const network = { noProxy: [], strictSsl: true, extraCa: [authority.certificate] };
      await clientOf(`${server.origin}/api/v1`, { network }).client.readArtifact(5, signal);
      await client("https", { proxy: proxy.address() }).client.readArtifact(5, signal);
      assert.equal(server.received.length, 2);
    });

    // Of a session of HTTP/2 that fails undici sends requests again on another one, writes too.
    test("is asked in HTTP/1.1 where it speaks HTTP/2 as well, directly and through a proxy", async () => {
      const versions: string[] = [];
      const server = createSecureServer({ ...credentials, allowHTTP1: true }, ({ httpVersion }, response) => {
        versions.push(httpVersion);
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end('{"values": []}');
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      const { port } = server.address() as AddressInfo;
      const proxy = await ForwardProxy.start({ hosts: { "service.test:443": port } });
      cleanUps.push(
        () => proxy.stop(),
        async () => void server.close(),
      );
      const network = { noProxy: [], strictSsl: true, extraCa: [authority.certificate] };
      await clientOf(`https://127.0.0.1:${port}/api/v1`, { network }).client.readArtifact(5, signal);
      await client("https", { proxy: proxy.address() }).client.readArtifact(5, signal);
      assert.deepEqual(versions, ["1.1", "1.1"]);
    });

    test("is taken unseen when nobody is to be strict, directly and through a proxy", async () => {
      const server = await tlsService();
      const proxy = await proxyTo(server);
      const network = { noProxy: [], strictSsl: false };
      await clientOf(`${server.origin}/api/v1`, { network }).client.readArtifact(5, signal);
      await client("https", { proxy: proxy.address(), strictSsl: false, extraCa: [] }).client.readArtifact(5, signal);
      assert.equal(server.received.length, 2);
    });

    test("is not trusted for another name, though the authority is", async () => {
      const server = await LoopbackServer.startTls(answering, authority.issue("other.test"));
      cleanUps.push(() => server.stop());
      const network = { noProxy: [], strictSsl: true, extraCa: [authority.certificate] };
      const { kind, code } = await failureOf(
        clientOf(`${server.origin}/api/v1`, { network }).client.readArtifact(5, signal),
      );
      assert.deepEqual([kind, code], ["tls", "ERR_TLS_CERT_ALTNAME_INVALID"]);
    });

    for (const { name, from, to, code } of [
      { name: "that has expired", from: -3, to: -2, code: "CERT_HAS_EXPIRED" },
      { name: "that is not valid yet", from: 2, to: 3, code: "CERT_NOT_YET_VALID" },
    ]) {
      test(`is not trusted with a certificate ${name}, though the authority is`, async () => {
        const year = new Date().getUTCFullYear();
        const server = await LoopbackServer.startTls(
          answering,
          authority.issueFor(year + from, year + to, "127.0.0.1"),
        );
        cleanUps.push(() => server.stop());
        const network = { noProxy: [], strictSsl: true, extraCa: [authority.certificate] };
        const { client: service } = clientOf(`${server.origin}/api/v1`, { network });
        const error = await failureOf(service.readArtifact(5, signal));
        const check = await service.check(signal);
        assert.deepEqual([error.kind, error.code, check.kind === "failed" && check.step], ["tls", code, "tls"]);
        assert.deepEqual(server.received, []);
      });
    }

    suite("installed", () => {
      let folder: string;
      suiteSetup(async () => {
        folder = await mkdtemp(path.join(tmpdir(), "authority-"));
        await writeFile(path.join(folder, "ca.pem"), authority.certificate);
      });
      suiteTeardown(() => rm(folder, { recursive: true }));

      for (const { name, variable, systemCertificates, expected } of [
        { name: "on the system is trusted", variable: "SSL_CERT_FILE", systemCertificates: true, expected: "read" },
        {
          name: "on the system does not count where http.systemCertificates is off",
          variable: "SSL_CERT_FILE",
          systemCertificates: false,
          expected: "tls",
        },
        {
          name: "by NODE_EXTRA_CA_CERTS is trusted",
          variable: "NODE_EXTRA_CA_CERTS",
          systemCertificates: false,
          expected: "read",
        },
      ]) {
        test(name, async function () {
          if (variable === "SSL_CERT_FILE" && process.platform !== "linux") {
            this.skip(); // Elsewhere the system keeps its certificates where no test may put one.
          }
          const server = await tlsService();
          const reader = path.join(import.meta.dirname, "../../../support/readArtifact.ts");
          const { stdout } = await run(
            process.execPath,
            [reader, `${server.origin}/api/v1`, JSON.stringify({ noProxy: [], strictSsl: true, systemCertificates })],
            { env: { ...process.env, [variable]: path.join(folder, "ca.pem") } },
          );
          assert.equal(stdout.trim(), expected);
        });
      }
    });
  });

  test("without encryption is not taken before somebody said yes: nothing is sent without a stored key", async () => {
    const server = await plainService();
    const proxy = await proxyTo(server);
    const asked: string[] = [];
    let key: string | undefined;
    const { client: service } = clientOf("http://service.test/api/v1", {
      accessKey: async () => key,
      onUnauthorized: async ({ kind }) => {
        asked.push(kind);
        return false;
      },
      network: { noProxy: [], strictSsl: true, proxy: proxy.address() },
    });
    assert.equal((await failureOf(service.readArtifact(5, signal))).kind, "unauthorized");
    assert.equal((await failureOf(service.createArtifact(1, entries, signal))).kind, "unauthorized");
    const check = await service.check(signal);
    assert.deepEqual([check.kind, asked, proxy.seen], ["failed", ["unauthorized", "unauthorized"], []]);
    key = testKey;
    await service.readArtifact(5, signal);
    assert.equal(server.received.length, 1);
  });

  suite("to an address", () => {
    /** Containers often have none. */
    const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === "::1"));

    test("in IPv6 is checked for that address in the certificate", async function () {
      if (!hasIpv6) {
        this.skip();
      }
      const server = await LoopbackServer.startTls(answering, credentials, "::1");
      cleanUps.push(() => server.stop());
      const network = { noProxy: [], strictSsl: true, extraCa: [authority.certificate] };
      await clientOf(`https://[::1]:${server.port}/api/v1`, { network }).client.readArtifact(5, signal);
      assert.equal(server.received.length, 1);
    });

    for (const { name, host, address, expected } of [
      { name: "in IPv6", host: "::1", address: (port: number) => `http://[::1]:${port}/api/v1` },
      { name: "with a port", host: undefined, address: (port: number) => `http://127.0.0.1:${port}/api/v1` },
      {
        name: "with a slash at its end",
        host: undefined,
        address: (port: number) => `http://127.0.0.1:${port}/api/v1/`,
      },
      {
        name: "below a path",
        host: undefined,
        address: (port: number) => `http://127.0.0.1:${port}/tools/tuleap/api/v1/`,
        expected: "/tools/tuleap/api/v1/artifacts/5",
      },
    ]) {
      test(`${name} asks for the right thing`, async function () {
        if (host === "::1" && !hasIpv6) {
          this.skip();
        }
        const server = await plainService(answering, host);
        await clientOf(address(server.port)).client.readArtifact(5, signal);
        assert.deepEqual(
          server.received.map(({ path: asked, headers }) => [asked, headers.host]),
          [[expected ?? "/api/v1/artifacts/5", new URL(address(server.port)).host]],
        );
      });
    }
  });
});

/** Answers requests as they come, until `count` were. */
async function answeredInTurn(waiting: (() => void)[], count: number): Promise<void> {
  for (let answered = 0; answered < count; answered++) {
    await settled(() => waiting.length > 0);
    waiting.shift()?.();
  }
}
