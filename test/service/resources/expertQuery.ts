import { forwardLinks, reverseLinks } from "../fields/links.ts";
import { badRequest } from "../server/answer.ts";
import type { ApiRequest } from "../server/router.ts";
import type { Artifact, Field, StoredValue, Tracker } from "../state/model.ts";
import { canRead } from "../state/permissions.ts";
import { firstChangeset, lastChangeset } from "../state/state.ts";
import { parseDate, startOfDay } from "../wire/dates.ts";

type Condition = (artifact: Artifact) => boolean;

/**
 * The query language of trackers: comparisons (`=`, `!=`, `<`, `<=`, `>`, `>=`, `BETWEEN`, `IN`, `NOT IN`) of fields by
 * name or semantic, joined by `AND`, `OR` and brackets, with `NOW()`, `MYSELF()`, `@comments`, and links.
 */
export function readExpertQuery(request: ApiRequest, tracker: Tracker, text: string): Condition {
  return new ExpertQuery(request, tracker, text).parse();
}

const token = /\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|!=|<=|>=|[=<>(),+-]|@?[A-Za-z_][\w.]*|\d+(?:\.\d+)?[dwmy]?)/y;
const unitSeconds: Readonly<Record<string, number>> = { d: 86_400, w: 604_800, m: 2_592_000, y: 31_536_000 };

class ExpertQuery {
  readonly #request: ApiRequest;
  readonly #tracker: Tracker;
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(request: ApiRequest, tracker: Tracker, text: string) {
    this.#request = request;
    this.#tracker = tracker;
    this.#tokens = tokensOf(text);
  }

  parse(): Condition {
    const condition = this.#parseOr();
    if (this.#at < this.#tokens.length) {
      throw syntaxError();
    }
    return condition;
  }

  #parseOr(): Condition {
    const terms = [this.#parseAnd()];
    while (this.#takeWord("OR")) {
      terms.push(this.#parseAnd());
    }
    return (artifact) => terms.some((holds) => holds(artifact));
  }

  #parseAnd(): Condition {
    const terms = [this.#parseTerm()];
    while (this.#takeWord("AND")) {
      terms.push(this.#parseTerm());
    }
    return (artifact) => terms.every((holds) => holds(artifact));
  }

  #parseTerm(): Condition {
    if (this.#take("(")) {
      const inner = this.#parseOr();
      this.#expect(")");
      return inner;
    }
    const isWith = this.#takeWord("WITH");
    if (isWith || this.#takeWord("WITHOUT")) {
      return this.#parseFamily(isWith);
    }
    if (this.#takeWord("IS")) {
      return this.#parseLinked();
    }
    return this.#parseComparison();
  }

  #parseFamily(isWanted: boolean): Condition {
    const { state } = this.#request;
    const isParent = this.#takeWord("PARENT");
    if (!isParent && !this.#takeWord("CHILDREN")) {
      throw syntaxError();
    }
    return (artifact) => {
      const links = isParent ? reverseLinks(state, artifact.id) : forwardLinks(artifact);
      return links.some((link) => link.type === "_is_child") === isWanted;
    };
  }

  #parseLinked(): Condition {
    const { state } = this.#request;
    const isWanted = !this.#takeWord("NOT");
    this.#expectWord("LINKED");
    const isForward = this.#takeWord("TO");
    if (!isForward) {
      this.#expectWord("FROM");
    }
    let isTarget = (_id: number) => true;
    const isTracker = this.#takeWord("TRACKER");
    if (isTracker || this.#takeWord("ARTIFACT")) {
      this.#expect("=");
      const wanted = this.#literal();
      isTarget = isTracker
        ? (id) => {
            const target = state.artifact(id);
            return (
              target !== undefined && [String(target.trackerId), state.trackerOf(target).itemName].includes(wanted)
            );
          }
        : (id) => String(id) === wanted;
    }
    const type = this.#takeWord("WITH") && this.#expectWord("TYPE") ? this.#literal() : undefined;
    return (artifact) => {
      const links = isForward ? forwardLinks(artifact) : reverseLinks(state, artifact.id);
      return links.some((link) => isTarget(link.id) && (type === undefined || link.type === type)) === isWanted;
    };
  }

  #parseComparison(): Condition {
    const name = this.#next();
    if (!/^@?[A-Za-z_]/.test(name)) {
      throw syntaxError();
    }
    const read = this.#reader(name);
    const operator = this.#operator();
    const wanted =
      operator === "IN" || operator === "NOT IN" || operator === "BETWEEN" ? this.#values(name) : [this.#value(name)];
    read.check?.(wanted);
    return (artifact) => {
      const actual = read.values(artifact);
      return compare(actual, operator, wanted, this.#request.state.zone);
    };
  }

  #operator(): string {
    const word = this.#next().toUpperCase();
    if (word === "NOT") {
      this.#expectWord("IN");
      return "NOT IN";
    }
    if (!["=", "!=", "<", "<=", ">", ">=", "BETWEEN", "IN"].includes(word)) {
      throw syntaxError();
    }
    return word;
  }

  #values(name: string): readonly string[] {
    this.#expect("(");
    const values = [this.#value(name)];
    while (this.#take(",")) {
      values.push(this.#value(name));
    }
    this.#expect(")");
    return values;
  }

  /** A literal, or what `NOW() - 1w` and `MYSELF()` come to. */
  #value(name: string): string {
    if (this.#takeWord("MYSELF")) {
      this.#expect("(");
      this.#expect(")");
      return this.#request.caller?.username ?? "";
    }
    if (this.#tokens[this.#at]?.toUpperCase() === "OPEN" && this.#tokens[this.#at + 1] === "(") {
      throw badRequest(`The list field '${name}' cannot be compared to OPEN().`);
    }
    if (!this.#takeWord("NOW")) {
      return this.#literal();
    }
    this.#expect("(");
    this.#expect(")");
    const sign = this.#take("-") ? -1 : this.#take("+") ? 1 : 0;
    const span = sign === 0 ? undefined : /^(\d+)([dwmy])$/.exec(this.#next());
    if (sign !== 0 && !span) {
      throw syntaxError();
    }
    const shift = span ? sign * Number(span[1]) * (unitSeconds[span[2] ?? ""] ?? 0) : 0;
    return `@${this.#request.clock.nowSeconds() + shift}`;
  }

  #literal(): string {
    const sign = this.#take("-") ? "-" : "";
    const text = this.#next();
    if (/^["']/.test(text)) {
      return text.slice(1, -1).replace(/\\(.)/g, "$1");
    }
    if (!/^\d/.test(text)) {
      throw syntaxError();
    }
    return sign + text;
  }

  /** What a name stands for: a field, a semantic of the tracker, or something every artifact has. */
  #reader(name: string): { values: (artifact: Artifact) => Actual; check?: (wanted: readonly string[]) => void } {
    const { state, caller } = this.#request;
    const usernames = (ids: readonly (number | string)[]): Actual => ({
      kind: "words",
      words: ids.map((id) => state.users.get(Number(id))?.username ?? ""),
    });
    const date = (seconds: number | null): Actual => ({ kind: "day", seconds });
    switch (name) {
      case "@comments":
        return {
          values: (artifact) => ({
            kind: "text",
            text: artifact.changesets.map((changeset) => changeset.comment?.body ?? "").join("\n"),
          }),
        };
      case "@submitted_on":
      case "submitted_on":
        return { values: (artifact) => date(firstChangeset(artifact).submittedOn) };
      case "@last_update_date":
      case "last_update_date":
        return { values: (artifact) => date(lastChangeset(artifact).submittedOn) };
      case "@submitted_by":
      case "submitted_by":
        return { values: (artifact) => usernames([firstChangeset(artifact).submittedBy]) };
      case "@id":
        return { values: (artifact) => ({ kind: "number", number: artifact.id }) };
    }
    const field = this.#field(name);
    if (!field?.isUsed || !canRead(state, caller, field)) {
      throw badRequest(
        `We cannot search on '${name}', we don't know what it refers to. Please refer to the documentation for the allowed comparisons.`,
      );
    }
    if (unsupported.includes(field.type)) {
      throw badRequest(
        `The field '${name}' is not supported. Please\nrefer to the documentation for the allowed comparisons.`,
      );
    }
    return {
      values: (artifact) => this.#actual(field, lastChangeset(artifact).values.get(field.id), usernames),
      check: (wanted) => checkLabels(field, wanted),
    };
  }

  #field(name: string): Field | undefined {
    const { title, description, status, contributor } = this.#tracker.semantics;
    const semantics: Readonly<Record<string, number | undefined>> = {
      title,
      description,
      status: status?.fieldId,
      assigned_to: contributor,
    };
    const byName = this.#tracker.fields.find((field) => field.name === name);
    return byName ?? this.#tracker.fields.find((field) => field.id === semantics[name]);
  }

  #actual(
    field: Field,
    value: StoredValue | undefined,
    usernames: (ids: readonly (number | string)[]) => Actual,
  ): Actual {
    switch (value?.kind) {
      case "string":
        return { kind: "text", text: value.value };
      case "text":
        return { kind: "text", text: value.content };
      case "number":
        return { kind: "number", number: value.value };
      case "date":
        return { kind: "day", seconds: value.seconds };
      case "list": {
        const { bind } = field;
        if (bind?.type === "users") {
          return usernames(value.ids);
        }
        const label = (id: number | string) =>
          bind?.type === "static"
            ? bind.values.find((each) => each.id === id)?.label
            : this.#request.state.groups.get(String(id))?.label;
        return { kind: "words", words: value.ids.map((id) => label(id) ?? "") };
      }
      default:
        return { kind: "text", text: "" };
    }
  }

  #next(): string {
    const text = this.#tokens[this.#at];
    if (text === undefined) {
      throw syntaxError();
    }
    this.#at += 1;
    return text;
  }

  #take(text: string): boolean {
    const isNext = this.#tokens[this.#at] === text;
    this.#at += isNext ? 1 : 0;
    return isNext;
  }

  #takeWord(word: string): boolean {
    const isNext = this.#tokens[this.#at]?.toUpperCase() === word;
    this.#at += isNext ? 1 : 0;
    return isNext;
  }

  #expect(text: string): void {
    if (!this.#take(text)) {
      throw syntaxError();
    }
  }

  #expectWord(word: string): true {
    if (!this.#takeWord(word)) {
      throw syntaxError();
    }
    return true;
  }
}

/** The service cannot search fields of these types. */
const unsupported: readonly string[] = ["tbl", "art_link", "computed", "aid"];

function syntaxError(): Error {
  return badRequest("Error during parsing expert query");
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  const source = text.trimEnd();
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    if (!match) {
      throw syntaxError();
    }
    tokens.push(match[1] ?? "");
  }
  return tokens;
}

function checkLabels(field: Field, wanted: readonly string[]): void {
  if (field.bind?.type !== "static") {
    return;
  }
  const labels = field.bind.values.map((value) => value.label.toLowerCase());
  const unknown = wanted.filter((label) => label !== "" && !labels.includes(label.toLowerCase()));
  if (unknown.length > 0) {
    throw badRequest(
      `The value ${unknown.map((label) => `'${label}'`).join(", ")} doesn't exist for the list field '${field.name}'.`,
    );
  }
}

type Actual =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly number: number | null }
  | { readonly kind: "day"; readonly seconds: number | null }
  | { readonly kind: "words"; readonly words: readonly string[] };

function compare(actual: Actual, operator: string, wanted: readonly string[], zone: string): boolean {
  switch (actual.kind) {
    case "text": {
      const isFound = actual.text.toLowerCase().includes((wanted[0] ?? "").toLowerCase());
      return operator === "!=" ? !isFound : isFound;
    }
    case "words": {
      const words = actual.words.map((word) => word.toLowerCase());
      const isFound = wanted.some((word) => (word === "" ? words.length === 0 : words.includes(word.toLowerCase())));
      return operator === "!=" || operator === "NOT IN" ? !isFound : isFound;
    }
    case "number":
      return compareNumbers(actual.number, operator, wanted.map(Number));
    case "day": {
      const days = wanted.map((text) => startOfDay(parseDate(text, 0, zone) ?? 0, zone));
      return compareNumbers(actual.seconds === null ? null : startOfDay(actual.seconds, zone), operator, days);
    }
  }
}

function compareNumbers(
  value: number | null,
  operator: string,
  [first = 0, second = first]: readonly number[],
): boolean {
  if (value === null) {
    return operator === "!=";
  }
  switch (operator) {
    case "=":
      return value === first;
    case "!=":
      return value !== first;
    case "<":
      return value < first;
    case "<=":
      return value <= first;
    case ">":
      return value > first;
    case ">=":
      return value >= first;
    default:
      return value >= first && value <= second;
  }
}
