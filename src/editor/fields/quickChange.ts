import * as vscode from "vscode";
import { isCommentRequired } from "../../core/comment/commentRequired.ts";
import { emptyMembers, sameMeaning } from "../../core/field/meaning.ts";
import { clearButton, showDocumentButton } from "../../core/labels/buttons.ts";
import { none } from "../../core/labels/values.ts";
import { artifactFields, type KnownField } from "../../core/language/documentFields.ts";
import { valueInNames } from "../../core/language/outline.ts";
import { type AskedField, givenMembers } from "../../core/language/question.ts";
import { ruledField, standing } from "../../core/language/ruleProblems.ts";
import type { Entry } from "../../core/model/entry.ts";
import type { Json, JsonObject } from "../../core/model/json.ts";
import { commentRequired, saveWithCommentButton } from "../../core/sentences/comments.ts";
import { noSuchValue } from "../../core/sentences/fields.ts";
import {
  askClearing,
  changedInDocument,
  changedMeanwhile,
  changing,
  chooseArtifactsOnly,
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
  someNotChanged,
  stateKeeps,
  valuesDiffer,
  wasAlready,
} from "../../core/sentences/quickChanges.ts";
import { chooseOrOpenArtifact, notRead, reading } from "../../core/sentences/targets.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import type { ArtifactOutcome } from "../../core/workingCopy/artifactTypes.ts";
import type { Base } from "../../core/workingCopy/base.ts";
import { whileShown, withProgress } from "../dialog/cancellation.ts";
import { confirm, explained, HumanError, inform, tellBriefly, warn } from "../dialog/present.ts";
import type { ArtifactDocuments, ArtifactHere } from "../documents/artifactDocuments.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { defaultFormat } from "../settings/documentFormat.ts";
import { artifactTargetOf } from "../targets/artifactTarget.ts";
import { uriOf } from "../text/resourceUri.ts";
import { askMembers } from "./askMembers.ts";
import type { FieldSetter } from "./fieldSetter.ts";

/** What can be changed without opening an artifact. */
type QuickField = "status" | "assignee";

interface QuickChangeDependencies extends Pick<Services, "known" | "tracker"> {
  readonly documents: ArtifactDocuments;
  readonly setter: FieldSetter;
  /** The artifact has been changed: what shows it may want to read it again. */
  readonly onDidChange: (artifact: ArtifactTarget) => Promise<void>;
}

/**
 * Changes one field of an artifact and saves it at once, on the condition that nobody has changed the artifact in
 * between. An artifact with unsaved changes in an open document is changed in that document instead, and not saved.
 */
export class QuickChange {
  readonly #dependencies: QuickChangeDependencies;

  constructor(dependencies: QuickChangeDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * `target`: a row, a document's URI, or a connection id with `artifactId`; of several rows of one tracker that are
   * selected, `artifactId` is all of them. Asks for the value when it is not given.
   */
  async change(what: QuickField, target: unknown, artifactId: unknown, value: unknown): Promise<void> {
    const read: ReadArtifact[] = [];
    for (const artifact of artifactsOf(target, artifactId)) {
      const name = `#${artifact.artifactId}`;
      read.push(
        await explained(notRead(name), artifact.connectionId, () =>
          withProgress(reading(name), (signal) =>
            this.#read(what, this.#dependencies.documents.here(artifact), signal),
          ),
        ),
      );
    }
    const members = await this.#members(what, read, value);
    if (!members) {
      return;
    }
    const failures: unknown[] = [];
    for (const each of read) {
      await this.#save(what, each, members).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 1) {
      const reasons = failures.map((error) => (error instanceof Error ? error.message : String(error)));
      throw new HumanError(someNotChanged(failures.length, read.length, reasons[0] ?? ""), {
        ...(read[0] && { connectionId: read[0].artifact.connectionId }),
        actions: ["showLog"],
        cause: failures[0],
      });
    }
    if (failures.length === 1) {
      throw failures[0];
    }
  }

  async #save(what: QuickField, { artifact, base, field }: ReadArtifact, members: JsonObject): Promise<void> {
    const name = `#${artifact.artifactId}`;
    const dirty = (await artifact.unsaved())?.text.uri;
    if (dirty) {
      await this.#dependencies.setter.set(dirty, field.fieldId, members);
      void inform(changedInDocument(what, name), showDocumentButton).then((answer) =>
        answer ? vscode.window.showTextDocument(dirty, { preview: false }) : undefined,
      );
      return;
    }
    const entry = { fieldId: field.fieldId, members };
    const outcome = await explained(couldNotBeChanged(what, name), artifact.connectionId, async () =>
      whileShown(changing(name), () =>
        // Not to be cancelled: nobody would know what became of it.
        artifact.change(base, entry, new AbortController().signal),
      ),
    ).catch((error: unknown) => {
      if (error instanceof HumanError && isCommentRequired(error.cause)) {
        this.#offerComment(artifact, entry).catch(() => undefined);
      }
      throw error;
    });
    await this.#tell(artifact, field, entry, outcome);
  }

  /** Puts the change into the artifact's document, to be saved with a comment. */
  async #offerComment(artifact: ArtifactHere, { fieldId, members }: Entry): Promise<void> {
    const { connectionId, artifactId } = artifact;
    if (await warn(commentRequired(artifactId), saveWithCommentButton)) {
      artifact.requireHere();
      const { executeCommand } = vscode.commands;
      await executeCommand(commandIds.openArtifact, connectionId, artifactId);
      const uri = uriOf(connectionId, { kind: "artifact", artifactId, format: defaultFormat() });
      await this.#dependencies.setter.set(uri, fieldId, members);
      await executeCommand(commandIds.saveWithComment, uri);
    }
  }

  async #read(what: QuickField, artifact: ArtifactHere, signal: AbortSignal): Promise<ReadArtifact> {
    const { connectionId, artifactId } = artifact;
    const { tracker } = this.#dependencies;
    const base = await artifact.read(signal);
    const structure = base.trackerId === undefined ? undefined : await tracker(connectionId, base.trackerId, signal);
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
    return { artifact, base, field: { ...field, rules: ruledField(field.fieldId, fields, standing(fields, [])) } };
  }

  /** What all of them are to be; undefined when the person gave up. */
  async #members(what: QuickField, read: readonly ReadArtifact[], value: unknown): Promise<JsonObject | undefined> {
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
    const isSame = stand.every((members) => JSON.stringify(members) === JSON.stringify(stand[0]));
    const before = isSame ? stand[0] : undefined;
    if (value !== undefined) {
      const given = givenMembers(field, value as Json, before);
      if ("failure" in given) {
        throw new HumanError(noSuchValue(field.label, value), { connectionId });
      }
      return given.members;
    }
    const name = read.length === 1 ? `#${artifactId}` : manyArtifacts(read.length);
    const answer = await askMembers(this.#dependencies.known, connectionId, `${name}: ${field.label}`, field, before);
    const members = answer && "members" in answer ? answer.members : undefined;
    // Where they differ nothing is chosen to begin with, and Enter alone must not clear all of them.
    const isClearing = members && field.kind && sameMeaning(members, emptyMembers(field.kind), field.kind);
    const isMeant = isSame || !isClearing || (await confirm(askClearing(field.label, name), valuesDiffer, clearButton));
    return isMeant ? members : undefined;
  }

  async #tell(
    artifact: ArtifactTarget,
    field: KnownField,
    { members }: Entry,
    outcome: ArtifactOutcome,
  ): Promise<void> {
    const name = `#${artifact.artifactId}`;
    const words = plainLabel(valueInNames(field, members)) || none;
    switch (outcome.kind) {
      case "saved":
        tellBriefly(isNow(name, field.label, words), "check");
        // It is saved, whether it can be read again now or not.
        await this.#dependencies.onDidChange(artifact).catch(() => undefined);
        return;
      case "unchanged":
        tellBriefly(wasAlready(name, field.label, words));
        return;
      case "unknown":
        throw new HumanError(maybeChanged(name, outcome.cause), {
          connectionId: artifact.connectionId,
          actions: ["retry", "showLog"],
          cause: outcome.cause,
        });
      case "notWritable":
        throw new HumanError(mayNotChangeField(field.label, name), {
          connectionId: artifact.connectionId,
        });
      case "harmful":
        throw new HumanError(notSentAsValue(field.label));
      case "notStored":
        throw new HumanError(nothingStored(field.label, name));
      default:
        throw new HumanError(changedMeanwhile(name), { connectionId: artifact.connectionId, actions: ["retry"] });
    }
  }
}

/** An artifact as it was just read, with the field that is changed. */
interface ReadArtifact {
  readonly artifact: ArtifactHere;
  readonly base: Base;
  readonly field: AskedKnownField;
}

type AskedKnownField = KnownField & AskedField;

/** Each artifact once, whatever rows show it. */
function artifactsOf(target: unknown, artifactId: unknown): readonly ArtifactTarget[] {
  // Of several rows that are selected the tree passes the one that was clicked, then all.
  const rows: readonly unknown[] = Array.isArray(artifactId) && artifactId.length > 0 ? artifactId : [target];
  const artifacts = new Map<string, ArtifactTarget>();
  for (const row of rows) {
    const artifact = artifactTargetOf(row, Array.isArray(artifactId) ? undefined : artifactId);
    if (!artifact) {
      throw new HumanError(rows.length > 1 ? chooseArtifactsOnly : chooseOrOpenArtifact);
    }
    artifacts.set(`${artifact.connectionId}/${artifact.artifactId}`, artifact);
  }
  return [...artifacts.values()];
}

/** The field with what the workflow and the tracker's rules allow each of the artifacts, where it is. */
function askedTogether(fields: readonly AskedKnownField[], field: AskedKnownField): AskedKnownField {
  const reachable = common(fields.flatMap((each) => each.reachable ?? []));
  const allowed = common(fields.flatMap(({ rules }) => rules?.allowed ?? []));
  return {
    ...field,
    ...(reachable && { reachable }),
    ...(field.rules && { rules: { ...field.rules, ...(allowed && { allowed }) } }),
  };
}

/** What all of them have; undefined for none. */
function common([first, ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> | undefined {
  return first && new Set([...first].filter((id) => others.every((other) => other.has(id))));
}
