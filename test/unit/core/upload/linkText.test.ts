import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { linkText } from "../../../../src/core/upload/linkText.ts";

suite("links to files", () => {
  const picture = {
    id: 5,
    name: "a [b] (2).png",
    mediaType: "image/png",
    contentUrl: "/plugins/tracker/attachments/5-a.png",
  };
  const text = { id: 6, name: 'x"<y>&.txt', mediaType: "text/plain" };

  test("are Markdown, HTML or words", () => {
    assert.equal(
      linkText([picture, text], "md", "picture"),
      '![a \\[b\\] (2).png](/plugins/tracker/attachments/5-a.png)\n[x"\\<y\\>\\&.txt](/plugins/tracker/attachments/6-x%22%3Cy%3E%26.txt)',
    );
    assert.equal(linkText([picture], "md", "link"), "[a \\[b\\] (2).png](/plugins/tracker/attachments/5-a.png)");
    assert.equal(
      linkText([picture, text], "html", "picture"),
      '<img src="/plugins/tracker/attachments/5-a.png" alt="a [b] (2).png"><br>\n<a href="/plugins/tracker/attachments/6-x%22%3Cy%3E%26.txt">x&quot;&lt;y&gt;&amp;.txt</a>',
    );
    assert.equal(linkText([picture], "txt", "picture"), "a [b] (2).png (/plugins/tracker/attachments/5-a.png)");
  });

  test("take no address that is not of the service's own", () => {
    for (const contentUrl of [
      "https://elsewhere.test/a",
      "//elsewhere.test/a",
      "/\\elsewhere",
      "/a b",
      '/a"onload=x',
      "javascript:x",
    ]) {
      assert.equal(
        linkText([{ ...picture, name: "(a).png", contentUrl }], "md", "picture"),
        "![(a).png](/plugins/tracker/attachments/5-%28a%29.png)",
      );
    }
  });
});
