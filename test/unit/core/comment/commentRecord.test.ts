import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { CommentRecord, type CommentState } from "../../../../src/core/comment/commentRecord.ts";
import { MemoryDraftStore } from "../../../support/memoryDraftStore.ts";

const attempt = (body: string) => ({ document: "artifact://team/artifacts/512/comment.md", body, mark: { count: 3 } });

suite("what is known of a comment that was sent", () => {
  let store: MemoryDraftStore<CommentState>;
  let record: CommentRecord;
  /** What another session finds. */
  const inDoubt = async () => (await store.read())?.attempt?.body;

  setup(async () => {
    store = new MemoryDraftStore<CommentState>();
    record = new CommentRecord(store);
    await record.read();
    assert.equal(await record.begin(attempt("First")), "begun");
  });

  for (const body of ["First", "Second"]) {
    test(`stays in doubt where the service refuses ${body === "First" ? "it" : "another text"} later`, async () => {
      const { doubt } = record;
      const written: (string | undefined)[] = [];
      const { write } = store;
      store.write = async (state) => {
        await write.call(store, state);
        written.push(await inDoubt());
      };
      assert.equal(await record.begin(attempt(body)), "begun");
      assert.equal(await inDoubt(), body);
      await record.takeBack(doubt);
      assert.deepEqual([record.doubt, await inDoubt()], [doubt, "First"]);
      assert.ok(!written.includes(undefined), "a crash would have made it one that was never sent");
    });
  }

  test("is of one text that is sent again, where it was marked first", async () => {
    assert.equal(await record.begin({ ...attempt("First"), mark: { count: 9 } }), "begun");
    assert.deepEqual([record.doubt, (await store.read())?.attempt], [attempt("First"), attempt("First")]);
  });

  test("is of each text that was sent, however often it was changed meanwhile", async () => {
    for (const body of ["Second", "Third"]) {
      assert.equal(await record.begin(attempt(body)), "begun");
    }
    assert.deepEqual(record.doubt, { ...attempt("Third"), earlier: ["First", "Second"] });
  });

  test("is kept again, and of the address where it was begun, where all was removed with its connection", async () => {
    const { doubt } = record;
    const [here, there] = [store.address, "https://other.example/api/v1"];
    store.hold = async () => "kept";
    for (const [address, found] of [
      [here, doubt],
      [there, undefined],
    ] as const) {
      await store.remove();
      store.address = address;
      const { unanswered } = await record.read();
      assert.deepEqual([record.doubt, unanswered?.change], [found, found?.body]);
      assert.deepEqual([await inDoubt(), (await store.read())?.address], ["First", here]);
    }
    assert.deepEqual(record.otherAddress, { from: here, to: there, isInDoubt: true });
  });

  test("is looked for first where another window has sent another text since", async () => {
    const { id = "", address = "" } = (await store.read()) ?? {};
    await store.remove();
    await store.write({ id, address, attempt: attempt("Theirs") });
    assert.equal(await record.begin(attempt("First")), "doubted");
    assert.equal(record.doubt?.body, "Theirs");
  });
});
