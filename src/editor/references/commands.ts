import { originOf, ownOriginOf } from "../../core/connection/address.ts";
import { linkToArtifact } from "../../core/references/artifactLink.ts";
import { referenceTo } from "../../core/references/reference.ts";
import { reading } from "../../core/sentences/targets.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { isCancelled, withProgress } from "../dialog/cancellation.ts";
import { copyLine, openPage } from "../dialog/handOut.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { NamedRepository } from "../targets/repositoryTarget.ts";

/** Makes the commands that open in the browser, and copy references and links; `repositories` opens those of SVN. */
export function referenceCommands(
  { registry, readArtifact }: Services,
  repositories: () => Promise<{ openInBrowser(repository: NamedRepository): Promise<void> }>,
) {
  return {
    [commandIds.openInBrowser]: async (target, { browserUrl }) => {
      if ("repositoryId" in target) {
        await (await repositories()).openInBrowser(target);
      } else {
        await openPage(addressOf(registry.get(target.connectionId).url, target, browserUrl));
      }
    },
    [commandIds.copyReference]: async (artifact, { xref }) => copyLine(await referenceOf(readArtifact, artifact, xref)),
    [commandIds.copyLink]: async (artifact) =>
      copyLine(linkToArtifact(addressOf(registry.get(artifact.connectionId).url, artifact, undefined))),
  } satisfies Partial<Commands>;
}

// Gives the address of an artifact's page. It is built the same way on every service (test/service/README.md,
// Addresses), so no request is needed.
function addressOf(url: string, { artifactId }: ArtifactTarget, known: string | undefined): string {
  const origin = originOf(url);
  const page = known === undefined ? null : URL.parse(known);
  return page !== null && ownOriginOf(page) === origin ? page.href : `${origin}/plugins/tracker/?aid=${artifactId}`;
}

/** Gives `bug #512`, or `art #512`, which every service understands as well, when the artifact cannot be read now. */
async function referenceOf(
  read: Services["readArtifact"],
  { connectionId, artifactId }: ArtifactTarget,
  known: string | undefined,
): Promise<string> {
  try {
    const told =
      known ?? (await withProgress(reading(`#${artifactId}`), (signal) => read(connectionId, artifactId, signal))).xref;
    return referenceTo(artifactId, told);
  } catch (error) {
    if (isServiceError(error) && !isCancelled(error)) {
      return referenceTo(artifactId, undefined);
    }
    throw error;
  }
}
