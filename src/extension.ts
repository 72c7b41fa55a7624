import type { ExtensionContext } from "vscode";

/** Builds the objects by hand, hands them to each other and keeps their disposables. No logic. */
export function activate(_context: ExtensionContext): void {}
