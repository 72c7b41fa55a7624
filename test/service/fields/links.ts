import { linkTypes } from "../dataset/trackers.ts";
import { trackerReference } from "../representations/references.ts";
import { badRequest, RestError } from "../server/answer.ts";
import type { Artifact, Field, Link } from "../state/model.ts";
import { canSeeArtifact } from "../state/permissions.ts";
import { lastChangeset, type State } from "../state/state.ts";
import { integer, invalidError, list, requiredError, toInteger } from "../wire/bodyShape.ts";
import { isObject, type JsonObject } from "../wire/json.ts";
import { type AcceptContext, type Accepted, expectKind, type FieldKind, type ReverseChange } from "./fieldKind.ts";

export const linkKind: FieldKind = {
  read: (_, value, { state, caller, artifact }) => {
    const isVisible = (id: number) => {
      const target = state.artifact(id);
      return target !== undefined && canSeeArtifact(state, caller, target);
    };
    const forward = expectKind(value, "links")?.links ?? [];
    return {
      links: forward.filter((link) => isVisible(link.id)).map((link) => readLink(state, link)),
      reverse_links: reverseLinks(state, artifact.id)
        .filter((link) => isVisible(link.id))
        .map((link) => readLink(state, link)),
    };
  },
  accept: (field, entry, context) => {
    const { links, all_links: allLinks, parent } = entry;
    const isGiven = (value: unknown) => value !== undefined && value !== null;
    if (!isGiven(links) && !isGiven(allLinks) && !isGiven(parent)) {
      throw badRequest('"links" and/or "parent" or "all_links" key must be defined');
    }
    if (isGiven(allLinks)) {
      if (isGiven(links)) {
        throw badRequest('"all_links" key and "links" key cannot be used at the same time');
      }
      if (isGiven(parent)) {
        throw badRequest('"all_links" key and "parent" key cannot be used at the same time');
      }
      return acceptAll(field, list(allLinks, `${context.path}[all_links]`), context);
    }
    const reverse = isGiven(parent) ? [acceptParent(parent, context)] : undefined;
    if (!isGiven(links)) {
      return { value: context.before ?? { kind: "links", links: [] }, ...(reverse && { reverse }) };
    }
    const wanted = list(links, `${context.path}[links]`).map((link, index) =>
      readWanted(link, `${context.path}[links][${index}]`),
    );
    const accepted = acceptForward(field, wanted, context);
    return "value" in accepted && reverse ? { ...accepted, reverse } : accepted;
  },
  isEmpty: (value) => expectKind(value, "links")?.links.length === 0,
};

function readLink(state: State, link: Link): Record<string, unknown> {
  const target = state.artifact(link.id);
  return {
    type: link.type === "" ? null : link.type,
    id: link.id,
    uri: `artifacts/${link.id}`,
    tracker: target ? trackerReference(state, state.trackerOf(target)) : null,
  };
}

/** The links other artifacts hold to this one, by the id of the other one. */
export function reverseLinks(state: State, id: number): readonly Link[] {
  return state.sourcesOfLinksTo(id).flatMap((sourceId) => {
    const source = state.artifact(sourceId);
    return forwardLinks(source).flatMap((link) => (link.id === id ? [{ id: sourceId, type: link.type }] : []));
  });
}

export function forwardLinks(artifact: Artifact | undefined): readonly Link[] {
  const values = artifact ? [...lastChangeset(artifact).values.values()] : [];
  return values.flatMap((value) => (value.kind === "links" ? value.links : []));
}

function readWanted(link: unknown, path: string): Link {
  const id = isObject(link) ? link.id : undefined;
  if (!isObject(link) || id === undefined || id === null || id === "") {
    throw badRequest("Artifact links must have an id");
  }
  const type = link.type;
  return {
    id: positive(id, `${path}[id]`),
    type: typeof type === "string" ? type : type === undefined || type === null ? "" : String(type),
  };
}

function positive(value: unknown, path: string): number {
  const id = integer(value, path);
  if (id < 1) {
    throw invalidError(path, "Minimum required value is 1.");
  }
  return id;
}

/** Replaces the forward links the caller can see; those they cannot see stay, one to the artifact itself is dropped. */
function acceptForward(field: Field, given: readonly Link[], context: AcceptContext): Accepted {
  const { state, caller, artifact, before } = context;
  const wanted = given.filter((link) => link.id !== artifact?.id);
  const existing = expectKind(before, "links")?.links ?? [];
  const unseen = existing.filter((link) => {
    const target = state.artifact(link.id);
    return !target || !canSeeArtifact(state, caller, target);
  });
  for (const link of wanted) {
    const isKnown = unseen.some((each) => each.id === link.id);
    if (!isKnown && !state.artifact(link.id)) {
      return { problem: `${field.label}: ${link.id} is not an artifact id.` };
    }
    checkType(link, existing);
  }
  const kept = unseen.filter((link) => !wanted.some((each) => each.id === link.id));
  const last = new Map([...kept, ...wanted].map((link) => [link.id, link]));
  return { value: { kind: "links", links: [...last.values()] } };
}

function checkType(link: Link, existing: readonly Link[]): void {
  const isUnchanged = existing.some((each) => each.id === link.id && each.type === link.type);
  const known = linkTypes.find((type) => type.shortname === link.type);
  if (link.type !== "" && !isUnchanged && (!known || known.isSystem)) {
    throw badRequest(`The artifact link type "${link.type}" of artifact #${link.id} does not exist or is not editable`);
  }
}

function acceptParent(parent: unknown, { state }: AcceptContext): ReverseChange {
  const id = isObject(parent) ? toInteger(parent.id) : undefined;
  if (id === undefined) {
    throw badRequest("Artifact links must have an id");
  }
  return { artifactId: reverseTarget(state, id), type: "_is_child" };
}

function acceptAll(field: Field, links: readonly unknown[], context: AcceptContext): Accepted {
  const { state, caller, artifact } = context;
  const forward: Link[] = [];
  const backward: ReverseChange[] = [];
  links.forEach((link, index) => {
    const path = `${context.path}[all_links][${index}]`;
    const { id, direction, type } = readDirected(link, path);
    if (direction === "forward") {
      forward.push({ id, type });
    } else {
      backward.push({ artifactId: id, type });
    }
  });
  // A new artifact is made before anybody looks at the other ends of its links.
  for (const { artifactId } of artifact ? backward : []) {
    reverseTarget(state, artifactId);
  }
  const existing = artifact ? reverseLinks(state, artifact.id) : [];
  const removed = existing.filter((link) => {
    const source = state.artifact(link.id);
    const isWanted = backward.some((each) => each.artifactId === link.id);
    return !isWanted && source !== undefined && canSeeArtifact(state, caller, source);
  });
  const accepted = acceptForward(field, forward, context);
  return "value" in accepted
    ? { ...accepted, reverse: [...backward, ...removed.map((link) => ({ artifactId: link.id, type: undefined }))] }
    : accepted;
}

function readDirected(link: unknown, path: string): Link & { direction: "forward" | "reverse" } {
  const object: JsonObject = isObject(link) ? link : {};
  if (object.id === undefined || object.id === null || object.id === "") {
    throw requiredError(`${path}[id]`);
  }
  const id = positive(object.id, `${path}[id]`);
  const { direction, type } = object;
  if (direction === undefined || direction === null || direction === "") {
    throw requiredError(`${path}[direction]`);
  }
  if (direction !== "forward" && direction !== "reverse") {
    throw invalidError(`${path}[direction]`, "Expected one of (forward,reverse).");
  }
  if (typeof type !== "string") {
    throw badRequest('Artifact links "type" must be a string, use empty string for no type');
  }
  checkType({ id, type }, []);
  return { id, direction, type };
}

/** The artifact that is to hold a link to this one; a 400 when it cannot. */
export function reverseTarget(state: State, id: number): number {
  const source = state.artifact(id);
  if (!source) {
    throw RestError.translated(400, `You tried to create a link to Artifact #${id}, but it could not be found.`);
  }
  if (!state.trackerOf(source).fields.some((field) => field.type === "art_link" && field.isUsed)) {
    throw RestError.translated(
      400,
      `You tried to create a link to Artifact #${id}, but there is no artifact links field in its tracker.`,
    );
  }
  return id;
}
