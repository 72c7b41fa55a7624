import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { SaxesParser } from "saxes";
import type { TextNode } from "../../../../src/core/codec/textTree.ts";
import { parseXmlTree } from "../../../../src/core/codec/xmlTree.ts";

/** An element: its name, the elements in it or its text, and where it begins and ends. */
interface Read {
  readonly name: string;
  readonly from: number;
  to: number;
  text: string;
  readonly children: Read[];
}

/** What saxes reads, a strict reader that shares nothing with ours; undefined where it refuses the text. */
function readBySaxes(text: string): Read | undefined {
  const parser = new SaxesParser({ position: true });
  const open: Read[] = [];
  let [root, isRefused]: [Read | undefined, boolean] = [undefined, false];
  let from = 0;
  parser.on("error", () => {
    isRefused = true;
  });
  parser.on("opentagstart", ({ name }) => {
    from = text.lastIndexOf("<", parser.position - 1);
    const element: Read = { name, from, to: 0, text: "", children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => {
    const closed = open.pop();
    if (closed) {
      closed.to = parser.position;
    }
  });
  for (const event of ["text", "cdata"] as const) {
    parser.on(event, (part) => {
      const element = open.at(-1);
      if (element) {
        element.text += part;
      }
    });
  }
  parser.write(text).close();
  return isRefused ? undefined : root;
}

/** The same of our tree. Places are left out where saxes, which counts a line end as one character, has others. */
function ours({ name = "", whole, children, scalar }: TextNode, places: boolean): unknown {
  return {
    name,
    ...(places && { from: whole.offset, to: whole.offset + whole.length }),
    ...(children.length > 0 ? { children: children.map((child) => ours(child, places)) } : { text: scalar }),
  };
}

function theirs({ name, from, to, text, children }: Read, places: boolean): unknown {
  return {
    name,
    ...(places && { from, to }),
    ...(children.length > 0 ? { children: children.map((child) => theirs(child, places)) } : { text }),
  };
}

function assertSame(text: string): boolean {
  const { root, problems } = parseXmlTree(text);
  if (problems.length > 0) {
    return false;
  }
  const read = readBySaxes(text);
  assert.ok(root && read, `only ours takes ${JSON.stringify(text)}`);
  const places = !text.includes("\r") && !text.startsWith("\ufeff");
  assert.deepEqual(ours(root, places), theirs(read, places));
  return true;
}

const name = fc.constantFrom("a", "item", "value", "é.-1", "__proto__", "constructor", "toString", "hasOwnProperty");
const space = fc.constantFrom("", " ", "\n", "\r\n", "\t ", "\r");
const words = fc
  .array(
    fc.constantFrom(
      "a",
      "  ",
      "\n",
      "\r\n",
      "\r",
      "👩‍🚀",
      "é",
      ">",
      "]] ",
      "'",
      '"',
      "] ",
      "--",
      "1e5",
      "007",
      "\u2028",
      "\u00a0",
    ),
  )
  .map((all) => all.join(""));
const reference = fc.constantFrom(
  "&lt;",
  "&gt;",
  "&amp;",
  "&quot;",
  "&apos;",
  "&#13;",
  "&#x1F600;",
  "&#0065;",
  "&amp;lt;",
);
const cdata = fc
  .oneof(words, fc.constantFrom("<a>", "</a>", "&amp;", "<!--", "<![CDATA[", "]]", "&x;"))
  .map((inside) => `<![CDATA[${inside}]]>`);
const texts = fc.array(fc.oneof(words, reference, cdata), { maxLength: 5 }).map((all) => all.join(""));
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: "small" },
    fc
      .tuple(name, space, fc.constantFrom("/>", ">"))
      .chain(([tag, gap, end]) =>
        end === "/>" ? fc.constant(`<${tag}${gap}/>`) : texts.map((text) => `<${tag}${gap}>${text}</${tag}${gap}>`),
      ),
    fc
      .tuple(name, space, fc.array(fc.tuple(tie("element"), space), { maxLength: 4 }))
      .map(([tag, gap, children]) => `<${tag}>${gap}${children.flat().join("")}</${tag}>`),
  ),
}));
const start = fc.constantFrom(
  "",
  "\ufeff",
  '<?xml version="1.0"?>',
  "\ufeff<?xml version='1.0' encoding=\"UTF-8\" standalone='yes' ?>\r\n",
);
const wellFormed = fc.tuple(start, space, element, space).map(([before, gap, root, after]) => {
  return before === "" && gap === "" ? root + after : before + gap + root + after;
});
const damage = fc.constantFrom(
  ...[
    "<",
    ">",
    "/",
    "&",
    ";",
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    "<!DOCTYPE a>",
    "<?b?>",
    "<a>",
    "</a>",
    "<a/>",
    "x",
    "",
  ],
  ...[
    ' b="c"',
    "=",
    "'",
    '"',
    "&#0;",
    "&#xD800;",
    "&nbsp;",
    "\u0000",
    "\ud800",
    "\ufffe",
    "\ufeff",
    ":",
    "\u00a0",
    "--",
  ],
  ...['<?xml version="1.0"?>', '<!DOCTYPE a [<!ENTITY b "c">]>', "&b;", "𐀀", "\u0085", "\u1680"],
);
const damaged = fc
  .tuple(wellFormed, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), damage), { minLength: 1, maxLength: 3 }))
  .map(([text, changes]) =>
    changes.reduce((result, [at, length, inserted]) => {
      const offset = at % (result.length + 1);
      return result.slice(0, offset) + inserted + result.slice(offset + length);
    }, text),
  );

suite("reading XML, beside another reader", () => {
  test("gives the same tree with the same texts and places, whatever is well-formed", () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        assert.ok(assertSame(text), `refused: ${JSON.stringify([text, parseXmlTree(text).problems])}`);
      }),
      { numRuns: 500 },
    );
  });

  test("takes nothing that the other refuses, nor for anything else, whatever is damaged", () => {
    fc.assert(
      fc.property(damaged, (text) => void assertSame(text)),
      { numRuns: 3000 },
    );
  });
});

suite("what is known to have harmed readers of XML", () => {
  const codesOf = (text: string) => parseXmlTree(text).problems.map(({ code }) => code);
  const textIn = (text: string) => parseXmlTree(text).root?.scalar;

  test("entities are never expanded, whatever their names", () => {
    const expressions = ["a", ".", "l.", ".*", "[a", "(", "$&", "lt", "__proto__"];
    for (const entity of expressions) {
      const text = `<!DOCTYPE a [<!ENTITY ${entity} "<b/>">]><a>&lt;l. $ [a</a>`;
      assert.deepEqual(codesOf(text), ["doctype"]);
      assert.equal(textIn(text), "<l. $ [a");
    }
    assert.deepEqual(codesOf('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'), [
      "doctype",
      "unknownEntity",
    ]);
  });

  test("a great many references of characters are read, and numbers beyond all characters refused", () => {
    assert.equal(textIn(`<a>${"&#65;&lt;".repeat(50_000)}</a>`), "A<".repeat(50_000));
    for (const number of ["#9999999", "#x110000", "#xFFFFFFFFFF", `#${"9".repeat(400)}`, "#-1", "#", "#x", "#X41"]) {
      assert.equal(codesOf(`<a>&${number};</a>`).length, 1, number);
    }
  });

  test("names of prototypes are names like any other", () => {
    for (const tag of [
      "__proto__",
      "constructor",
      "prototype",
      "hasOwnProperty",
      "toString",
      "valueOf",
      "__defineGetter__",
    ]) {
      const { root, problems } = parseXmlTree(`<${tag}><${tag}/><${tag}>a</${tag}></${tag}>`);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        [root?.name, ...(root?.children ?? []).map((child) => [child.name, child.scalar])],
        [tag, [tag, ""], [tag, "a"]],
      );
    }
    assert.equal(({} as { a?: unknown }).a, undefined);
  });

  test("attributes are refused, those of prototypes too", () => {
    for (const written of ["__proto__='1'", 'constructor="1"', "xmlns='urn:a'", "a", "a=b", "a='<'", "a=''b=''"]) {
      assert.ok(codesOf(`<a ${written}/>`).length > 0, written);
    }
  });

  // Work that grows with the square of the text would take longer than a test may.
  for (const [what, text] of [
    ["tags that are not closed", "<a ".repeat(100_000)],
    ["comments", "<!--".repeat(100_000)],
    ["ends of CDATA", `<a>${"]]>".repeat(100_000)}</a>`],
    ["ampersands", `<a>${"&".repeat(100_000)}</a>`],
    ["quotes by the million", `<a ${'"'.repeat(6_000_000)}`],
    ["quotes left open", `<a ${`b="<a '`.repeat(100_000)}`],
    ["attributes of a megabyte", `<a b="${"c".repeat(1_000_000)}" d='${'"'.repeat(1_000_000)}'/>`],
    ["white space in tags", `<a${" ".repeat(1_000_000)}b></a${" ".repeat(1_000_000)}x>`],
    ["half document types", "<!DOCTYPE a [<!ENTITY ".repeat(100_000)],
    ["end tags of other names", `<r>${"<a></b>".repeat(100_000)}</r>`],
    ["elements that are not closed", `<r>${"<a><b></a>".repeat(80)}${"<c></d>".repeat(50_000)}`],
    ["line ends", `<r>${"\r\n".repeat(500_000)}</x></r>`],
  ] as const) {
    test(`${what} without end are refused in time`, () => {
      const { problems } = parseXmlTree(text);
      assert.ok(problems.length > 0 && problems.length <= 100);
    });
  }
});
