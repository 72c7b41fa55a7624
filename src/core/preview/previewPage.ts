import type { ShownContent, ShownLink } from "../field/shownContent.ts";
import { linkTypeName, parentLink } from "../labels/typeNames.ts";
import { statusName } from "../labels/values.ts";
import {
  actionsLabel,
  attachFiles,
  attachFilesTo,
  attachmentsHeading,
  brokenNotice,
  changeStatus,
  changeStatusTo,
  comment,
  commentOn,
  compareUnsaved,
  compareUnsavedOf,
  disagreeingNotice,
  discussionHeading,
  draftNotice,
  edit,
  editOf,
  expectedLabel,
  fieldsHeading,
  fieldsNotShown,
  goToDiscussion,
  languageOfWords,
  linksHere,
  moreNotShown,
  nextStatesLabel,
  open,
  openDocument,
  openDocumentOf,
  openInBrowser,
  openInBrowserOf,
  removedMark,
  requiredMark,
  saveNow,
  saveOf,
  saveWithComment,
  showVersions,
  showVersionsOf,
  statusLabel,
  summaryLabel,
  titleLabel,
  unsavedActionsLabel,
  unsavedMark,
  unsavedNotice,
} from "../sentences/previews.ts";
import { discussionSection } from "./discussionPage.ts";
import { element, type Html, html } from "./html.ts";
import { PageBudget } from "./pageBudget.ts";
import type { PossibleChanges } from "./possibleChanges.ts";
import type { PreviewField } from "./previewFields.ts";
import type { PreviewAttachment } from "./previewFiles.ts";
import type { Fact, Preview } from "./previewModel.ts";
import { type Drawing, dateOf, type PageDependencies, shortContent, shownItems, textBlock } from "./previewParts.ts";
import { previewStyles } from "./previewStyles.ts";
import { ReferenceLinks } from "./referenceLinks.ts";

/**
 * Makes the page of a preview. It runs no script and loads nothing. It escapes what the service gives, and makes markup
 * safe.
 */
export async function previewPage(preview: Preview, given: PageDependencies): Promise<string> {
  const references = new ReferenceLinks(given.links, given.keywords);
  const pieces = given.pieces.next();
  const dependencies: Drawing = { ...given, pieces, budget: new PageBudget(), references };
  const { artifactId, details, sections, discussion, possible } = preview;
  const { budget } = dependencies;
  const title = budget.words(preview.title);
  const piecesOf = (
    fields: readonly PreviewField[],
    make: (field: PreviewField, changes: Html, dependencies: Drawing) => Html | Promise<Html>,
  ) =>
    Promise.all(
      fields.slice(0, maxFields).map((given) => {
        const field = { ...given, label: budget.words(given.label) };
        const { fieldId, label } = field;
        const states = fieldId === possible?.statusFieldId ? possible : undefined;
        const data = [field, artifactId, possible?.editable.has(fieldId), states];
        return pieces.of(`field-${fieldId}`, data, () =>
          make(
            field,
            html`${editLink(preview, fieldId, label, dependencies)}${nextStates(artifactId, states, dependencies)}`,
            dependencies,
          ),
        );
      }),
    );
  const rows = await piecesOf(details, detailRow);
  const long = await piecesOf(sections, section);
  const titleEdit = possible?.titleFieldId && editLink(preview, possible.titleFieldId, titleLabel, dependencies);
  const talk =
    artifactId !== undefined && discussion && (await discussionSection(artifactId, discussion, dependencies));
  pieces.keep();
  const left = Math.max(0, details.length - maxFields) + Math.max(0, sections.length - maxFields);
  return page(
    title,
    dependencies.nonce,
    html`${element(
      "header",
      preview.isUnsaved ? { class: "kept" } : {},
      html`
<p class="reference">${budget.words(preview.xref)}${preview.status && statusBadge(preview.status, dependencies)}</p>
<div class="head"><h1 dir="auto">${title}${unsaved(preview.isTitleChanged)}</h1>${titleEdit || undefined}</div>
${artifactId !== undefined && actions(artifactId, preview, dependencies)}
${notice(preview, dependencies)}
${artifactId !== undefined && preview.isUnsaved && !preview.isBroken && unsavedActions(artifactId, dependencies)}
`,
    )}
${element("main", talk ? { class: "columns" } : {}, html`${aboutPart(preview, long, dependencies)}${talk}${fieldsPart(preview, rows, left, dependencies)}`)}`,
  );
}

/** Makes the part that is read first: the facts, the long texts and the attachments. */
function aboutPart(preview: Preview, long: readonly Html[], dependencies: Drawing): Html {
  const { artifactId, facts, attachments, possible } = preview;
  return html`<div class="about">
${facts.length > 0 && html`<section aria-label="${summaryLabel}"><dl class="facts">${facts.map((fact) => factRow(fact, dependencies))}</dl></section>`}
${long}
${artifactId !== undefined && (attachments.length > 0 || possible?.takesFiles) && attachmentSection(artifactId, preview, dependencies)}
</div>
`;
}

function fieldsPart({ notShown }: Preview, rows: readonly Html[], left: number, { budget }: Drawing): Html | undefined {
  return rows.length + notShown.length === 0
    ? undefined
    : html`
<section aria-labelledby="details" class="fields"><h2 id="details">${fieldsHeading}</h2><dl class="details">${rows}</dl>${notShown.length > 0 && html`<p class="muted">${budget.words(fieldsNotShown(notShown), 2000)}</p>`}${left > 0 && html`<p class="muted">${moreNotShown(left)}</p>`}</section>
`;
}

/** No more fields are shown with a section of their own, and no more of the others: a thousand are many already. */
const maxFields = 2000;

/** Makes a page that says why there is nothing to see. */
export function messagePage(title: string, words: string, nonce: string): string {
  return page(title, nonce, html`<main><h1>${title}</h1><p role="status">${words}</p></main>`);
}

function page(title: string, nonce: string, content: Html): string {
  return html`<!DOCTYPE html>
<html lang="${languageOfWords}">
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

/** Makes the links to what can be done with the artifact. Each of them asks before it changes anything. */
function actions(artifactId: number, { possible, discussion }: Preview, { links }: Drawing): Html {
  const offered: readonly (false | undefined | readonly [address: string, title: string, words: string])[] = [
    [links.openArtifact(artifactId), openDocumentOf(artifactId), openDocument],
    [links.addComment(artifactId), commentOn(artifactId), comment],
    discussion && ["#discussion", goToDiscussion, discussionHeading],
    [links.openInBrowser(artifactId), openInBrowserOf(artifactId), openInBrowser],
    [links.showHistory(artifactId), showVersionsOf(artifactId), showVersions],
    possible?.statusFieldId !== undefined && [links.changeStatus(artifactId), changeStatus, changeStatus],
  ];
  const shown = offered.flatMap((each) => {
    const [address, title, words] = each || [];
    return address === undefined || title === undefined
      ? []
      : [html`<a href="${address}" title="${title}">${words}</a> `];
  });
  return html`<nav aria-label="${actionsLabel}">${shown}</nav>`;
}

/** Makes the links to the states that the artifact can have next, beside its own: each changes it at once. */
function nextStates(
  artifactId: number | undefined,
  { nextStates: states = [], stateIds }: Pick<PossibleChanges, "nextStates" | "stateIds"> = {},
  { budget, links }: Drawing,
): Html | undefined {
  return artifactId === undefined || states.length === 0
    ? undefined
    : html` <nav aria-label="${nextStatesLabel}" class="states"><span class="muted">${nextStatesLabel}</span> ${states.map(
        ({ valueId, label: given }) => {
          const label = budget.words(given);
          return html`<a href="${links.changeStatus(artifactId, valueId, stateIds)}" title="${changeStatusTo(label)}">${label}</a> `;
        },
      )}</nav>`;
}

function unsavedActions(artifactId: number, { links }: Drawing): Html {
  return html`<nav aria-label="${unsavedActionsLabel}"><a href="${links.save(artifactId)}" title="${saveOf(artifactId)}">${saveNow}</a> <a href="${links.saveWithComment(artifactId)}" title="${saveWithComment}">${saveWithComment}</a> <a href="${links.compareUnsaved(artifactId)}" title="${compareUnsavedOf(artifactId)}">${compareUnsaved}</a></nav>`;
}

/** Makes the link that changes a field; undefined where the field cannot be changed now. */
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

function statusBadge({ label: given, isOpen }: NonNullable<Preview["status"]>, { budget }: Drawing): Html {
  return html` <span class="status"><span class="unseen">${statusLabel}</span>${statusName(budget.words(given), isOpen === false)}</span>`;
}

/** Notices may be long, as labels of fields may stand in them. */
const maxNotice = 1000;

function notice({ artifactId, isBroken, isUnsaved, disagreeing }: Preview, { budget }: Drawing): Html | undefined {
  const unsavedWords = disagreeing.length > 0 ? disagreeingNotice(disagreeing) : isUnsaved && unsavedNotice;
  const words = isBroken ? brokenNotice : artifactId === undefined ? draftNotice : unsavedWords;
  return words ? html`<p class="notice" role="status">${budget.words(words, maxNotice)}</p>` : undefined;
}

function factRow({ label, value, isDate }: Fact, { budget, language }: Drawing): Html {
  return html`<div><dt>${label}</dt><dd dir="auto">${isDate ? dateOf(value, language) : budget.words(value)}</dd></div>`;
}

function detailRow(field: PreviewField, changes: Html, dependencies: Drawing): Html {
  const content = html`<dt>${field.label}${unsaved(field.isChanged)}${field.isMissing && html` <span class="mark">${requiredMark}</span>`}</dt><dd dir="auto">${shortContent(field.content, dependencies)}${changes}</dd>`;
  return element("div", field.isChanged ? { class: "changed" } : {}, content);
}

function unsaved(isChanged: boolean): Html | undefined {
  return isChanged ? html` <span class="mark">${unsavedMark}</span>` : undefined;
}

async function section(field: PreviewField, changes: Html, dependencies: Drawing): Promise<Html> {
  const heading = `field-${field.fieldId}`;
  const content = html`<div class="head"><h2 id="${heading}">${field.label}${unsaved(field.isChanged)}</h2>${changes}</div>${await longContent(field.content, dependencies)}`;
  return element("section", { "aria-labelledby": heading, ...(field.isChanged && { class: "changed" }) }, content);
}

async function longContent(content: ShownContent, dependencies: Drawing): Promise<Html> {
  switch (content.kind) {
    case "text":
      return textBlock(content.text, dependencies);
    case "links":
      return html`<ul class="links">${shownItems(content.links, dependencies, (link) => linkItem(link, dependencies))}</ul>`;
    case "steps":
      return html`<ol class="steps">${await Promise.all(
        content.steps
          .slice(0, maxFields)
          .map(
            async ({ action, result }) =>
              html`<li>${await textBlock(action, dependencies)}${result.content.trim() !== "" && html`<p class="expected muted">${expectedLabel}</p>`}${result.content.trim() !== "" && (await textBlock(result, dependencies))}</li>`,
          ),
      )}</ol>${content.steps.length > maxFields && html`<p class="muted">${moreNotShown(content.steps.length - maxFields)}</p>`}`;
    default:
      return shortContent(content, dependencies);
  }
}

function linkItem({ artifactId, type, name, title, status, isReverse }: ShownLink, { budget, links }: Drawing): Html {
  const words = budget.words(title === undefined ? name : `${name} ${title}`);
  const about = budget.words([linkWords(budget.words(type), isReverse), status].filter(Boolean).join(" · "));
  return html`<li dir="auto"><a href="${links.openArtifact(artifactId)}" title="${open(`#${artifactId}`)}">${words}</a> <span class="muted">${about}</span></li>`;
}

function linkWords(type: string, isReverse: boolean): string {
  const words = linkTypeName(type, isReverse);
  return isReverse && words !== parentLink ? linksHere(words) : words;
}

function attachmentSection(artifactId: number, { attachments, possible }: Preview, dependencies: Drawing): Html {
  const items = shownItems(attachments, dependencies, (each) => attachmentItem(artifactId, each, dependencies));
  const attach =
    possible?.takesFiles &&
    html`<p><a href="${dependencies.links.attachFile(artifactId)}" title="${attachFilesTo(artifactId)}">${attachFiles}</a></p>`;
  return html`<section aria-labelledby="attachments"><h2 id="attachments">${attachmentsHeading}</h2>${items.length > 0 && html`<ul class="attachments">${items}</ul>`}${attach}</section>`;
}

function attachmentItem(
  artifactId: number,
  { n, name: given, sizeBytes, description, isRemoved }: PreviewAttachment,
  { budget, links, pictures, sizeText }: Drawing,
): Html {
  const picture = pictures.get(n);
  const name = budget.words(given);
  return html`<li><a href="${links.openAttachment(artifactId, n)}" title="${open(name)}">${picture !== undefined && html`<img src="${picture}" alt="">`}<span>${name}</span></a>${sizeBytes !== undefined && html` <span class="muted">${sizeText(sizeBytes)}</span>`}${isRemoved && html` <span class="mark">${removedMark}</span>`}${description !== undefined && html`<br><span class="muted">${budget.words(description)}</span>`}</li>`;
}
