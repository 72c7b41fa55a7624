import { Uri } from "vscode";
import type { GivenFate } from "../../core/comment/boxWords.ts";
import { carrying } from "../../core/comment/carrying.ts";
import { CommentOfAll } from "../../core/comment/commentOfAll.ts";
import type { HasArrived, PendingComments } from "../../core/comment/pendingComments.ts";
import type { CarriedComment } from "../../core/model/artifactService.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { commentInDoubt } from "../../core/sentences/comments.ts";
import { textIsBroken } from "../../core/sentences/saving.ts";
import { documentsDisagree } from "../../core/sentences/sourceControl.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import type { ArtifactTypes, Encode } from "../../core/workingCopy/artifactTypes.ts";
import { fieldLabel } from "../../core/workingCopy/base.ts";
import type { TogetherOutcome } from "../../core/workingCopy/kindTypes.ts";
import { encodeAs } from "../../core/workingCopy/requestEncoding.ts";
import { uniteTexts } from "../../core/workingCopy/textForm.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { isClean } from "../documents/documentEditor.ts";
import type { OpenText } from "../documents/guardedDocument.ts";
import type { SaveWords } from "../documents/saveReporter.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";

/** The result of a save of the documents of an artifact, or of a repository. */
export interface TogetherResult {
  readonly kind: "saved" | "conflict" | "failed";
  /** The reason why nothing was stored. */
  readonly reason?: string;
  /** This error tells why nothing was stored, in the place of `reason`. */
  readonly cause?: unknown;
  /** This tells what became of the comment that was given, where it waits for no save of these documents. */
  readonly fate?: GivenFate | undefined;
}

/** The result for the documents of an artifact, as soon as the service has answered. */
export interface AnsweredTogether extends TogetherResult {
  /** Has the documents show what was stored, and VS Code take them for saved. */
  readonly follow?: () => Promise<void>;
}

/** Names a save of an artifact as a whole, which has no document of its own, for its working copy and comments. */
export function writerOfAll({ connectionId, artifactId }: ArtifactTarget): string {
  return Uri.from({ scheme: artifactScheme, authority: connectionId, path: `/artifacts/${artifactId}/all` }).toString();
}

/** Saves the documents of an artifact together. */
export class TogetherSaves {
  readonly #documents: ArtifactDocuments;
  readonly #pending: PendingComments;
  readonly #words: SaveWords<ArtifactTypes, ArtifactDocument>;

  /** `pending` are the comments that wait for a save. */
  constructor(
    documents: ArtifactDocuments,
    pending: PendingComments,
    words: SaveWords<ArtifactTypes, ArtifactDocument>,
  ) {
    this.#documents = documents;
    this.#pending = pending;
    this.#words = words;
  }

  /**
   * Forgets the comment of earlier saves of the artifact where none of its documents is unsaved any more: what is given
   * in the same words next is another comment.
   */
  async forgetDone(target: ArtifactTarget): Promise<void> {
    if (this.#documents.of(target).every(({ text }) => !isUnsaved(text))) {
      await this.#pending.forget(writerOfAll(target));
    }
  }

  /**
   * Saves the unsaved documents at `uris`, which are of one artifact, in one PUT, with a comment where one is given.
   * What is typed meanwhile stays unsaved. Comments that wait for a save of one of the documents go along.
   */
  async save(target: ArtifactTarget, uris: readonly Uri[], given: string | undefined): Promise<AnsweredTogether> {
    const open = await unsavedOf(this.#documents, target, uris);
    const [first] = open;
    if (!first) {
      return { kind: "saved" };
    }
    const texts = new Map<string, ArtifactTypes["mine"]>();
    const sent: SentText[] = [];
    for (const { document, text } of open) {
      const said = text.getText();
      const mine = document.mineIn(said);
      if (mine === undefined) {
        return { kind: "failed", reason: textIsBroken };
      }
      texts.set(document.key, mine);
      sent.push({ document, text, said });
    }
    const writer = writerOfAll(target);
    const documents = open.map(({ document: { key } }) => key);
    const hasArrived: HasArrived = (said, mark) => this.#documents.hasSaid(target, said, mark);
    const comment = await CommentOfAll.of(this.#pending, { documents, writer }, given, hasArrived);
    if (comment === "inDoubt") {
      return { kind: "failed", reason: commentInDoubt(target.artifactId), fate: "later" };
    }
    const { copy } = first.document;
    const encode = encodeWith(open, comment?.carried);
    const outcome = await copy
      .saveTogether(writer, texts, uniteTexts, new AbortController().signal, encode)
      .catch((cause: unknown) => ({ kind: "thrown" as const, cause }));
    const left = await comment?.settle(isClean(outcome), hasArrived);
    if (left) {
      this.#documents.tellLeft({ document: first.document, ...left });
    }
    // It may be said though these documents are not saved: it had come with earlier values, and the answer was lost.
    const fate = comment?.isUsed ? "used" : undefined;
    if (outcome.kind === "thrown") {
      return { kind: "failed", cause: outcome.cause, fate };
    }
    const follow = () => followSaved(this.#documents, sent, writer, outcome);
    if (outcome.kind === "disagreeing") {
      const labels = outcome.keys.map((fieldId) => fieldLabel(copy.base, fieldId));
      return { kind: "failed", reason: documentsDisagree(target.artifactId, labels), fate, follow };
    }
    const reason = this.#words(first.document, outcome);
    const isConflict = outcome.kind === "conflict" || outcome.kind === "unsettled";
    return {
      kind: isClean(outcome) ? "saved" : isConflict ? "conflict" : "failed",
      ...(reason !== undefined && { reason }),
      fate,
      follow,
    };
  }
}

/** A text as it was when it was sent. */
interface SentText extends OpenText<ArtifactDocument> {
  readonly said: string;
}

async function unsavedOf(
  documents: ArtifactDocuments,
  target: ArtifactTarget,
  uris: readonly Uri[],
): Promise<readonly OpenText<ArtifactDocument>[]> {
  const keys = new Set(uris.map((uri) => uri.toString()));
  const open = documents.of(target).filter(({ document, text }) => keys.has(document.key) && isUnsaved(text));
  return await Promise.all(open.map(async ({ text }) => ({ text, document: await documents.restored(text.uri) })));
}

function encodeWith(open: readonly OpenText<ArtifactDocument>[], comment: CarriedComment | undefined): Encode {
  const format = open.map(({ document }) => document.format).find((each) => each !== undefined);
  return comment ? carrying(comment, encodeAs(format)) : encodeAs(format);
}

/** Has VS Code take for saved the documents that say nothing more by now, and the others take in what was stored. */
async function followSaved(
  { editor }: ArtifactDocuments,
  sent: readonly SentText[],
  writer: string,
  outcome: TogetherOutcome<ArtifactTypes>,
): Promise<void> {
  const [first] = sent;
  const settled = new Set<ArtifactDocument>();
  for (const { document, text, said } of isClean(outcome) ? sent : []) {
    const isSavedNow = isUnsaved(text);
    if ((await editor.finish(document, text, said)) && isSavedNow) {
      // The save by which VS Code took it for saved has told that.
      settled.add(document);
    }
  }
  if (first && (isClean(outcome) || outcome.kind === "notStored")) {
    await editor.rebaseOthers({ ...first.document, key: writer });
  }
  for (const { document } of sent.filter((each) => !settled.has(each.document))) {
    editor.settled(document.uri);
  }
}
