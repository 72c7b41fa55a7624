import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { carrying } from "../../../../src/core/comment/carrying.ts";
import { encodeAs } from "../../../../src/core/workingCopy/requestEncoding.ts";
import { CommentDesk, type Loss, wish } from "./commentDesk.ts";

suite("a save with a comment", () => {
  let desk: CommentDesk;

  setup(async () => {
    desk = await CommentDesk.open();
    desk.wait(60);
    await desk.pending.give(desk.document, "Why I did it");
  });

  /** The changes and the comment are on the service, each once, and nothing waits any more. */
  const assertDone = () => {
    assert.deepEqual([desk.stored, desk.said.filter((each) => each === "Why I did it").length], ["Mine", 1]);
    assert.equal(desk.pending.get(desk.document), undefined);
  };

  test("is one PUT with the changed entries and the comment", async () => {
    assert.equal(await desk.save("Mine"), "saved");
    assert.deepEqual(desk.puts, [
      {
        values: [{ field_id: wish, value: "Mine" }],
        comment: { body: "Why I did it", format: "commonmark" },
      },
    ]);
    assertDone();
  });

  test("has a comment that is a zero stored with the changes, though alone it would be dropped", async () => {
    await desk.pending.give(desk.document, "0");
    assert.equal(await desk.save("Mine"), "saved");
    assert.deepEqual([desk.stored, desk.said, desk.left], ["Mine", ["0"], []]);
    assert.equal(desk.pending.get(desk.document), undefined);
  });

  test("sends nothing for an unchanged text, and keeps the comment to be offered again", async () => {
    const before = String(desk.stored);
    assert.equal(await desk.save(before), "unchanged");
    assert.deepEqual([desk.puts, desk.left], [[], ["Why I did it"]]);
    assert.deepEqual(desk.pending.get(desk.document), { body: "Why I did it", isDue: false });
    assert.equal(await desk.save("Mine"), "saved");
    assert.deepEqual(desk.said, [], "it does not go with a later save");
  });

  test("that meets a conflict keeps the comment for the save that ends it", async () => {
    desk.edit("Theirs");
    assert.equal(await desk.save("Mine"), "conflict");
    assert.deepEqual(desk.said, []);
    assert.equal(await desk.save("Mine", "keepMine"), "saved");
    assertDone();
  });

  test("keeps the comment over a conflict and a restart", async () => {
    desk.edit("Theirs");
    assert.equal(await desk.save("Mine"), "conflict");
    await desk.restart(true);
    assert.equal(await desk.save("Mine"), "conflict");
    assert.equal(await desk.save("Mine", "keepMine"), "saved");
    assertDone();
  });

  test("keeps the comment where the service refuses the changes or cannot be reached", async () => {
    desk.isDown = true;
    assert.equal(await desk.save("Mine"), "unreachable");
    desk.isDown = false;
    assert.equal(await desk.save(""), "rejected");
    assert.deepEqual(desk.said, []);
    assert.equal(await desk.save("Mine"), "saved");
    assertDone();
  });

  test("whose comment was withdrawn saves without it", async () => {
    desk.pending.withdraw(desk.document);
    assert.equal(await desk.save("Mine"), "saved");
    assert.deepEqual([desk.said, desk.left], [[], []]);
  });

  test("of an XML document is XML where that carries the comment as it is", async () => {
    const base = await desk.copy.read(new AbortController().signal);
    const changed = [{ fieldId: wish, members: { value: "Mine" } }];
    const sent = async (body: string) => {
      await desk.pending.give(desk.document, body);
      const comment = desk.pending.due(desk.document);
      assert.ok(comment);
      return carrying(comment, encodeAs("xml"))(changed, base);
    };
    assert.deepEqual(
      (await sent("1 < 2"))?.text,
      [
        "<request><values><item><field_id>1301</field_id><value>Mine</value></item></values>",
        "<comment><body>1 &lt; 2</body><format>commonmark</format></comment></request>",
      ].join(""),
    );
    assert.deepEqual(
      (await sent("007"))?.text,
      JSON.stringify({
        values: [{ field_id: wish, value: "Mine" }],
        comment: { body: "007", format: "commonmark" },
      }),
    );
  });

  test("does not send the comment alone where the service would store nothing else", async () => {
    const base = await desk.copy.read(new AbortController().signal);
    const text = base.fields.find(({ kind }) => kind === "text");
    assert.ok(text?.entry);
    const value = text.entry.members.value as { content: string; format: string };
    const other = { ...value, format: value.format === "text" ? "html" : "text" };
    const comment = desk.pending.due(desk.document);
    assert.ok(comment);
    const plain = { contentType: "application/json", text: "without" } as const;
    const encode = carrying(comment, () => plain);
    assert.equal(encode([{ fieldId: text.fieldId, members: { value: other } }], base), plain);
  });

  test("in doubt that was typed anew is looked for all the same", async () => {
    desk.losses = ["after"];
    desk.beforePut = () => {
      desk.isDown = true;
    };
    assert.equal(await desk.save("Mine"), "unknown");
    desk.beforePut = undefined;
    desk.isDown = false;
    desk.pending.note(desk.document, "Why I did i");
    desk.pending.note(desk.document, "Why I did it");
    await desk.pending.give(desk.document, "Why I did it");
    assert.equal(await desk.save("Mine again"), "saved");
    assert.deepEqual(desk.said, ["Why I did it"]);
  });

  test("of which nobody can say whether it arrived is not told to be unsent", async () => {
    desk.losses = ["after"];
    desk.beforePut = () => {
      desk.hidesHistory = true;
    };
    assert.equal(await desk.save("Mine"), "saved");
    assert.deepEqual([desk.said, desk.left], [["Why I did it"], ["Why I did it?"]]);
    desk.hidesHistory = false;
    desk.beforePut = undefined;
    await desk.pending.give(desk.document, "Why I did it");
    assert.equal(await desk.save("Mine again"), "saved");
    assert.deepEqual(desk.said, ["Why I did it"]);
  });

  test("is not told to be unsent where the service has no histories to tell", async () => {
    await desk.pending.due(desk.document)?.noteSending({});
    assert.equal(await desk.save(String(desk.stored)), "unchanged");
    assert.deepEqual(desk.left, ["Why I did it?"]);
  });

  suite("whose answer was lost", () => {
    const told = (loss: Loss) =>
      typeof loss === "number" ? `and that arrives ${loss} requests later` : `${loss} it was stored`;

    for (const loss of ["before", "after", 0, 1, 2, 3] as const) {
      test(`${told(loss)} ends well`, async () => {
        desk.losses = [loss];
        assert.match(await desk.save("Mine"), /^(saved|unchanged)$/);
        assertDone();
        assert.deepEqual(desk.left, []);
      });

      test(`${told(loss)} ends well where nobody can be asked at first`, async () => {
        desk.losses = [loss];
        desk.beforePut = () => {
          desk.isDown = true;
        };
        assert.equal(await desk.save("Mine"), "unknown");
        desk.beforePut = undefined;
        desk.isDown = false;
        assert.match(await desk.save("Mine"), /^(saved|unchanged)$/);
        assertDone();
      });

      test(`${told(loss)} ends well after a restart`, async () => {
        desk.losses = [loss];
        desk.beforePut = () => {
          desk.isDown = true;
        };
        assert.equal(await desk.save("Mine"), "unknown");
        desk.beforePut = undefined;
        desk.isDown = false;
        await desk.restart(true);
        assert.match(await desk.save("Mine"), /^(saved|unchanged|conflict)$/);
        assert.match(await desk.save("Mine", "keepMine"), /^(saved|unchanged)$/);
        assertDone();
      });
    }

    test("and that a colleague has made needless is not sent, and its comment is told to be left", async () => {
      desk.losses = ["before"];
      desk.beforePut = () => desk.edit("Mine");
      assert.equal(await desk.save("Mine"), "saved");
      assert.deepEqual([desk.said, desk.left], [[], ["Why I did it"]]);
    });

    test("after which a colleague has changed the same has its comment once", async () => {
      desk.losses = ["after"];
      desk.beforePut = () => {
        desk.beforePut = undefined;
        queueMicrotask(() => {
          desk.wait(5);
          desk.edit("Theirs");
        });
      };
      assert.equal(await desk.save("Mine"), "conflict");
      assert.deepEqual(desk.said, ["Why I did it"]);
      assert.equal(await desk.save("Mine", "keepMine"), "saved");
      assertDone();
    });
  });
});
