import type { DocumentFormat } from "../../core/model/uri.ts";
import { parseReference } from "../../core/references/reference.ts";
import { askWhoseToOpen, noFormat, openTitle } from "../../core/sentences/targets.ts";
import { HumanError } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { defaultFormat } from "../settings/ownSettings.ts";
import { checkedArtifactId, neededArtifact } from "./artifactTarget.ts";
import { askArtifact, referredArtifact } from "./askArtifact.ts";
import type { Reader, TargetServices } from "./call.ts";
import { connectionIdIn, isNone, membersOf } from "./given.ts";

export interface ArtifactToOpen extends ArtifactTarget {
  /** The tracker's id, where the row tells it. */
  readonly trackerId?: number;
}

/**
 * Gives the artifacts of the rows that are selected; else that of a row, of ids, or of a reference or an address, which
 * may be the second or the only argument. Otherwise the person is asked: the artifact of the active editor is open
 * already.
 */
export const artifactsToOpen: Reader<readonly ArtifactToOpen[]> = async ({ args: [first, second], services }) => {
  const isOfRows = Array.isArray(second);
  const rows: readonly unknown[] = isOfRows && second.length > 0 ? second : [first];
  const opened: ArtifactToOpen[] = [];
  for (const row of rows) {
    const artifact = await artifactToOpen(services, row, isOfRows ? undefined : second);
    if (artifact) {
      opened.push({ ...artifact, ...trackerOf(row) });
    }
  }
  return opened;
};

/** Gives the artifact of a row that was clicked. */
export const clickedArtifact: Reader<ArtifactToOpen> = ({ args: [row] }) => ({
  ...neededArtifact(row),
  ...trackerOf(row),
});

function trackerOf(row: unknown): { readonly trackerId?: number } {
  const { id } = membersOf(membersOf(membersOf(row).summary).tracker);
  return typeof id === "number" ? { trackerId: id } : {};
}

async function artifactToOpen(
  services: TargetServices,
  first: unknown,
  second: unknown,
): Promise<ArtifactTarget | undefined> {
  const { registry, pickConnection } = services;
  const isAlone = typeof first === "string" && isNone(second) && isReference(services, first);
  const connectionId = isAlone ? undefined : connectionIdIn(first);
  const wanted = isAlone ? first : (second ?? membersOf(first).artifactId);
  const connection = connectionId === undefined ? undefined : registry.get(connectionId);
  if (typeof wanted === "number") {
    const artifactId = checkedArtifactId(wanted);
    const chosen = connection ?? (await pickConnection(askWhoseToOpen(artifactId)));
    return chosen && { connectionId: chosen.id, artifactId };
  }
  return typeof wanted === "string"
    ? await referredArtifact(services, connection, wanted, askWhoseToOpen)
    : await askArtifact(services, connection, { title: openTitle(connection?.label), askWhose: askWhoseToOpen });
}

/**
 * Tells whether `text`, given alone, is what a person would type: a reference or an address, and no connection's id.
 */
function isReference({ registry: { connections } }: TargetServices, text: string): boolean {
  return !connections.some(({ id }) => id === text) && parseReference(text, connections) !== undefined;
}

/** Gives a document's format, the person's own where none is given; throws a HumanError for anything else. */
export function formatIn(given: unknown): DocumentFormat {
  if (given === "json" || given === "xml") {
    return given;
  }
  if (!isNone(given)) {
    throw new HumanError(noFormat(given));
  }
  return defaultFormat();
}
