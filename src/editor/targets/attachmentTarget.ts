import type { Attachment } from "../../core/model/artifact.ts";
import { chooseAttachment, notAnAttachment } from "../../core/sentences/attachments.ts";
import { HumanError } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { artifact } from "./artifactTarget.ts";
import type { Reader } from "./call.ts";
import { isNone, membersOf, namedIn } from "./given.ts";

export interface AttachmentTarget extends ArtifactTarget {
  /** The attachment as its row knows it. */
  readonly attachment?: Attachment;
  /** The attachment's `n`; undefined where one of the artifact's attachments is to be chosen. */
  readonly n?: number;
}

/** Gives the attachment of a row, an address, ids, or the active editor; of the artifact that `artifact` gives. */
export const attachment: Reader<AttachmentTarget> = async (call) => {
  const [first, , given] = call.args;
  const named = await artifact(chooseAttachment)(call);
  if (!named || isWithAttachment(first)) {
    return named && { ...named, ...(isWithAttachment(first) && { attachment: first.attachment }) };
  }
  const n = given ?? namedIn(first).n;
  if (!isNone(n) && typeof n !== "number") {
    throw new HumanError(notAnAttachment(n));
  }
  return { ...named, ...(!isNone(n) && { n }) };
};

function isWithAttachment(given: unknown): given is { readonly attachment: Attachment } {
  const { n, name, contentUrl } = membersOf(membersOf(given).attachment);
  return typeof n === "number" && typeof name === "string" && typeof contentUrl === "string";
}
