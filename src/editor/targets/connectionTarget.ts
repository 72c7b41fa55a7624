import { readSuggestions, type SuggestedConnection } from "../../core/connection/suggestions.ts";
import { malformedConnection } from "../../core/sentences/connectionCommands.ts";
import { HumanError } from "../dialog/present.ts";
import type { ConnectionTarget, NewConnection } from "../manifest/contributions.ts";
import type { Reader } from "./call.ts";
import { connectionIdIn, isNone, membersOf } from "./given.ts";

/** Gives the connection of an id, a row or another object; without these the only one, or the one that is picked. */
export function connection(question: string): Reader<ConnectionTarget> {
  return async ({ args: [first], services }) => {
    const connectionId = connectionIdIn(first) ?? (await services.pickConnection(question))?.id;
    return connectionId === undefined ? undefined : { connectionId };
  };
}

/** Gives the connection that is named. Where none is, nobody is asked. */
export const connectionIfAny: Reader<Partial<ConnectionTarget>> = ({ args: [first] }) => ({
  connectionId: connectionIdIn(first),
});

/** Gives a connection to be added, or a suggested one's row. Without these the person is asked for all of it. */
export const newConnection: Reader<{ readonly given?: NewConnection; readonly suggestion?: SuggestedConnection }> = ({
  args: [first],
}) => {
  if (isNone(first)) {
    return {};
  }
  const { kind, suggestion } = membersOf(first);
  if (kind === "suggestion" && isNewConnection(suggestion)) {
    const [read] = readSuggestions([suggestion], String(membersOf(suggestion)["from"] ?? ""));
    return read ? { suggestion: read } : {};
  }
  if (!isNewConnection(first)) {
    throw new HumanError(malformedConnection);
  }
  return { given: first };
};

/** Tells whether an object is a connection to be added. An id that is wrong is told where the id is read. */
function isNewConnection(given: unknown): given is NewConnection {
  const { url, label, accessKey } = membersOf(given);
  return typeof url === "string" && [label ?? "", accessKey ?? ""].every((text) => typeof text === "string");
}
