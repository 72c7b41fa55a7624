import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Discussion } from "../../../../src/core/history/artifactDiscussion.ts";
import type { ThreadEntry } from "../../../../src/core/history/thread.ts";
import { discussionSection } from "../../../../src/core/preview/discussionPage.ts";
import { Pieces } from "../../../../src/core/preview/html.ts";
import { PageBudget } from "../../../../src/core/preview/pageBudget.ts";
import type { Drawing } from "../../../../src/core/preview/previewParts.ts";
import { ReferenceLinks } from "../../../../src/core/preview/referenceLinks.ts";
import { pageLinks } from "../../../support/pageLinks.ts";

const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)><a href="command:evil">x</a>`;
const entry: ThreadEntry = { changesetId: 9002, previousId: 9001, isCreation: false, changes: [] };
const words = (word: string) => ({ kind: "words", words: [word] }) as const;

function surroundings(more: Partial<Drawing> = {}): Drawing {
  return {
    ...{
      links: pageLinks,
      pieces: new Pieces().next(),
      pictures: new Map(),
      renderMarkdown: async (source) => `<p>${source}</p>`,
      budget: new PageBudget(),
      keywords: new Set(["bug"]),
      references: new ReferenceLinks(pageLinks, new Set(["bug"])),
    },
    ...{ artifactOf: () => undefined, sizeText: String, nonce: "n0nce", language: "en-GB" },
    ...more,
  };
}

async function section(shown: Partial<Discussion>, dependencies = surroundings()): Promise<string> {
  const discussion = { entries: [], hasOlder: false, isRead: true, isReading: false, ...shown };
  return (await discussionSection(512, discussion, dependencies)).toString();
}

const sectionOf = (...entries: readonly Partial<ThreadEntry>[]) =>
  section({ entries: entries.map((each, index) => ({ ...entry, changesetId: 9002 + index, ...each })) });

suite("the discussion on the page of an artifact", () => {
  test("shows who and when as headings with times, and what was said as it was formatted", async () => {
    const text = await sectionOf(
      { author: "Jane Doe (jdoe)", on: "2026-03-13T14:00:00+01:00", comment: { content: "1 < 2", format: "text" } },
      { author: "Max", comment: { content: "<h1>Done</h1><p>Yes</p>", format: "html" } },
      { author: "Max", comment: { content: "*so*", format: "commonmark" } },
    );
    assert.match(text, /<h2 id="discussion">Discussion<\/h2>/);
    assert.match(
      text,
      /<h3 dir="auto">Jane Doe \(jdoe\) <span class="muted"><time datetime="2026-03-13T14:00:00\+01:00"/,
    );
    assert.match(text, /<div class="text plain" dir="auto">1 &lt; 2<\/div>/);
    assert.match(text, /<h4>Done<\/h4><p>Yes<\/p>/);
    assert.match(text, /<p>\*so\*<\/p>/);
  });

  test("leads to the artifacts that are named in what was said", async () => {
    const text = await sectionOf(
      { comment: { content: "as bug #12 & #13", format: "text" } },
      { comment: { content: "see **#14**", format: "commonmark" } },
    );
    assert.match(text, /as <a href="command:open\?12" title="Open #12">bug #12<\/a> &amp; <a [^>]*>#13<\/a><\/div>/);
    assert.match(text, /<a href="command:open\?14" title="Open #14">#14<\/a>/);
  });

  test("marks private comments, those by mail and edited ones", async () => {
    const comment = { content: "Hush", format: "text" } as const;
    assert.match(await sectionOf({ comment: { ...comment, groups: ["Testers"] } }), /class="mark">private: Testers</);
    assert.match(await sectionOf({ comment: { ...comment, groups: [] } }), /class="mark">private</);
    assert.match(await sectionOf({ email: "someone@example.com", comment }), />someone@example.com by mail</);
    const edited = { by: "Max", on: "2026-03-13T15:00:00Z" };
    assert.match(await sectionOf({ comment: { ...comment, edited } }), /title="edited by Max">\(edited <time/);
    assert.doesNotMatch(await sectionOf({ comment }), /class="mark"|edited/);
  });

  test("shows changes from what to what, and long texts as changed, with a link to the difference", async () => {
    const change = { fieldId: 1, label: "Status", values: { before: words("New"), after: words("Open") } };
    const text = await sectionOf({ changes: [change, { fieldId: 2, label: "Details" }] });
    const spoken = text.replace(/<[^>]*>/g, "");
    assert.match(spoken, /Statusfrom New → to Open/);
    assert.match(text, /<dt>Details<\/dt><dd><a href="command:compare\?512,9001,9002,2"/);
    const first = await section({ entries: [{ changesetId: 1, isCreation: true, changes: [] }] });
    assert.match(first, />Created</);
    const alone = await section({
      entries: [{ changesetId: 1, isCreation: false, changes: [{ fieldId: 2, label: "Details" }] }],
    });
    assert.match(alone, /<dd>changed<\/dd>/);
  });

  test("offers older ones where there are, and says what is missing and why", async () => {
    assert.match(await section({ hasOlder: true }), /<a href="command:older\?512" title="Show Older">Show Older<\/a>/);
    assert.doesNotMatch(await section({}), /Show Older/);
    const failed = await section({ problem: "You may not see it.", entries: [{ ...entry, author: "Max" }] });
    assert.match(failed, /role="status">You may not see it\. <a href="command:older\?512" title="Try Again">Try Again/);
    assert.match(failed, /Max/);
    assert.match(await section({ isReading: true }), /is being read/);
  });

  test("runs and loads nothing of what was said, and offers no address of it", async () => {
    const comment = { content: hostile, format: "html", groups: [hostile] } as const;
    const text = await sectionOf(
      { author: hostile, email: hostile, on: hostile, comment },
      {
        comment: { content: hostile, format: "commonmark" },
        changes: [{ fieldId: 1, label: hostile, values: { before: words(hostile), after: words(hostile) } }],
      },
    );
    assert.doesNotMatch(text, /<script|<img|command:evil"/);
    assert.deepEqual([...new Set(text.match(/href="command:[a-z]+/gi))], ['href="command:comment']);
  });

  test("shows a text that is too long to be formatted as it is written, in part, and says so", async () => {
    const content = `<p>${"<b>x".repeat(1_200_000)}`;
    const text = await sectionOf({ comment: { content, format: "html" } });
    assert.ok(text.length < 1_000_000, String(text.length));
    assert.match(text, /<div class="text plain" dir="auto">&lt;p&gt;&lt;b&gt;x/);
    assert.match(text, /too long to be shown with all of its formatting/);
    assert.match(text, /longer than can be shown here/);
  });

  test("gives the reader of Markdown no more than it takes in a moment, in each text and in all together", async () => {
    let given = 0;
    const renderMarkdown = async (source: string) => {
      given += source.length;
      assert.ok(source.length <= 20_000, String(source.length));
      return "<p>formatted</p>";
    };
    const said = (length: number) => ({ comment: { content: "a".repeat(length), format: "commonmark" as const } });
    const entries = [20_001, ...Array.from({ length: 12 }, () => 15_000)].map((length, index) => ({
      ...{ ...entry, changesetId: 9002 + index },
      ...said(length),
    }));
    const text = await section({ entries }, surroundings({ renderMarkdown }));
    assert.equal(given, 90_000);
    assert.equal(text.match(/<p>formatted<\/p>/g)?.length, 6);
    assert.equal(text.match(/too long to be shown with all of its formatting/g)?.length, 7);
  });

  test("is made once for each step", async () => {
    let rendered = 0;
    const renderMarkdown = async (source: string) => {
      rendered++;
      return source;
    };
    const pieces = new Pieces();
    const page = pieces.next();
    const entries = [{ ...entry, comment: { content: "Once", format: "commonmark" as const } }];
    const first = await section({ entries }, surroundings({ renderMarkdown, pieces: page }));
    page.keep();
    assert.equal(await section({ entries }, surroundings({ renderMarkdown, pieces: pieces.next() })), first);
    assert.equal(rendered, 1);
  });
});
