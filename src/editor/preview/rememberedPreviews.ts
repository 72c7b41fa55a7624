import { type Memento, TabInputWebview, window } from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { previewTitle } from "../../core/sentences/previews.ts";
import { withoutIcons } from "../../core/util/plainLabel.ts";
import type { DraftDocument } from "../drafts/draftDocuments.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { PreviewTarget } from "./previewPanel.ts";

type TitledTarget = PreviewTarget & { readonly title: string };

const memoryKey = "previews";

/** Remembers what panels show, by their titles: without scripts they keep nothing else over a reload. */
export class RememberedPreviews {
  readonly #memory: Memento;
  readonly #shown: () => readonly TitledTarget[];

  /** `shown` gives what the panels of this session show. */
  constructor(memory: Memento, shown: () => readonly TitledTarget[]) {
    this.#memory = memory;
    this.#shown = shown;
  }

  /** Gives what the panel with that title showed before the reload. */
  find(title: string): PreviewTarget | undefined {
    return this.#remembered().get(title);
  }

  /** Gives `title` on one line, so changed that no other panel than that of `target` has it. */
  unusedTitle(title: string, target: PreviewTarget): string {
    const words = withoutIcons(title.replace(/\s+/g, " "));
    const others = [...this.#shown(), ...this.#waiting()].filter((each) => keyOf(each) !== keyOf(target));
    const used = new Set(others.map((each) => each.title));
    let unused = used.has(words) ? `${words} (${target.connectionId})` : words;
    for (let n = 2; used.has(unused); n++) {
      unused = `${words} (${n})`;
    }
    return unused;
  }

  /** Keeps what is shown now, but nothing of the connection `forgotten`. */
  async keep(forgotten?: string): Promise<void> {
    const kept = [...this.#shown(), ...this.#waiting()].filter(({ connectionId }) => connectionId !== forgotten);
    await this.#memory.update(memoryKey, kept);
  }

  #remembered(): ReadonlyMap<string, PreviewTarget> {
    const stored: unknown = this.#memory.get(memoryKey);
    return new Map(
      (Array.isArray(stored) ? stored : []).flatMap((each: unknown): [string, PreviewTarget][] => {
        const { title, connectionId, artifactId, draft } = isJsonObject(each) ? each : {};
        if (typeof title !== "string" || typeof connectionId !== "string") {
          return [];
        }
        if (typeof draft === "string") {
          return [[title, { connectionId, draft }]];
        }
        return typeof artifactId === "number" ? [[title, { connectionId, artifactId }]] : [];
      }),
    );
  }

  /**
   * Gives what is shown in tabs that nobody has looked at since the reload: VS Code hands over a panel when somebody
   * does.
   */
  #waiting(): readonly TitledTarget[] {
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    const titles = new Set(tabs.filter(({ input }) => input instanceof TabInputWebview).map(({ label }) => label));
    const shown = new Set(this.#shown().map(({ title }) => title));
    return [...this.#remembered()].flatMap(([title, target]) =>
      titles.has(title) && !shown.has(title) ? [{ title, ...target }] : [],
    );
  }
}

/** Gives the target of a panel that shows the draft. */
export function targetOf({ connectionId, uri }: DraftDocument): PreviewTarget {
  return { connectionId, draft: uri.toString() };
}

/** Gives a key that tells panels apart. */
export function keyOf(target: PreviewTarget): string {
  return "draft" in target ? target.draft : `${target.connectionId}/${target.artifactId}`;
}

/** Gives the title of the page of an artifact that is called `title`. */
export function artifactTitle({ artifactId }: ArtifactTarget, title = ""): string {
  return previewTitle(`#${artifactId}`, title);
}

/** Gives the title of the page of a draft. */
export function draftTitle({ uri }: DraftDocument, tracker: Tracker | undefined): string {
  const [name = ""] = (uri.path.split("/").at(-1) ?? "").split(".");
  return previewTitle(name, tracker?.label ?? "");
}
