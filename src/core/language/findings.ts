import type { LocatedEntry } from "../codec/documentEntries.ts";
import { maxMarks, type Problem } from "../codec/problem.ts";
import type { ReadDocument } from "../codec/readDocument.ts";
import { memberNode } from "../codec/textTree.ts";
import { fieldFinder } from "../field/fieldFinder.ts";
import { checkMembers } from "../field/meaning.ts";
import { chosenIds, noValue } from "../field/options.ts";
import { isSameJson } from "../field/sameJson.ts";
import type { ValueProblem } from "../field/valueProblem.ts";
import { none } from "../labels/values.ts";
import { isJsonObject, type Json, listOf } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import { type DocumentField, type DocumentFields, nameOfId } from "./documentFields.ts";
import { type MeantField, meantFields, namedField, namesNoField, type Refusal } from "./meantFields.ts";
import { isChanged, ruleProblems } from "./ruleProblems.ts";

/** Something to be said of a place in a document. It is data, of which the editor makes a sentence and quick fixes. */
export type Finding = Span & {
  /**
   * Tells how bad it is: with `error` the entry is not sent as it is, with `warning` the service will refuse or ignore
   * it.
   */
  readonly severity: "error" | "warning";
  readonly about: FindingSubject;
};

export type FindingSubject =
  | { readonly kind: "text"; readonly problem: Problem }
  | {
      readonly kind: "value";
      readonly problem: ValueProblem;
      readonly field: DocumentField;
      readonly entry: LocatedEntry;
    }
  /** The tracker has no such field. */
  | { readonly kind: "unknownField"; readonly entry: LocatedEntry }
  | {
      readonly kind: "notWritable";
      readonly field: DocumentField;
      readonly entry: LocatedEntry;
      readonly isNew: boolean;
    }
  /** The field may not be changed in the state of the artifact. */
  | { readonly kind: "frozen"; readonly field: DocumentField }
  /** The workflow knows no way from the artifact's state to this one. */
  | { readonly kind: "transition"; readonly field: DocumentField; readonly from?: string; readonly to: string }
  | { readonly kind: "selfLink"; readonly artifactId: number }
  /** The tracker does not know links of this type. */
  | { readonly kind: "linkType"; readonly field: DocumentField; readonly type: string }
  /** The draft names another tracker than the one it is for. */
  | { readonly kind: "otherTracker"; readonly named: number; readonly trackerId: number }
  /** The service refused the entry as it stands with this line. `meant` tells what a line without a field can mean. */
  | { readonly kind: "refused"; readonly line: string; readonly meant?: MeantField };

interface CheckedDocument {
  readonly read: ReadDocument;
  readonly fields: DocumentFields;
  /** The tracker for which the draft is. */
  readonly trackerId?: number;
  readonly refusal?: Refusal | undefined;
  /** Tells whether nobody has touched an entry yet: before a draft's first save nothing is said of such entries. */
  readonly isUntouched?: ((entry: LocatedEntry) => boolean) | undefined;
}

/** Finds all that is wrong with a document. Never throws. Where little is known of the fields, little is found. */
export function checkDocument(document: CheckedDocument): readonly Finding[] {
  const { read, fields, trackerId, refusal, isUntouched = () => false } = document;
  const { entries, problems, trackerId: named } = read.entries(fields.kindOf);
  const ofRules = ruleProblems(fields, entries);
  return [
    ...syntaxFindings(problems),
    ...(trackerId === undefined || named === undefined || named === trackerId
      ? []
      : [otherTracker(read, named, trackerId)]),
    ...entries.flatMap((entry) =>
      isUntouched(entry) ? [] : entryFindings(read, fields, entry, ofRules.get(entry.fieldId)),
    ),
    ...refusalFindings(refusal, fields, entries),
  ].slice(0, maxMarks);
}

/** Tells only the first syntax problem: one stray quote makes a dozen, and the rest follow from it. */
function syntaxFindings(problems: readonly Problem[]): readonly Finding[] {
  const first = problems.find(({ code }) => code === "syntax");
  return problems
    .filter((problem) => problem.code !== "syntax" || problem === first)
    .map((problem) => findingAt(problem, problem.severity, { kind: "text", problem }));
}

/** No more lines of a refusal are looked at, which has one or two. */
const maxRefusedLines = 20;

/**
 * Puts the service's refusal at the entries whose fields it names, as long as they stand as they were refused and a
 * save would still send something. A text whose changes were taken back has nothing that could be refused.
 */
function refusalFindings(
  refusal: Refusal | undefined,
  fields: DocumentFields,
  entries: readonly LocatedEntry[],
): readonly Finding[] {
  if (!entries.some((entry) => isChanged(fields, entry))) {
    return [];
  }
  const lines = (refusal?.message ?? "").split("\n", maxRefusedLines);
  const entryOf = fieldFinder(entries);
  return lines.flatMap((line): Finding[] => {
    if (namesNoField(line)) {
      return meantFields(refusal, fields, entries).map((meant) =>
        findingAt(meant.entry, "error", { kind: "refused", line, meant }),
      );
    }
    const field = namedField(line, fields.all);
    const entry = field && entryOf(field.fieldId);
    const isUntouched = entry && isSameJson(refusal?.membersOf(entry.fieldId), entry.members);
    return isUntouched ? [findingAt(entry, "error", { kind: "refused", line })] : [];
  });
}

function entryFindings(
  read: ReadDocument,
  fields: DocumentFields,
  entry: LocatedEntry,
  ofRules: readonly ValueProblem[] = [],
): readonly Finding[] {
  const field = fields.get(entry.fieldId);
  if (!field) {
    return fields.tracker ? [findingAt(entry.idSpan, "warning", { kind: "unknownField", entry })] : [];
  }
  if (!field.isWritable) {
    // A value that was read and may not be changed is never sent, so an entry for it is an error. About all else the
    // service decides.
    const severity = fields.artifactId !== undefined && field.current ? "error" : "warning";
    const isNew = fields.artifactId === undefined;
    return [findingAt(entry.idSpan, severity, { kind: "notWritable", field, entry, isNew })];
  }
  if (Object.keys(entry.members).length === 0) {
    // An entry without any value is told as a problem of the text.
    return [];
  }
  return [
    ...[...checkMembers(entry.members, field), ...ofRules].map((problem) =>
      findingAt(read.locate(entry, problem.path), problem.severity, { kind: "value", problem, field, entry }),
    ),
    ...(field.isFrozen && isChanged(fields, entry)
      ? [findingAt(entry.idSpan, "warning", { kind: "frozen", field })]
      : []),
    ...transitionFindings(read, field, entry),
    ...selfLinks(read, fields.artifactId, field, entry),
    ...linkTypeFindings(read, field, entry),
  ];
}

function transitionFindings(read: ReadDocument, field: DocumentField, entry: LocatedEntry): readonly Finding[] {
  const { reachable, current } = field;
  if (!reachable) {
    return [];
  }
  const [id] = chosenIds(entry.members) ?? [];
  const to = id === noValue ? none : id === undefined ? undefined : nameOfId(field, id);
  if (id === undefined || to === undefined || reachable.has(id)) {
    return [];
  }
  const [before] = chosenIds(current) ?? [];
  const from = before === undefined ? undefined : nameOfId(field, before);
  const place = read.locate(entry, id === noValue ? ["bind_value_ids"] : ["bind_value_ids", 0]);
  return [findingAt(place, "warning", { kind: "transition", field, to, ...(from !== undefined && { from }) })];
}

function selfLinks(
  read: ReadDocument,
  artifactId: number | undefined,
  { kind }: DocumentField,
  entry: LocatedEntry,
): readonly Finding[] {
  if (kind !== "links" || artifactId === undefined) {
    return [];
  }
  return read
    .idsIn(entry)
    .filter(({ id }) => Number(id) === artifactId)
    .map((place) => findingAt(place, "warning", { kind: "selfLink", artifactId }));
}

/** Finds types of links that the tracker does not know. Links on the service may have one already, and keep it. */
function linkTypeFindings(read: ReadDocument, field: DocumentField, entry: LocatedEntry): readonly Finding[] {
  const { linkTypes, current } = field;
  if (!linkTypes) {
    return [];
  }
  const known = new Set(["", ...linkTypes.map(({ shortname }) => shortname), ...typesIn(current?.links)]);
  return ["links", "all_links"].flatMap((member) =>
    typesIn(entry.members[member]).flatMap((type, index): Finding[] => {
      const place = read.locate(entry, [member, index, "type"]);
      return known.has(type) ? [] : [findingAt(place, "warning", { kind: "linkType", field, type })];
    }),
  );
}

function typesIn(links: Json | undefined): readonly string[] {
  return listOf(links).map((link) => (isJsonObject(link) && typeof link.type === "string" ? link.type : ""));
}

function otherTracker(read: ReadDocument, named: number, trackerId: number): Finding {
  const place = memberNode(memberNode(read.root, "tracker"), "id") ?? { offset: 0, length: 0 };
  return findingAt(place, "error", { kind: "otherTracker", named, trackerId });
}

function findingAt({ offset, length }: Span, severity: Finding["severity"], about: FindingSubject): Finding {
  return { offset, length, severity, about };
}
