import type { Connection } from "../../core/model/connection.ts";
import { parseReference } from "../../core/references/reference.ts";
import {
  isOfOtherConnection,
  namesNoArtifact,
  noConnectionTo,
  referenceExamples,
  referencePrompt,
  textNamesNoArtifact,
} from "../../core/sentences/targets.ts";
import { noConnection } from "../dialog/pickConnection.ts";
import { HumanError } from "../dialog/present.ts";
import { askInput } from "../dialog/quickInput.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";

/** The part of `Services` that asking for artifacts needs. */
export interface AskedConnections {
  readonly registry: { readonly connections: readonly Connection[] };
  readonly pickConnection: (question: string) => Promise<Connection | undefined>;
}

export interface ArtifactQuestion {
  readonly title: string;
  readonly prompt?: string;
  /** Gives the question for the connection of a number that was typed alone. */
  readonly askWhose: (artifactId: number) => string;
}

/**
 * Asks for an artifact, which the person types as a number, a reference or an address; it is of `connection` where one
 * is given. Gives undefined when they gave up.
 */
export async function askArtifact(
  services: AskedConnections,
  connection: Connection | undefined,
  question: ArtifactQuestion,
): Promise<ArtifactTarget | undefined> {
  const { connections } = services.registry;
  if (connections.length === 0) {
    throw noConnection();
  }
  const text = await askInput({
    title: question.title,
    prompt: question.prompt ?? referencePrompt,
    placeHolder: referenceExamples,
    validateInput: (typed) => (typed.trim() === "" ? undefined : referenceProblem(connections, connection, typed)),
  });
  return text === undefined ? undefined : await referredArtifact(services, connection, text, question.askWhose);
}

/** Gives the artifact that `text` names; throws a HumanError when it names none. */
export async function referredArtifact(
  { registry: { connections }, pickConnection }: AskedConnections,
  connection: Connection | undefined,
  text: string,
  askWhose: (artifactId: number) => string,
): Promise<ArtifactTarget | undefined> {
  const problem = referenceProblem(connections, connection, text);
  const reference = parseReference(text, connections);
  if (problem !== undefined || reference?.kind !== "artifact") {
    throw new HumanError(problem ?? textNamesNoArtifact(text));
  }
  const { artifactId } = reference;
  const connectionId = reference.connectionId ?? connection?.id ?? (await pickConnection(askWhose(artifactId)))?.id;
  return connectionId === undefined ? undefined : { connectionId, artifactId };
}

function referenceProblem(
  connections: readonly Connection[],
  connection: Connection | undefined,
  text: string,
): string | undefined {
  const reference = parseReference(text, connections);
  if (reference === undefined) {
    return namesNoArtifact;
  }
  if (reference.kind === "unknownOrigin") {
    return noConnectionTo(reference.origin);
  }
  return connection && reference.connectionId !== undefined && reference.connectionId !== connection.id
    ? isOfOtherConnection(connection.label)
    : undefined;
}
