import type { Plugin } from "esbuild";

/** Judges entities that a document type declares. No document type reaches the parser. */
const leftOut = `
  export const HTML = [];
  export const XML = [];
  export function isUnsafe() { throw new Error("This part of fast-xml-parser is left out of the bundle"); }
`;

/** Bundles of fast-xml-parser what is used. */
export const xmlParserParts: Plugin = {
  name: "fast-xml-parser",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]is-unsafe[\\/]src[\\/]index\.js$/ }, () => ({ contents: leftOut }));
  },
};
