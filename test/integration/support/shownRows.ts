import { suiteSetup, suiteTeardown } from "mocha";
import * as vscode from "vscode";

/** A row, as VS Code gives it to the commands of its menu. */
export interface ShownRow extends vscode.SourceControlResourceState {
  readonly name: string;
  readonly documentUri: vscode.Uri;
}

/** A provider of Source Control, with its groups by id. */
export interface ShownControl {
  readonly control: vscode.SourceControl;
  readonly groups: ReadonlyMap<string, vscode.SourceControlResourceGroup>;
}

/** What the extension shows in Source Control, which no API gives back. */
export interface ShownRows {
  /** The provider of a connection; undefined without one. */
  of(connectionId: string): ShownControl | undefined;
  /** The rows of a group of a connection. */
  rows(connectionId: string, group: "conflicts" | "changes" | "new"): readonly ShownRow[];
  /** What providers were made and disposed of, in order. */
  readonly seen: readonly ("made" | "gone")[];
}

/** Looks on while the suite in which it is called runs. Providers that were there before are not seen. */
export function useShownRows(): ShownRows {
  const controls = new Map<string, ShownControl>();
  const seen: ("made" | "gone")[] = [];
  const { createSourceControl } = vscode.scm;
  suiteSetup(() => {
    vscode.scm.createSourceControl = (...given) => {
      const control = createSourceControl(...given);
      const groups = new Map<string, vscode.SourceControlResourceGroup>();
      const createGroup = control.createResourceGroup.bind(control);
      control.createResourceGroup = (id, label) => {
        const group = createGroup(id, label);
        groups.set(id, group);
        return group;
      };
      const connectionId = control.rootUri?.authority ?? "";
      controls.set(connectionId, { control, groups });
      seen.push("made");
      const dispose = control.dispose.bind(control);
      control.dispose = () => {
        controls.delete(connectionId);
        seen.push("gone");
        dispose();
      };
      return control;
    };
  });
  suiteTeardown(() => {
    vscode.scm.createSourceControl = createSourceControl;
  });
  return {
    seen,
    of: (connectionId) => controls.get(connectionId),
    rows: (connectionId, group) =>
      (controls.get(connectionId)?.groups.get(group)?.resourceStates ?? []).filter(isShownRow),
  };
}

function isShownRow(row: vscode.SourceControlResourceState): row is ShownRow {
  return "documentUri" in row && row.documentUri instanceof vscode.Uri && "name" in row;
}
