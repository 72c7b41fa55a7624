import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { suite, test } from "mocha";
import { undiciDefine, undiciParts } from "../../../src/build/undiciParts.ts";
import { createDispatcher } from "../../../src/core/service/dispatcher.ts";

suite("undici as it is shipped", () => {
  test("is what the sources have in all unit tests", async () => {
    const how = { trust: {}, maxConnections: 1, isKept: true, connectTimeoutMs: 1000 };
    const pool = createDispatcher(new URL("http://localhost"), { noProxy: [], strictSsl: true }, how);
    assert.ok(Reflect.has(pool, "connect"), "a tunnel needs it");
    assert.ok(!Reflect.has(pool, "request"), "undici itself has more than the parts that are bundled");
    await pool.destroy();
  });

  test("has one parser of HTTP, and neither the web nor HTTP/2 nor SOCKS", async () => {
    const { metafile } = await esbuild.build({
      stdin: { contents: 'export { errors, Pool, ProxyAgent } from "undici";', resolveDir: import.meta.dirname },
      ...{ bundle: true, write: false, metafile: true, format: "cjs", platform: "node", define: undiciDefine },
      plugins: [undiciParts],
    });
    const [output] = Object.values(metafile.outputs);
    const parts = Object.entries(output?.inputs ?? {}).map(([file, { bytesInOutput }]) => ({ file, bytesInOutput }));
    const large = parts.filter(({ bytesInOutput }) => bytesInOutput > 1000).map(({ file }) => file);
    assert.equal(large.filter((file) => file.includes("-wasm.js")).length, 1);
    assert.deepEqual(
      large.filter((file) => /milo|parser-h1|\/web\/|client-h2|socks5-/.test(file)),
      [],
    );
  });
});
