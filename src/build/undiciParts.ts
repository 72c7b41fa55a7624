import { createRequire } from "node:module";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "esbuild";

const require = createRequire(import.meta.url);

/** The parts of undici that the sources import. Its own module loads everything: fetch, caches, what is for tests. */
const used = `
  module.exports = {
    Pool: require("undici/lib/dispatcher/pool.js"),
    ProxyAgent: require("undici/lib/dispatcher/proxy-agent.js"),
    errors: require("undici/lib/core/errors.js"),
  };
  require("undici/lib/dispatcher/dispatcher.js").prototype.connect = require("undici/lib/api/api-connect.js");
`;

/**
 * Matches what these parts load and nothing here uses: HTTP/2, SOCKS, and the `web` folder, which is for forms as
 * bodies.
 */
const unused = /[\\/]undici[\\/]lib[\\/](?:dispatcher[\\/](?:client-h2|socks5-proxy-agent)\.js$|web[\\/])/;

const leftOut = `
  module.exports = function () { throw new Error("This part of undici is left out of the bundle"); };
  module.exports.webidl = { is: { FormData: () => false } };
`;

/** Gives the module of the parser at `path`, with its bytes packed by Brotli, which makes the package 9 KB smaller. */
function packedParser(path: string): string {
  const packed = brotliCompressSync(require(path) as Buffer).toString("base64");
  return `module.exports = require("node:zlib").brotliDecompressSync(Buffer.from("${packed}", "base64"));`;
}

/**
 * Bundles the parts of undici that are used. undici has its parser twice. The one that runs on every processor is
 * taken: the other one, with SIMD, is as large, and would be no quicker for our short answers.
 */
export const undiciParts: Plugin = {
  name: "undici",
  setup: ({ onLoad, onResolve, resolve }) => {
    onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: "parts" }));
    onLoad({ filter: /.*/, namespace: "parts" }, () => ({ contents: used, resolveDir: import.meta.dirname }));
    onResolve({ filter: /llhttp_simd-wasm\.js$/ }, ({ path, kind, resolveDir }) =>
      resolve(path.replace("_simd", ""), { kind, resolveDir }),
    );
    onLoad({ filter: /llhttp-wasm\.js$/ }, ({ path }) => ({ contents: packedParser(path) }));
    onLoad({ filter: unused }, () => ({ contents: leftOut }));
  },
};

/** This tells undici that it is bundled, so that it leaves out its second parser of HTTP, an experiment. */
export const undiciDefine = { esbuildDetection: "true" };
