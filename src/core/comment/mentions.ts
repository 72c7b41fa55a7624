import type { Completion, Completions } from "../language/completion.ts";
import type { CandidateSources } from "../language/ports.ts";

// Of the service: a login begins with a letter and has two more characters at least, and no character of a word is
// before the `@` (test/service/README.md, History).
const login = /^[A-Za-z][A-Za-z0-9._-]{2,}$/;
/** The service searches for no fewer characters (test/service/README.md, Projects and people). */
const fewestSearched = 3;
/** A login, and what is before it. */
const maxTypedLength = 100;

/** What is typed of a login behind an `@` at the end of `line`; undefined where nobody is being mentioned. */
export function typedMention(line: string): string | undefined {
  return /(?<![\p{L}\p{N}_@.-])@(?<typed>[\p{L}\p{N}._-]*)$/u.exec(line.slice(-maxTypedLength))?.groups?.typed;
}

/**
 * Who can be mentioned where `typed` ends at `offset`: those of `known` (`Jane Doe (jdoe)`) at once, and behind them
 * whom the service finds.
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

/** `Jane Doe (jdoe)` has the login in it. */
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

/** A mention that a full stop makes one of nobody, since it counts as part of the login. */
interface LostMention {
  readonly login: string;
  readonly offset: number;
  readonly length: number;
}

/** VS Code makes a mark of each, and shows no more of a text. */
const maxLost = 1000;

/** The mentions in `text` that end in a full stop: `@jdoe.` at the end of a sentence. */
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
