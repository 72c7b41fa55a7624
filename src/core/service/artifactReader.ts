import type { Artifact } from "../model/artifact.ts";
import { invalidAnswer, jsonOf } from "./answer.ts";
import { readArtifact } from "./readArtifact.ts";
import type { Answer, Request } from "./request.ts";

/** The artifact in an answer. */
export function artifactIn(request: Request, answer: Answer, artifactId: number, key: string | undefined): Artifact {
  const artifact = readArtifact(jsonOf(request, answer, key), artifactId, request.origin);
  if (artifact === undefined) {
    throw invalidAnswer(request, answer, "incomplete");
  }
  return artifact;
}
