import { isSameJson } from "../field/canonicalJson.ts";
import type { Artifact, FieldValue } from "../model/artifact.ts";
import type { Json } from "../model/json.ts";
import { BoundedMap } from "../util/boundedMap.ts";
import { invalidAnswer, jsonOf, requireJson } from "./answer.ts";
import { readArtifact } from "./readArtifact.ts";
import { readFieldValue } from "./readFieldValue.ts";
import type { Answer, Request } from "./request.ts";

/** Reads the artifact out of an answer; the same object where that is the same, byte for byte, as the last one of it. */
type ArtifactReader = (request: Request, answer: Answer, artifactId: number, key: string | undefined) => Artifact;

/** As many artifacts as a person has open at a time. */
const maxArtifacts = 8;

interface LastAnswer {
  readonly body: Uint8Array;
  readonly artifact: Artifact;
  readonly fields: readonly ReadField[];
}

/** A value as it was answered, and as it was read. */
interface ReadField {
  readonly raw: unknown;
  readonly value: FieldValue | undefined;
}

/**
 * Reads artifacts out of answers. The last answers are kept: an artifact is read again and again, most often unchanged,
 * since versions have the resolution of a second, or with a change of a field or two.
 */
export function artifactReader(origin: string): ArtifactReader {
  const last = new BoundedMap<number, LastAnswer>(maxArtifacts);
  return (request, answer, artifactId, key) => {
    requireJson(request, answer, key);
    const before = last.get(artifactId);
    if (before && isSameContent(before.body, answer.body)) {
      last.set(artifactId, before);
      return before.artifact;
    }
    const fields: ReadField[] = [];
    const artifact = readArtifact(jsonOf(request, answer, key), artifactId, origin, (raw, index) => {
      const known = before?.fields[index];
      const value = known && isSameJson(known.raw as Json, raw as Json) ? known.value : readFieldValue(raw);
      fields.push({ raw, value });
      return value;
    });
    if (artifact === undefined) {
      throw invalidAnswer(request, answer, "incomplete");
    }
    last.set(artifactId, { body: answer.body, artifact, fields });
    return artifact;
  };
}

function isSameContent(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
