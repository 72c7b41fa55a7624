import { type Mutation, mutation } from "./mutation.ts";

const workingCopy = "src/core/workingCopy";
const ofConfirmations = "core/workingCopy/confirmation.test.ts";
const ofRereading = "core/workingCopy/rereading.test.ts";

/** Of what is read after a save, which nobody waits for, and of what is read again. */
export const ofConfirmation: readonly Mutation[] = [
  mutation(
    "what a PUT left is read before the next one, unless it was confirmed",
    `${workingCopy}/artifactKind.ts`,
    "return withEntries(target, change, version, true);",
    "return withEntries(target, change, version, false);",
    ofConfirmations,
  ),
  mutation(
    "what a PUT left is read once its second is over for good",
    `${workingCopy}/artifactConfirmation.ts`,
    "Math.max(racyWithinMs, Number.isNaN(leftMs) ? 0 : leftMs)",
    "(Number.isNaN(leftMs) ? 0 : leftMs)",
    ofConfirmations,
  ),
  mutation(
    "a later version confirms nothing",
    `${workingCopy}/artifactConfirmation.ts`,
    "!unconfirmed || !sameVersion(base.version, now.version)",
    "!unconfirmed",
    ofConfirmations,
  ),
  mutation(
    "what was read within the second of its version is not confirmed",
    `${workingCopy}/artifactConfirmation.ts`,
    "return base.isRacy ? { ...base, unconfirmed } : base;",
    "return base;",
    ofConfirmations,
  ),
  mutation(
    "a text stays made from what it shows when what a save left is read",
    `${workingCopy}/transitions.ts`,
    'if (isOther && known.origin.kind === "current" && base !== undefined) {',
    'if (isOther && known.origin.kind === "behind" && base !== undefined) {',
    ofConfirmations,
  ),
  mutation(
    "an answer that comes after the next save has begun tells nothing",
    `${workingCopy}/confirmation.ts`,
    "if (!signal.aborted && this.#state.now.base === base && ",
    "if (",
    ofConfirmations,
  ),
  mutation(
    "what the service made of a save is no conflict for the next one",
    `${workingCopy}/saveProtocol.ts`,
    "if (target === this.#state.now.base) {",
    "if (false) {",
    ofConfirmations,
  ),
  mutation(
    "what the service made of a save is told where a document is read again",
    `${workingCopy}/workingCopy.ts`,
    "        this.#confirmation.tell(found);\n",
    "",
    ofConfirmations,
  ),
  mutation(
    "a closed document is not read after its save",
    `${workingCopy}/workingCopy.ts`,
    "    this.#state.release();\n    this.stop();\n",
    "    this.#state.release();\n",
    ofConfirmations,
  ),
  mutation(
    "what is being read after a save is given up with its document",
    `${workingCopy}/confirmation.ts`,
    "const reading = { dispose: () => ending.abort() };",
    "const reading = { dispose: () => {} };",
    ofConfirmations,
  ),
  mutation(
    "a closed window reads nothing after a save",
    `${workingCopy}/workingCopies.ts`,
    "        copy.stop();\n",
    "",
    "core/workingCopy/workingCopies.test.ts",
  ),
  mutation(
    "what replaced a save in its second is told once",
    "src/core/overwrite/overwriteGuard.ts",
    'found.lost === "mine" ? this.untold(artifactId, replaced) : replaced',
    "replaced",
    "core/overwrite/overwriteGuard.test.ts",
  ),
  mutation(
    "no document is given what was read before a save",
    "src/core/known/openArtifacts.ts",
    "    this.#readAhead.take(String(id));\n",
    "",
    "core/known/openArtifacts.test.ts",
  ),
  mutation(
    "a look that failed is made again, and no other",
    "src/core/overwrite/overwriteGuard.ts",
    "if (saves && saves.pending.length > 0 && !saves.isQueued) {",
    "if (saves && !saves.isQueued) {",
    "core/overwrite/overwriteGuard.test.ts",
  ),
  mutation(
    "each save is told of anew where there are no histories",
    "src/core/overwrite/overwriteGuard.ts",
    "for (const { fieldId } of put.changed) {",
    "for (const { fieldId } of this.#hasHistory === false ? [] : put.changed) {",
    "core/overwrite/overwriteGuard.test.ts",
  ),
  mutation(
    "what was read before a save takes no place of what it stored",
    `${workingCopy}/workingCopy.ts`,
    "if (storedCount !== undefined && storedCount !== this.storedCount) {",
    "if (storedCount !== undefined && storedCount < 0) {",
    ofConfirmations,
  ),
  mutation(
    "a listener that fails leaves what was read after a save as it is",
    `${workingCopy}/confirmation.ts`,
    "safeListener(dependencies.confirmed, dependencies.onFailure)",
    "dependencies.confirmed",
    ofConfirmations,
  ),
  mutation(
    "a listener that fails is told of",
    "src/core/util/safeListener.ts",
    "      onFailure(error);\n",
    "",
    "core/util/event.test.ts",
    ofConfirmations,
  ),
  mutation(
    "a document that shows what was read again takes no notice",
    `${workingCopy}/workingCopy.ts`,
    "        return false;\n      }\n      const found",
    "      }\n      const found",
    ofRereading,
  ),
];
