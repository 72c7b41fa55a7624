import type { Uri } from "vscode";
import type { KnownConnections } from "../../core/known/connections.ts";
import { draftTextName } from "../../core/sentences/drafts.ts";
import { newArtifactOf } from "../../core/sentences/previews.ts";
import {
  accessFilePart,
  commentPart,
  repositoryDraftRowName,
  repositoryRowName,
  rowName,
} from "../../core/sentences/sourceControl.ts";
import { nameOfRepository, partNames } from "../../core/sentences/svn.ts";
import { parseDraft } from "../../core/svn/settingsText.ts";
import type { SettingsTypes } from "../../core/svn/settingsTypes.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import { fieldLabel } from "../../core/workingCopy/base.ts";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { GuardedDocument } from "../documents/guardedDocument.ts";
import type { SettingsDocuments } from "../svn/settingsDocuments.ts";
import { openText } from "../text/openText.ts";
import { resourceOf } from "../text/resourceUri.ts";

/** The description of the row of a document. */
export interface RowDescription {
  readonly name: string;
  /** The format of an artifact's document. */
  readonly form?: string;
  /** The labels of what is changed, as far as the text can be read. */
  readonly fields: readonly string[];
}

/** Gives the word by which menus know a row; undefined for what is never unsaved. */
export function rowKindOf(
  uri: Uri,
): "artifact" | "settings" | "draft" | "draftText" | "repositoryDraft" | "comment" | undefined {
  switch (resourceOf(uri)?.resource.kind) {
    case "artifact":
    case "field":
      return "artifact";
    case "svnSettings":
    case "svnAccessFile":
      return "settings";
    case "draft":
      return "draft";
    case "draftField":
      return "draftText";
    case "svnDraft":
      return "repositoryDraft";
    case "comment":
      return "comment";
    default:
      return undefined;
  }
}

/** Describes documents, as far as is known of them: no service is asked. */
export class RowDescriptions {
  readonly #documents: ArtifactDocuments;
  readonly #settings: SettingsDocuments;
  readonly #known: KnownConnections;

  constructor(documents: ArtifactDocuments, settings: SettingsDocuments, known: KnownConnections) {
    this.#documents = documents;
    this.#settings = settings;
    this.#known = known;
  }

  /** Describes the document at `uri`. */
  of(uri: Uri): RowDescription {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    switch (resource?.kind) {
      case "artifact":
      case "field": {
        const document = this.#documents.at(uri);
        const { base } = document?.copy ?? {};
        const part = resource.kind === "field" ? fieldLabel(base, resource.fieldId) : undefined;
        const title = base?.title ?? this.#titleOf(connectionId, resource.artifactId);
        const changed = document ? changedParts<ArtifactTypes>(document) : [];
        return {
          name: rowName(resource.artifactId, title, part),
          ...(resource.kind === "artifact" && { form: resource.format.toUpperCase() }),
          fields: changed.map((fieldId) => fieldLabel(base, fieldId)),
        };
      }
      case "svnSettings":
      case "svnAccessFile": {
        const document = this.#settings.at(uri);
        const name = document ? nameOfRepository(document) : String(resource.repositoryId);
        const changed = document ? changedParts<SettingsTypes>(document) : [];
        return {
          name: repositoryRowName(name, resource.kind === "svnAccessFile" ? accessFilePart : undefined),
          fields: changed.map((key) => partNames([key])),
        };
      }
      case "comment":
        return {
          name: rowName(resource.artifactId, this.#titleOf(connectionId, resource.artifactId), commentPart),
          fields: [],
        };
      case "draft": {
        const tracker = this.#known.find(connectionId)?.catalog.knownTracker(resource.trackerId);
        return {
          name: plainLabel(newArtifactOf(tracker)),
          form: resource.format.toUpperCase(),
          fields: [],
        };
      }
      case "draftField": {
        const tracker = this.#known.find(connectionId)?.catalog.knownTracker(resource.trackerId);
        const name = draftTextName(newArtifactOf(tracker), fieldLabel(tracker, resource.fieldId));
        return { name: plainLabel(name), fields: [] };
      }
      case "svnDraft":
        return {
          name: repositoryDraftRowName(parseDraft(openText(uri)?.getText() ?? "").wanted?.name ?? ""),
          fields: [],
        };
      default:
        return { name: uri.path, fields: [] };
    }
  }

  #titleOf(connectionId: string, artifactId: number): string | undefined {
    return this.#known.find(connectionId)?.artifacts.get(artifactId)?.title;
  }
}

function changedParts<T extends KindTypes>({ uri, key, copy, mineIn }: GuardedDocument<T>): readonly T["key"][] {
  const text = openText(uri);
  const mine = text && mineIn(text.getText());
  const { base } = copy;
  const change: T["change"] | undefined = mine === undefined ? undefined : copy.pending(key, mine).change;
  return base === undefined || change === undefined ? [] : copy.kind.rules.partsOf(change, base).map(([part]) => part);
}
