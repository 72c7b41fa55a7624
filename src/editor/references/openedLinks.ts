import { commands, type Uri } from "vscode";
import type { Connection } from "../../core/model/connection.ts";
import { artifactInLink } from "../../core/references/artifactLink.ts";
import { linkToNothing, linkToOther } from "../../core/sentences/references.ts";
import { warn } from "../dialog/present.ts";
import { commandIds } from "../manifest/contributions.ts";

interface Connections {
  readonly connections: readonly Connection[];
}

/**
 * Opens the artifacts of links to this extension. Any page of the web may follow such a link as often as it likes. So
 * one artifact is opened after another, only the last link counts of those that come meanwhile, and one message is
 * shown at a time. Only the service of a connection is asked.
 */
export class OpenedLinks {
  readonly #registry: Connections;
  #next: Uri | undefined;
  #isOpening = false;
  #isTelling = false;

  constructor({ registry }: { readonly registry: Connections }) {
    this.#registry = registry;
  }

  /** Opens the artifact that `link` names, or tells why there is none to open. */
  async open(link: Uri): Promise<void> {
    this.#next = link;
    if (this.#isOpening) {
      return;
    }
    this.#isOpening = true;
    try {
      for (let next = this.#take(); next; next = this.#take()) {
        await this.#openOne(next);
      }
    } finally {
      this.#isOpening = false;
    }
  }

  #take(): Uri | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }

  async #openOne(link: Uri): Promise<void> {
    const named = artifactInLink(link, this.#registry.connections);
    if (named?.kind !== "artifact") {
      this.#tell(named ? linkToOther(named.origin) : linkToNothing);
      return;
    }
    const { connectionId, artifactId } = named;
    await commands.executeCommand(commandIds.openArtifact, { connectionId, artifactId });
  }

  #tell(message: string): void {
    if (!this.#isTelling) {
      this.#isTelling = true;
      void warn(message).finally(() => {
        this.#isTelling = false;
      });
    }
  }
}
