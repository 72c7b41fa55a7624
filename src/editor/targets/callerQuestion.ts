import { Uri } from "vscode";
import { attachButton, saveButton } from "../../core/labels/buttons.ts";
import type { Json } from "../../core/model/json.ts";
import {
  askToSaveAll,
  askToSaveWithComment,
  askToSet,
  askToWriteFile,
  withAskedByCaller,
} from "../../core/sentences/askedByCaller.ts";
import { askAboutAddresses, tooManyAddresses } from "../../core/sentences/uploads.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { maxMessageLength } from "../../core/util/plainWords.ts";
import { HumanError } from "../dialog/present.ts";
import type { ArtifactTarget, ConnectionTarget } from "../manifest/contributions.ts";
import { resourceOf } from "../text/resourceUri.ts";
import type { AttachableFile } from "./transferredFiles.ts";

/** Whether what a caller gave is meant. */
export interface CallerQuestion {
  readonly question: string;
  readonly detail: string;
  readonly yes: string;
}

/** Of a value that is saved at once. */
export function ofValue(what: "status" | "assignee") {
  return (artifacts: readonly ArtifactTarget[], { value }: { readonly value: Json | undefined }) =>
    value === undefined
      ? undefined
      : {
          question: askToSet(what, artifacts.map(nameOf), plainLabel(String(wordsOf(value)))),
          detail: withAskedByCaller([]),
          yes: saveButton,
        };
}

/** Of words that go with a save. */
export function ofComment(uri: Uri, { comment }: { readonly comment: string | undefined }) {
  const resource = resourceOf(uri)?.resource;
  const name = resource && "artifactId" in resource ? `#${resource.artifactId}` : uri.path;
  return comment === undefined
    ? undefined
    : { question: askToSaveWithComment(name), detail: withAskedByCaller([comment]), yes: saveButton };
}

/** Of words, or of artifacts, that were not chosen in Source Control. */
export function ofSaveAll(
  { connectionId }: ConnectionTarget,
  given: { readonly comment: string | undefined; readonly artifactIds: ReadonlySet<number> | undefined },
) {
  const { comment, artifactIds } = given;
  const names = artifactIds && [...artifactIds].map((artifactId) => nameOf({ artifactId }));
  return comment === undefined && names === undefined
    ? undefined
    : {
        question: askToSaveAll(connectionId, names),
        detail: withAskedByCaller(comment === undefined ? [] : [comment]),
        yes: saveButton,
      };
}

/**
 * Of files of this machine that go up.
 *
 * @throws HumanError where they are more than can be named.
 */
export function ofFiles({ artifactId }: Pick<ArtifactTarget, "artifactId">, files: readonly AttachableFile[] = []) {
  // What comes as content came from a program: a link has nothing but addresses.
  const paths = files.flatMap((file) => (file instanceof Uri ? [pathOf(file)] : []));
  const detail = withAskedByCaller(paths);
  if (detail.length > maxMessageLength) {
    throw new HumanError(tooManyAddresses(artifactId));
  }
  return paths.length === 0
    ? undefined
    : { question: askAboutAddresses(paths.length, artifactId), detail, yes: attachButton };
}

/** Of a file of this machine that is written. */
export function ofTarget({ artifactId }: ArtifactTarget, { file }: { readonly file: Uri | undefined }) {
  return file && { question: askToWriteFile(artifactId), detail: withAskedByCaller([pathOf(file)]), yes: saveButton };
}

function nameOf({ artifactId }: Pick<ArtifactTarget, "artifactId">): string {
  return `#${artifactId}`;
}

function pathOf(uri: Uri): string {
  return uri.scheme === "file" ? uri.fsPath : uri.toString();
}

function wordsOf(value: Json): Json {
  return typeof value === "object" ? JSON.stringify(value) : value;
}
