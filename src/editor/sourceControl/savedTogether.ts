import { Uri } from "vscode";
import { carrying } from "../../core/comment/carrying.ts";
import { CommentOfSave, type SavedWords } from "../../core/comment/commentOfSave.ts";
import { GivenWords, type SentStore } from "../../core/comment/givenWords.ts";
import type { PendingComments } from "../../core/comment/pendingComments.ts";
import type { CarriedComment } from "../../core/model/artifactService.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { textIsBroken } from "../../core/sentences/saving.ts";
import { documentsDisagree, typedWhileSaved } from "../../core/sentences/sourceControl.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { signalWhile } from "../../core/util/wantedWrites.ts";
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
import { isBeingDiscarded } from "../text/discarding.ts";

/** The result of a save of the documents of an artifact, or of a repository. */
export interface TogetherResult {
  /** It is `discarded` where nothing was left to be saved, and nothing had been saved. */
  readonly kind: "saved" | "discarded" | "conflict" | "failed";
  /** The reason why nothing was stored. */
  readonly reason?: string;
  /** This error tells why nothing was stored, in the place of `reason`. */
  readonly cause?: unknown;
  /**
   * Tells whether the service has the words that were given, or nobody can say whether it has, and a document offers
   * them.
   */
  readonly isUsed: boolean;
}

/** The result for the documents of an artifact, as soon as the service has answered. */
export interface AnsweredTogether extends TogetherResult {
  /** Has the documents show what was stored, and VS Code take them for saved. */
  readonly follow?: () => Promise<void>;
}

/** Holds the words that are given for a save, and the store of the comments in which they were sent. */
export interface GivenForAll {
  readonly words: string;
  sentOf(documents: readonly string[]): SentStore;
}

/** Holds, by URI, what the texts said when their save was asked for. */
export type AskedTexts = ReadonlyMap<string, string>;

/** Names a save of an artifact as a whole, which has no document of its own, for its working copy. */
function writerOfAll({ connectionId, artifactId }: ArtifactTarget): string {
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
   * Saves the unsaved documents at `uris`, which are of one artifact, in one PUT, with a comment where one is given.
   * Comments that wait for a save of one of the documents go along. Nothing is sent where one of them does not say any
   * more what it said when it was `asked` for: what was typed since may be half a word, and what was read since would
   * be taken back by the text from before. What is stored of it already counts as saved.
   */
  async save(
    target: ArtifactTarget,
    uris: readonly Uri[],
    asked: AskedTexts,
    given: GivenForAll | undefined,
  ): Promise<AnsweredTogether> {
    const open = await unsavedOf(this.#documents, target, uris);
    const kept = new Map(
      await Promise.all(open.map(async ({ document: { key } }) => [key, await this.#pending.words(key)] as const)),
    );
    // A save under way may store the same words, or more.
    await open[0]?.document.copy.idle();
    const texts = new Map<string, ArtifactTypes["mine"]>();
    const sent: SentText[] = [];
    for (const { document, text } of open.filter((each) => isUnsaved(each.text))) {
      const said = text.getText();
      const then = asked.get(document.key) ?? said;
      const mine = document.mineIn(said);
      if (said !== then) {
        if (![said, then].some((each) => this.#documents.editor.isStored(document, each))) {
          return { kind: "failed", reason: typedWhileSaved, isUsed: false };
        }
        continue;
      }
      if (mine === undefined) {
        return { kind: "failed", reason: textIsBroken, isUsed: false };
      }
      texts.set(document.key, mine);
      sent.push({ document, text, said });
    }
    const [first] = sent;
    if (!first) {
      return { kind: "saved", isUsed: false };
    }
    const words = given && this.#wordsGiven(given, sent);
    const waiting = sent.map(({ document }) => kept.get(document.key));
    const comment = CommentOfSave.of([...waiting, words].filter((each): each is SavedWords => each !== undefined));
    const { copy } = first.document;
    const encode = encodeWith(sent, comment);
    const writer = writerOfAll(target);
    // A text whose own save has just ended may become clean meanwhile, and has nothing to send.
    const changed = sent.filter(({ document, said }) => !this.#documents.editor.isStored(document, said));
    const isWanted = ({ text }: SentText) => isUnsaved(text) && !isBeingDiscarded(text.uri);
    const signal = signalWhile(() => changed.every(isWanted));
    const outcome = await copy
      .saveTogether(writer, texts, uniteTexts, signal, encode)
      .catch((cause: unknown) => ({ kind: "thrown" as const, cause }));
    const left = isClean(outcome) ? await comment?.left((...asked) => this.#documents.hasSaid(target, ...asked)) : [];
    for (const each of left ?? []) {
      this.#documents.tellLeft({ document: first.document, ...each });
    }
    // The words may have been said though these documents are not saved: they came with earlier values, and the answer
    // was lost.
    const isUsed = words?.isUsed ?? false;
    if (outcome.kind === "thrown") {
      return { kind: "failed", cause: outcome.cause, isUsed };
    }
    const follow = () => followSaved(this.#documents, sent, writer, outcome);
    if (outcome.kind === "disagreeing") {
      const labels = outcome.keys.map((fieldId) => fieldLabel(copy.base, fieldId));
      return { kind: "failed", reason: documentsDisagree(target.artifactId, labels), isUsed, follow };
    }
    const reason = this.#words(first.document, outcome);
    const isConflict = outcome.kind === "conflict" || outcome.kind === "unsettled";
    return {
      kind: isClean(outcome) ? "saved" : isConflict ? "conflict" : "failed",
      ...(reason !== undefined && { reason }),
      isUsed,
      follow,
    };
  }

  #wordsGiven({ words, sentOf }: GivenForAll, open: readonly OpenText<ArtifactDocument>[]): GivenWords {
    const keys = open.map(({ document }) => document.key);
    return new GivenWords(words, sentOf(keys), async (left) => {
      const [key] = keys;
      await (key !== undefined && this.#pending.offer(key, left));
    });
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
      // VS Code saved the document just now, and that save has called `settled` already.
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
