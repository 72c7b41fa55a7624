import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { jsonCodec } from "../../../src/core/codec/jsonCodec.ts";
import { xmlCodec } from "../../../src/core/codec/xmlCodec.ts";
import {
  attachmentResource,
  offeredFileName,
  parsePath,
  printPath,
  safeFileName,
} from "../../../src/core/model/uri.ts";
import { nameOf } from "../../../src/core/sentences/deletion.ts";
import { explain } from "../../../src/core/sentences/explain.ts";
import { readArtifact } from "../../../src/core/service/readArtifact.ts";
import { readTracker } from "../../../src/core/service/readTracker.ts";
import { ServiceError } from "../../../src/core/service/serviceError.ts";
import { readProjects, readTrackers } from "../../../src/core/service/trackers.ts";
import { withoutControls } from "../../../src/core/util/plainLabel.ts";
import { plain } from "../../../src/core/util/plainWords.ts";
import { anyCharacter } from "../../support/anyCharacter.ts";
import { artifactDraft } from "../../support/artifactDraft.ts";
import { MemoryDraftStore } from "../../support/memoryDraftStore.ts";

const origin = "https://tracker.example";

/** What somebody who may write a title, a label or a file's name may write there. */
const attacks = [
  "[Click](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22rm%22%7D)",
  "[Click](https://evil.example 'title')",
  "![x](https://evil.example/pixel.png)",
  "<img src=x onerror=alert(1)>",
  "$(trash) Delete everything",
  "invoice\u202egpj.exe",
  "\u2066left\u2069 \u061c\u200e\u200f",
  "line\r\nbreak\u2028and\u2029more\u0085",
  "\u0000\u0007\u001b[31m\u009b",
  "../../../.bashrc",
  "..\\..\\autorun.inf",
  "CON",
  "nul.txt",
  "COM1 .log",
  "lpt¹",
  "name. . .",
  "…trailing.\u3000",
  "__proto__",
  "constructor",
  "\ud800 half a character",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: anyCharacter, maxLength: 40 })), { maxLength: 4 })
  .map((parts) => parts.join(""));

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const disguises = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

suite("hostile content", () => {
  test("is one line of a label, of bounded length, whatever it is", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const label = withoutControls(text);
        assert.doesNotMatch(label, disguises);
        assert.doesNotMatch(label, /[\r\n\t]/);
        assert.ok(label.length <= 501);
        assert.equal(withoutControls(label), label);
      }),
    );
    assert.equal(withoutControls("a".repeat(1_000_000)).length, 501);
  });

  test("is no link, no picture and no disguise in a notification", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = plain(`${text} of ${text}`);
        assert.ok(!shown.includes("](") && !shown.includes("$("), shown);
        assert.doesNotMatch(shown, disguises);
      }),
    );
    assert.ok(plain("a".repeat(1_000_000)).length < 3100);
  });

  test("is a file name on every system, and one segment of an address", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const name = safeFileName(text);
        assert.match(name, /^[^/\\:*?"<>|]+$/);
        assert.doesNotMatch(name, disguises);
        assert.doesNotMatch(name, /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])\s*(\.|$)/i);
        assert.doesNotMatch(name, /^\s|[.\s]$/);
        assert.ok(name.isWellFormed() && Buffer.byteLength(name) <= 255);
        assert.equal(safeFileName(name), name);
        const resource = attachmentResource(1, { n: 2, fieldId: 3, name: text, contentUrl: "" });
        assert.deepEqual(parsePath(printPath(resource)), resource);
      }),
    );
  });

  for (const [name, expected] of [
    [`${"字".repeat(300)}.txt`, `${"字".repeat(65)}.txt`],
    [`${"a".repeat(300)}.tar.gz`, `${"a".repeat(117)}.gz`],
    [`${"a".repeat(119)}😀.txt`, `${"a".repeat(116)}.txt`],
    [`${"a".repeat(119)}😀${"b".repeat(99)}`, "a".repeat(119)],
    ["COM1 .log", "_COM1 .log"],
    ["a.\u3000", "a"],
    ["\u0085", "_"],
    ["x.\ud800", "x._"],
  ] as const) {
    test(`a file called ${JSON.stringify(name.slice(0, 20))} is saved as ${JSON.stringify(expected.slice(-12))}`, () => {
      assert.equal(safeFileName(name), expected);
    });
  }

  test("is offered to be saved as no file that a shell or tool reads by itself", () => {
    fc.assert(fc.property(hostile, (text) => assert.match(offeredFileName(text), /^[^.\s]/)));
    for (const [name, offered] of [
      [".zshenv", "zshenv"],
      ["../../../.bashrc", "_.._.._.bashrc"],
      [" . .profile", "profile"],
      [".CON", "_CON"],
      ["...", "attachment"],
      ["a.txt", "a.txt"],
      ["..\\..\\x", "_.._x"],
      ["CON", "_CON"],
      ["con.txt", "_con.txt"],
      ["a\u202egnp.exe", "a_gnp.exe"],
      [".desktop", "desktop"],
      ["/etc/cron.d/x", "_etc_cron.d_x"],
      ["C:\\x", "C__x"],
      ["~", "~"],
      ["%2e%2e%2fx", "%2e%2e%2fx"],
      [`${"a".repeat(10_000)}.png`, `${"a".repeat(116)}.png`],
      // What comes behind many blanks is out of sight.
      [`invoice.pdf${" ".repeat(80)}.exe`, "invoice.pdf .exe"],
      [`invoice.pdf${"\u3000".repeat(80)}.exe`, "invoice.pdf .exe"],
      [`invoice.pdf${"\u3164".repeat(80)}.exe`, "invoice.pdf .exe"],
      [`invoice.pdf${"\u2800 ".repeat(40)}.exe`, "invoice.pdf .exe"],
      [`${"\u3164".repeat(9)}.bashrc`, "bashrc"],
      ["👩‍❤️‍👨 á.png", "👩‍❤️‍👨 á.png"],
    ] as const) {
      assert.equal(offeredFileName(name), offered);
    }
  });

  test("in the words of an error stays words", () => {
    for (const serviceMessage of attacks) {
      const error = new ServiceError({ kind: "rejected", method: "PUT", path: "/a", status: 400, serviceMessage });
      const { message } = explain(
        error,
        `${nameOf({ connectionId: "a", artifactId: 1, title: serviceMessage })} failed`,
      );
      assert.ok(!plain(message).includes("]("), message);
      assert.doesNotMatch(plain(message), disguises);
    }
  });

  test("in an answer is read without harm: names of prototypes are names, and what cannot be a number is none", () => {
    const body = JSON.parse(`{
      "id": 5, "__proto__": {"isOpen": true}, "constructor": {"prototype": {"polluted": true}}, "title": "__proto__",
      "values": [
        {"field_id": 1, "type": "msb", "values": [{"id": "__proto__", "label": "a"}], "bind_value_ids": ["constructor"]},
        {"field_id": 2, "type": "perm", "granted_groups_ids": ["__proto__"], "granted_groups": ["b"]},
        {"field_id": 3, "type": "int", "value": 9007199254740993},
        {"field_id": 9007199254740993, "type": "string", "value": "far"},
        {"field_id": "__proto__", "type": "string", "value": "x"},
        {"field_id": 4, "type": "art_link", "links": [{"id": 1e300, "type": "__proto__"}]},
        {"field_id": 5, "type": "__proto__", "value": "x"},
        {"field_id": 6, "type": "constructor", "value": "x"},
        {"field_id": 7, "type": "file", "file_descriptions": [{"id": "__proto__", "name": "../x", "html_url": "/a"}]}
      ]}`);
    const artifact = readArtifact(body, 5, origin);
    assert.deepEqual(
      artifact?.values.map(({ fieldId, kind }) => [fieldId, kind]),
      [1, 2, 3, 4, 5, 6, 7].map((fieldId) => [fieldId, undefined]),
    );
    assert.equal(artifact?.isOpen, undefined);
    assert.deepEqual(
      artifact?.attachments.map(({ n, name }) => [n, name]),
      [[1, "../x"]],
    );
    const lists = [{ id: "__proto__" }, { id: 2 ** 53 }, { id: 1e300 }, { id: 12, label: attacks.join("") }];
    assert.deepEqual([readProjects(lists)?.length, readTrackers(lists)?.length], [1, 1]);
    const fields = [
      { field_id: 1, type: "__proto__" },
      { field_id: 2, type: "toString" },
    ];
    assert.deepEqual(
      readTracker({ fields }, 12)?.fields.map(({ kind }) => kind),
      [undefined, undefined],
    );
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });

  const members = fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "value");
  for (const [format, codec] of [
    ["JSON", jsonCodec],
    ["XML", xmlCodec],
  ] as const) {
    test(`goes into a document as ${format} and comes out of it as it was`, () => {
      fc.assert(
        fc.property(members, members, fc.constantFrom(...attacks), (outer, inner, text) => {
          const value = JSON.parse(`{${JSON.stringify(outer)}:{${JSON.stringify(inner)}:${JSON.stringify(text)}}}`);
          const entry = { fieldId: 1, members: value };
          if (codec.unprintable([entry], () => undefined).length > 0) {
            return;
          }
          const { entries, problems } = codec.parse(codec.print([entry]), () => undefined);
          if (problems.some(({ severity }) => severity === "error")) {
            return; // Half characters are refused before anything is sent.
          }
          assert.equal(JSON.stringify(entries[0]?.members), JSON.stringify(value));
        }),
      );
      assert.equal(({} as { value?: unknown }).value, undefined);
    });
  }

  test("that expands entities, or names a document type, is never sent", async () => {
    const bomb = `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><request><tracker><id>12</id></tracker><values><item><field_id>1</field_id><value>&b;</value></item></values></request>`;
    const posts: unknown[] = [];
    const { draft } = artifactDraft(
      { trackerId: 12, format: "xml" },
      {
        createArtifact: async (...request) => {
          posts.push(request);
          return { artifactId: 1 };
        },
        recentArtifacts: async () => ({ items: [] }),
      },
      async () => undefined,
      new MemoryDraftStore(),
      Date.now,
    );
    const outcome = await draft.create(bomb, new AbortController().signal);
    assert.deepEqual(outcome, { kind: "unsendable", why: { kind: "broken" } });
    assert.deepEqual(posts, []);
  });
});
