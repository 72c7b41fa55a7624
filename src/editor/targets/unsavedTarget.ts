import { Uri } from "vscode";
import { isNumber, shapeOf } from "../../core/model/shape.ts";
import { notArtifactIds } from "../../core/sentences/sourceControl.ts";
import { notAnArtifact } from "../../core/sentences/targets.ts";
import type { LineChange } from "../../core/util/lines.ts";
import { HumanError } from "../dialog/present.ts";
import type { ConnectionTarget } from "../manifest/contributions.ts";
import { resourceOf } from "../text/resourceUri.ts";
import type { Reader } from "./call.ts";
import { checkedReference, connectionIdIn, givenUri, isNone, membersOf, textIn, uriMeant } from "./given.ts";

/** Gives the connection of an id, a provider or a group of Source Control; else the only one, or one that is picked. */
export function unsavedConnection(question: string): Reader<ConnectionTarget> {
  return async ({ args: [first], services }) => {
    const given = connectionIdIn(first) ?? connectionOfMenu(first);
    const connectionId = given ?? (await services.pickConnection(question))?.id;
    return connectionId === undefined ? undefined : { connectionId };
  };
}

function connectionOfMenu(given: unknown): string | undefined {
  const { rootUri, resourceStates }: Readonly<Record<string, unknown>> = membersOf(given);
  const [row] = Array.isArray(resourceStates) ? resourceStates : [];
  return rootUri instanceof Uri ? rootUri.authority : resourceOf(givenUri(row))?.connectionId;
}

/** Gives the artifacts of a connection that are to be saved, and the comment. Throws a HumanError for what is no id. */
export function savedOfAll([, options]: readonly unknown[]) {
  const { comment, artifactIds } = membersOf(options);
  if (isNone(artifactIds)) {
    return { comment: textIn(comment), artifactIds: undefined };
  }
  if (!Array.isArray(artifactIds)) {
    throw new HumanError(notArtifactIds);
  }
  const ids = artifactIds.map((id: unknown) => checkedReference(id, notAnArtifact));
  return { comment: textIn(comment), artifactIds: new Set(ids) };
}

/** Gives the documents of rows of Source Control or of addresses; that of the active tab where nothing is given. */
export const unsavedDocuments: Reader<readonly Uri[]> = ({ args }) => {
  const active = args.length === 0 ? uriMeant(undefined) : undefined;
  return active ? [active] : args.flatMap((given) => givenUri(given) ?? []);
};

/** Tells whether the caller has named a document by its address. */
export function isNamed([first]: readonly unknown[]) {
  return { isNamed: first instanceof Uri };
}

/** The lines of a document that VS Code marks as changed. */
export interface MarkedChange {
  readonly uri: Uri;
  readonly change: LineChange;
}

/** Gives the change; undefined where something else is given than VS Code's view of a change gives. */
export const markedChange: Reader<MarkedChange> = ({ args: [uri, changes, index] }) => {
  const change: unknown = Array.isArray(changes) && typeof index === "number" ? changes[index] : undefined;
  return uri instanceof Uri && isLineChange(change) ? { uri, change } : undefined;
};

const isLineChange = shapeOf<LineChange>({
  originalStartLineNumber: isNumber,
  originalEndLineNumber: isNumber,
  modifiedStartLineNumber: isNumber,
  modifiedEndLineNumber: isNumber,
});
