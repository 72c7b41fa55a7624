import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { sanitize } from "../../../../src/core/preview/sanitize.ts";

suite("making the markup of others safe", () => {
  type Case = readonly [name: string, given: string, expected: string];

  const cases: readonly Case[] = [
    ["plain words stay", "a &lt; b &amp; c", "a &lt; b &amp; c"],
    ["formatting stays", "<p>a <b>b</b> <code>c</code><br/>d</p>", "<p>a <b>b</b> <code>c</code><br>d</p>"],
    ["names of elements are taken in any case", "<STRONG>a</Strong>", "<strong>a</strong>"],
    ["scripts go with what is in them", "a<script>alert(1)<b></script>b", "ab"],
    ["a script that nothing ends takes the rest", "a<script>b<p>c", "a"],
    ["the end of a script may be sloppy", "a<script>x</script foo>b", "ab"],
    ["styles, frames, objects and drawings go", "<style>p{}</style><iframe src=x>y</iframe><svg><p>x</svg>a", "a"],
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
    ["ends of nothing are left out", "a</div></p></b>b", "ab"],
    ["a paragraph ends where a browser ends it", "<p>a<div>b</div>c", "<p>a</p><div>b</div>c"],
    [
      "a table is closed with all that is open in it",
      "<table><tr><td colspan=2 width=9>a<td>b<tr><th>c</table>d",
      '<table><tr><td colspan="2">a</td><td>b</td></tr><tr><th>c</th></tr></table>d',
    ],
    ["a list begins where it says", "<ol start=3 type=x><li>a</ol>", '<ol start="3"><li>a</li></ol>'],
    ["named and numbered characters are known", "&eacute;&hellip;&#8364;&#x41;&nosuch;", "é…€A&amp;nosuch;"],
    ["a tag hidden in references stays text", "&lt;script&gt;&#60;b&#62;", "&lt;script&gt;&lt;b&gt;"],
    ["a tag cut in two does not come together", "<scr<script>x</script>ipt>alert(1)", "xipt&gt;alert(1)"],
    ["controls and marks that reorder are left out", "a\u0000b\u202ec\u2066d", "abcd"],
    ["attributes with quotes in them end where they do", `<p title="a>b" x='"'>c`, "<p>c</p>"],
    ["a tag that nothing ends goes with the rest", "a<p title='x", "a<p></p>"],
  ];

  for (const [name, given, expected] of cases) {
    test(name, () => {
      assert.equal(sanitize(given).toString(), expected);
    });
  }

  test("headings move below the one they stand under", () => {
    assert.equal(sanitize("<h1>a</h1><h5>b</h5>", 2).toString(), "<h3>a</h3><h6>b</h6>");
  });

  test("a thousand open elements are no matter", () => {
    const deep = sanitize("<div>".repeat(100_000)).toString();
    assert.equal(deep.match(/<div>/g)?.length, 60);
  });

  const names = fc.constantFrom(
    ...["p", "b", "a", "li", "ul", "ol", "table", "tr", "td", "th", "tbody", "caption", "h1", "h2", "div", "pre", "dl"],
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
      "\u0000",
      "]]>",
    ),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  const markup = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));

  test("nothing comes out but known elements with harmless attributes, closed and nested", () => {
    fc.assert(
      fc.property(markup, (given) => {
        const safe = sanitize(given).toString();
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
        const once = sanitize(given).toString();
        assert.equal(sanitize(once).toString(), once);
      }),
      { numRuns: 3000 },
    );
  });
});

const allowed = new Set(
  (
    "b strong i em u s del ins mark small sub sup code kbd samp var q cite abbr dfn span bdi p div blockquote pre ul ol li " +
    "dl dt dd hr br table caption thead tbody tfoot tr td th details summary figure figcaption h1 h2 h3 h4 h5 h6"
  ).split(" "),
);
