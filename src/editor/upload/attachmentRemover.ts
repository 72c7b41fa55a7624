import { removeButton } from "../../core/labels/buttons.ts";
import type { Attachment } from "../../core/model/artifact.ts";
import {
  askRemoval,
  attachmentRemoved,
  couldNotBeRemoved,
  maybeRemoved,
  noAttachment,
  notRemovable,
  removalIsFinal,
  removalNotStored,
  removedAlready,
  removing,
  stillChanging,
} from "../../core/sentences/attachments.ts";
import { reading } from "../../core/sentences/targets.ts";
import { type Attaching, isAttachedIn } from "../../core/upload/attachIds.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import type { ArtifactOutcome } from "../../core/workingCopy/artifactTypes.ts";
import { isCancelled, whileShown, withProgress } from "../dialog/cancellation.ts";
import { confirm, explained, HumanError, tellBriefly } from "../dialog/present.ts";
import type { ArtifactDocuments, ArtifactHere } from "../documents/artifactDocuments.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { fieldsForFiles } from "./fieldsForFiles.ts";

/**
 * Gives what removes attachments of the artifact where its connection leads now, each after a yes in a dialog that
 * names it. What is unsaved in open documents stays unsaved, and is not sent.
 *
 * @throws HumanError where one was not removed.
 */
export function removerOf(
  services: Services,
  documents: ArtifactDocuments,
  attaching: Attaching,
  target: ArtifactTarget,
): (attachment: Attachment) => Promise<void> {
  const artifact = documents.here(target);
  return async (attachment) => {
    await requireRemovable(services, artifact, attachment);
    if (await isConfirmed(artifact.artifactId, attachment)) {
      await remove(services, attaching, artifact, attachment);
    }
  };
}

/** Throws where the attachment could not be removed anyway, so that nobody is asked about it. */
async function requireRemovable(
  services: Services,
  artifact: ArtifactHere,
  { n, name, fieldId }: Attachment,
): Promise<void> {
  const { connectionId, artifactId } = artifact;
  const { base, fields } = await explained(couldNotBeRemoved(name, artifactId), connectionId, () =>
    withProgress(reading(`#${artifactId}`), (signal) => fieldsForFiles(services, artifact, fieldId, signal)),
  );
  if ("kind" in fields) {
    throw new HumanError(notRemovable(name, artifactId, fields), { connectionId });
  }
  if (!isAttachedIn(base, fieldId, n)) {
    throw new HumanError(noAttachment(artifactId, n), { connectionId });
  }
}

async function isConfirmed(artifactId: number, { name }: Attachment): Promise<boolean> {
  // An editor that runs tests shows no dialog and rejects: there, whoever named the attachment has decided. A window
  // that closes over the question rejects with a cancellation: there, nobody has decided.
  return await confirm(askRemoval(plainLabel(name), artifactId), removalIsFinal, removeButton).catch(
    (error: unknown) => !isCancelled(error),
  );
}

async function remove(
  { readArtifact }: Services,
  attaching: Attaching,
  artifact: ArtifactHere,
  { n, name, fieldId }: Attachment,
): Promise<void> {
  const { connectionId, artifactId } = artifact;
  // Nobody can cancel this request, as nobody would know what became of it.
  const { signal } = new AbortController();
  const changed: Parameters<Attaching["remove"]>[1] = {
    read: () => artifact.read(signal),
    change: (base, entry) => artifact.change(base, entry, "sameField", signal),
  };
  const outcome = await explained(couldNotBeRemoved(name, artifactId), connectionId, async () =>
    whileShown(removing(name, artifactId), () =>
      attaching.remove(`${connectionId}/${artifactId}`, changed, fieldId, n),
    ),
  );
  if (outcome.kind !== "saved" && outcome.kind !== "unchanged") {
    throw notRemoved(artifact, name, outcome);
  }
  const words = outcome.kind === "saved" ? attachmentRemoved : removedAlready;
  tellBriefly(words(plainLabel(name), artifactId), "check");
  // Whatever shows the artifact follows this reading, and the attachment is removed even if it fails.
  await readArtifact(connectionId, artifactId, signal).catch(() => undefined);
}

function notRemoved(
  { connectionId, artifactId }: ArtifactTarget,
  name: string,
  outcome: Exclude<ArtifactOutcome, { kind: "saved" | "unchanged" }>,
): HumanError {
  switch (outcome.kind) {
    case "unknown":
      return new HumanError(maybeRemoved(name, artifactId, outcome.cause), { connectionId, cause: outcome.cause });
    case "conflict":
      return new HumanError(stillChanging(name, artifactId), { connectionId, actions: ["retry"] });
    default:
      return new HumanError(removalNotStored(name, artifactId), { connectionId, actions: ["retry"] });
  }
}
