import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { element, html } from "../../../../src/core/preview/html.ts";
import { anyCharacter } from "../../../support/anyCharacter.ts";

suite("templates of markup", () => {
  test("escape texts, keep markup, leave out what is not there", () => {
    const inner = html`<b title="${'"&'}">${"<i>"}</b>`;
    assert.equal(html`${inner}${undefined}${false}${[1, " & ", inner]}`.toString(), `${inner}1 &amp; ${inner}`);
    assert.equal(inner.toString(), '<b title="&quot;&amp;">&lt;i&gt;</b>');
  });

  test("take no value where it could become a name", () => {
    assert.throws(() => html`<a ${"onclick=x"}>`, /Not a place/);
    assert.throws(() => html`<a href=${"x"}>`, /Not a place/);
    assert.throws(() => html`<${"script"}>`, /Not a place/);
    assert.throws(() => html`<a href="${"x"}" ${"y"}>`, /Not a place/);
  });

  test("let no text end its element or its attribute", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const inText = html`<b>${text}</b>`.toString().slice(3, -4);
        const inAttribute = element("b", { title: text }, "").toString().slice(10, -6);
        assert.doesNotMatch(inText, /[<>"']/);
        assert.doesNotMatch(inAttribute, /[<>"']/);
      }),
    );
  });
});
