import type { FieldValue } from "../../../../src/core/model/artifact.ts";
import type { Changeset, ChangesetSource, Comment } from "../../../../src/core/model/changeset.ts";
import { ServiceError, type ServiceErrorKind } from "../../../../src/core/service/serviceError.ts";

export const summary = 1;
export const notes = 2;

export const never = new AbortController().signal;

export function line(value: string, fieldId = summary): FieldValue {
  return {
    fieldId,
    type: "string",
    label: "Summary",
    kind: "string",
    entry: { fieldId, members: { value } },
    names: {},
  };
}

export function longText(content: string): FieldValue {
  const entry = { fieldId: notes, members: { value: { content, format: "commonmark" } } };
  return { fieldId: notes, type: "text", label: "Notes", kind: "text", entry, names: {} };
}

export function step(id: number, values: readonly FieldValue[], comment?: string | Comment): Changeset {
  const said = typeof comment === "string" ? { content: comment, format: "text" as const } : comment;
  const submittedOn = new Date(Date.UTC(2026, 2, 13) + id * 1000).toISOString();
  return { id, authorId: 103, author: "Max", submittedOn, values, ...(said && { comment: said }) };
}

/** A history as the service gives it: pages count what cannot be seen, and leave it out, save as their first. */
export class LongHistory implements ChangesetSource {
  steps: Changeset[];
  /** The ids of steps that show no difference to the user. */
  hidden = new Set<number>();
  /** Those that were asked, as `offset+limit`, the count as `count`. */
  readonly asked: string[] = [];
  refusesToCount: ServiceErrorKind | undefined;
  isCounting = true;
  /** What its clock shows, in ms after the newest step; undefined where its answers do not tell. */
  clockMs: number | undefined;

  constructor(count: number, values: (n: number) => readonly FieldValue[] = (n) => [line(`Version ${n}`)]) {
    this.steps = Array.from({ length: count }, (_, index) => step(1000 + 3 * index, values(index + 1)));
  }

  get lastId(): number {
    return this.steps.at(-1)?.id ?? 1000;
  }

  add(values: readonly FieldValue[], comment?: string): void {
    this.steps.push(step(this.lastId + 3, values, comment));
  }

  /** Says something in the second of the newest step. */
  addAtOnce(comment: string): void {
    const last = this.steps.at(-1);
    this.steps.push({ ...step(this.lastId + 3, last?.values ?? [], comment), submittedOn: last?.submittedOn ?? "" });
  }

  async countChangesets(): Promise<number | undefined> {
    this.asked.push("count");
    if (this.refusesToCount) {
      throw new ServiceError({ kind: this.refusesToCount, method: "GET", path: "/changesets", status: 403 });
    }
    return this.isCounting ? this.steps.length : undefined;
  }

  async readChangesets(_artifactId: number, { offset, limit }: { readonly offset: number; readonly limit: number }) {
    this.asked.push(`${offset}+${limit}`);
    const items = this.steps
      .slice(offset, offset + limit)
      .filter(({ id }, index) => index === 0 || !this.hidden.has(id));
    const total = this.steps.length;
    const next = offset + limit < total ? { nextOffset: offset + limit } : {};
    return { items, ...next, ...(this.isCounting && { total }), ...this.#date };
  }

  get #date() {
    const newestMs = Date.parse(this.steps.at(-1)?.submittedOn ?? "");
    return this.clockMs === undefined ? {} : { date: new Date(newestMs + this.clockMs).toUTCString() };
  }
}
