import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5";
import { sanitize } from "../../../../src/core/preview/sanitize.ts";
import { anyCharacter } from "../../../support/anyCharacter.ts";

suite("making the markup of others safe", () => {
  type Case = readonly [name: string, given: string, expected: string];

  const cases: readonly Case[] = [
    ["plain words stay", "a &lt; b &amp; c", "a &lt; b &amp; c"],
    ["formatting stays", "<p>a <b>b</b> <code>c</code><br/>d</p>", "<p>a <b>b</b> <code>c</code><br>d</p>"],
    ["names of elements are taken in any case", "<STRONG>a</Strong>", "<strong>a</strong>"],
    ["scripts go with what is in them", "a<script>alert(1)<b></script>b", "ab"],
    ["a script that nothing ends takes the rest", "a<script>b<p>c", "a"],
    ["the end of a script may be sloppy", "a<script>x</script foo>b", "ab"],
    ["styles, frames, objects and drawings go", "<style>p{}</style><iframe src=x>y</iframe><svg><g>x</svg>a", "a"],
    ["drawings in drawings go together", "<svg>a<svg>b</svg>c</svg>d", "d"],
    ["elements nobody knows leave their words", "<blink>a</blink><form><input value=x>b</form>", "ab"],
    ["events and styles go", `<p onclick="alert(1)" style="x" class='y' id=z>a</p>`, "<p>a</p>"],
    ["a link tells where it leads", `<a href="https://host/a?b&amp;c">a</a>`, "a (https://host/a?b&amp;c)"],
    ["a link that tells it by itself is left so", `<a href="https://host/">https://host/</a>`, "https://host/"],
    ["a mail address is told without its scheme", `<a href="mailto:jane@host">Jane</a>`, "Jane (jane@host)"],
    ["scripts in links are not even told", `<a href=" java\nscript:alert(1)">a</a>`, "a"],
    ["data, commands and files in links neither", `<a href="command:x">a</a><a href="data:x">b</a>`, "ab"],
    ["a picture is its text", `<img src="https://evil/x.png" alt="The window" onerror=x>`, "[The window]"],
    ["a picture without text is told", "<img src=x>", "[picture]"],
    ["comments and declarations go", "a<!-- <script> --><!DOCTYPE x><?xml ?>b", "ab"],
    ["what is no tag is text", "a < b, 1<2, <3, <>", "a &lt; b, 1&lt;2, &lt;3, &lt;&gt;"],
    ["elements left open are closed", "<ul><li>a<li>b", "<ul><li>a</li><li>b</li></ul>"],
    ["ends of nothing are left out", "a</div></li></b>b", "ab"],
    ["the end of no paragraph is one, as in a browser", "a</p>b", "a<p></p>b"],
    ["a paragraph ends where a browser ends it", "<p>a<div>b</div>c", "<p>a</p><div>b</div>c"],
    [
      "a table is closed with all that is open in it",
      "<table><tr><td colspan=2 width=9>a<td>b<tr><th>c</table>d",
      '<table><tbody><tr><td colspan="2">a</td><td>b</td></tr><tr><th>c</th></tr></tbody></table>d',
    ],
    ["a list begins where it says", "<ol start=3 type=x><li>a</ol>", '<ol start="3"><li>a</li></ol>'],
    ["named and numbered characters are known", "&eacute;&hellip;&#8364;&#x41;&nosuch;", "é…€A&amp;nosuch;"],
    ["a tag hidden in references stays text", "&lt;script&gt;&#60;b&#62;", "&lt;script&gt;&lt;b&gt;"],
    ["a tag cut in two does not come together", "<scr<script>x</script>ipt>alert(1)", "xipt&gt;alert(1)"],
    ["controls and marks that reorder are left out", "a\u0000b\u202ec\u2066d", "abcd"],
    ["attributes with quotes in them end where they do", `<p title="a>b" x='"'>c`, "<p>c</p>"],
    ["a tag that nothing ends goes with the rest", "a<p title='x", "a"],
  ];

  // What only the algorithm of browsers reads right.
  const browserCases: readonly Case[] = [
    ["crossed formatting is uncrossed", "<b>1<i>2</b>3</i>4", "<b>1<i>2</i></b><i>3</i>4"],
    ["formatting around blocks goes into them", "<b>1<p>2</b>3</p>", "<b>1</b><p><b>2</b>3</p>"],
    ["formatting that nothing ends goes on in the next paragraph", "<p><b>1<p>2", "<p><b>1</b></p><p><b>2</b></p>"],
    [
      "a link in a link ends the first",
      `<a href="https://a/">1<a href="https://b/">2</a>`,
      "1 (https://a/)2 (https://b/)",
    ],
    ["a form in a form is none", "<form>a<form>b</form>c</form>d", "abcd"],
    ["text of a table that is in no cell stands before it", "<table>a<tr>b<td>c", `ab${table("c")}`],
    ["parts of tables outside of one are text", "<tr><td>a</td></tr><caption>b", "ab"],
    ["attributes need no quotes", "<ol start=4 dir=rtl>a", '<ol start="4" dir="rtl">a</ol>'],
    ["of an attribute given twice the first counts", "<p dir=ltr dir=rtl>a", '<p dir="ltr">a</p>'],
    ["a slash parts attributes", `<p/dir="rtl"/onclick=x>a`, '<p dir="rtl">a</p>'],
    ["a quote in a name of an attribute is part of it", `<p "dir=rtl>a`, "<p>a</p>"],
    ["drawings end at an element of pages", "<svg><g>x<p>a</svg>b", "<p>ab</p>"],
    ["a style in a drawing is markup", `<svg><style><img src=x onerror=alert(1)></style>`, "[picture]"],
    ["a style in a page is none", `<style><img src=x onerror=alert(1)></style>a`, "a"],
    ["a page in a drawing goes with it", "<svg><foreignObject><p>x</p></foreignObject></svg>a", "a"],
    ["a title in a drawing is a place for pages", "<svg><title><b>x</b></title></svg>a", "a"],
    ["what looks like a script's end in a drawing is one", "<svg><script>x</script><p>a", "<p>a</p>"],
    ["formulas go with the pages in them", "<math><mtext><p>x</p></mtext></math>a", "a"],
    [
      "formulas that hide markup in a style",
      "<math><mtext><table><mglyph><style><!--</style><img title='--><img src=1 onerror=alert(1)>'>",
      "",
    ],
    [
      "a form that breaks out of a formula",
      "<form><math><mtext></form><form><mglyph><style></math><img src onerror=x>",
      "",
    ],
    ["unread data in a drawing", "<svg><![CDATA[<p>x</p>]]></svg>a<![CDATA[b]]>c", "ac"],
    ["words for browsers without scripts go", "<noscript><p>x</p></noscript>a", "a"],
    [
      "their end in an attribute is none",
      `<noscript><p title="</noscript><img src=x onerror=y>">x</p></noscript>a`,
      "a",
    ],
    ["templates go with what is in them", "<template><p>x<script>y</script></template>a", "a"],
    ["cells in a template go too", "<table><template><td>x</template><tr><td>a", table("a")],
    ["a comment may end with an exclamation mark", "a<!--x--!>b", "ab"],
    ["a comment may be empty and short", "a<!-->b<!--->c", "abc"],
    ["a comment that nothing ends takes the rest", "a<!--b-->c<!--d", "ac"],
    ["declarations that are none are comments", "a<!x><?y?></ z>b", "ab"],
    ["the rest of plain text is text", "a<plaintext>b<p>", "a"],
    ["a text area holds text", "<textarea><p>x</textarea>a", "a"],
    ["a list to choose from goes", "<select><option>x<p>y</select>a", "a"],
    ["an image is a picture by another name", "<image alt=x>", "[x]"],
    [
      "a paragraph in a paragraph that something unknown held",
      "<p>a<button><p>b</button>c",
      "<p>a</p><p>b</p>c<p></p>",
    ],
    [
      "characters may be named without a semicolon",
      "&lt;b&gt;&ltb&notit;&amp&amp;lt",
      "&lt;b&gt;&lt;b¬it;&amp;&amp;lt",
    ],
    ["characters of Windows are known by number", "&#128;&#x99;", "€™"],
    ["what is no character is replaced", "&#0;&#xD800;&#x110000;", "\ufffd\ufffd\ufffd"],
    ["line breaks at the start of a preformatted text stay", "<pre>\n\n a\r\nb", "<pre>\n\n a\nb</pre>"],
    ["a line break that is a reference is one", "<pre>&#13;a&#13;&#10;b", "<pre>\n\na\nb</pre>"],
  ];

  for (const [name, given, expected] of [...cases, ...browserCases]) {
    test(name, () => {
      assert.equal(sanitize(given).safe.toString(), expected);
    });
  }

  test("headings move below the one they stand under", () => {
    assert.equal(sanitize("<h1>a</h1><h5>b</h5>", 2).safe.toString(), "<h3>a</h3><h6>b</h6>");
  });

  test("a thousand open elements are no matter", () => {
    const deep = sanitize("<div>".repeat(100_000)).safe.toString();
    assert.equal(deep.match(/<div>/g)?.length, 60);
  });

  const names = fc.constantFrom(
    ...["p", "b", "a", "li", "ul", "ol", "table", "tr", "td", "th", "tbody", "caption", "h1", "h2", "div", "pre", "dl"],
    ...[
      "button",
      "font",
      "nobr",
      "select",
      "option",
      "noscript",
      "plaintext",
      "textarea",
      "title",
      "object",
      "marquee",
    ],
    ...["foreignObject", "desc", "mtext", "mglyph", "annotation-xml", "colgroup", "col", "frameset", "body", "html"],
    ...["dt", "dd", "thead", "br", "hr", "img", "script", "style", "svg", "form", "input", "math", "template", "x-y"],
  );
  const attribute = fc.constantFrom(
    ...["", ' onclick="alert(1)"', " onerror=alert(1)", ' style="x:y"', ' href="javascript:alert(1)"', " src=//evil"],
    ...[' href="https://host/"', " href=mailto:a@b", ' title="<b>"', " title='\">", ' dir="rtl"', " colspan=2", "/"],
  );
  const piece = fc.oneof(
    fc.tuple(names, attribute).map(([name, more]) => `<${name}${more}>`),
    names.map((name) => `</${name}>`),
    fc.constantFrom(
      "<!--",
      "-->",
      "<",
      ">",
      '"',
      "'",
      "&",
      "&lt;",
      "&#60;",
      "&amp;lt;",
      "</",
      "<a",
      " href=",
      ...["\u0000", "\n", "\r", "&#13;", "&#0;", "&lt", "]]>", "<![CDATA[", "<!--", "--!>", "a"],
    ),
    fc.string({ unit: anyCharacter, maxLength: 4 }),
  );
  const markup = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));

  test("nothing comes out but known elements with harmless attributes, closed and nested", () => {
    fc.assert(
      fc.property(markup, (given) => {
        const safe = sanitize(given).safe.toString();
        const open: string[] = [];
        const rest = safe.replace(
          /<(\/?)([a-z0-9]+)((?: (?:colspan|rowspan|start|dir)="[a-z0-9]*")*)>/g,
          (_, end, name) => {
            assert.ok(allowed.has(name), name);
            if (end) {
              assert.equal(open.pop(), name);
            } else if (name !== "br" && name !== "hr") {
              open.push(name);
            }
            return "";
          },
        );
        assert.deepEqual(open, []);
        assert.doesNotMatch(rest, /[<>"']/);
      }),
      { numRuns: 3000 },
    );
  });

  test("what is safe is left as it is", () => {
    fc.assert(
      fc.property(markup, (given) => {
        const once = sanitize(given).safe.toString();
        assert.equal(sanitize(once).safe.toString(), once);
      }),
      { numRuns: 3000 },
    );
  });

  test("a browser builds from the result what was written, on its own and in the page", () => {
    fc.assert(
      fc.property(markup, (given) => {
        const safe = sanitize(given).safe.toString();
        assert.equal(written(parseFragment(safe).childNodes), safe);
        const around = `<div class="text"><p>a</p>${safe}</div>`;
        const body = parse(`<!DOCTYPE html><body>${around}`).childNodes[1] as Element;
        assert.equal(written((body.childNodes[1] as Element).childNodes), around);
      }),
      { numRuns: 3000 },
    );
  });

  test("formatting that nothing ends does not grow with each paragraph", () => {
    const paragraphs = Array.from({ length: 3000 }, (_, index) => `<p><b id=${index}></p>`).join("");
    assert.ok(sanitize(paragraphs).safe.toString().length < 10 * paragraphs.length);
  });

  for (const piece of ["<p><b>", "<p><i><b><u>", "<a><b><p></a>"]) {
    test(`formatting that is opened again makes no more elements than a page can show: ${piece}`, () => {
      const { safe, isReduced } = sanitize(piece.repeat(30_000));
      assert.ok((safe.toString().match(/<[a-z]/g)?.length ?? 0) < 40_000);
      assert.ok(isReduced);
    });
  }

  test("the address of a link that nothing ends is not told in each paragraph without end", () => {
    const address = `http://host/${"x".repeat(1900)}`;
    const { safe, isReduced } = sanitize(`<div><a href="${address}"></div>${"<p>w</p>".repeat(9000)}`);
    assert.equal(safe.toString().match(/<p>w/g)?.length, 9000);
    assert.ok(safe.toString().length < 400_000, `${safe.toString().length} characters`);
    assert.ok(isReduced);
  });

  test("an address without end is not told", () => {
    const { safe } = sanitize(`<a href="http://host/${"x".repeat(3000)}">words</a>`);
    assert.equal(safe.toString(), "words");
  });

  test("the addresses of as many links as people make are told", () => {
    const { safe, isReduced } = sanitize(
      '<p><a href="https://host/page?with=an&amp;ordinary=address">a</a></p>'.repeat(2000),
    );
    assert.equal(safe.toString().match(/ordinary=address/g)?.length, 2000);
    assert.ok(!isReduced);
  });

  test("an address is told unless the link begins with it", () => {
    const link = (words: string) => sanitize(`<a href="http://host/x">${words}</a>`).safe.toString();
    assert.equal(link("<b>at</b> http://host/x"), "<b>at</b> http://host/x");
    assert.match(link(`${"<b>w</b>".repeat(200)}http://host/x`), /http:\/\/host\/x \(http:\/\/host\/x\)$/);
  });

  test("links in links take no time, however much is in them", () => {
    const nested = "<a href=http://x/y><marquee>".repeat(250) + "w<hr>".repeat(19_000);
    const { user } = process.cpuUsage();
    assert.match(sanitize(nested).safe.toString(), /w<hr>w/);
    assert.ok(process.cpuUsage().user - user < 700_000);
  });

  test("a long text with as many elements as people make is whole", () => {
    const { safe, isReduced } = sanitize("<p>It <b>works</b> now.</p>".repeat(7_000));
    assert.equal(safe.toString().match(/<b>/g)?.length, 7_000);
    assert.ok(!isReduced);
  });
});

type Element = DefaultTreeAdapterTypes.Element;

/** What was read, written again: by the test's own rules, so that an element of another kind than HTML's would show. */
function written(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): string {
  return nodes
    .map((node) => {
      if ("value" in node) {
        return node.value.replace(/[&<>"']/g, (character) => escapes[character] ?? "");
      }
      const { tagName, namespaceURI, attrs, childNodes } = node as Element;
      const start = `${tagName}${attrs.map(({ name, value }) => ` ${name}="${value}"`).join("")}`;
      const space = namespaceURI === "http://www.w3.org/1999/xhtml" ? "" : `${namespaceURI} `;
      const first = childNodes[0];
      const lineBreak = tagName === "pre" && first && "value" in first && first.value.startsWith("\n") ? "\n" : "";
      const end = tagName === "br" || tagName === "hr" ? "" : `${lineBreak}${written(childNodes)}</${tagName}>`;
      return `<${space}${start}>${end}`;
    })
    .join("");
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function table(cell: string): string {
  return `<table><tbody><tr><td>${cell}</td></tr></tbody></table>`;
}

const allowed = new Set(
  (
    "b strong i em u s del ins mark small sub sup code kbd samp var q cite abbr dfn span bdi p div blockquote pre ul ol li " +
    "dl dt dd hr br table caption thead tbody tfoot tr td th details summary figure figcaption h1 h2 h3 h4 h5 h6"
  ).split(" "),
);
