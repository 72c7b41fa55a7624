import type { Uri } from "vscode";
import { attachButton } from "../../core/labels/buttons.ts";
import { askAboutAddresses, cameByAddress, tooManyAddresses } from "../../core/sentences/uploads.ts";
import { maxMessageLength } from "../../core/util/plainWords.ts";
import { confirm, warn } from "../dialog/present.ts";

/** Asks whether the files at these addresses are to go to the artifact, and names each in full. Tells the answer. */
export async function areMeantFor(artifactId: number, addresses: readonly Uri[]): Promise<boolean> {
  const paths = addresses.map((uri) => (uri.scheme === "file" ? uri.fsPath : uri.toString()));
  const detail = cameByAddress(paths);
  if (detail.length > maxMessageLength) {
    void warn(tooManyAddresses(artifactId));
    return false;
  }
  return await confirm(askAboutAddresses(paths.length, artifactId), detail, attachButton);
}
