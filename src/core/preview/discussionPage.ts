import type { Discussion } from "../history/artifactDiscussion.ts";
import { authorWords } from "../history/stepWords.ts";
import type { ShownChange, ThreadEntry } from "../history/thread.ts";
import type { Comment } from "../model/changeset.ts";
import { createdIt, editedMark, editedOf, privateTo } from "../sentences/history.ts";
import {
  addComment,
  changedText,
  compareOf,
  discussionHeading,
  moreNotShown,
  noDiscussion,
  olderEntries,
  readingDiscussion,
  tryAgain,
  valueFrom,
  valueTo,
} from "../sentences/previews.ts";
import { element, type Html, html } from "./html.ts";
import { type Drawing, dateOf, shortContent, textBlock } from "./previewParts.ts";

/** Makes the section of what was said and changed: headings for who and when, lists for changes, the oldest first. */
export async function discussionSection(
  artifactId: number,
  discussion: Discussion,
  dependencies: Drawing,
): Promise<Html> {
  const { entries, hasOlder, isRead, isReading, problem } = discussion;
  const shown = await Promise.all(
    entries.map((entry) =>
      dependencies.pieces.of(`step-${entry.changesetId}`, entry, () => entryItem(artifactId, entry, dependencies)),
    ),
  );
  const { links } = dependencies;
  const older = links.showOlder(artifactId);
  const add = links.addComment(artifactId);
  const state =
    problem !== undefined
      ? html`<p class="notice" role="status">${problem} <a href="${older}" title="${tryAgain}">${tryAgain}</a></p>`
      : isReading && html`<p class="muted" role="status">${readingDiscussion}</p>`;
  const empty = isRead && entries.length === 0;
  return html`<section aria-labelledby="discussion" class="talk"><h2 id="discussion">${discussionHeading}</h2>
${state}${empty && html`<p class="muted">${noDiscussion}</p>`}
${hasOlder && problem === undefined && html`<p><a href="${older}" title="${olderEntries}">${olderEntries}</a></p>`}
${shown.length > 0 && html`<ol class="thread">${shown}</ol>`}
<p><a href="${add}" title="${addComment}">${addComment}</a></p>
</section>`;
}

/** No more changes of one step are shown. */
const maxChanges = 500;

async function entryItem(artifactId: number, entry: ThreadEntry, dependencies: Drawing): Promise<Html> {
  const { changesetId, on, comment, changes, isCreation } = entry;
  const when = on === undefined ? undefined : dateOf(on, dependencies.language);
  const said = comment && html`<div class="said">${await textBlock(comment, dependencies, 3)}</div>`;
  const content = html`<h3 dir="auto">${dependencies.budget.words(authorWords(entry))}${when && html` <span class="muted">${when}</span>`}${comment && marks(comment, dependencies)}</h3>
${said}${isCreation && html`<p class="muted">${createdIt}</p>`}${
  changes.length > 0 &&
  html`<dl class="changes">${changes.slice(0, maxChanges).map((change) => changeRow(artifactId, entry, change, dependencies))}</dl>`
}${changes.length > maxChanges && html`<p class="muted">${moreNotShown(changes.length - maxChanges)}</p>`}`;
  return element("li", { id: `version-${changesetId}` }, content);
}

function marks({ groups, edited }: Comment, { budget, language }: Drawing): Html {
  const who = edited && budget.words(editedOf(edited.by));
  return html`${groups && html` <span class="mark">${budget.words(privateTo(groups))}</span>`}${edited && html` <span class="muted" title="${who}">(${editedMark} ${dateOf(edited.on, language)})</span>`}`;
}

function changeRow(
  artifactId: number,
  { changesetId, previousId }: ThreadEntry,
  { fieldId, label: given, values }: ShownChange,
  dependencies: Drawing,
): Html {
  const label = dependencies.budget.words(given);
  if (!values) {
    const address = previousId && dependencies.links.compare(artifactId, previousId, changesetId, fieldId);
    const words = address ? html`<a href="${address}" title="${compareOf(label)}">${changedText}</a>` : changedText;
    return html`<div><dt>${label}</dt><dd>${words}</dd></div>`;
  }
  const [before, after] = [values.before, values.after].map((value) => shortContent(value, dependencies));
  return html`<div><dt>${label}</dt><dd dir="auto"><span class="unseen">${valueFrom} </span><span class="before">${before}</span> <span aria-hidden="true">→</span> <span class="unseen">${valueTo} </span><span class="after">${after}</span></dd></div>`;
}
