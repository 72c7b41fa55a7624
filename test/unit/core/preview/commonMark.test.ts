import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { commonMarkOnly } from "../../../../src/core/preview/previewParts.ts";

suite("Markdown without what is not CommonMark", () => {
  let given = "";
  /** As a renderer that changes nothing; `given` is what it was asked to render. */
  const shown = (source: string) =>
    commonMarkOnly(source, async (text) => {
      given = text;
      return text;
    });

  for (const formula of [
    "$\\def\\a{xx}\\a\\a$",
    "$$\nx^2\n$$",
    "a $x$ b",
    "`\\$` $x$",
    "\\\\$x\\\\$",
    "```math\nx^2\n```",
    "~~~~ \u00a0Math\nx^2\n~~~~",
    "> - ```math\n>   x\n>   ```",
  ]) {
    test(`gives no formula to be computed: ${JSON.stringify(formula)}`, async () => {
      assert.equal(await shown(formula), formula);
      assert.doesNotMatch(given, /(?<!\\)\$|(?:`{3}|~{3})\s*math/i);
    });
  }

  test("leaves an escaped dollar to the renderer, and takes no backslash away", async () => {
    assert.equal(await shown("\\$5 and \\\\\\$6 and `C:\\$x`"), "\\$5 and \\\\\\$6 and `C:\\$x`");
    assert.equal(given, "\\$5 and \\\\\\$6 and `C:\\$x`");
  });

  test("leaves the ends of blocks of code what they are", async () => {
    assert.equal(await shown("```js\na\n```\n~~~~\nb\n~~~~  \n"), "```js\na\n```\n~~~~\nb\n~~~~  \n");
    assert.match(given, /\na\n```\n~~~~\nb\n~~~~ {2}\n$/);
    assert.doesNotMatch(given, /```js/);
  });

  test("brings a dollar back in an address", async () => {
    const markup = await commonMarkOnly("<http://a.b/$x>", async (text) => encodeURI(text.slice(1, -1)));
    assert.equal(markup, "http://a.b/$x");
  });

  test("takes what stands in for a dollar from nobody else", async () => {
    assert.equal(await shown("\ufdd0x\ufdd1"), "\ufffdx\ufffd");
  });

  test("comes to an end with a long text of nothing but markup", async () => {
    for (const piece of ["\\", "`", "~", "``` ", "$", "~~~\t", "\\\\$"]) {
      // Work that grows with the square of the length would take some minutes.
      const long = piece.repeat(300_000);
      assert.equal(await shown(long), long);
    }
  });

  test("gives nothing where nothing was rendered", async () => {
    assert.equal(await commonMarkOnly("$x$", async () => undefined), undefined);
  });
});
