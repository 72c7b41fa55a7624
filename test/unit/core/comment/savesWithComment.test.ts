import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { carrying } from "../../../../src/core/comment/carrying.ts";
import { encodeAs } from "../../../../src/core/workingCopy/requestEncoding.ts";
import { CommentFixture, type Loss, wish } from "./commentFixture.ts";

suite("a save with a comment", () => {
  let fixture: CommentFixture;

  setup(async () => {
    fixture = await CommentFixture.open();
    fixture.wait(60);
    await fixture.pending.give(fixture.document, "Why I did it");
  });

  /** The changes and the comment are on the service, each once, and nothing waits any more. */
  const assertDone = async () => {
    assert.deepEqual([fixture.stored, fixture.said.filter((each) => each === "Why I did it").length], ["Mine", 1]);
    assert.deepEqual(await fixture.pending.get(fixture.document), {});
  };

  test("is one PUT with the changed entries and the comment", async () => {
    assert.equal(await fixture.save("Mine"), "saved");
    assert.deepEqual(fixture.puts, [
      {
        values: [{ field_id: wish, value: "Mine" }],
        comment: { body: "Why I did it", format: "commonmark" },
      },
    ]);
    await assertDone();
  });

  test("has a comment that is a zero stored with the changes, though alone it would be dropped", async () => {
    await fixture.pending.give(fixture.document, "0");
    assert.equal(await fixture.save("Mine"), "saved");
    assert.deepEqual([fixture.stored, fixture.said, fixture.left], ["Mine", ["0"], []]);
    assert.deepEqual(await fixture.pending.get(fixture.document), {});
  });

  test("sends nothing for an unchanged text, and keeps the comment to be offered again", async () => {
    const before = String(fixture.stored);
    assert.equal(await fixture.save(before), "unchanged");
    assert.deepEqual([fixture.puts, fixture.left], [[], ["Why I did it"]]);
    assert.deepEqual(await fixture.pending.get(fixture.document), { offered: "Why I did it" });
    assert.equal(await fixture.save("Mine"), "saved");
    assert.deepEqual(fixture.said, [], "it does not go with a later save");
  });

  test("that meets a conflict keeps the comment for the save that ends it", async () => {
    fixture.edit("Theirs");
    assert.equal(await fixture.save("Mine"), "conflict");
    assert.deepEqual(fixture.said, []);
    assert.equal(await fixture.save("Mine", "keepMine"), "saved");
    await assertDone();
  });

  test("keeps the comment over a conflict and a restart", async () => {
    fixture.edit("Theirs");
    assert.equal(await fixture.save("Mine"), "conflict");
    await fixture.restart(true);
    assert.equal(await fixture.save("Mine"), "conflict");
    assert.equal(await fixture.save("Mine", "keepMine"), "saved");
    await assertDone();
  });

  test("keeps the comment where the service refuses the changes or cannot be reached", async () => {
    fixture.isDown = true;
    assert.equal(await fixture.save("Mine"), "unreachable");
    fixture.isDown = false;
    assert.equal(await fixture.save(""), "rejected");
    assert.deepEqual(fixture.said, []);
    assert.equal(await fixture.save("Mine"), "saved");
    await assertDone();
  });

  test("whose comment was withdrawn saves without it", async () => {
    await fixture.pending.withdraw(fixture.document);
    assert.equal(await fixture.save("Mine"), "saved");
    assert.deepEqual([fixture.said, fixture.left], [[], []]);
  });

  test("of an XML document is XML where that carries the comment as it is", async () => {
    const base = await fixture.copy.read(new AbortController().signal);
    const changed = [{ fieldId: wish, members: { value: "Mine" } }];
    const sent = async (body: string) => {
      await fixture.pending.give(fixture.document, body);
      const comment = await fixture.pending.due(fixture.document);
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

  test("of an XML document is JSON where XML would not carry the changes as they are", async () => {
    const base = await fixture.copy.read(new AbortController().signal);
    const text = encodeAs("xml")([{ fieldId: wish, members: { value: "007" } }], base)?.text;
    assert.equal(text, JSON.stringify({ values: [{ field_id: wish, value: "007" }] }));
  });

  test("does not send the comment alone where the service would store nothing else", async () => {
    const base = await fixture.copy.read(new AbortController().signal);
    const text = base.fields.find(({ kind }) => kind === "text");
    assert.ok(text?.entry);
    const value = text.entry.members.value as { content: string; format: string };
    const other = { ...value, format: value.format === "text" ? "html" : "text" };
    const comment = await fixture.pending.due(fixture.document);
    assert.ok(comment);
    const plain = { contentType: "application/json", text: "without" } as const;
    const encode = carrying(comment, () => plain);
    assert.equal(encode([{ fieldId: text.fieldId, members: { value: other } }], base), plain);
  });

  test("in doubt that was typed anew is looked for all the same", async () => {
    fixture.losses = ["after"];
    fixture.beforePut = () => {
      fixture.isDown = true;
    };
    assert.equal(await fixture.save("Mine"), "unknown");
    fixture.beforePut = undefined;
    fixture.isDown = false;
    fixture.pending.note(fixture.document, "Why I did i");
    fixture.pending.note(fixture.document, "Why I did it");
    await fixture.pending.give(fixture.document, "Why I did it");
    assert.equal(await fixture.save("Mine again"), "saved");
    assert.deepEqual(fixture.said, ["Why I did it"]);
  });

  test("of which nobody can say whether it arrived is not told to be unsent", async () => {
    fixture.losses = ["after"];
    fixture.beforePut = () => {
      fixture.hidesHistory = true;
    };
    assert.equal(await fixture.save("Mine"), "saved");
    assert.deepEqual([fixture.said, fixture.left], [["Why I did it"], ["Why I did it?"]]);
    fixture.hidesHistory = false;
    fixture.beforePut = undefined;
    await fixture.pending.give(fixture.document, "Why I did it");
    assert.equal(await fixture.save("Mine again"), "saved");
    assert.deepEqual(fixture.said, ["Why I did it"]);
  });

  test("is not told to be unsent where the service has no histories to tell", async () => {
    const comment = await fixture.pending.due(fixture.document);
    await comment?.begin(
      () => assert.fail(),
      async () => ({}),
    );
    assert.equal(await fixture.save(String(fixture.stored)), "unchanged");
    assert.deepEqual(fixture.left, ["Why I did it?"]);
  });

  test("gets through where the workflow wants a comment and the history cannot be read at all", async () => {
    const saveWithout = async (value: string) => {
      await fixture.pending.withdraw(fixture.document);
      assert.equal(await fixture.save(value), "rejected");
      await fixture.pending.give(fixture.document, "Why I did it");
      return await fixture.save("Mine");
    };
    fixture.hidesHistory = true;
    assert.equal(await saveWithout(""), "unavailable", "that was refused for something else");
    fixture.needsComment = true;
    assert.equal(await saveWithout("Mine"), "saved");
    assert.equal(fixture.puts.length, 3);
    await assertDone();
  });

  test("gets through where the workflow wants a comment, and no history tells whether that is there already", async () => {
    fixture.losses = ["after"];
    fixture.beforePut = () => {
      fixture.isDown = true;
    };
    assert.equal(await fixture.save("Mine"), "unknown");
    fixture.beforePut = undefined;
    fixture.isDown = false;
    fixture.hidesHistory = true;
    fixture.needsComment = true;
    assert.equal(await fixture.save("Mine again"), "unavailable");
    await fixture.pending.withdraw(fixture.document);
    assert.equal(await fixture.save("Mine again"), "rejected");
    await fixture.pending.give(fixture.document, "Why I did it");
    assert.equal(await fixture.save("Mine again"), "rejected", "it may be there");
    assert.deepEqual(await fixture.pending.get(fixture.document), { offered: "Why I did it" });
    await fixture.pending.give(fixture.document, "Why I did it");
    assert.equal(await fixture.save("Mine again"), "saved");
    assert.deepEqual([fixture.stored, fixture.said], ["Mine again", ["Why I did it", "Why I did it"]]);
  });

  suite("whose answer was lost", () => {
    const told = (loss: Loss) =>
      typeof loss === "number" ? `and that arrives ${loss} requests later` : `${loss} it was stored`;
    /** Saves, and reaches nobody who could tell what became of it. */
    const saveUntold = async (loss: Loss) => {
      fixture.losses = [loss];
      fixture.beforePut = () => {
        fixture.isDown = true;
      };
      assert.equal(await fixture.save("Mine"), "unknown");
      fixture.beforePut = undefined;
      fixture.isDown = false;
    };

    for (const loss of ["before", "after", 0, 1, 2, 3] as const) {
      test(`${told(loss)} ends well`, async () => {
        fixture.losses = [loss];
        assert.match(await fixture.save("Mine"), /^(saved|unchanged)$/);
        await assertDone();
        assert.deepEqual(fixture.left, []);
      });

      test(`${told(loss)} ends well where nobody can be asked at first`, async () => {
        await saveUntold(loss);
        assert.match(await fixture.save("Mine"), /^(saved|unchanged)$/);
        await assertDone();
      });

      test(`${told(loss)} ends well after a restart`, async () => {
        await saveUntold(loss);
        await fixture.restart(true);
        assert.match(await fixture.save("Mine"), /^(saved|unchanged|conflict)$/);
        assert.match(await fixture.save("Mine", "keepMine"), /^(saved|unchanged)$/);
        await assertDone();
      });
    }

    suite("and of which no history tells", () => {
      setup(() => {
        fixture.forbidsHistory = true;
      });

      for (const loss of ["before", "after"] as const) {
        test(`${told(loss)} ends well in the same save`, async () => {
          fixture.losses = [loss];
          assert.match(await fixture.save("Mine"), /^(saved|unchanged)$/);
          assert.deepEqual([fixture.stored, fixture.said], ["Mine", ["Why I did it"]]);
        });

        for (const isRestarted of [false, true]) {
          test(`${told(loss)} is not sent again by ${isRestarted ? "a window opened since" : "itself"}`, async () => {
            await saveUntold(loss);
            fixture.wait(60);
            await (isRestarted && fixture.restart(true));
            await fixture.save("Mine again");
            assert.match(await fixture.save("Mine again", "keepMine"), /^(saved|unchanged)$/);
            assert.equal(fixture.stored, "Mine again");
            assert.deepEqual(fixture.said, loss === "after" ? ["Why I did it"] : []);
            assert.deepEqual(fixture.left, ["Why I did it?"]);
            assert.deepEqual(await fixture.pending.get(fixture.document), { offered: "Why I did it" });
            await fixture.pending.give(fixture.document, "Why I did it");
            assert.equal(await fixture.save("Mine at last"), "saved");
            assert.equal(fixture.said.at(-1), "Why I did it", "the person wants it");
          });
        }
      }

      for (const loss of ["before", "after"] as const) {
        test(`${told(loss)} is offered once the workflow wants a comment`, async () => {
          await saveUntold(loss);
          fixture.wait(60);
          fixture.needsComment = true;
          await fixture.save("Mine again");
          assert.equal(await fixture.save("Mine again", "keepMine"), "rejected");
          assert.deepEqual(await fixture.pending.get(fixture.document), { offered: "Why I did it" });
          await fixture.pending.give(fixture.document, "Why I did it");
          await fixture.save("Mine again");
          assert.equal(fixture.said.at(-1), "Why I did it");
          assert.equal(fixture.stored, "Mine again");
        });
      }
    });

    test("and that turns out to be there does not go with a save that is sent again", async () => {
      await saveUntold(1);
      await fixture.restart(true);
      assert.equal(await fixture.save("Mine again"), "conflict");
      fixture.losses = ["before"];
      assert.equal(await fixture.save("Mine again", "keepMine"), "saved");
      assert.deepEqual([fixture.stored, fixture.said], ["Mine again", ["Why I did it"]]);
      assert.deepEqual(await fixture.pending.get(fixture.document), {});
    });

    test("and that a colleague has made needless is not sent, and its comment is told to be left", async () => {
      fixture.losses = ["before"];
      fixture.beforePut = () => fixture.edit("Mine");
      assert.equal(await fixture.save("Mine"), "saved");
      assert.deepEqual([fixture.said, fixture.left], [[], ["Why I did it"]]);
    });

    test("after which a colleague has changed the same has its comment once", async () => {
      fixture.losses = ["after"];
      fixture.beforePut = () => {
        fixture.beforePut = undefined;
        queueMicrotask(() => {
          fixture.wait(5);
          fixture.edit("Theirs");
        });
      };
      assert.equal(await fixture.save("Mine"), "conflict");
      assert.deepEqual(fixture.said, ["Why I did it"]);
      assert.equal(await fixture.save("Mine", "keepMine"), "saved");
      await assertDone();
    });
  });
});
