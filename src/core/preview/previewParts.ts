import type { ShownContent, ShownText } from "../field/shownContent.ts";
import { formattingIsReduced, moreNotShown, noValue, open, textIsCut, typeNotShown } from "../sentences/previews.ts";
import { once } from "../util/once.ts";
import { shortened } from "../util/plainLabel.ts";
import { type Html, html, type PagePieces, type Pieces } from "./html.ts";
import type { PageBudget } from "./pageBudget.ts";
import type { ReferenceLinks } from "./referenceLinks.ts";

/** Makes the addresses of what can be done on a page: they name artifacts, fields and versions, never contents. */
export interface PageLinks {
  openArtifact(artifactId: number): string;
  openAttachment(artifactId: number, n: number): string;
  openInBrowser(artifactId: number): string;
  editField(artifactId: number, fieldId: number): string;
  /** `stateIds` are those of the state that the page shows: another one is not replaced without a question. */
  changeStatus(artifactId: number, valueId?: number, stateIds?: readonly string[]): string;
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
  /** The addresses of links, all made by the program. */
  readonly links: PageLinks;
  /** `data:` addresses of small pictures, by `Attachment.n`. */
  readonly pictures: ReadonlyMap<number, string>;
  /** Makes markup of a Markdown text, not to be trusted; undefined where nobody can render it. */
  readonly renderMarkdown: (source: string) => Promise<string | undefined>;
  /** Gives the artifact that a reference such as `art #12` names; undefined when it names something else. */
  readonly artifactOf: (reference: string) => number | undefined;
  /** The words that references to artifacts begin with in texts, in lower case. */
  readonly keywords: ReadonlySet<string>;
  /** Writes a size: `3.2 MB`. */
  readonly sizeText: (bytes: number) => string;
  /** The pieces that were made for the page before. */
  readonly pieces: Pieces;
  /** The nonce of the style sheet. */
  readonly nonce: string;
  /** The language in which dates are written: `en-GB`. */
  readonly language: string;
}

/** Holds what one drawing of a page needs. */
export interface Drawing extends Omit<PageDependencies, "pieces"> {
  readonly pieces: PagePieces;
  readonly budget: PageBudget;
  readonly references: ReferenceLinks;
}

/** Shows a value in one line, or as a list of words. */
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

/** A longer text that is not formatted is shown in part. The service takes no longer comments. */
const maxPlainLength = 70_000;

/**
 * Shows a text formatted, with its headings moved below one of the level `headingsBelow`. A text that would take too
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

/** Nobody looks through more items of a kind on a page. */
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

/** Shows a date in the reader's zone where it has a time of day; without one it shows the day as it is. */
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

// Making one takes longer than all the rest of a date.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(language: string, isDay: boolean): Intl.DateTimeFormat {
  const key = `${language} ${isDay}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language, { dateStyle: "medium", ...(!isDay && { timeStyle: "short" }) });
  formats.set(key, format);
  return format;
}

/** The file is loaded with the reader of HTML, which few pages need. */
const loadSanitizer = once(() => import("./sanitize.ts"));

/**
 * Makes markup of a CommonMark text by a renderer that knows more than CommonMark. It keeps formulas and the colouring
 * of code from the renderer: a formula of a thousand characters takes a minute, and the service shows neither. It is
 * undefined where `render` gives undefined.
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

// Unicode keeps these two for a program's own use: no text has them, and addresses have them in percents.
const [dollar, noLanguage] = ["\ufdd0", "\ufdd1"];
const reserved = /[\ufdd0\ufdd1]/g;
const shownDollars = /\ufdd0|%EF%B7%90/g;
const shownNoLanguages = /\ufdd1|%EF%B7%91/g;

/** A dollar sign behind an odd number of backslashes begins no formula. */
const dollars = /(?<!\\)(\\*)\$/g;
/** This is the start of a block of code, up to the name of its language. */
const codeLanguages = /(?<![`~])(?:`{3,}|~{3,})[^\S\n\r]*(?=[^\s`~])/g;
