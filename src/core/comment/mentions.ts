import type { Completion, Completions } from "../language/completion.ts";
import type { CandidateSources } from "../language/ports.ts";

// These are the service's rules: a login begins with a letter and has two more characters at least, and no character of
// a word stands before the `@` (test/service/README.md, History).
const login = /^[A-Za-z][A-Za-z0-9._-]{2,}$/;
/** The service searches for no shorter words (test/service/README.md, Projects and people). */
const fewestSearched = 3;
/** A login, with what is before it, is not longer. */
const maxTypedLength = 100;

/** Gives what is typed of a login behind an `@` at the end of `line`; undefined where nobody is being mentioned. */
export function typedMention(line: string): string | undefined {
  return /(?<![\p{L}\p{N}_@.-])@(?<typed>[\p{L}\p{N}._-]*)$/u.exec(line.slice(-maxTypedLength))?.groups?.typed;
}

/**
 * Gives the people who can be mentioned where `typed` ends at `offset`: those of `known` (`Jane Doe (jdoe)`) at once,
 * and behind them those whom the service finds.
 */
export async function completeMention(
  typed: string,
  offset: number,
  known: Iterable<string>,
  sources: Pick<CandidateSources, "people">,
  signal: AbortSignal,
): Promise<Completions> {
  const words = typed.toLowerCase();
  const met = [...known].filter((label) => label.toLowerCase().includes(words)).flatMap((label) => personIn(label));
  const found = typed.length < fewestSearched ? [] : await sources.people(typed, signal);
  const people = [...met, ...found.map(({ username, label }) => ({ username, label }))];
  const once = new Map<string, Person>();
  for (const person of people) {
    if (login.test(person.username) && !once.has(person.username)) {
      once.set(person.username, person);
    }
  }
  const items = [...once.values()].map(mention);
  return { replace: { offset: offset - typed.length, length: typed.length }, items, isIncomplete: true };
}

interface Person {
  readonly username: string;
  readonly label: string;
}

/** Gives the person in a label: `Jane Doe (jdoe)` has the login in it. */
function personIn(label: string): readonly Person[] {
  const username = /\((?<username>[^()\s]+)\)$/.exec(label.slice(-maxTypedLength))?.groups?.username;
  return username === undefined ? [] : [{ username, label }];
}

function mention({ username, label }: Person): Completion {
  return {
    kind: "person",
    label: username,
    description: label,
    insert: username,
    filter: `${username} ${label}`,
    continues: false,
  };
}

/** A mention with a full stop behind it, which counts as part of the login, so that nobody is mentioned. */
interface LostMention {
  readonly login: string;
  readonly offset: number;
  readonly length: number;
}

/** VS Code makes a mark of each, and shows no more marks in a text. */
const maxLost = 1000;

/** Gives the mentions in `text` that end in a full stop: `@jdoe.` at the end of a sentence. */
export function lostMentions(text: string): readonly LostMention[] {
  const found: LostMention[] = [];
  for (const { 0: all, index, groups } of text.matchAll(
    /(?<![\p{L}\p{N}_@])@(?<login>[A-Za-z][A-Za-z0-9_-]{2,40})\.(?![\p{L}\p{N}._-])/gu,
  )) {
    found.push({ login: groups?.login ?? "", offset: index, length: all.length });
    if (found.length === maxLost) {
      break;
    }
  }
  return found;
}
