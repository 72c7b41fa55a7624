import type { ShownContent, ShownLink } from "../field/shownContent.ts";
import {
  actionsLabel,
  attachFiles,
  attachFilesTo,
  attachmentsHeading,
  brokenNotice,
  changeStatus,
  changeStatusTo,
  childLink,
  compareUnsaved,
  compareUnsavedOf,
  draftNotice,
  edit,
  editOf,
  expectedLabel,
  fieldsHeading,
  linksHere,
  nextStatesLabel,
  open,
  openDocument,
  openDocumentOf,
  openInBrowser,
  openInBrowserOf,
  parentLink,
  removedMark,
  requiredMark,
  saveNow,
  saveOf,
  saveWithComment,
  showVersions,
  showVersionsOf,
  stateNames,
  statusLabel,
  summaryLabel,
  titleLabel,
  unsavedActionsLabel,
  unsavedMark,
  unsavedNotice,
} from "../sentences/previews.ts";
import { discussionSection } from "./discussionPage.ts";
import { FormattingBudget } from "./formattingBudget.ts";
import { element, type Html, html } from "./html.ts";
import type { PreviewField } from "./previewFields.ts";
import type { PreviewAttachment } from "./previewFiles.ts";
import type { Fact, Preview } from "./previewModel.ts";
import { type Drawing, dateOf, type PageDependencies, shortContent, textBlock } from "./previewParts.ts";
import { previewStyles } from "./previewStyles.ts";

/**
 * The page of a preview. It runs no script and loads nothing; what it shows of the service is escaped, what is markup
 * there made safe.
 */
export async function previewPage(preview: Preview, given: PageDependencies): Promise<string> {
  const dependencies: Drawing = { ...given, budget: new FormattingBudget() };
  const { artifactId, details, sections, attachments, discussion, possible } = preview;
  const piecesOf = (
    fields: readonly PreviewField[],
    make: (field: PreviewField, edit: Html | undefined, dependencies: Drawing) => Html | Promise<Html>,
  ) =>
    Promise.all(
      fields.map((field) => {
        const { fieldId, label } = field;
        const data = [field, artifactId, possible?.editable.has(fieldId)];
        return dependencies.pieces.of(`field-${fieldId}`, data, () =>
          make(field, editLink(preview, fieldId, label, dependencies), dependencies),
        );
      }),
    );
  const rows = await piecesOf(details, detailRow);
  const long = await piecesOf(sections, section);
  const titleEdit = possible?.titleFieldId && editLink(preview, possible.titleFieldId, titleLabel, dependencies);
  return page(
    preview.title,
    dependencies.nonce,
    html`<header>
<p class="reference">${preview.xref}${preview.status && statusBadge(preview.status)}</p>
${artifactId !== undefined && nextStates(artifactId, preview, dependencies)}
<div class="head"><h1 dir="auto">${preview.title}${unsaved({ isChanged: preview.isTitleChanged })}</h1>${titleEdit || undefined}</div>
${artifactId !== undefined && actions(artifactId, dependencies)}
${notice(preview)}
${artifactId !== undefined && preview.isUnsaved && !preview.isBroken && unsavedActions(artifactId, dependencies)}
</header>
<main>
${preview.facts.length > 0 && html`<section aria-label="${summaryLabel}"><dl class="facts">${preview.facts.map((fact) => factRow(fact, dependencies))}</dl></section>`}
${long}
${artifactId !== undefined && (attachments.length > 0 || possible?.takesFiles) && attachmentSection(artifactId, preview, dependencies)}
${rows.length > 0 && html`<section aria-labelledby="details"><h2 id="details">${fieldsHeading}</h2><dl class="details">${rows}</dl></section>`}
${artifactId !== undefined && discussion && (await discussionSection(artifactId, discussion, dependencies))}
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

function actions(artifactId: number, { links }: Drawing): Html {
  return html`<nav aria-label="${actionsLabel}"><a href="${links.openArtifact(artifactId)}" title="${openDocumentOf(artifactId)}">${openDocument}</a> <a href="${links.openInBrowser(artifactId)}" title="${openInBrowserOf(artifactId)}">${openInBrowser}</a> <a href="${links.showHistory(artifactId)}" title="${showVersionsOf(artifactId)}">${showVersions}</a></nav>`;
}

/** The states that the artifact can have next, or a way to be asked for one where there are too many. */
function nextStates(artifactId: number, { possible, status }: Preview, { links }: Drawing): Html | undefined {
  if (!possible?.nextStates || (possible.nextStates.length === 0 && status)) {
    return undefined;
  }
  const states = possible.nextStates.map(
    ({ valueId, label }) =>
      html`<a href="${links.changeStatus(artifactId, valueId)}" title="${changeStatusTo(label)}">${label}</a> `,
  );
  return html`<nav aria-label="${nextStatesLabel}" class="states"><span class="muted">${nextStatesLabel}</span> ${states}<a href="${links.changeStatus(artifactId)}" title="${changeStatus}">${changeStatus}</a></nav>`;
}

function unsavedActions(artifactId: number, { links }: Drawing): Html {
  return html`<nav aria-label="${unsavedActionsLabel}"><a href="${links.save(artifactId)}" title="${saveOf(artifactId)}">${saveNow}</a> <a href="${links.saveWithComment(artifactId)}" title="${saveWithComment}">${saveWithComment}</a> <a href="${links.compareUnsaved(artifactId)}" title="${compareUnsavedOf(artifactId)}">${compareUnsaved}</a></nav>`;
}

/** Undefined where the field cannot be changed as it is now. */
function editLink(
  { artifactId, possible }: Preview,
  fieldId: number,
  label: string,
  { links }: Drawing,
): Html | undefined {
  return artifactId !== undefined && possible?.editable.has(fieldId)
    ? html` <a class="edit" href="${links.editField(artifactId, fieldId)}" title="${editOf(label)}" aria-label="${editOf(label)}">${edit}</a>`
    : undefined;
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

function factRow({ label, value, isDate }: Fact, { language }: Drawing): Html {
  return html`<div><dt>${label}</dt><dd dir="auto">${isDate ? dateOf(value, language) : value}</dd></div>`;
}

function detailRow(field: PreviewField, edit: Html | undefined, dependencies: Drawing): Html {
  const content = html`<dt>${field.label}${unsaved(field)}${field.isMissing && html` <span class="mark">${requiredMark}</span>`}</dt><dd dir="auto">${shortContent(field.content, dependencies)}${edit}</dd>`;
  return element("div", field.isChanged ? { class: "changed" } : {}, content);
}

function unsaved({ isChanged }: Pick<PreviewField, "isChanged">): Html | undefined {
  return isChanged ? html` <span class="mark">${unsavedMark}</span>` : undefined;
}

async function section(field: PreviewField, edit: Html | undefined, dependencies: Drawing): Promise<Html> {
  const heading = `field-${field.fieldId}`;
  const content = html`<div class="head"><h2 id="${heading}">${field.label}${unsaved(field)}</h2>${edit}</div>${await longContent(field.content, dependencies)}`;
  return element("section", { "aria-labelledby": heading, ...(field.isChanged && { class: "changed" }) }, content);
}

async function longContent(content: ShownContent, dependencies: Drawing): Promise<Html> {
  switch (content.kind) {
    case "text":
      return textBlock(content.text, dependencies);
    case "links":
      return html`<ul class="links">${content.links.map((link) => linkItem(link, dependencies))}</ul>`;
    case "steps":
      return html`<ol class="steps">${await Promise.all(
        content.steps.map(
          async ({ action, result }) =>
            html`<li>${await textBlock(action, dependencies)}${result.content.trim() !== "" && html`<p class="expected muted">${expectedLabel}</p>`}${result.content.trim() !== "" && (await textBlock(result, dependencies))}</li>`,
        ),
      )}</ol>`;
    default:
      return shortContent(content, dependencies);
  }
}

function linkItem({ artifactId, type, name, title, status, isReverse }: ShownLink, { links }: Drawing): Html {
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

function attachmentSection(artifactId: number, { attachments, possible }: Preview, dependencies: Drawing): Html {
  const items = attachments.map((each) => attachmentItem(artifactId, each, dependencies));
  const attach =
    possible?.takesFiles &&
    html`<p><a href="${dependencies.links.attachFile(artifactId)}" title="${attachFilesTo(artifactId)}">${attachFiles}</a></p>`;
  return html`<section aria-labelledby="attachments"><h2 id="attachments">${attachmentsHeading}</h2>${items.length > 0 && html`<ul class="attachments">${items}</ul>`}${attach}</section>`;
}

function attachmentItem(
  artifactId: number,
  { n, name, sizeBytes, description, isRemoved }: PreviewAttachment,
  { links, pictures, sizeText }: Drawing,
): Html {
  const picture = pictures.get(n);
  return html`<li><a href="${links.openAttachment(artifactId, n)}" title="${open(name)}">${picture !== undefined && html`<img src="${picture}" alt="">`}<span>${name}</span></a>${sizeBytes !== undefined && html` <span class="muted">${sizeText(sizeBytes)}</span>`}${isRemoved && html` <span class="mark">${removedMark}</span>`}${description !== undefined && html`<br><span class="muted">${description}</span>`}</li>`;
}
