import type { ShownContent, ShownText } from "../field/shownContent.ts";
import { formattingIsReduced, moreNotShown, noValue, open, textIsCut, typeNotShown } from "../sentences/previews.ts";
import { once } from "../util/once.ts";
import { shortened } from "../util/plainLabel.ts";
import { type Html, html, type PagePieces, type Pieces } from "./html.ts";
import type { PageBudget } from "./pageBudget.ts";
import type { ReferenceLinks } from "./referenceLinks.ts";

/** Addresses of what can be done on a page: they name artifacts, fields and versions, never what is in them. */
export interface PageLinks {
  openArtifact(artifactId: number): string;
  openAttachment(artifactId: number, n: number): string;
  openInBrowser(artifactId: number): string;
  editField(artifactId: number, fieldId: number): string;
  changeStatus(artifactId: number, valueId?: number): string;
  save(artifactId: number): string;
  saveWithComment(artifactId: number): string;
  compareUnsaved(artifactId: number): string;
  showHistory(artifactId: number): string;
  showOlder(artifactId: number): string;
  addComment(artifactId: number): string;
  attachFile(artifactId: number): string;
  compare(artifactId: number, fromChangesetId: number, toChangesetId: number, fieldId: number): string;
}

export interface PageDependencies {
  /** Where links lead: addresses of the program's own making. */
  readonly links: PageLinks;
  /** `data:` addresses of small pictures, by `Attachment.n`. */
  readonly pictures: ReadonlyMap<number, string>;
  /** Markup for a Markdown text, not to be trusted; undefined where nobody can render it. */
  readonly renderMarkdown: (source: string) => Promise<string | undefined>;
  /** The artifact a reference such as `art #12` names; undefined when it names something else. */
  readonly artifactOf: (reference: string) => number | undefined;
  /** What references to artifacts begin with in texts, in lower case. */
  readonly keywords: ReadonlySet<string>;
  /** `3.2 MB`. */
  readonly sizeText: (bytes: number) => string;
  /** What was made for the page before. */
  readonly pieces: Pieces;
  /** For the style sheet. */
  readonly nonce: string;
  /** In which dates are written: `en-GB`. */
  readonly language: string;
}

/** One drawing of a page. */
export interface Drawing extends Omit<PageDependencies, "pieces"> {
  readonly pieces: PagePieces;
  readonly budget: PageBudget;
  readonly references: ReferenceLinks;
}

/** A value in one line, or as a list of words. */
export function shortContent(content: ShownContent, drawing: Drawing): Html {
  const { budget, language, links, artifactOf } = drawing;
  switch (content.kind) {
    case "words":
      return content.words.length === 1
        ? html`${budget.words(content.words[0] ?? "", maxPlainLength)}`
        : html`<ul class="words">${shownItems(content.words, drawing, (word) => html`<li>${budget.words(word)}</li>`)}</ul>`;
    case "date":
      return dateOf(content.date, language);
    case "references":
      return html`<ul class="words">${shownItems(content.references, drawing, (reference) => {
        const artifactId = artifactOf(reference);
        const words = budget.words(reference);
        return html`<li>${artifactId === undefined ? words : html`<a href="${links.openArtifact(artifactId)}" title="${open(words)}">${words}</a>`}</li>`;
      })}</ul>`;
    case "unknown":
      return html`<span class="muted">${typeNotShown(budget.words(content.type))}</span>`;
    default:
      return html`<span class="muted">${noValue}</span>`;
  }
}

/** A text longer than this is shown in part where it is not formatted. The service takes no longer comments. */
const maxPlainLength = 70_000;

/**
 * A text as it was formatted; its headings are moved below one of the level `headingsBelow`. A text that would take too
 * long to format is shown as it is written, and the page says so.
 */
export async function textBlock(
  text: ShownText,
  { budget, renderMarkdown, references }: Drawing,
  headingsBelow = 2,
): Promise<Html> {
  const { content, format } = text;
  const isTaken = budget.take(text);
  const given =
    !isTaken || format === "text"
      ? undefined
      : format === "html"
        ? content
        : await commonMarkOnly(content, renderMarkdown);
  const isGranted = isTaken && (given?.length ?? 0) <= maxMarkup;
  const markup = isGranted ? given : undefined;
  if (markup === undefined) {
    const words = budget.words(content, maxPlainLength);
    const isCut = words !== content;
    return html`<div class="text plain" dir="auto">${references.in(words)}</div>${!isGranted && note(formattingIsReduced)}${isCut && note(textIsCut)}`;
  }
  const { sanitize } = await loadSanitizer();
  const { safe, isReduced } = sanitize(markup, headingsBelow, (words) => references.in(words));
  return html`<div class="text" dir="auto">${safe}</div>${isReduced && note(formattingIsReduced)}`;
}

/**
 * Markdown of 20,000 characters has some 100,000 of markup; one address that a thousand links refer to makes many
 * millions of it.
 */
const maxMarkup = 400_000;

/** More of a kind than anybody looks through on a page. */
const maxItems = 1000;

/** Gives what `show` makes of the items, and a line that says so where there are more than a page has room for. */
export function shownItems<T>(items: readonly T[], { budget }: Drawing, show: (item: T) => Html): readonly Html[] {
  const shown = items.slice(0, budget.items(Math.min(items.length, maxItems)));
  const left = items.length - shown.length;
  return [...shown.map(show), ...(left > 0 ? [html`<li class="muted">${moreNotShown(left)}</li>`] : [])];
}

function note(words: string): Html {
  return html`<p class="muted">${words}</p>`;
}

/** No date is longer; what is none is shown as it is. */
const maxDateLength = 100;

/** In the reader's zone where there is a time of day; the day as it is where there is none. */
export function dateOf(given: string, language: string): Html {
  const iso = shortened(given, maxDateLength);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  const date = new Date(isDay ? `${iso}T00:00` : iso);
  if (Number.isNaN(date.getTime())) {
    return html`${iso}`;
  }
  const words = formatFor(language, isDay).format(date);
  return html`<time datetime="${iso}" title="${iso}">${words}</time>`;
}

// To make one takes longer than all the rest of a date.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(language: string, isDay: boolean): Intl.DateTimeFormat {
  const key = `${language} ${isDay}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language, { dateStyle: "medium", ...(!isDay && { timeStyle: "short" }) });
  formats.set(key, format);
  return format;
}

/** With the reader of HTML, which few pages need. */
const loadSanitizer = once(() => import("./sanitize.ts"));

/**
 * Markup of a CommonMark text by a renderer that knows more than CommonMark. Formulas and the colouring of code are
 * kept from it: a formula of a thousand characters takes a minute, and the service shows neither. Undefined where
 * `render` gives that.
 */
export async function commonMarkOnly(
  source: string,
  render: (source: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const markup = await render(
    source
      .replace(reserved, "\ufffd")
      .replace(dollars, (all, backslashes: string) => (backslashes.length % 2 === 0 ? `${backslashes}${dollar}` : all))
      .replace(codeLanguages, `$&${noLanguage}`),
  );
  return markup?.replace(shownDollars, () => "$").replace(shownNoLanguages, "");
}

// Unicode keeps both for a program's own use: no text has them. In addresses they are written in percents.
const [dollar, noLanguage] = ["\ufdd0", "\ufdd1"];
const reserved = /[\ufdd0\ufdd1]/g;
const shownDollars = /\ufdd0|%EF%B7%90/g;
const shownNoLanguages = /\ufdd1|%EF%B7%91/g;

/** One behind an odd number of backslashes begins no formula. */
const dollars = /(?<!\\)(\\*)\$/g;
/** The start of a block of code, up to the name of its language. */
const codeLanguages = /(?<![`~])(?:`{3,}|~{3,})[^\S\n\r]*(?=[^\s`~])/g;
