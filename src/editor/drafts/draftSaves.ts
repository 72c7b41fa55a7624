import type { TextDocument, Uri } from "vscode";
import type { PostAttempt, PostOutcome } from "../../core/draft/postedDraft.ts";
import { copyToNewDraftButton } from "../../core/labels/buttons.ts";
import { draftIsElsewhere } from "../../core/sentences/drafts.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { withLineFeeds } from "../../core/util/lines.ts";
import { warn } from "../dialog/present.ts";
import { offerToSendThere } from "../dialog/sendThere.ts";
import { textFiles } from "../files/textFiles.ts";
import type { Services } from "../services/services.ts";
import { openText } from "../text/openText.ts";
import { saveAnyhow } from "../text/saveText.ts";
import type { OpenDraft, OpenDrafts } from "./openDrafts.ts";

/** Tells what drafts of one kind do in their own way when they are saved. */
export interface DraftSteps<A extends PostAttempt, C extends object, U, D extends OpenDraft<A, C>> {
  /** The name of such a draft in a sentence. */
  readonly name: string;
  /** Says that the words of a draft that another window has, or had, can go into a new one. */
  readonly ownDraftOffered: string;
  /** Reads the text without unsaved changes. */
  read(document: D, signal: AbortSignal): Promise<string>;
  /** Sends the draft. Throws what `present.ts` can explain when the service refuses or cannot be reached. */
  save(document: D, text: string, signal: AbortSignal): Promise<PostOutcome<A, C, U>>;
  /** Tells why a save created nothing, or not for certain; undefined when it did. */
  whyNot(document: D, outcome: PostOutcome<A, C, U>): string | undefined | Promise<string | undefined>;
  /**
   * Puts what was typed since it was created into the document of what it has become, unsaved. Gives words where that
   * was not done, or not with all of it.
   */
  moveTyped(document: D, created: C, text: string): Promise<string | undefined>;
  /**
   * Asks the person what became of a POST of which the service does not tell. `cause` is the error that the save ended
   * with. Gives undefined where the question is left open: the next save asks again.
   */
  ask(document: D, attempt: A, cause: unknown, text: string): Promise<Decision | undefined>;
  /** Opens a new draft like `document`, with the words `text` as an unsaved change. */
  copy(document: D, text: string): Promise<void>;
  /** Puts the document of what a draft has become in the draft's place. */
  leave(document: D, created: C): Promise<void>;
}

/** The person's decision about a POST of which nobody knew what became of it. */
export interface Decision {
  /** Keeps what the person said. */
  keep(): Promise<void>;
  /** The draft is to be saved again after that: it is sent then, or its words move into what it has become. */
  readonly isSavedAgain: boolean;
}

/** Saves the drafts of one kind, and does what follows a save: it asks, moves words, and opens what was created. */
export class DraftSaves<A extends PostAttempt, C extends object, U, D extends OpenDraft<A, C>> extends DisposableOwner {
  readonly files: ReturnType<typeof textFiles>;
  readonly #documents: OpenDrafts<A, C, D>;
  readonly #steps: DraftSteps<A, C, U, D>;
  readonly #logFailure: Services["logFailure"];
  /** The drafts about which the person is being asked. */
  readonly #asking = new Set<string>();
  /** The drafts whose place is being taken. */
  readonly #leaving = new Set<string>();

  constructor(documents: OpenDrafts<A, C, D>, steps: DraftSteps<A, C, U, D>, logFailure: Services["logFailure"]) {
    super();
    this.#documents = documents;
    this.#steps = steps;
    this.#logFailure = logFailure;
    const savable = {
      at: (uri: D["uri"]) => documents.at(uri),
      stat: (document: D) => documents.stat(document),
      read: (document: D, signal: AbortSignal) => steps.read(document, signal),
      unchanged: (document: D) => documents.unchanged(document),
      save: async (document: D, text: string, signal: AbortSignal) => {
        try {
          return await steps.save(document, text, signal);
        } finally {
          documents.noteSettled(document);
        }
      },
    };
    this.files = documents.withoutDiscarded(
      textFiles(
        savable,
        () => steps.name,
        (document, outcome, text) => this.#report(document, outcome, text),
      ),
    );
    this.disposables.add(documents.onDidCreate(({ document, created }) => void this.#leave(document, created)));
    this.disposables.add(
      documents.onDidFindElsewhere((document) => void this.offerCopy(document, draftIsElsewhere(nameOf(document)))),
    );
  }

  /** Tells why a save created nothing, or not for certain, and asks the person then; undefined when it did. */
  async #report(document: D, outcome: PostOutcome<A, C, U>, text: string): Promise<string | undefined> {
    if (outcome.kind === "alreadyCreated") {
      return await this.#steps.moveTyped(document, outcome, text);
    }
    if (outcome.kind === "unknown" && !outcome.isMissing) {
      void this.#ask(document, outcome.cause, text);
    } else if (outcome.kind === "elsewhere" || outcome.kind === "over") {
      void this.offerCopy(document, this.#steps.ownDraftOffered);
    } else if (outcome.kind === "otherAddress") {
      void this.#offerToSendThere(document);
    }
    return await this.#steps.whyNot(document, outcome);
  }

  async #ask(document: D, cause: unknown, said: string): Promise<void> {
    const key = document.uri.toString();
    const { attempt } = document.draft;
    if (this.#asking.has(key) || !attempt) {
      return;
    }
    this.#asking.add(key);
    try {
      const decision = await this.#steps.ask(document, attempt, cause, said);
      const text = this.#textOf(document);
      if (!decision || !text) {
        return;
      }
      await decision.keep();
      // This is a save of its own: the one for which the person was asked has failed by now.
      this.#asking.delete(key);
      await (decision.isSavedAgain && saveAnyhow(text));
    } catch (error) {
      this.#logFailure("Asking what became of a draft", error);
    } finally {
      this.#asking.delete(key);
    }
  }

  async #offerToSendThere(document: D): Promise<void> {
    try {
      await offerToSendThere(this.#steps.name, document.draft, async () => {
        const text = this.#textOf(document);
        await (text && saveAnyhow(text));
      });
    } catch (error) {
      this.#logFailure("Sending a draft to another address", error);
    }
  }

  /**
   * Gives the text of a draft; undefined where that is closed. A question may be answered long after: another draft may
   * have got the address by then, and nobody was asked about that one.
   */
  #textOf(document: D): TextDocument | undefined {
    return this.#documents.at(document.uri) === document ? openText(document.uri) : undefined;
  }

  /** Tells `words` about a draft, and offers to put its text into a new one. */
  async offerCopy(document: D, words: string): Promise<void> {
    try {
      const isWanted = (await warn(words, copyToNewDraftButton)) !== undefined;
      const text = isWanted ? openText(document.uri)?.getText() : undefined;
      await (text !== undefined && this.#steps.copy(document, withLineFeeds(text)));
    } catch (error) {
      this.#logFailure("Copying a draft of another window", error);
    }
  }

  async #leave(document: D, created: C): Promise<void> {
    const key = document.uri.toString();
    if (this.#leaving.has(key)) {
      return;
    }
    this.#leaving.add(key);
    try {
      await this.#steps.leave(document, created);
    } catch (error) {
      this.#logFailure("Opening what a draft has become", error);
    } finally {
      this.#leaving.delete(key);
    }
  }
}

/** Gives the name in the address, such as `new-1`. */
function nameOf({ uri }: { readonly uri: Uri }): string {
  return uri.path.split("/").at(-1)?.split(".")[0] ?? uri.path;
}
