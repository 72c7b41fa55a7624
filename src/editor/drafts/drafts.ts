import { commands, Position, Range, type Uri, window, workspace } from "vscode";
import { kindsOf } from "../../core/codec/documentEntries.ts";
import { isMadeOf } from "../../core/draft/candidates.ts";
import { newEntries } from "../../core/draft/draftEntries.ts";
import { firstToFill } from "../../core/draft/firstToFill.ts";
import type { Attempt, CreatedArtifact } from "../../core/draft/ports.ts";
import { nobodyKnows, type PostOutcome } from "../../core/draft/postedDraft.ts";
import { type DraftIdentity, formatFor, printDraft } from "../../core/draft/printDraft.ts";
import type { Unsendable } from "../../core/draft/readDraft.ts";
import { typedWords, withWords } from "../../core/draft/typedSince.ts";
import { withTypedKeys } from "../../core/draft/withTypedKeys.ts";
import { openButton, retryButton } from "../../core/labels/buttons.ts";
import type { Entry } from "../../core/model/entry.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import type { DocumentFormat } from "../../core/model/uri.ts";
import {
  createdNotOpened,
  draftIsPutInto,
  fieldsNotRead,
  openDraftFirst,
  ownDraftOffered,
  somethingUnexpected,
  theDraft,
  typedIsMoved,
  typedNotMoved,
  typedNotRead,
  typedPartlyMoved,
  whyNotCreated,
  whyUnsendable,
} from "../../core/sentences/drafts.ts";
import { reasonOf } from "../../core/sentences/failures.ts";
import { newArtifactOf } from "../../core/sentences/previews.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { fieldLabel } from "../../core/workingCopy/base.ts";
import { HumanError, inform, tellError, warn } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { textFiles } from "../files/textFiles.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { commandIds } from "../manifest/contributions.ts";
import { readHere, serviceAt } from "../services/serviceAt.ts";
import type { WindowServices } from "../services/services.ts";
import { openText, tabsOf } from "../text/openText.ts";
import { revealPlace } from "../text/rangeOf.ts";
import { replaceText } from "../text/replaceText.ts";
import { activeUri, draftUriOf, resourceOf, uriOf } from "../text/resourceUri.ts";
import { saveAnyhow, saveText } from "../text/saveText.ts";
import { showDocument } from "../text/showDocument.ts";
import { askIfCreated, type Verdict } from "./askIfCreated.ts";
import { type DraftDocument, type DraftDocuments, draftDocuments, unlessTooLong } from "./draftDocuments.ts";
import { type Decision, DraftSaves, type DraftSteps } from "./draftSaves.ts";
import { DraftTexts } from "./draftTexts.ts";

export interface CreatedFromDraft extends ArtifactTarget {
  readonly trackerId: number;
}

/** Gives what a new draft is filled with in its tracker, whose structure may be unknown. */
export type EntriesFor = (tracker: Tracker | undefined) => readonly Entry[];

/** The reason why a draft is not sent. It is `lacking` where what an editor beside it says is not in its text. */
type NotSent = Unsendable | { readonly kind: "lacking"; readonly words: string };

/** Holds drafts of artifacts, from the first letter until the real document has taken their place. */
export class Drafts extends DisposableOwner {
  readonly documents: DraftDocuments;
  /** The long texts of drafts in editors of their own. */
  readonly texts: DraftTexts;
  readonly files: ReturnType<typeof textFiles>;
  readonly #services: WindowServices;
  readonly #artifacts: ArtifactDocuments;
  readonly #onDidCreate: (created: CreatedFromDraft) => Promise<void>;

  /** `onDidCreate` is told of an artifact created from a draft, once its document is open in the draft's place. */
  constructor(
    services: WindowServices,
    artifacts: ArtifactDocuments,
    onDidCreate: (created: CreatedFromDraft) => Promise<void>,
  ) {
    super();
    this.#services = services;
    this.#artifacts = artifacts;
    this.#onDidCreate = onDidCreate;
    this.documents = this.disposables.add(draftDocuments(services, artifacts.texts));
    this.texts = this.disposables.add(new DraftTexts(this.documents, services.logFailure));
    const steps: DraftSteps<Attempt, CreatedArtifact, NotSent, DraftDocument> = {
      name: theDraft,
      ownDraftOffered,
      read: (document, signal) => this.#read(document, signal),
      save: (document, text, signal) => this.#save(document, text, signal),
      whyNot: (document, outcome) => this.#whyNot(document, outcome),
      moveTyped: (document, { artifactId }, text) => this.#moveTyped(document, artifactId, text),
      ask: (document, attempt) => this.#ask(document, attempt),
      copy: (document, text) => this.#copy(document, text),
      leave: (document, { artifactId }) => this.#leave(document, artifactId),
    };
    this.files = this.disposables.add(new DraftSaves(this.documents, steps, services.logFailure)).files;
  }

  /**
   * Opens a new draft. With `entries` it holds them as an unsaved change, which one step undoes. It opens as JSON where
   * `format` cannot hold all of them. Throws what `entries` throws, and where the text would be too long, before
   * anything is opened.
   */
  async open(
    connectionId: string,
    trackerId: number,
    format: DocumentFormat,
    entries?: EntriesFor,
  ): Promise<DraftDocument> {
    const tracker = await this.#structureOf(connectionId, trackerId);
    const values = entries?.(tracker);
    const identity = { trackerId, format: values ? await formatFor(format, values, tracker) : format };
    const filled = values && (await printed(identity, values, tracker));
    return await this.#open(connectionId, identity, tracker, filled);
  }

  /** Opens a new draft; its text becomes `filled`, where that is given, as an unsaved change. */
  async #open(
    connectionId: string,
    identity: DraftIdentity,
    tracker: Tracker | undefined,
    filled: string | undefined,
  ): Promise<DraftDocument> {
    const asNew = tracker && (await printed(identity, newEntries(tracker, new Date()), tracker));
    const document = await this.#unused(connectionId, identity, asNew);
    const begun = asNew ?? (await document.draft.text(new AbortController().signal));
    // The cursor is put in its place at once, so that whoever types right away types there.
    const at = positionIn(begun, await typingBegins(begun, document, tracker));
    await showDocument(document.uri, { preview: false, selection: new Range(at, at) }, newArtifactOf(tracker));
    if (filled !== undefined) {
      const text = await workspace.openTextDocument(document.uri);
      const place = await typingBegins(filled, document, tracker);
      let end = place;
      await replaceText(text, (said) => {
        const made = withTypedKeys(filled, place, begun, said);
        end = made.end;
        return made.text;
      });
      revealPlace(text, end);
    }
    return document;
  }

  /**
   * Makes a new draft, at an address that is free in both formats, and of which no text is open any more. The draft is
   * this window's from here on, and shows `text` where that is given.
   */
  #unused(
    connectionId: string,
    { trackerId, format }: DraftIdentity,
    text: string | undefined,
  ): Promise<DraftDocument> {
    const formats = [format, format === "json" ? "xml" : "json"] as const;
    const texts = workspace.textDocuments.map(({ uri }) => uri);
    return this.documents.firstFree((n) => {
      const uris = formats.map((each) => uriOf(connectionId, { kind: "draft", trackerId, n, format: each }));
      const keys = new Set(uris.map(String));
      return [...uris, ...texts.filter((each) => keys.has(String(draftUriOf(each))))];
    }, text);
  }

  #structureOf(connectionId: string, trackerId: number): Promise<Tracker | undefined> {
    const { registry, catalogOf } = this.#services;
    return readHere(registry, connectionId, () =>
      catalogOf(connectionId).tracker(trackerId, new AbortController().signal),
    );
  }

  /** Saves a draft, be it one of a repository, whether or not anything in it is unsaved. */
  async submit(uri: Uri): Promise<void> {
    const draft = resourceOf(uri)?.resource.kind === "svnDraft" ? uri : draftUriOf(uri);
    const text = draft && openText(draft);
    if (!text) {
      throw new HumanError(openDraftFirst);
    }
    await saveAnyhow(text);
  }

  async #read(document: DraftDocument, signal: AbortSignal): Promise<string> {
    const text = await document.read(signal);
    const { unread } = document.posting;
    void (unread !== undefined && this.#tellMissing(document, unread));
    return text;
  }

  async #save(
    document: DraftDocument,
    text: string,
    signal: AbortSignal,
  ): Promise<PostOutcome<Attempt, CreatedArtifact, NotSent>> {
    const words = await this.texts.missingIn(document.uri, text);
    return words === undefined
      ? await document.create(text, signal)
      : { kind: "unsendable", why: { kind: "lacking", words } };
  }

  /** Tells why a save created nothing, or not for certain; undefined when it did. */
  async #whyNot(
    document: DraftDocument,
    outcome: PostOutcome<Attempt, CreatedArtifact, NotSent>,
  ): Promise<string | undefined> {
    if (outcome.kind !== "unsendable") {
      return whyNotCreated(outcome);
    }
    const { why } = outcome;
    const labels = why.kind === "harmful" ? await this.#labelsOf(document, why.fieldIds) : [];
    return why.kind === "lacking" ? why.words : whyUnsendable(why, document.trackerId, labels);
  }

  async #labelsOf(document: DraftDocument, fieldIds: readonly number[]): Promise<readonly string[]> {
    const tracker = await document.tracker();
    return fieldIds.map((fieldId) => fieldLabel(tracker, fieldId));
  }

  /** Asks the person which artifact `attempt` created, if any. */
  async #ask(document: DraftDocument, attempt: Attempt): Promise<Decision | undefined> {
    const verdict = await askIfCreated(document, (signal) => this.#userName(document.connectionId, signal));
    return verdict && { keep: () => this.#keep(document, attempt, verdict), isSavedAgain: true };
  }

  /** Keeps what the person said of `attempt`. */
  async #keep(document: DraftDocument, attempt: Attempt, verdict: Verdict): Promise<void> {
    const { draft } = document;
    if (verdict.kind === "again") {
      await draft.forgetAttempt(attempt);
      return;
    }
    const { artifactId } = verdict;
    const isOwn = await this.#isMadeOf(document, attempt, artifactId);
    // Where the artifact was made in another way, nobody can tell what it has of the draft: so all that it lacks is put
    // into it.
    await draft.settle({ artifactId, ...(isOwn ? {} : { text: nobodyKnows }) }, attempt);
  }

  /** Tells whether an artifact was created of what was sent, by its history; false where that cannot be read. */
  async #isMadeOf(document: DraftDocument, attempt: Attempt, artifactId: number): Promise<boolean> {
    const { connectionId, draft } = document;
    const { signal } = new AbortController();
    try {
      const client = await serviceAt(this.#services, connectionId, draft.address ?? "")();
      const { items } = await client.readChangesets(artifactId, { offset: 0, limit: 1 }, signal);
      return items[0] !== undefined && isMadeOf(attempt, items[0], await document.tracker());
    } catch (error) {
      this.#services.logFailure(`Reading what #${artifactId} was created of`, error);
      return false;
    }
  }

  /** Opens a new draft of the same tracker that says `text`. */
  async #copy({ connectionId, trackerId, format }: DraftDocument, text: string): Promise<void> {
    const tracker = await this.#structureOf(connectionId, trackerId);
    await this.#open(connectionId, { trackerId, format }, tracker, text);
  }

  async #userName(connectionId: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      const check = await (await this.#services.serviceOf(connectionId)).check(signal);
      return check.kind === "ok" ? check.userName : undefined;
    } catch (error) {
      signal.throwIfAborted();
      // Without the name, all artifacts that arrived since are shown, whoever made them.
      this.#services.logFailure("Asking for the name of the person", error);
      return undefined;
    }
  }

  /** Puts the document of the artifact that a draft has become in the draft's place. */
  async #leave({ uri, connectionId, trackerId, format }: DraftDocument, artifactId: number): Promise<void> {
    const artifact = uriOf(connectionId, { kind: "artifact", artifactId, format });
    await takeOver(
      uri,
      artifact,
      () => this.#openArtifact(connectionId, artifactId, format),
      () => this.#saveRest(uri),
    );
    await this.texts.closeAll(uri);
    await this.#onDidCreate({ connectionId, trackerId, artifactId });
  }

  /**
   * Saves what was typed meanwhile into a draft or into the editor of one of its texts. The artifact exists by then, so
   * that such a save sends nothing and moves the words to its document. Gives false where something stays unsaved.
   */
  async #saveRest(uri: Uri): Promise<boolean> {
    for (;;) {
      if (!(await this.texts.saveAll(uri))) {
        return false;
      }
      const text = openText(uri);
      if (!text || !isUnsaved(text)) {
        return true;
      }
      if (!(await saveText(text))) {
        return false;
      }
    }
  }

  /**
   * Puts what was typed since the artifact was created into its document, unsaved. Gives words where that was not done,
   * or not with all of it; without words the draft's text has nothing of its own any more.
   */
  async #moveTyped(document: DraftDocument, artifactId: number, text: string): Promise<string | undefined> {
    const { connectionId, format, draft, posting } = document;
    const sent = draft.created?.text ?? nobodyKnows;
    const typed = await posting.typedSince(sent, text, new AbortController().signal);
    if (!typed) {
      return typedNotRead(artifactId);
    }
    const uri = uriOf(connectionId, { kind: "artifact", artifactId, format });
    const opened = await this.#artifacts.openWhole({ connectionId, artifactId }, uri).catch((error) => {
      this.#services.logFailure(`Opening #${artifactId} for what was typed into its draft`, error);
      return undefined;
    });
    let moved:
      | { readonly isChanged: boolean; readonly fixed: readonly number[]; readonly unsaved: readonly number[] }
      | undefined;
    // A save under way may still change the document's base, and the words would be put over the wrong one.
    await opened?.document.copy.idle();
    const isMoved = await (opened &&
      this.#artifacts.editor.takeOver(opened.document, opened.text, (said) => {
        const { copy, key, form, mineIn } = opened.document;
        const [{ base }, mine] = [copy, mineIn(said)];
        moved = undefined;
        if (!base || !mine) {
          return said;
        }
        const words = typedWords(typed, base);
        const takeable = copy.takeable(key, mine, words);
        const made = withWords(said, words, takeable.taken, form);
        const shown = made === undefined ? undefined : mineIn(made);
        if (made === undefined || shown === undefined) {
          return said;
        }
        copy.takeTyped(key, shown, takeable, words);
        moved = { isChanged: made !== said, fixed: words.fixed, unsaved: takeable.left };
        return made;
      }));
    if (!isMoved || !moved) {
      return typedNotMoved(artifactId);
    }
    const { fixed, unsaved } = moved;
    if (fixed.length + unsaved.length > 0) {
      // What is left has not moved anywhere, and is offered again. Noted with the rest, it would count as moved.
      const rest = await posting.without([...fixed, ...unsaved], text, typed);
      await (rest !== undefined && draft.noteMoved(rest));
      const [ofFixed, ofUnsaved] = await Promise.all([fixed, unsaved].map((ids) => this.#labelsOf(document, ids)));
      return typedPartlyMoved(artifactId, ofFixed ?? [], ofUnsaved ?? []);
    }
    const { isSentKnown } = draft;
    await draft.noteMoved(text);
    if (moved.isChanged) {
      void inform((isSentKnown ? typedIsMoved : draftIsPutInto)(artifactId));
    }
    return undefined;
  }

  /** Tells why a draft has no fields, and makes its text again when the person wants. */
  async #tellMissing(document: DraftDocument, error: unknown): Promise<void> {
    const reason = isServiceError(error) ? reasonOf(error) : somethingUnexpected;
    if ((await warn(fieldsNotRead(reason), retryButton)) !== undefined && openText(document.uri)) {
      this.documents.renew(document);
    }
  }

  async #openArtifact(connectionId: string, artifactId: number, format: DocumentFormat): Promise<void> {
    try {
      await commands.executeCommand(commandIds.openArtifact, connectionId, artifactId, format);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      // Nobody waits for the answer: the draft is over, whether or not somebody reads this.
      void tellError(createdNotOpened(artifactId, reason), openButton).then((answer) =>
        answer ? commands.executeCommand(commandIds.openArtifact, { connectionId, artifactId }) : undefined,
      );
    }
  }
}

/** Gives the text of a draft. Throws a HumanError where it would be too long. */
function printed(identity: DraftIdentity, entries: readonly Entry[], tracker: Tracker | undefined): Promise<string> {
  return unlessTooLong(tracker, () => printDraft(identity, entries, tracker));
}

/** Finds where in the text of a draft its first required value is typed; else the beginning. */
async function typingBegins(text: string, document: DraftDocument, tracker: Tracker | undefined): Promise<number> {
  const codec = await document.codec();
  return firstToFill(text, codec.parse(text, kindsOf(tracker)).entries, tracker) ?? 0;
}

/** Gives the position of an offset in a text of ours that is not open yet: its lines end in line feeds. */
function positionIn(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split("\n");
  return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}

/**
 * Puts the document at `next`, which `open` opens, in the place of the draft at `uri`. Closes the draft unless
 * `saveRest` finds something that stays unsaved. Where no tab shows the draft, nothing is opened.
 */
async function takeOver(
  uri: Uri,
  next: Uri,
  open: () => Promise<void>,
  saveRest: () => Promise<boolean>,
): Promise<void> {
  const place = placeOf(uri);
  if (!place) {
    return;
  }
  if (!place.tab.isActive || !place.group.isActive) {
    // VS Code opens the next document beside the active tab, so that the draft has to be active.
    await window.showTextDocument(uri, { viewColumn: place.group.viewColumn, preview: false });
  }
  await open();
  if (!(await saveRest())) {
    return;
  }
  await window.tabGroups.close(tabsOf(uri).map(({ tab }) => tab));
  if (activeUri()?.toString() === next.toString()) {
    await commands.executeCommand("moveActiveEditor", { to: "position", by: "tab", value: place.index + 1 });
  }
}

function placeOf(uri: Uri) {
  const places = tabsOf(uri);
  return places.find(({ tab, group }) => tab.isActive && group.isActive) ?? places[0];
}
