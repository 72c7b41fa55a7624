import { type InputBoxValidationMessage, InputBoxValidationSeverity } from "vscode";
import { removeButton } from "../../core/labels/buttons.ts";
import type { TrackerReference } from "../../core/model/artifact.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { checkQuery, finishedProblem } from "../../core/query/checkQuery.ts";
import { keyOfQuery, type SavedQuery } from "../../core/query/savedQueries.ts";
import { looksLikeQuery, titleQuery } from "../../core/search/words.ts";
import { reasonOf, saidBy } from "../../core/sentences/failures.ts";
import { queryProblem } from "../../core/sentences/queries.ts";
import {
  askingAboutQuery,
  askQueryRemoval,
  chooseQuery,
  queryExample,
  queryIsMissing,
  queryNameIsMissing,
  queryNameIsTaken,
  queryNamePrompt,
  queryNotSaved,
  queryPrompt,
  queryRemovalDetail,
  querySaved,
  queryTitle,
  readingFields,
} from "../../core/sentences/savedQueries.ts";
import { unnamedTracker } from "../../core/sentences/search.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { askText } from "../dialog/askText.ts";
import { withProgress } from "../dialog/cancellation.ts";
import { confirm, explained, HumanError, inform } from "../dialog/present.ts";
import type { Services } from "../services/services.ts";
import type { QueryName, TrackerTarget } from "../targets/trackerTarget.ts";
import type { SavedQueries } from "./savedQueries.ts";

/** Saves, changes and removes queries of trackers, and asks the person where something is not given. */
export class QueryEditor {
  readonly #services: Services;
  readonly #queries: SavedQueries;

  constructor(services: Services, queries: SavedQueries) {
    this.#services = services;
    this.#queries = queries;
  }

  /**
   * Saves a query of a tracker; asks for label and query unless both are given. The service is asked whether it takes
   * the query. Throws a HumanError where both are given and the service does not take it.
   */
  async save(
    { connectionId, tracker }: TrackerTarget,
    { label, query }: { readonly label: string | undefined; readonly query: string | undefined },
  ): Promise<void> {
    if (label !== undefined && query !== undefined) {
      const saved = { connectionId, trackerId: tracker.id, label: label.trim(), query: query.trim() };
      await this.#store(saved, await this.#count(saved));
      return;
    }
    await this.saveText(connectionId, tracker, query ?? "", label);
  }

  /** Saves what was typed to search in a tracker, after asking for a label and the query, which the text may be. */
  async saveText(connectionId: string, tracker: TrackerReference, text: string, label?: string): Promise<void> {
    const structure = await this.#structureOf(connectionId, tracker.id);
    const titleField = structure?.fields.find(({ fieldId }) => fieldId === structure.titleFieldId)?.name ?? "title";
    const query = text.trim() === "" || looksLikeQuery(text) ? text.trim() : titleQuery(titleField, text);
    await this.#ask({ connectionId, trackerId: tracker.id, label: label ?? "", query }, tracker.label, structure);
  }

  /** Lets the person change a query's text and label. */
  async edit(name: QueryName): Promise<void> {
    const query = this.#saved(name);
    const structure = await this.#structureOf(query.connectionId, query.trackerId);
    await this.#ask(query, structure?.label, structure, query);
  }

  /** Removes a query, after a yes unless `isCertain`. */
  async remove(name: QueryName, isCertain: boolean): Promise<void> {
    const query = this.#saved(name);
    if (isCertain || (await confirm(askQueryRemoval(query.label), queryRemovalDetail(query.query), removeButton))) {
      await this.#queries.remove(query);
    }
  }

  /** Gives the structure that the query is checked against as it is typed; undefined where it cannot be had. */
  #structureOf(connectionId: string, trackerId: number): Promise<Tracker | undefined> {
    return withProgress(readingFields, (signal) => this.#services.catalogOf(connectionId).tracker(trackerId, signal));
  }

  async #ask(
    draft: SavedQuery,
    trackerLabel: string | undefined,
    structure: Tracker | undefined,
    replaced?: SavedQuery,
  ): Promise<void> {
    const title = queryTitle(replaced === undefined);
    let { query } = draft;
    let found = 0;
    for (;;) {
      const asked = await askText({
        title,
        step: 1,
        totalSteps: 2,
        value: query,
        prompt: queryPrompt(trackerLabel || unnamedTracker(draft.trackerId)),
        placeholder: queryExample,
        remark: (text) => remarkOn(text, structure),
        validate: async (text) => {
          const wrong = checkQuery(text, structure).find(({ severity }) => severity === "error");
          if (wrong && text.trim() !== "") {
            return queryProblem(wrong, text);
          }
          const counted = await this.#checked({ ...draft, query: text.trim() });
          if (typeof counted === "string") {
            return counted;
          }
          found = counted;
          return undefined;
        },
      });
      if (asked?.kind !== "text") {
        return;
      }
      query = asked.text.trim();
      const named = await askText({
        title,
        step: 2,
        totalSteps: 2,
        canGoBack: true,
        value: draft.label === "" ? query : draft.label,
        prompt: queryNamePrompt(found),
        validate: (text) => this.#labelProblem({ ...draft, label: cleanLabel(text) }, replaced),
      });
      if (named?.kind === "text") {
        await this.#store({ ...draft, label: cleanLabel(named.text), query }, found, replaced);
      }
      if (named?.kind !== "back") {
        return;
      }
    }
  }

  #labelProblem(query: SavedQuery, replaced: SavedQuery | undefined): string | undefined {
    if (query.label === "") {
      return queryNameIsMissing;
    }
    const isTaken = this.#queries
      .list(query.connectionId)
      .some(
        (each) => keyOfQuery(each) === keyOfQuery(query) && (!replaced || keyOfQuery(each) !== keyOfQuery(replaced)),
      );
    return isTaken ? queryNameIsTaken : undefined;
  }

  async #store(query: SavedQuery, found: number, replaced?: SavedQuery): Promise<void> {
    await this.#queries.save(query, replaced);
    const { label } = this.#services.registry.get(query.connectionId);
    void inform(querySaved(query.label, label, found));
  }

  /**
   * Tells how many artifacts the query finds now, or why the service does not take it. Throws where it cannot be asked.
   */
  async #checked(query: SavedQuery): Promise<number | string> {
    if (query.query === "") {
      return queryIsMissing;
    }
    try {
      return await this.#count(query);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (isServiceError(cause) && cause.kind === "rejected") {
        return saidBy(cause) || reasonOf(cause);
      }
      throw error;
    }
  }

  async #count({ connectionId, trackerId, query }: SavedQuery): Promise<number> {
    const title = askingAboutQuery;
    const page = await explained(queryNotSaved, connectionId, () =>
      withProgress(title, async (signal) =>
        (await this.#services.serviceOf(connectionId)).listArtifacts(trackerId, 0, 1, signal, {
          expertQuery: query,
        }),
      ),
    );
    return page.total ?? page.items.length;
  }

  /** Gives a query of the settings. Throws a HumanError where there is none of that name. */
  #saved({ connectionId, trackerId, label }: QueryName): SavedQuery {
    const query = this.#queries.list(connectionId).find((each) => each.trackerId === trackerId && each.label === label);
    if (!query) {
      throw new HumanError(chooseQuery);
    }
    return query;
  }
}

function remarkOn(text: string, structure: Tracker | undefined): InputBoxValidationMessage | undefined {
  const problem = finishedProblem(checkQuery(text, structure), text);
  const { Error: error, Warning: warning } = InputBoxValidationSeverity;
  return (
    problem && {
      message: queryProblem(problem, text),
      severity: problem.severity === "error" ? error : warning,
    }
  );
}

function cleanLabel(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
