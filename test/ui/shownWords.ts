import type { Locator } from "playwright-core";
import type { ReferenceService } from "../service/referenceService.ts";
import { inPseudoLanguage, pseudoLanguage, textsOf } from "../support/host/pseudoLanguage.ts";
import { manifestTexts } from "../support/manifest.ts";

/** What VS Code says itself around what is ours, in rows, boxes, bars and messages. */
const ofTheEditor = [
  "Press 'Enter' to confirm or 'Escape' to cancel",
  "Click to execute command ",
  "Failed to save ",
  "Unable to write file ",
  "Show Leading/Trailing Whitespace Differences",
  ...["Retry", "Save As...", "Revert", "Cancel", "Back", "Progress", "Welcome", "Source Control Input"],
  ...["Previous Change", "Next Change", "Split Editor Right", "Split Editor Down", "Actions for", "Results"],
  ...["More Actions...", "Tip: Use keyboard shortcut"],
];

/** Names, which no language translates. */
const names = ["Artifact Desk", "VS Code", "SVN", "JSON", "XML", "HTML", "Markdown", "CSV"];

/** What is no word: addresses, the beginning of a key, names of files and of commands, keys, ids of problems. */
const signs = [
  /\b(?:https?|artifact):\/\/[^\s']*/g,
  /\btlp-k1-/g,
  /'[\w.]+\.json'|'artifactDesk\.[^']*'/g,
  /^(?:Ctrl|Control|Shift|Alt)$|\[Alt\]|\b(?:Ctrl|Control|Shift|Alt)(?:\+[\w\\-]+)+/g,
  /\b[a-z]+(?:[A-Z][a-z]+)+\b/g,
  /`[^`]*`/g,
  /\[Ln \d+, Col \d+\]/g,
];

/** What `Intl` says of a language that it does not know: it is asked for that of VS Code. */
const ofIntl =
  /\b(?:(?:an?|\d+) (?:second|minute|hour|day)s? ago|now|yesterday|and|or|[AP]M|(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*)\b/g;

/** What the texts of the extension are in a language, by what they are in English. */
export function translator(language: "fr" | typeof pseudoLanguage): (english: string) => string {
  if (language === pseudoLanguage) {
    return inPseudoLanguage;
  }
  const manifest = manifestTexts(language);
  const ofManifest = Object.entries(manifestTexts()).map(([key, text]) => [text, manifest[key]] as const);
  const texts = new Map<string, string | undefined>([
    ...ofManifest,
    ...Object.entries(textsOf(`l10n/bundle.l10n.${language}.json`)),
  ]);
  return (english) => {
    const text = texts.get(english);
    if (text === undefined) {
      throw new Error(`“${english}” is not a text of ours`);
    }
    return text;
  };
}

/** The texts on screen within `place`, also those that a screen reader alone says and those of empty boxes. */
export async function textsIn(place: Locator): Promise<readonly string[]> {
  await place.first().waitFor();
  const texts = await place.evaluateAll((elements) => {
    const all = elements.flatMap((element) => [element, ...element.querySelectorAll("*")]);
    return all
      .filter((element) => element.checkVisibility())
      .flatMap((element) => [
        // Its own words, without those of what is within it.
        [...element.childNodes].map((node) => (node.nodeType === 3 ? (node.nodeValue ?? "") : "\n")).join(""),
        ...["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
      ]);
  });
  const lines = texts.flatMap((text) => text.split("\n")).map(oneLine);
  return [...new Set(lines)].filter((text) => text !== "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Those of `texts` in the pseudo language that have words outside of its marks, but for what `said` has, what VS Code
 * says itself, names, and what `Intl` makes of dates and lists. Ids and numbers are no words.
 */
export function withoutMarks(texts: readonly string[], said: ReadonlySet<string>): readonly string[] {
  // The longest first: a title may contain the name of a status.
  const known = [...said, ...ofTheEditor, ...names].filter(Boolean).sort((a, b) => b.length - a.length);
  return texts.filter((text) => {
    const unmarked = withoutShortened(text, said).replace(/⟦[^⟧]*(?:⟧|$)/g, "\n");
    const withoutSigns = signs.reduce((left, pattern) => left.replace(pattern, "\n"), unmarked);
    return /\p{L}{2}/u.test(known.reduce(without, withoutSigns).replace(ofIntl, "\n"));
  });
}

/** `text` without the beginning of something said that it ends with, as “Export to CSV dou…” does. */
function withoutShortened(text: string, said: ReadonlySet<string>): string {
  const [, kept] = /^(.*)…$/.exec(text) ?? [];
  const beginning = [...said].map((each) => kept?.lastIndexOf(each.slice(0, 10)) ?? -1);
  const at = [...said].findIndex((each, index) => {
    const from = beginning[index] ?? -1;
    return each.length > 10 && from >= 0 && each.startsWith(kept?.slice(from) ?? "");
  });
  return at < 0 ? text : text.slice(0, beginning[at]);
}

function without(text: string, known: string): string {
  if (!text.includes(known)) {
    return text;
  }
  const [first, last] = [/^[\p{L}\d]/u.test(known), /[\p{L}\d]$/u.test(known)];
  const quoted = known.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const whole = `${first ? "(?<![\\p{L}\\d])" : ""}${quoted}${last ? "(?![\\p{L}\\d])" : ""}`;
  return text.replace(new RegExp(whole, "gu"), "\n");
}

/** All texts of the answers that the service has given so far, each as a whole: names, titles, values, comments. */
export async function textsOfAnswers({ origin, requests }: ReferenceService): Promise<ReadonlySet<string>> {
  const asked = requests.filter(({ method }) => method === "GET");
  const byKeyAndPath = new Map(asked.map((each) => [`${each.headers["x-auth-accesskey"]} ${each.path}`, each]));
  const texts = new Set<string>();
  for (const { path, headers } of byKeyAndPath.values()) {
    const answer = await fetch(origin + path, {
      headers: { "X-Auth-AccessKey": headers["x-auth-accesskey"] ?? "" },
    });
    if (answer.headers.get("content-type")?.includes("json") === true) {
      collect(await answer.json(), texts);
    }
  }
  return texts;
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === "string") {
    texts.add(oneLine(value));
    for (const line of value.replaceAll(/<[^>]*>/g, "\n").split("\n")) {
      // Of a refusal, what stands behind the name of its status is shown.
      texts.add(oneLine(line)).add(oneLine(line.replace(/^[A-Z]\w*: /, "")));
    }
  } else if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) {
      collect(each, texts);
    }
  }
}
