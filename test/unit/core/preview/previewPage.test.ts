import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { framesOf, pixelsOf } from "../../../../src/core/attachments/pictureSize.ts";
import { Pieces } from "../../../../src/core/preview/html.ts";
import { imageType, pictured } from "../../../../src/core/preview/pictures.ts";
import type { PreviewField } from "../../../../src/core/preview/previewFields.ts";
import type { Preview } from "../../../../src/core/preview/previewModel.ts";
import { messagePage, previewPage } from "../../../../src/core/preview/previewPage.ts";
import type { PageDependencies } from "../../../../src/core/preview/previewParts.ts";
import { pageLinks } from "../../../support/pageLinks.ts";

const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\u202e`;

suite("the page of a preview", () => {
  const preview: Preview = {
    artifactId: 512,
    title: "It breaks",
    isTitleChanged: false,
    xref: "bug #512",
    facts: [],
    details: [],
    notShown: [],
    sections: [],
    attachments: [],
    isUnsaved: false,
    disagreeing: [],
    isBroken: false,
  };
  const page = (shown: Partial<Preview>, markdown?: string) => pageOf({ ...preview, ...shown }, markdown);
  const pageOf = (shown: Preview, markdown?: string) => previewPage(shown, surroundings(markdown));
  const surroundings = (markdown?: string): PageDependencies => ({
    links: pageLinks,
    pieces: new Pieces(),
    pictures: new Map([[1, "data:image/png;base64,AA=="]]),
    renderMarkdown: async () => markdown,
    artifactOf: (reference) => (reference === "art #12" ? 12 : undefined),
    keywords: new Set(["bug"]),
    sizeText: (bytes) => `${bytes} B`,
    nonce: "n0nce",
    language: "en-GB",
  });
  const body = (text: string) => text.slice(text.indexOf("<main"), text.indexOf("</main>"));

  const endless = "<".repeat(3_000_000);
  const labelled = (fieldId: number, label: string) => ({ fieldId, label, isChanged: false });
  const many = <T>(each: (index: number) => T) => Array.from({ length: 5000 }, (_, index) => each(index));
  const step = { changesetId: 2, previousId: 1, isCreation: false, changes: [] };
  const discussed = (entry: object): Partial<Preview> => ({
    discussion: { entries: [{ ...step, ...entry }], hasOlder: false, isRead: true, isReading: false },
  });
  const link = { artifactId: 9, type: "", name: "bug #9", isReverse: false };
  const testStep = {
    action: { content: "a", format: "text" },
    result: { content: "", format: "text" },
  } as const;
  const about = (content: PreviewField["content"]): Partial<Preview> => ({
    details: [{ ...labelled(1, "Field"), content }],
  });
  const endlessPages: readonly (readonly [name: string, shown: Partial<Preview>])[] = [
    ["title", { title: endless }],
    ["reference", { xref: endless }],
    ["state", { status: { label: endless } }],
    [
      "next state",
      {
        ...about({ kind: "empty" }),
        possible: { editable: new Set([1]), statusFieldId: 1, nextStates: [{ valueId: 103, label: endless }] },
      },
    ],
    ["person", { facts: [{ label: "Submitted by", value: endless }] }],
    ["date", { facts: [{ label: "Submitted on", value: endless, isDate: true }] }],
    ["date with a remark", { facts: [{ label: "On", value: `2026-01-01 (${endless})`, isDate: true }] }],
    ["label", { details: [{ ...labelled(1, endless), content: { kind: "empty" } }] }],
    ["label of a text", { sections: [{ ...labelled(1, endless), content: { kind: "links", links: [] } }] }],
    ["word", about({ kind: "words", words: [endless] })],
    ["word of several", about({ kind: "words", words: [endless, endless] })],
    ["list of words", about({ kind: "words", words: many(String) })],
    ["reference of a field", about({ kind: "references", references: [endless, "art #12"] })],
    ["list of references", about({ kind: "references", references: many(() => "art #12") })],
    ["type", about({ kind: "unknown", type: endless })],
    [
      "name of a link",
      { sections: [{ ...labelled(1, "L"), content: { kind: "links", links: [{ ...link, name: endless }] } }] },
    ],
    [
      "type of a link",
      { sections: [{ ...labelled(1, "L"), content: { kind: "links", links: [{ ...link, type: endless }] } }] },
    ],
    ["list of links", { sections: [{ ...labelled(1, "L"), content: { kind: "links", links: many(() => link) } }] }],
    ["attachment", { attachments: [{ n: 1, name: endless, isRemoved: false, description: endless }] }],
    ["list of steps", { sections: [{ ...labelled(1, "S"), content: { kind: "steps", steps: many(() => testStep) } }] }],
    ["list of attachments", { attachments: many((n) => ({ n, name: "a", isRemoved: false })) }],
    [
      "text",
      { sections: [{ ...labelled(1, "T"), content: { kind: "text", text: { content: endless, format: "text" } } }] },
    ],
    [
      "list of fields",
      {
        sections: many((id) => ({
          ...labelled(id, "F"),
          content: { kind: "text", text: { content: "<".repeat(1000), format: "text" } },
        })),
      },
    ],
    ["author", discussed({ author: endless })],
    ["address", discussed({ email: endless })],
    ["instant", discussed({ on: endless })],
    ["group", discussed({ comment: { content: "a", format: "text", groups: [endless] } })],
    ["editor", discussed({ comment: { content: "a", format: "text", edited: { on: endless, by: endless } } })],
    ["changed field", discussed({ changes: [{ fieldId: 1, label: endless }] })],
    ["list of changes", discussed({ changes: many((fieldId) => ({ fieldId, label: "F" })) })],
  ];
  for (const [name, shown] of endlessPages) {
    test(`has as much of an endless ${name} as anybody reads`, async () => {
      const text = await page(shown);
      assert.ok(text.length < 8_000_000, `${text.length}`);
      assert.match(text, name.startsWith("list") ? /\d more\. Open the artifact|longer than can be shown/ : /…/);
      assert.ok((text.match(/<(?:li|section|dt)\b/g) ?? []).length < 2100);
    });
  }

  test("has no more items of all lists together than anybody looks at", async () => {
    const words = Array.from({ length: 1000 }, (_, n) => String(n % 10));
    const details = many((id) => ({ ...labelled(id, "F"), content: { kind: "words" as const, words } })).slice(0, 200);
    const text = await page({ details });
    assert.equal(text.match(/<li>/g)?.length, 100_000);
    assert.equal(text.match(/\b1000 more/g)?.length, 100);
  });

  test("offers what can be done now beside what it is about, and nothing else", async () => {
    const field = (fieldId: number, label: string) => ({ fieldId, label, isChanged: false });
    const shown: Partial<Preview> = {
      status: { label: "New" },
      details: [
        { ...field(1, "Effort"), content: { kind: "words", words: ["3"] } },
        { ...field(2, "Rank"), content: { kind: "empty" } },
        { ...field(5, "State"), content: { kind: "words", words: ["New"] } },
      ],
      sections: [{ ...field(3, "Details"), content: { kind: "text", text: { content: "x", format: "text" } } }],
      possible: {
        editable: new Set([1, 3, 5, 9]),
        ...{ titleFieldId: 9, statusFieldId: 5, nextStates: [{ valueId: 103, label: "Open" }], stateIds: ["7"] },
      },
    };
    const text = await page(shown);
    const links = (given: string) => [...given.matchAll(/href="command:([^"]*)"/g)].map(([, link]) => link);
    // What changes something at once comes last: whoever goes by the keyboard meets it behind all that asks first.
    assert.deepEqual(links(text), [
      ...["edit?512,9", "open?512", "comment?512", "browse", "history?512", "status?512,"],
      ...["edit?512,3", "edit?512,1", "edit?512,5", "status?512,103,from 7"],
    ]);
    assert.match(text, /aria-label="Edit Effort">Edit</);
    assert.match(text, /<dt>State<\/dt><dd dir="auto">New .*class="states".*title="Change the status to Open">Open</);
    const unsaved = await page({ ...shown, isUnsaved: true });
    assert.deepEqual(
      links(unsaved).filter((link) => link && /save|Unsaved/i.test(link)),
      ["save?512", "saveWithComment?512", "compareUnsaved?512"],
    );
    const takesFiles = { ...shown, possible: { editable: new Set<number>(), takesFiles: true as const } };
    assert.ok(links(await page(takesFiles)).includes("attach?512"));
    const { possible: _, ...broken } = { ...shown, isUnsaved: true, isBroken: true };
    assert.deepEqual(links(await page(broken)), ["open?512", "comment?512", "browse", "history?512"]);
  });

  test("keeps its head in sight while something is unsaved", async () => {
    assert.match(await page({ isUnsaved: true }), /<header class="kept">[\s\S]*>Save<\/a>[\s\S]*<\/header>/);
    assert.doesNotMatch(await page({ isUnsaved: true }), /say different things/);
    assert.match(
      await page({ isUnsaved: true, disagreeing: ["<b>Status</b>", "Points"] }),
      /<p class="notice" role="status">There are unsaved changes;[^<]*say different things of “&lt;b&gt;Status&lt;\/b&gt;”, “Points”: /,
    );
    assert.match(await page({}), /<header>/);
  });

  test("has the discussion before the fields, and a link to it in its head", async () => {
    const discussion = { entries: [], hasOlder: false, isRead: true, isReading: false };
    const text = await page({
      discussion,
      details: [{ fieldId: 1, label: "Effort", isChanged: false, content: { kind: "empty" } }],
    });
    assert.match(
      text,
      /<nav [^>]*>.*href="#discussion"[\s\S]*<main class="columns">[\s\S]*id="discussion"[\s\S]*id="details"/,
    );
    assert.match(await page({}), /<main>/);
  });

  test("counts what cannot be shown in one line", async () => {
    assert.match(body(await page({ notShown: ["Chart"] })), /<p class="muted">1 field cannot be shown here: Chart\.</);
    assert.match(
      body(await page({ notShown: ["Chart", "<Key>"] })),
      />2 fields cannot be shown here: Chart, &lt;Key&gt;\.</,
    );
  });

  test("leads to the artifacts that a text names, but for those in code", async () => {
    const text = (format: "text" | "html", content: string) =>
      page({
        sections: [
          { fieldId: 3, label: "Details", isChanged: false, content: { kind: "text", text: { content, format } } },
        ],
      });
    assert.match(
      body(await text("text", "As bug #12, not rev #3")),
      />As <a href="command:open\?12" title="Open #12">bug #12<\/a>, not rev #3</,
    );
    const markup = await text(
      "html",
      `<b>#12</b> <code>#13</code> <a href="command:evil">#14</a> <a title="#15">x</a>`,
    );
    assert.deepEqual(
      [...body(markup).matchAll(/<a ([^>]*)>/g)].map(([, attributes]) => attributes),
      ["12", "14"].map((id) => `href="command:open?${id}" title="Open #${id}"`),
    );
  });

  test("has no more links of texts than anybody looks at", async () => {
    const content = "#1 ".repeat(5000);
    const text = await page({
      sections: [3, 4].map((fieldId) => ({
        ...{ fieldId, label: "Details", isChanged: false },
        content: { kind: "text", text: { content, format: "text" } },
      })),
    });
    assert.equal(text.match(/<a href="command:open\?1"/g)?.length, 2000);
    assert.equal(text.match(/#1/g)?.length, 10_000 + 2000);
  });

  test("has no formula computed, and shows it as it is written", async () => {
    const text = { content: "from $5 to $6", format: "commonmark" } as const;
    const section = { fieldId: 3, label: "Details", isChanged: false, content: { kind: "text", text } } as const;
    const renderMarkdown = async (source: string) => (source.includes("$") ? "a formula" : `<p>${source}</p>`);
    const shown = await previewPage({ ...preview, sections: [section] }, { ...surroundings(), renderMarkdown });
    assert.match(body(shown), /<p>from \$5 to \$6<\/p>/);
  });

  test("shows a text as it is written whose markup is many times as long", async () => {
    const text = { content: "[a]: http://host/x\n\n[a][a][a]", format: "commonmark" } as const;
    const section = { fieldId: 3, label: "Details", isChanged: false, content: { kind: "text", text } } as const;
    const render = (markup: string) =>
      previewPage({ ...preview, sections: [section] }, { ...surroundings(), renderMarkdown: async () => markup });
    const long = `<a href="http://host/${"x".repeat(1900)}">a</a>`.repeat(3600);
    const shown = body(await render(long));
    assert.match(shown, /\[a\]: http:\/\/host\/x/);
    assert.match(shown, /too long to be shown/);
    assert.doesNotMatch(body(await render("<p>a</p>")), /too long to be shown/);
  });

  test("makes only what is otherwise now", async () => {
    let rendered = 0;
    const dependencies = { ...surroundings(), renderMarkdown: async (source: string) => `${++rendered} ${source}` };
    const text = (fieldId: number, content: string) => ({
      ...{ fieldId, label: "Text", isChanged: false },
      content: { kind: "text", text: { content, format: "commonmark" } } as const,
    });
    await previewPage({ ...preview, sections: [text(1, "a"), text(2, "b")] }, dependencies);
    const again = await previewPage({ ...preview, sections: [text(1, "a"), text(2, "c")] }, dependencies);
    assert.equal(rendered, 3);
    assert.match(again, />1 a</);
    assert.match(again, />3 c</);
  });

  test("runs nothing and loads nothing", async () => {
    const text = await page({});
    assert.match(text, /content="default-src 'none'; img-src data:; style-src 'nonce-n0nce'"/);
    assert.doesNotMatch(text, /<script|https?:/);
  });

  test("shows hostile words as words wherever they come", async () => {
    const words = { content: hostile, format: "text" } as const;
    const text = await page({
      title: hostile,
      xref: hostile,
      status: { label: hostile, isOpen: true },
      facts: [
        { label: "Tracker", value: hostile },
        { label: "On", value: hostile, isDate: true },
      ],
      details: [
        { fieldId: 1, label: hostile, isChanged: true, content: { kind: "words", words: [hostile, hostile] } },
        { fieldId: 2, label: "a", isChanged: false, content: { kind: "unknown", type: hostile } },
        { fieldId: 3, label: "a", isChanged: false, content: { kind: "references", references: [hostile, "art #12"] } },
        { fieldId: 4, label: "a", isChanged: false, content: { kind: "date", date: hostile } },
      ],
      sections: [
        { fieldId: 5, label: hostile, isChanged: false, content: { kind: "text", text: words } },
        { fieldId: 6, label: "a", isChanged: false, content: { kind: "text", text: { ...words, format: "html" } } },
        {
          fieldId: 7,
          label: "a",
          isChanged: false,
          content: { kind: "text", text: { ...words, format: "commonmark" } },
        },
        {
          fieldId: 8,
          label: "a",
          isChanged: false,
          content: { kind: "steps", steps: [{ action: words, result: words }] },
        },
        {
          fieldId: 9,
          label: "a",
          isChanged: false,
          content: { kind: "links", links: [{ artifactId: 9, type: hostile, name: hostile, isReverse: true }] },
        },
      ],
      attachments: [{ n: 1, name: hostile, description: hostile, isRemoved: true }],
      isUnsaved: true,
    });
    assert.doesNotMatch(text, /<script|<img(?! src="data:)|onerror=alert\(1\)>|\u202e/);
    assert.deepEqual(
      [...text.matchAll(/href="([^"]*)"/g)].map(([, address]) => address),
      [
        ...[
          "open?512",
          "comment?512",
          "browse",
          "history?512",
          "save?512",
          "saveWithComment?512",
          "compareUnsaved?512",
        ],
        ...["open?9", "attachment?1", "open?12"],
      ].map((link) => `command:${link}`),
    );
    // VS Code shows the address of a link without a title: that of a command.
    assert.doesNotMatch(text, /<a (?![^>]* title=)/);
  });

  test("renders HTML and Markdown below its own headings, safely", async () => {
    const section = (format: "html" | "commonmark", content: string) =>
      ({
        fieldId: 1,
        label: "Details",
        isChanged: false,
        content: { kind: "text", text: { format, content } },
      }) as const;
    assert.match(body(await page({ sections: [section("html", "<h1>a</h1><b onclick=x>b")] })), /<h3>a<\/h3><b>b<\/b>/);
    assert.match(
      body(await page({ sections: [section("commonmark", "x")] }, "<h1>a</h1><img src=y>")),
      /<h3>a<\/h3>\[picture\]/,
    );
    assert.match(
      body(await page({ sections: [section("commonmark", "# a")] })),
      /<div class="text plain" dir="auto"># a</,
    );
  });

  test("tells in words what a draft is and lacks, and offers nothing that needs an artifact", async () => {
    const { artifactId: _, ...draft } = preview;
    const details = [{ fieldId: 1, label: "Summary", isChanged: false, isMissing: true, content: { kind: "empty" } }];
    const text = await pageOf({ ...draft, details } as Preview);
    assert.match(text, /role="status">This is a draft/);
    assert.match(text, /<dt>Summary <span class="mark">required<\/span><\/dt>/);
    assert.doesNotMatch(text, /<nav|<a /);
  });

  test("names linked artifacts by title and status", async () => {
    const link = { artifactId: 9, type: "_is_child", name: "bug #9", title: "Crash", status: "Open", isReverse: false };
    const section = { fieldId: 9, label: "Links", isChanged: false } as const;
    const text = await page({ sections: [{ ...section, content: { kind: "links", links: [link] } }] });
    assert.match(text, />bug #9 Crash<\/a> <span class="muted">Child · Open<\/span>/);
  });

  test("tells in words what is not saved, what is removed, and what cannot be read", async () => {
    const text = await page({
      isUnsaved: true,
      attachments: [{ n: 2, name: "a.txt", sizeBytes: 1700, isRemoved: true }],
    });
    assert.match(text, /role="status">There are unsaved changes/);
    assert.match(text, /a\.txt<\/span><\/a> <span class="muted">1700 B<\/span> <span class="mark">removed, unsaved/);
    assert.match(await page({ isBroken: true }), /role="status">The document cannot be read/);
  });

  test("writes days as days and instants in the reader's zone, with what was given beside", async () => {
    const facts = [{ label: "Due", value: "2026-03-13", isDate: true }];
    assert.match(await page({ facts }), /<time datetime="2026-03-13" title="2026-03-13">13 Mar 2026<\/time>/);
  });

  test("shows no more of what should be a date than a date has", async () => {
    const facts = [{ label: "Due", value: "x".repeat(5000), isDate: true }];
    assert.match(await page({ facts }), /<dd dir="auto">x{100}…<\/dd>/);
  });

  test("says why there is nothing to see", () => {
    assert.match(messagePage("#512", "Gone <b>", "n"), /<p role="status">Gone &lt;b&gt;<\/p>/);
  });
});

suite("pictures for a preview", () => {
  const bytes = (...given: (string | number[])[]) =>
    Buffer.concat(given.map((part) => Buffer.from(part as string, "latin1")));

  const size = (bigEndian: boolean, ...numbers: number[]) =>
    numbers.flatMap((number) => (bigEndian ? [number >> 8, number & 0xff] : [number & 0xff, number >> 8]));
  // Pictures of a width and a height below 65,536, as far as their beginnings go.
  const png = (width: number, height: number) =>
    bytes([0x89], "PNG\r\n\x1a\n\0\0\0\x0dIHDR", size(true, 0, width, 0, height));
  const gifOf = (screen: readonly [number, number], table: number[], ...frame: number[]) =>
    bytes("GIF89a", size(false, ...screen), table, "!\xf9\x04....\0!\xfe\x02ab\x01c\0", ",", size(false, ...frame));
  const noTable = [0, 0, 0];
  const gif = (width: number, height: number) => gifOf([width, height], noTable, 0, 0, 1, 1);
  const framed = (width: number, height: number) =>
    gifOf([2, 2], [0x81, 0, 0, ...Array(12).fill(0x2c)], width - 1, height - 2, 1, 2);
  const jpeg = (width: number, height: number) =>
    bytes(
      [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 2, 0xff, 0xc2, 0, 17, 8],
      size(true, height, width),
    );
  const webp = (kind: string, ...rest: number[][]) => bytes(`RIFF....WEBP${kind}....`, ...rest);
  const lossy = (width: number, height: number) =>
    webp("VP8 ", [1, 2, 3, 0x9d, 0x01, 0x2a], size(false, width, height));
  const extended = (width: number, height: number) =>
    webp("VP8X", [0, 0, 0, 0], size(false, width - 1), [0], size(false, height - 1), [0]);
  const lossless = (width: number, height: number) => {
    const bits = (width - 1) | ((height - 1) << 14);
    return webp("VP8L", [0x2f], size(false, bits & 0xffff, bits >>> 16));
  };

  test("are told by their bytes", () => {
    assert.deepEqual(
      [
        ...[png(2, 3), jpeg(2, 3), gif(2, 3), framed(2, 3), lossy(2, 3), lossless(2, 3), extended(2, 3)],
        bytes("RIFF....WAVE"),
        bytes("<svg xmlns='http://www.w3.org/2000/svg'>"),
        bytes(""),
      ].map(imageType),
      [
        "image/png",
        "image/jpeg",
        "image/gif",
        "image/gif",
        ...Array(3).fill("image/webp"),
        undefined,
        undefined,
        undefined,
      ],
    );
  });

  test("are none where a few bytes stand for more pixels than there is memory, or nobody knows for how many", () => {
    for (const picture of [png, jpeg, gif, framed, lossy, lossless, extended]) {
      assert.deepEqual(
        [pixelsOf(picture(6000, 4000)), imageType(picture(6000, 4001)) !== undefined],
        [24_000_000, true],
        picture.name,
      );
      assert.equal(imageType(picture(16_000, 16_000)), undefined);
      assert.equal(imageType(picture(6000, 4000).subarray(0, -1)), undefined);
    }
    assert.deepEqual([jpeg(5, 0), bytes([0xff, 0xd8, 0xff, 0xd9])].map(imageType), [undefined, undefined]);
  });

  test("are none where a browser would find another size than the one that stands first", () => {
    // A part of a JPEG that has no length, in front of the frame that a browser finds.
    const [real, told] = [size(true, 16_000, 16_000), size(true, 1, 1)];
    const frame = (dimensions: number[]) => [0xff, 0xc0, 0, 11, 8, ...dimensions, 1, 1, 0x11, 0];
    for (const marker of [0x00, 0x01, 0xd0, 0xd7, 0xd8]) {
      const start = [0xff, 0xd8, 0xff, marker, ...frame(real)];
      assert.equal(
        imageType(bytes(start, Array(4 + 0xffc0 - start.length).fill(0), frame(told))),
        undefined,
        `${marker}`,
      );
    }
    const first = [...[0x89], ...Buffer.from("PNG\r\n\x1a\n\0\0\0\x0dabCd", "latin1")];
    assert.equal(imageType(bytes(first, size(true, 0, 1, 0, 1))), undefined);
    assert.equal(imageType(bytes("GIF89a", size(false, 1, 1), [0, 0, 0], ";")), undefined);
  });

  test("are as many as they show one after another", () => {
    const parts = (part: Buffer) => [1, 3].map((count) => Array<Buffer>(count).fill(part));
    const pngPart = bytes("\0\0\0\x02fcTLab....");
    const gifPart = bytes(
      "!\xf9\x04....\0,",
      size(false, 0, 0, 1, 1),
      [0x80, ...Array(6).fill(0x2c)],
      "\x02\x02ab\x01c\0",
    );
    const webpPart = bytes("ANMF\x03\0\0\0abc\0");
    const still = bytes("\0\0\0\x01IDATa....");
    const canvas = bytes("RIFF....WEBPVP8X\x0a\0\0\0", Array(10).fill(0));
    const screen = bytes("GIF89a", size(false, 1, 1), [0x80, 0, 0, ...Array(6).fill(0x2c)]);
    for (const animated of [
      ...parts(pngPart).map((frames) => Buffer.concat([png(1, 1), bytes("........."), ...frames, still])),
      ...parts(gifPart).map((frames) => Buffer.concat([screen, ...frames, bytes(";", Array(99).fill(0x2c))])),
      ...parts(webpPart).map((frames) => Buffer.concat([canvas, ...frames])),
    ]) {
      assert.deepEqual(
        [pixelsOf(animated), framesOf(animated)],
        [1, animated.toString("latin1").split("ab").length - 1],
      );
    }
    assert.deepEqual([png(1, 1), jpeg(1, 1), gif(1, 1), lossy(1, 1), bytes("")].map(framesOf), [1, 1, 1, 1, 1]);
  });

  test("are read only so many, so large", () => {
    const named = (name: string, sizeBytes?: number) => ({ name, ...(sizeBytes !== undefined && { sizeBytes }) });
    const names = (given: Parameters<typeof pictured>[0]) => pictured(given).map(({ name }) => name);
    assert.deepEqual(names([named("a.PNG", 1), named("b.svg", 1), named("c.txt", 1), named("d.jpeg", 2e6)]), ["a.PNG"]);
    assert.equal(names(Array.from({ length: 30 }, () => named("a.gif", 10))).length, 12);
    assert.equal(names(Array.from({ length: 30 }, () => named("a.webp"))).length, 4);
  });
});
