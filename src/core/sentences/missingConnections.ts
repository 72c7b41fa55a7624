// What is told without a connection; apart from the others, since it is there from the start.

export const noConnectionYet = "There is no connection yet. Add one first: Artifact Desk: Add Connection.";

export function noConnection(connectionId: string): string {
  return `There is no connection «${connectionId}». Add it, or check the setting of connections.`;
}
