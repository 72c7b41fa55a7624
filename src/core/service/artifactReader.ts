import type { Artifact } from "../model/artifact.ts";
import { BoundedMap } from "../util/boundedMap.ts";
import { repetitiveJsonParser } from "../util/repetitiveJson.ts";
import { invalidAnswer, type JsonParser, jsonOf, requireJson } from "./answer.ts";
import { readArtifact } from "./readArtifact.ts";
import type { Answer, Request } from "./request.ts";
import { valueReader } from "./valueReader.ts";

/** Reads the artifact out of an answer; the same object where that is the same, byte for byte, as the last one of it. */
type ArtifactReader = (request: Request, answer: Answer, artifactId: number, key: string | undefined) => Artifact;

/** As many artifacts as a person has open at a time. */
const maxArtifacts = 8;

interface LastAnswer {
  readonly body: Uint8Array;
  readonly artifact: Artifact;
  /** These two read of the next answer what is otherwise than in this one. */
  readonly parse: JsonParser;
  readonly readValue: ReturnType<typeof valueReader>;
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
    const { parse, readValue } = before ?? { parse: repetitiveJsonParser(3), readValue: valueReader() };
    const artifact = readArtifact(jsonOf(request, answer, key, parse), artifactId, origin, readValue);
    if (artifact === undefined) {
      throw invalidAnswer(request, answer, "incomplete");
    }
    last.set(artifactId, { body: answer.body, artifact, parse, readValue });
    return artifact;
  };
}

function isSameContent(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
