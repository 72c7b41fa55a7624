import * as vscode from "vscode";
import { isCommentRequired } from "../../core/comment/commentProblem.ts";
import { emptyMembers, memberSet, sameMeaning } from "../../core/field/meaning.ts";
import { isSameJson } from "../../core/field/sameJson.ts";
import {
  clearButton,
  compareButton,
  setInDocumentButton,
  showDocumentButton,
  undoButton,
} from "../../core/labels/buttons.ts";
import { behindColon } from "../../core/labels/punctuation.ts";
import { none } from "../../core/labels/values.ts";
import { artifactFields, type DocumentField, type DocumentFields } from "../../core/language/documentFields.ts";
import { otherNamedField } from "../../core/language/meantFields.ts";
import { valueInNames } from "../../core/language/outline.ts";
import { type AskedField, givenMembers } from "../../core/language/question.ts";
import { ruledField, standing, wayBack } from "../../core/language/ruleProblems.ts";
import type { Json, JsonObject } from "../../core/model/json.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { stateIn } from "../../core/preview/possibleChanges.ts";
import { commentRequired, saveWithCommentButton } from "../../core/sentences/comments.ts";
import { noSuchValue } from "../../core/sentences/fields.ts";
import {
  askClearing,
  changedInDocument,
  changedMeanwhile,
  changing,
  chooseOneTracker,
  couldNotBeChanged,
  fieldNotTold,
  isNow,
  manyArtifacts,
  maybeChanged,
  mayNotChange,
  mayNotChangeField,
  nothingStored,
  notSentAsValue,
  overtakenInDocument,
  sameInDocument,
  someNotChanged,
  stateKeeps,
  valuesDiffer,
  wasAlready,
} from "../../core/sentences/quickChanges.ts";
import { notRead, reading } from "../../core/sentences/targets.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { plainLabel, withoutControls } from "../../core/util/plainLabel.ts";
import type { ArtifactOutcome } from "../../core/workingCopy/artifactTypes.ts";
import { type Base, differingFields } from "../../core/workingCopy/base.ts";
import { whileShown, withProgress } from "../dialog/cancellation.ts";
import { confirm, explained, HumanError, inform, showingFailure, tellBriefly } from "../dialog/present.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments, ArtifactHere, ChangeDemand } from "../documents/artifactDocuments.ts";
import type { OpenText } from "../documents/guardedDocument.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { defaultFormat } from "../settings/ownSettings.ts";
import { uriOf } from "../text/resourceUri.ts";
import { tabTitle } from "../text/showDocument.ts";
import { askMembers } from "./askMembers.ts";
import type { FieldSetter } from "./fieldSetter.ts";

/** A field that can be changed without opening its artifact. */
type QuickField = "status" | "assignee";

/**
 * Changes one field of an artifact and saves it at once, on the condition that nobody has changed the artifact in
 * between. An artifact with unsaved changes in an open document is changed in that document instead, and not saved.
 */
export class QuickChange {
  readonly #services: Services;
  readonly #documents: ArtifactDocuments;
  readonly #setter: FieldSetter;
  /** Hears that an artifact was changed, so that whatever shows it can read it again. */
  readonly #onDidChange: (artifact: ArtifactTarget) => Promise<void>;

  constructor(
    services: Services,
    documents: ArtifactDocuments,
    setter: FieldSetter,
    onDidChange: (artifact: ArtifactTarget) => Promise<void>,
  ) {
    this.#services = services;
    this.#documents = documents;
    this.#setter = setter;
    this.#onDidChange = onDidChange;
  }

  /**
   * Changes artifacts of one tracker. Asks for the value when it is not given, and when the field has other values by
   * now than the person has `seen`, which are ids.
   */
  async change(what: QuickField, artifacts: readonly ArtifactTarget[], value?: Json, seen?: Json): Promise<void> {
    const read: ArtifactToChange[] = [];
    for (const artifact of artifacts) {
      const name = `#${artifact.artifactId}`;
      read.push(
        await explained(notRead(name), artifact.connectionId, () =>
          withProgress(reading(name), (signal) => this.#read(what, this.#documents.here(artifact), signal)),
        ),
      );
    }
    const isSeen =
      seen === undefined || read.every(({ base, field }) => isSameJson(stateIn(base, field.fieldId), seen));
    const made = await this.#members(what, read, isSeen ? value : undefined);
    if (made) {
      const changes = read.map((each): Change => ({ ...each, ...made, demand: "sameField" }));
      await this.#makeAll(what, changes);
    }
  }

  /**
   * Makes each of the changes, and offers to undo those that were saved. Then throws the error of those that failed.
   */
  async #makeAll(what: QuickField, changes: readonly Change[]): Promise<void> {
    const failures: unknown[] = [];
    const saved: SavedChange[] = [];
    for (const change of changes) {
      try {
        saved.push(...(await this.#make(what, change)));
      } catch (error) {
        failures.push(error);
      }
    }
    this.#tellSaved(what, saved);
    if (failures.length > 1) {
      const reasons = failures.map((error) => (error instanceof Error ? error.message : String(error)));
      throw new HumanError(someNotChanged(failures.length, changes.length, reasons[0] ?? ""), {
        ...(changes[0] && { connectionId: changes[0].artifact.connectionId }),
        actions: ["showLog"],
        cause: failures[0],
      });
    }
    if (failures.length === 1) {
      throw failures[0];
    }
  }

  /** Makes one change, and gives what was saved: nothing where it went into a document, or was made already. */
  async #make(what: QuickField, change: Change): Promise<readonly SavedChange[]> {
    const { artifact, base, field, members, demand } = change;
    const name = `#${artifact.artifactId}`;
    const dirty = await artifact.unsaved();
    if (dirty) {
      await this.#setInDocument(what, change, dirty);
      return [];
    }
    const outcome = await explained(couldNotBeChanged(what, name), artifact.connectionId, async () =>
      whileShown(changing(name), () =>
        // Nobody can cancel this: nobody would know what became of the change.
        artifact.change(base, { fieldId: field.fieldId, members }, demand, new AbortController().signal),
      ),
    ).catch((error: unknown) => {
      throw this.#withWayOn(change, error);
    });
    if (outcome.kind === "unchanged") {
      tellBriefly(wasAlready(name, field.label, wordsFor(field, members)));
      return [];
    }
    if (outcome.kind !== "saved") {
      throw notChanged(artifact, field, outcome);
    }
    // The change is saved, whether the artifact can be read again now or not.
    await this.#onDidChange(artifact).catch(() => undefined);
    return [{ ...change, after: outcome.base }];
  }

  /** Puts a change into the unsaved text of a document, and tells what it came to. */
  async #setInDocument(
    what: QuickField,
    { artifact, base, field, members, from }: Change,
    { text, document }: OpenText<ArtifactDocument>,
  ): Promise<void> {
    const name = `#${artifact.artifactId}`;
    const { version } = text;
    await this.#setter.set(text.uri, String(field.fieldId), members, from);
    if (document.copy.base && differingFields(document.copy.base, base).includes(field.fieldId)) {
      void inform(overtakenInDocument(what, name), compareButton).then((answer) =>
        answer ? vscode.commands.executeCommand(commandIds.compareWithServer, text.uri) : undefined,
      );
      return;
    }
    const words = text.version === version ? sameInDocument(what, name) : changedInDocument(what, name);
    void inform(words, showDocumentButton).then((answer) =>
      answer ? vscode.window.showTextDocument(text, { preview: false }) : undefined,
    );
  }

  /** Adds to a refusal a way on in the document, where a comment or the value of another field is missing. */
  #withWayOn({ artifact, field, fields, members, from }: Change, error: unknown): unknown {
    if (!(error instanceof HumanError) || !isServiceError(error.cause)) {
      return error;
    }
    const { connectionId, artifactId } = artifact;
    const refusal = error.cause;
    const put = async (): Promise<vscode.Uri> => {
      artifact.requireHere();
      await vscode.commands.executeCommand(commandIds.openArtifact, connectionId, artifactId);
      const uri = uriOf(connectionId, { kind: "artifact", artifactId, format: defaultFormat() });
      await this.#setter.set(uri, String(field.fieldId), members, from);
      return uri;
    };
    if (isCommentRequired(refusal)) {
      const go = async () => {
        await vscode.commands.executeCommand(commandIds.saveWithComment, await put());
      };
      const ways = [{ label: saveWithCommentButton, go }];
      return new HumanError(commentRequired(artifactId), { ways, connectionId, cause: refusal });
    }
    const missing =
      refusal.kind === "rejected" ? otherNamedField(refusal.serviceMessage, fields.all, field.fieldId) : undefined;
    if (!missing) {
      return error;
    }
    const go = async () => this.#setter.enter(await put(), missing.fieldId);
    const ways = [{ label: setInDocumentButton, go }];
    return new HumanError(error.message, { ways, connectionId, cause: refusal });
  }

  /** Tells what the artifacts have now, and offers to undo it where all of it can be undone. */
  #tellSaved(what: QuickField, saved: readonly SavedChange[]): void {
    const [first] = saved;
    if (!first) {
      return;
    }
    const { artifact, field, members } = first;
    const name = saved.length === 1 ? `#${artifact.artifactId}` : manyArtifacts(saved.length);
    const back = saved.flatMap((each) => changeBack(each) ?? []);
    const labels = back.length === saved.length ? [undoButton] : [];
    inform(isNow(name, field.label, wordsFor(field, members)), ...labels)
      .then(async (answer) => {
        if (answer !== undefined) {
          await showingFailure(artifact.connectionId, () => this.#makeAll(what, back));
        }
      })
      .catch((error: unknown) => this.#services.logFailure("Offering to undo a change", error));
  }

  async #read(what: QuickField, artifact: ArtifactHere, signal: AbortSignal): Promise<ArtifactToChange> {
    const { connectionId, artifactId } = artifact;
    const { catalogOf } = this.#services;
    const base = await artifact.read(signal);
    const structure =
      base.trackerId === undefined ? undefined : await catalogOf(connectionId).tracker(base.trackerId, signal);
    const fieldId = what === "status" ? structure?.statusFieldId : structure?.contributorFieldId;
    const fields = artifactFields(base, structure);
    const field = fieldId === undefined ? undefined : fields.get(fieldId);
    const name = `#${artifactId}`;
    if (field?.isFrozen) {
      throw new HumanError(stateKeeps(what, name), { connectionId });
    }
    if (!field?.isWritable) {
      throw new HumanError(fieldId === undefined ? fieldNotTold(what, name) : mayNotChange(what, name), {
        connectionId,
      });
    }
    return {
      artifact,
      base,
      structure,
      fields,
      field: { ...field, rules: ruledField(field.fieldId, fields, standing(fields, [])) },
    };
  }

  /** Gives the value that all of the artifacts are to get; undefined when the person gave up. */
  async #members(
    what: QuickField,
    read: readonly ArtifactToChange[],
    value: Json | undefined,
  ): Promise<MadeMembers | undefined> {
    const [first] = read;
    if (!first) {
      return undefined;
    }
    const { connectionId, artifactId } = first.artifact;
    if (
      read.some(
        ({ artifact, field }) => artifact.connectionId !== connectionId || field.fieldId !== first.field.fieldId,
      )
    ) {
      throw new HumanError(chooseOneTracker(what));
    }
    const field = askedTogether(
      read.map((each) => each.field),
      first.field,
    );
    const stand = read.map(({ base }) => base.fields.find(({ fieldId }) => fieldId === field.fieldId)?.entry?.members);
    const isSame = stand.every((members) => isSameValue(field, members, stand[0]));
    const before = isSame ? stand[0] : undefined;
    if (value !== undefined) {
      const given = givenMembers(field, value, before);
      if ("failure" in given) {
        throw new HumanError(noSuchValue(field.label, value), { connectionId });
      }
      return given;
    }
    const name = read.length === 1 ? tabTitle(artifactId, first.base.title) : manyArtifacts(read.length);
    const title = withoutControls(behindColon(name, field.label));
    const answer = await askMembers(this.#services.known, first.artifact, title, field, before);
    const members = answer && "members" in answer ? answer.members : undefined;
    // Where the artifacts differ, nothing is chosen to begin with, and Enter alone must not clear all of them.
    const isClearing = members && field.kind && sameMeaning(members, emptyMembers(field.kind), field.kind);
    const isMeant = isSame || !isClearing || (await confirm(askClearing(field.label, name), valuesDiffer, clearButton));
    return members && isMeant ? madeFrom(before, members, field) : undefined;
  }
}

/** Makes the error for a change that was not made. */
function notChanged(
  { artifactId, connectionId }: ArtifactTarget,
  { label }: DocumentField,
  outcome: Exclude<ArtifactOutcome, { kind: "saved" | "unchanged" }>,
): HumanError {
  const name = `#${artifactId}`;
  switch (outcome.kind) {
    case "unknown":
      return new HumanError(maybeChanged(name, outcome.cause), {
        connectionId,
        actions: ["retry", "showLog"],
        cause: outcome.cause,
      });
    case "notWritable":
      return new HumanError(mayNotChangeField(label, name), { connectionId });
    case "harmful":
      return new HumanError(notSentAsValue(label));
    case "notStored":
      return new HumanError(nothingStored(label, name));
    default:
      return new HumanError(changedMeanwhile(name), { connectionId, actions: ["retry"] });
  }
}

function isSameValue({ kind }: DocumentField, a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameMeaning(a, b, kind));
}

function wordsFor(field: DocumentField, members: JsonObject): string {
  return plainLabel(valueInNames(field, members)) || none;
}

/** Gives the change back to what was before; undefined where there is no way back. */
function changeBack({ artifact, base, field: { fieldId }, structure, after }: SavedChange): Change | undefined {
  const back = wayBack(base, after, structure, fieldId);
  if (!back) {
    return undefined;
  }
  const { field, members } = back;
  const fields = artifactFields(after, structure);
  const made = madeFrom(field.current, members, field);
  return { artifact, base: after, structure, fields, field, ...made, demand: "sameVersion" };
}

/** Gives `members` as the person made them of `shown`. */
function madeFrom(shown: JsonObject | undefined, members: JsonObject, field: DocumentField): MadeMembers {
  // Of one value the person makes no change, but a choice: what was shown may be what they want in the text again.
  return { members, ...(shown && memberSet(shown, field) && { from: shown }) };
}

/** An artifact as it was just read, with the field that is changed. */
interface ArtifactToChange {
  readonly artifact: ArtifactHere;
  readonly base: Base;
  /** The structure of the artifact's tracker; undefined where the service does not give it. */
  readonly structure: Tracker | undefined;
  readonly fields: DocumentFields;
  readonly field: AskedKnownField;
}

/** The value that the field is to get. */
interface MadeMembers {
  readonly members: JsonObject;
  /** Holds what the person was shown and made `members` of; it is undefined where they chose without regard to that. */
  readonly from?: JsonObject;
}

/** A change of the field, over the version that was read. */
interface Change extends ArtifactToChange, MadeMembers {
  readonly demand: ChangeDemand;
}

interface SavedChange extends Change {
  /** The base that the change has made. */
  readonly after: Base;
}

type AskedKnownField = DocumentField & AskedField;

/** Gives the field with the values that the workflow and the tracker's rules allow each of the artifacts. */
function askedTogether(fields: readonly AskedKnownField[], field: AskedKnownField): AskedKnownField {
  const reachable = common(fields.flatMap((each) => each.reachable ?? []));
  const allowed = common(fields.flatMap(({ rules }) => rules?.allowed ?? []));
  return {
    ...field,
    ...(reachable && { reachable }),
    ...(field.rules && { rules: { ...field.rules, ...(allowed && { allowed }) } }),
  };
}

/** Gives what all of the sets have; undefined where there are no sets. */
function common([first, ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> | undefined {
  return first && new Set([...first].filter((id) => others.every((other) => other.has(id))));
}
