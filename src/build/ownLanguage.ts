import path from "node:path";
import type { Plugin } from "esbuild";

const translated = path.resolve("src/l10n.ts");

/** Has sentences translated by `src/l10n.ts` instead of `@vscode/l10n`, since the core knows nothing of VS Code. */
export const ownLanguage: Plugin = {
  name: "own-language",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@vscode\/l10n$/ }, ({ importer }) =>
      importer === translated ? undefined : { path: translated },
    );
  },
};
