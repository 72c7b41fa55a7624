import { config, t } from "@vscode/l10n";
import { l10n } from "vscode";

// What the bundle has for `@vscode/l10n` (see `esbuild.js`): sentences are translated from the first one on, also those
// that a file makes while it is loaded. VS Code has read the sentences of its language by then; for English there are
// none.
config({ contents: l10n.bundle ?? {} });

export { t };
