import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Pictures } from "../../../../src/core/preview/pictures.ts";
import { pngOf } from "../../../support/pictures.ts";

suite("The pictures of a page", () => {
  const png = pngOf(1, 1);
  const picture = (n: number, contentUrl = `/attachments/${n}`, name = `${n}.png`) => ({
    ...{ n, fieldId: 1, name, contentUrl },
  });
  const [here, there] = ["https://here.example/api/v1", "https://there.example/api/v1"];

  test("are read once, and shown by their numbers", () => {
    const pictures = new Pictures();
    const attachments = [picture(1), picture(2), picture(3, "/attachments/3", "3.txt")];
    assert.deepEqual(pictures.unread(here, attachments), attachments.slice(0, 2));
    pictures.note(here, picture(1), png);
    pictures.note(here, picture(2), new TextEncoder().encode("no picture"));
    assert.deepEqual(pictures.unread(here, attachments), []);
    const shown = pictures.of(here, attachments);
    assert.deepEqual([...shown.keys()], [1]);
    assert.match(shown.get(1) ?? "", /^data:image\/png;base64,iVBOR/);
  });

  test("are not tried again where they cannot be had", () => {
    const pictures = new Pictures();
    pictures.note(here, picture(1), undefined);
    assert.deepEqual([pictures.unread(here, [picture(1)]), pictures.of(here, [picture(1)]).size], [[], 0]);
  });

  test("are others at another address, and where another file has the number", () => {
    const pictures = new Pictures();
    pictures.note(here, picture(1), png);
    assert.equal(pictures.of(there, [picture(1)]).size, 0);
    assert.equal(pictures.of(here, [picture(1, "/attachments/another")]).size, 0);
    assert.deepEqual(pictures.unread(there, [picture(1)]), [picture(1)]);
    // What the page does not show any more is forgotten.
    assert.deepEqual(pictures.unread(here, [picture(1)]), [picture(1)]);
  });

  test("are no more than a browser can hold at once, the first of them before others", () => {
    const pictures = new Pictures();
    const sizes: (readonly [width: number, height: number])[] = [
      [5000, 5000],
      [5000, 4000],
      [5000, 4000],
      [2500, 2000],
      [1, 1],
    ];
    const attachments = sizes.map((_, index) => picture(index + 1));
    sizes.forEach((size, index) => {
      pictures.note(here, picture(index + 1), pngOf(...size));
    });
    assert.deepEqual([...pictures.of(here, attachments).keys()], [1, 4, 5]);
    assert.deepEqual([...pictures.of(here, attachments.slice(1)).keys()], [2, 3]);
  });

  test("count as many as they show one after another", () => {
    const pictures = new Pictures();
    const frame = [0, 0, 0, 0, ...Buffer.from("fcTL...."), 0, 0, 0, 0];
    const animated = (width: number, height: number) =>
      new Uint8Array([...pngOf(width, height), ...Array(9).fill(0), ...Array(10).fill(frame.slice(0, 12)).flat()]);
    pictures.note(here, picture(1), animated(2000, 2001));
    pictures.note(here, picture(2), animated(2000, 2000));
    assert.deepEqual([...pictures.of(here, [picture(1), picture(2)]).keys()], [2]);
  });
});
