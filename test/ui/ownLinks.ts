/** The ways out of a conflict in the message of a save that met one: they name a document of ours, and nothing else. */
const wayOut =
  /^command:artifactDesk\.(conflict\.(merge|keepMine)|compareWithServer)\?%5B%22artifact%3A%2F%2F[\w.%-]+%22%5D$/;

/** Whether a link is one of ours, whatever the service says. */
export function isWayOut(link: string): boolean {
  return wayOut.test(link);
}
