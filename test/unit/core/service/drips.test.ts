import assert from "node:assert/strict";
import dns from "node:dns";
import * as https from "node:https";
import * as net from "node:net";
import { suite, test } from "mocha";
import { failureOf, settled, useCleanUps } from "./harness.ts";
import { clientOf, json, LoopbackServer } from "./loopbackServer.ts";
import { testCertificate, testPrivateKey } from "./testCertificate.ts";

const signal = new AbortController().signal;
/** Has every name be this machine, once `whenAsked` lets it be told. */
function answerLookups(whenAsked: (tell: () => void) => void): typeof dns.lookup {
  return ((_name: string, options: dns.LookupOptions, tell: (...told: readonly unknown[]) => void) =>
    whenAsked(() =>
      options.all ? tell(null, [{ address: "127.0.0.1", family: 4 }]) : tell(null, "127.0.0.1", 4),
    )) as typeof dns.lookup;
}

/** More than have their turn at once. */
const many = Array.from({ length: 8 }, (_, index) => index + 1);
const network = { noProxy: [], strictSsl: false };

suite("a connection that never comes about", () => {
  const cleanUpLater = useCleanUps();

  /** A service whose TLS handshakes drip, a byte at a time, until it is well. */
  async function drippingService() {
    const service = https.createServer({ key: testPrivateKey, cert: testCertificate }, (_, response) =>
      json(response, { id: 5, values: [] }),
    );
    const sockets = new Set<net.Socket>();
    let isWell = false;
    let handshakes = 0;
    const server = net.createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      if (isWell) {
        service.emit("connection", socket);
        return;
      }
      handshakes++;
      // The head of a record of 16 KB, of which the rest is to come.
      socket.write(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00]));
      const drip = setInterval(() => socket.write(Buffer.from([0])), 20);
      socket.on("close", () => {
        clearInterval(drip);
        sockets.delete(socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanUpLater(() => {
      for (const socket of sockets) {
        socket.destroy();
      }
      service.close();
      return new Promise((resolve) => server.close(resolve));
    });
    return {
      url: `https://127.0.0.1:${(server.address() as net.AddressInfo).port}/api/v1`,
      getWell: () => {
        isWell = true;
      },
      untilHandshakes: async (count: number) => {
        while (handshakes < count) {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      },
      openConnections: () => sockets.size,
    };
  }

  test("since its handshake drips ends each request by its deadline, and its socket", async () => {
    const service = await drippingService();
    const { client } = clientOf(service.url, { timeoutMs: 300, network });
    const failures = await Promise.all([
      ...many.map((id) => failureOf(client.readArtifact(id, signal))),
      failureOf(client.updateArtifact(5, [], { ifMatch: "1" }, signal)),
      failureOf(client.deleteArtifact(5, signal)),
    ]);
    assert.ok(
      failures.every(({ kind }) => ["timeout", "unreachable"].includes(kind)),
      String(failures),
    );
    await client.close();
    while (service.openConnections() > 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

  test("holds no place of a request that comes once it was given up", async () => {
    const service = await drippingService();
    const { client } = clientOf(service.url, { timeoutMs: 5000, network });
    const impatient = new AbortController();
    const given = many.map((id) => failureOf(client.readArtifact(id, impatient.signal)));
    await service.untilHandshakes(6);
    impatient.abort();
    assert.deepEqual([...new Set((await Promise.all(given)).map(({ kind }) => kind))], ["cancelled"]);
    service.getWell();
    assert.equal((await client.readArtifact(5, signal)).artifact.id, 5);
  });

  test("in time for a write that was given up sends the others alone", async () => {
    const server = await LoopbackServer.start((response) => json(response, { values: [] }));
    cleanUpLater(() => server.stop());
    const impatient = new AbortController();
    const { lookup } = dns;
    const toTell: (() => void)[] = [];
    cleanUpLater(async () => {
      dns.lookup = lookup;
    });
    dns.lookup = answerLookups((tell) => toTell.push(tell));
    const { client } = clientOf(`http://slow.example:${server.port}/api/v1`, { network });
    const given = failureOf(client.updateArtifact(5, [], { ifMatch: "1" }, impatient.signal));
    const other = client.updateArtifact(6, [], { ifMatch: "1" }, signal);
    await settled(() => toTell.length === 2);
    impatient.abort();
    assert.equal((await given).kind, "cancelled");
    for (const tell of toTell) {
      tell();
    }
    await other;
    assert.deepEqual(
      server.received.map(({ path }) => path),
      ["/api/v1/artifacts/6"],
    );
  });

  test("since nobody tells its address in time ends each request by its deadline, and holds no place", async () => {
    const service = await drippingService();
    service.getWell();
    const { lookup } = dns;
    cleanUpLater(async () => {
      dns.lookup = lookup;
    });
    dns.lookup = (() => {}) as unknown as typeof lookup;
    const url = service.url.replace("127.0.0.1", "slow.example");
    const { client } = clientOf(url, { timeoutMs: 300, network });
    const failures = await Promise.all(many.map((id) => failureOf(client.readArtifact(id, signal))));
    assert.ok(
      failures.every(({ kind }) => ["timeout", "unreachable"].includes(kind)),
      String(failures),
    );
    const patient = clientOf(url, { timeoutMs: 5000, network }).client;
    const impatient = new AbortController();
    const given = many.map((id) => failureOf(patient.readArtifact(id, impatient.signal)));
    await new Promise(setImmediate);
    impatient.abort();
    await Promise.all(given);
    dns.lookup = answerLookups((tell) => tell());
    assert.equal((await patient.readArtifact(5, signal)).artifact.id, 5);
  });
});
