import * as vscode from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { previewTitle } from "../../core/sentences/previews.ts";
import type { DraftDocument } from "../drafts/draftDocuments.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { PreviewTarget } from "./previewPanel.ts";
import type { KnownArtifact } from "./previewSubjects.ts";

/** What was shown, over a reload. */
export const memoryKey = "previews";

/** What a panel of the draft is about. */
export function targetOf({ connectionId, uri }: DraftDocument): PreviewTarget {
  return { connectionId, draft: uri.toString() };
}

/** Tells panels apart. */
export function keyOf(target: PreviewTarget): string {
  return "draft" in target ? target.draft : `${target.connectionId}/${target.artifactId}`;
}

export function artifactTitle({ artifactId }: ArtifactTarget, known: KnownArtifact | undefined): string {
  return previewTitle(`#${artifactId}`, known?.artifact.title ?? "");
}

export function draftTitle({ uri }: DraftDocument, tracker: Tracker | undefined): string {
  const [name = ""] = (uri.path.split("/").at(-1) ?? "").split(".");
  return previewTitle(name, tracker?.label ?? "");
}

/** What was shown before a reload, by the titles of the panels. */
export function rememberedIn(memory: vscode.Memento): ReadonlyMap<string, PreviewTarget> {
  const stored: unknown = memory.get(memoryKey);
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
 * What tabs are about that nobody has looked at since the reload: VS Code hands over a panel when somebody does, and has
 * nothing but its title then. `restored` are the titles of those that it has handed over.
 */
export function waitingIn(
  memory: vscode.Memento,
  restored: ReadonlySet<string>,
): readonly (PreviewTarget & { readonly title: string })[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const titles = new Set(tabs.filter(({ input }) => input instanceof vscode.TabInputWebview).map(({ label }) => label));
  return [...rememberedIn(memory)].flatMap(([title, target]) =>
    titles.has(title) && !restored.has(title) ? [{ title, ...target }] : [],
  );
}
