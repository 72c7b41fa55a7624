import {
  actionsLabel,
  attachmentsHeading,
  brokenNotice,
  childLink,
  draftNotice,
  expectedLabel,
  fieldsHeading,
  linksHere,
  noValue,
  open,
  openDocument,
  openDocumentOf,
  openInBrowser,
  openInBrowserOf,
  parentLink,
  removedMark,
  requiredMark,
  stateNames,
  statusLabel,
  summaryLabel,
  typeNotShown,
  unsavedMark,
  unsavedNotice,
} from "../sentences/previews.ts";
import { element, type Html, html } from "./html.ts";
import type { PreviewContent, PreviewLink, PreviewText } from "./previewContent.ts";
import type { Fact, Preview, PreviewAttachment, PreviewField } from "./previewModel.ts";
import { previewStyles } from "./previewStyles.ts";

export interface PageSurroundings {
  /** Where links lead: addresses of the program's own making. */
  readonly links: {
    openArtifact(artifactId: number): string;
    openAttachment(artifactId: number, n: number): string;
    openInBrowser(artifactId: number): string;
  };
  /** `data:` addresses of small pictures, by `Attachment.n`. */
  readonly pictures: ReadonlyMap<number, string>;
  /** Markup for a Markdown text, not to be trusted; undefined where nobody can render it. */
  readonly renderMarkdown: (source: string) => Promise<string | undefined>;
  /** The artifact a reference such as `art #12` names; undefined when it names something else. */
  readonly artifactOf: (reference: string) => number | undefined;
  /** `3.2 MB`. */
  readonly sizeText: (bytes: number) => string;
  /** For the style sheet. */
  readonly nonce: string;
  /** In which dates are written: `en-GB`. */
  readonly language: string;
}

/**
 * The page of a preview. It runs no script and loads nothing; what it shows of the service is escaped, what is markup there
 * made safe.
 */
export async function previewPage(preview: Preview, around: PageSurroundings): Promise<string> {
  const { details, sections, attachments } = preview;
  const long = await Promise.all(sections.map((field) => section(field, around)));
  return page(
    preview.title,
    around.nonce,
    html`<header>
<p class="reference">${preview.xref}${preview.status && statusBadge(preview.status)}</p>
<h1 dir="auto">${preview.title}${unsaved({ isChanged: preview.isTitleChanged })}</h1>
${preview.artifactId !== undefined && actions(preview.artifactId, around)}
${notice(preview)}
</header>
<main>
${preview.facts.length > 0 && html`<section aria-label="${summaryLabel}"><dl class="facts">${preview.facts.map((fact) => factRow(fact, around))}</dl></section>`}
${long}
${preview.artifactId !== undefined && attachments.length > 0 && attachmentSection(preview.artifactId, attachments, around)}
${details.length > 0 && html`<section aria-labelledby="details"><h2 id="details">${fieldsHeading}</h2><dl class="details">${details.map((field) => detailRow(field, around))}</dl></section>`}
</main>`,
  );
}

/** A page that says why there is nothing to see. */
export function messagePage(title: string, words: string, nonce: string): string {
  return page(title, nonce, html`<main><h1>${title}</h1><p role="status">${words}</p></main>`);
}

function page(title: string, nonce: string, content: Html): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${previewStyles(nonce)}
</head>
<body>
${content}
</body>
</html>
`.toString();
}

function actions(artifactId: number, { links }: PageSurroundings): Html {
  return html`<nav aria-label="${actionsLabel}"><a href="${links.openArtifact(artifactId)}" title="${openDocumentOf(artifactId)}">${openDocument}</a> <a href="${links.openInBrowser(artifactId)}" title="${openInBrowserOf(artifactId)}">${openInBrowser}</a></nav>`;
}

function statusBadge({ label, isOpen }: NonNullable<Preview["status"]>): Html {
  const openness =
    isOpen === undefined || /^(?:open|closed)$/i.test(label) ? "" : isOpen ? stateNames.open : stateNames.closed;
  return html` <span class="status"><span class="unseen">${statusLabel}</span>${label}${openness !== "" && html` <span class="muted">(${openness})</span>`}</span>`;
}

function notice({ artifactId, isBroken, isUnsaved }: Preview): Html | undefined {
  const words = isBroken ? brokenNotice : artifactId === undefined ? draftNotice : isUnsaved && unsavedNotice;
  return words ? html`<p class="notice" role="status">${words}</p>` : undefined;
}

function factRow({ label, value, isDate }: Fact, { language }: PageSurroundings): Html {
  return html`<div><dt>${label}</dt><dd dir="auto">${isDate ? dateOf(value, language) : value}</dd></div>`;
}

function detailRow(field: PreviewField, around: PageSurroundings): Html {
  const content = html`<dt>${field.label}${unsaved(field)}${field.isMissing && html` <span class="mark">${requiredMark}</span>`}</dt><dd dir="auto">${shortContent(field.content, around)}</dd>`;
  return element("div", field.isChanged ? { class: "changed" } : {}, content);
}

function unsaved({ isChanged }: Pick<PreviewField, "isChanged">): Html | undefined {
  return isChanged ? html` <span class="mark">${unsavedMark}</span>` : undefined;
}

function shortContent(content: PreviewContent, { language, links, artifactOf }: PageSurroundings): Html {
  switch (content.kind) {
    case "words":
      return content.words.length === 1
        ? html`${content.words[0]}`
        : html`<ul class="words">${content.words.map((word) => html`<li>${word}</li>`)}</ul>`;
    case "date":
      return dateOf(content.date, language);
    case "references":
      return html`<ul class="words">${content.references.map((reference) => {
        const artifactId = artifactOf(reference);
        return html`<li>${artifactId === undefined ? reference : html`<a href="${links.openArtifact(artifactId)}" title="${open(reference)}">${reference}</a>`}</li>`;
      })}</ul>`;
    case "unknown":
      return html`<span class="muted">${typeNotShown(content.type)}</span>`;
    default:
      return html`<span class="muted">${noValue}</span>`;
  }
}

async function section(field: PreviewField, around: PageSurroundings): Promise<Html> {
  const heading = `field-${field.fieldId}`;
  const content = html`<h2 id="${heading}">${field.label}${unsaved(field)}</h2>${await longContent(field.content, around)}`;
  return element("section", { "aria-labelledby": heading, ...(field.isChanged && { class: "changed" }) }, content);
}

async function longContent(content: PreviewContent, around: PageSurroundings): Promise<Html> {
  switch (content.kind) {
    case "text":
      return textBlock(content.text, around);
    case "links":
      return html`<ul class="links">${content.links.map((link) => linkItem(link, around))}</ul>`;
    case "steps":
      return html`<ol class="steps">${await Promise.all(
        content.steps.map(
          async ({ action, result }) =>
            html`<li>${await textBlock(action, around)}${result.content.trim() !== "" && html`<p class="expected muted">${expectedLabel}</p>`}${result.content.trim() !== "" && (await textBlock(result, around))}</li>`,
        ),
      )}</ol>`;
    default:
      return shortContent(content, around);
  }
}

async function textBlock({ content, format }: PreviewText, { renderMarkdown }: PageSurroundings): Promise<Html> {
  const markup = format === "html" ? content : format === "commonmark" ? await renderMarkdown(content) : undefined;
  if (markup === undefined) {
    return html`<div class="text plain" dir="auto">${content}</div>`;
  }
  // With the reader of HTML, which no other page needs.
  const { sanitize } = await import("./sanitize.ts");
  return html`<div class="text" dir="auto">${sanitize(markup, 2)}</div>`;
}

function linkItem(
  { artifactId, type, name, title, status, isReverse }: PreviewLink,
  { links }: PageSurroundings,
): Html {
  const words = title === undefined ? name : `${name} ${title}`;
  const about = [linkWords(type, isReverse), status].filter(Boolean).join(" · ");
  return html`<li dir="auto"><a href="${links.openArtifact(artifactId)}" title="${open(`#${artifactId}`)}">${words}</a> <span class="muted">${about}</span></li>`;
}

/** `_is_child` is a child, or the parent where the link comes from there. */
function linkWords(type: string, isReverse: boolean): string {
  if (type === "_is_child") {
    return isReverse ? parentLink : childLink;
  }
  const words = type.replace(/^_/, "").replaceAll("_", " ");
  return isReverse ? linksHere(words) : words;
}

function attachmentSection(
  artifactId: number,
  attachments: readonly PreviewAttachment[],
  around: PageSurroundings,
): Html {
  return html`<section aria-labelledby="attachments"><h2 id="attachments">${attachmentsHeading}</h2><ul class="attachments">${attachments.map((each) => attachmentItem(artifactId, each, around))}</ul></section>`;
}

function attachmentItem(
  artifactId: number,
  { n, name, sizeBytes, description, isRemoved }: PreviewAttachment,
  { links, pictures, sizeText }: PageSurroundings,
): Html {
  const picture = pictures.get(n);
  return html`<li><a href="${links.openAttachment(artifactId, n)}" title="${open(name)}">${picture !== undefined && html`<img src="${picture}" alt="">`}<span>${name}</span></a>${sizeBytes !== undefined && html` <span class="muted">${sizeText(sizeBytes)}</span>`}${isRemoved && html` <span class="mark">${removedMark}</span>`}${description !== undefined && html`<br><span class="muted">${description}</span>`}</li>`;
}

/** In the reader's zone where there is a time of day; the day as it is where there is none. */
function dateOf(iso: string, language: string): Html {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  const date = new Date(isDay ? `${iso}T00:00` : iso);
  if (Number.isNaN(date.getTime())) {
    return html`${iso}`;
  }
  const words = date.toLocaleString(language, { dateStyle: "medium", ...(!isDay && { timeStyle: "short" }) });
  return html`<time datetime="${iso}" title="${iso}">${words}</time>`;
}
