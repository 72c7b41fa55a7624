import * as vscode from "vscode";
import type { KnownConnections } from "../../core/known/connections.ts";
import type { KnownPeople } from "../../core/known/people.ts";
import { type CandidateSources, noCandidates } from "../../core/language/ports.ts";
import type { SvnNames } from "../../core/model/svnRepository.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { idProblemSentence } from "../../core/sentences/svn.ts";
import { checkIds, completeSettings, groupNames, nameOf, type SettingsNames } from "../../core/svn/settingsNames.ts";
import type { SettingsId } from "../../core/svn/settingsProblem.ts";
import { parseDraft } from "../../core/svn/settingsText.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { shortened, withoutControls } from "../../core/util/plainLabel.ts";
import { askedAt, completionItems, completionTriggers } from "../language/completions.ts";
import { GatheredEvent } from "../text/gatheredEvent.ts";
import { markdown } from "../text/markdown.ts";
import { diagnostic } from "../text/marks.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { TextDiagnostics } from "../text/textDiagnostics.ts";
import type { SettingsDocuments } from "./settingsDocuments.ts";

const selector: vscode.DocumentSelector = { scheme: artifactScheme, pattern: "**/*.svn.json" };
const maxHintLength = 40;

/**
 * Names the people and groups in settings and drafts: by hints, hovers and completion. Marks names that belong to
 * nobody.
 */
export class SettingsLanguage extends DisposableOwner {
  readonly #connections: KnownConnections;
  readonly #documents: SettingsDocuments;
  readonly #hintsChanged = this.disposables.add(new GatheredEvent());
  readonly #namesChanged = new vscode.EventEmitter<vscode.Uri>();

  constructor(known: KnownConnections, documents: SettingsDocuments) {
    super();
    this.#connections = known;
    this.#documents = documents;
    const add = this.disposables.add.bind(this.disposables);
    add(this.#namesChanged);
    add(
      documents.editor.onDidSettle((uri) => {
        this.#hintsChanged.fire();
        this.#namesChanged.fire(uri);
      }),
    );
    add(
      known.onDidKnowMore(() => {
        this.#hintsChanged.fire();
        for (const { uri } of vscode.workspace.textDocuments) {
          this.#namesChanged.fire(uri);
        }
      }),
    );
    add(
      new TextDiagnostics("artifactDesk.svn.names", {
        onDidSettle: this.#namesChanged.event,
        has: (uri) => uri.scheme === artifactScheme && uri.path.endsWith(".svn.json"),
        diagnose: (text) => this.#marks(text),
      }),
    );
    add(
      vscode.languages.registerInlayHintsProvider(selector, {
        onDidChangeInlayHints: this.#hintsChanged.event,
        provideInlayHints: (text, range) => this.#hints(text, range),
      }),
    );
    add(vscode.languages.registerHoverProvider(selector, { provideHover: (text, at) => this.#hover(text, at) }));
    add(
      vscode.languages.registerCompletionItemProvider(
        selector,
        {
          provideCompletionItems: (text, position, token) => {
            const known = this.#known(text);
            const asked = askedAt(text, position);
            return (
              known &&
              completionItems(asked, token, (signal) =>
                completeSettings(asked.content, asked.offset, known.names, known.sources, signal),
              )
            );
          },
        },
        ...completionTriggers,
      ),
    );
  }

  /** Gives what is known of the ids in a text; undefined where it is no text of settings. */
  #known({ uri }: vscode.TextDocument): TextOfSettings | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "svnSettings" && resource?.kind !== "svnDraft") {
      return undefined;
    }
    const documents = this.#documents;
    const projectId =
      resource.kind === "svnDraft" ? resource.projectId : documents.at(uri)?.copy.base?.repository.projectId;
    const connection = this.#connections.find(connectionId);
    const people = connection?.people;
    const told = toldIn(documents, connectionId, projectId);
    people?.learn(told.flatMap((names) => names.people));
    const known: SettingsNames = {
      person: (id) => people?.get(id),
      groups: groupNames(told, projectId),
      ...(projectId !== undefined && { projectId }),
    };
    return { names: known, people, sources: connection?.candidates ?? noCandidates };
  }

  #hints(text: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    const known = this.#known(text);
    if (!known) {
      return [];
    }
    const shown = parseDraft(text.getText()).ids.filter((id) => range.contains(text.positionAt(id.offset)));
    void this.#want(known, shown);
    return shown.flatMap((id) => {
      const name = withoutControls(nameOf(id, known.names) ?? "");
      if (name === "") {
        return [];
      }
      const hint = new vscode.InlayHint(text.positionAt(id.offset + id.length), shortened(name, maxHintLength));
      hint.paddingLeft = true;
      return [hint];
    });
  }

  async #hover(text: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const known = this.#known(text);
    const { version } = text;
    const id = parseDraft(text.getText()).ids.find((each) => rangeOf(text, each).contains(position));
    if (!known || !id) {
      return undefined;
    }
    await this.#want(known, [id]);
    const name = nameOf(id, known.names);
    if (name === undefined || text.version !== version) {
      return undefined;
    }
    return new vscode.Hover(markdown`${`${id.id}: ${name}`}`, rangeOf(text, id));
  }

  async #want({ people }: TextOfSettings, ids: readonly SettingsId[]): Promise<void> {
    await people?.want(ids.flatMap(({ kind, id }) => (kind === "person" ? [Number(id)] : [])));
  }

  #marks(text: vscode.TextDocument): readonly vscode.Diagnostic[] {
    const known = this.#known(text);
    if (!known) {
      return [];
    }
    const read = parseDraft(text.getText());
    void this.#want(known, read.ids);
    return checkIds(read, known.names).map((problem) =>
      diagnostic(rangeOf(text, problem.id), idProblemSentence(problem), "warning", problem.code),
    );
  }
}

interface TextOfSettings {
  readonly names: SettingsNames;
  readonly people: KnownPeople | undefined;
  readonly sources: CandidateSources;
}

/** Gives what was told by readings of the project's repositories that are open. */
function toldIn(
  documents: SettingsDocuments,
  connectionId: string,
  projectId: number | undefined,
): readonly SvnNames[] {
  return documents.editor.open().flatMap(({ document }) => {
    const { names, repository } = document.copy.base ?? {};
    const isSame =
      document.connectionId === connectionId && (projectId ?? repository?.projectId) === repository?.projectId;
    return names && isSame ? [names] : [];
  });
}
