import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { DraftRecord } from "../../../../src/core/windows/draftRecord.ts";
import { type Hold, SendingNotKept, type SentOnce } from "../../../../src/core/windows/draftStore.ts";
import { MemoryDraftStore } from "../../../support/memoryDraftStore.ts";

const here = "https://one.example/api/v1";
const elsewhere = "https://other.example/api/v1";

/** Who has the draft is as a test says. */
class Store extends MemoryDraftStore<SentOnce> {
  whose: Hold = "taken";
  override address = here;

  override async hold(): Promise<Hold> {
    return this.whose;
  }

  /** Another window has kept this. */
  async put(state: SentOnce): Promise<void> {
    await this.remove();
    await this.write({ address: here, ...state });
  }
}

suite("what is known of a draft", () => {
  let store: Store;
  let record: DraftRecord<SentOnce>;

  setup(() => {
    store = new Store();
    record = new DraftRecord(store);
  });

  test("is nothing where another window has it and has kept nothing yet", async () => {
    store.whose = "elsewhere";
    await record.restore();
    assert.deepEqual([record.isElsewhere, record.state], [true, undefined]);
  });

  test("is what this window knew while another one has it, else what that has kept", async () => {
    await record.restore();
    const known = record.state;
    await store.put({ id: "another" });
    store.whose = "elsewhere";
    assert.deepEqual([await record.denial(), record.state], ["elsewhere", known]);
    const later = new DraftRecord(store);
    assert.deepEqual([await later.denial(), later.state?.id], ["elsewhere", "another"]);
  });

  test("is also what somebody has begun who took it for theirs as well", async () => {
    await record.restore();
    const { id = "" } = record.state ?? {};
    await store.put({ id, attempt: "theirs" });
    store.whose = "kept";
    assert.deepEqual([await record.denial(), record.state?.attempt], [undefined, "theirs"]);
  });

  test("stays in doubt where what another window has begun cannot be read once", async () => {
    await record.restore();
    const { id = "" } = record.state ?? {};
    await store.put({ id, attempt: "theirs" });
    // Where nothing can be written, this window is told that it has the draft.
    store.whose = "kept";
    const { read } = store;
    store.read = () => Promise.reject(new SendingNotKept());
    assert.equal(await record.denial(), undefined);
    store.read = read;
    assert.equal((await store.read())?.attempt, "theirs");
    assert.deepEqual([await record.denial(), record.state?.attempt], [undefined, "theirs"]);
  });

  test("is over where another one has its name by now, though this window has that", async () => {
    await record.restore();
    await store.put({ id: "another" });
    store.whose = "kept";
    assert.equal(await record.denial(), "over");
  });

  for (const whose of ["kept", "taken"] as const) {
    test(`is never replaced by a new one, not even where nobody can tell who has it (${whose})`, async () => {
      await store.put({ id: "another", attempt: "theirs" });
      store.whose = whose;
      assert.equal(await record.startAnew(), false);
      assert.deepEqual(await store.read(), { id: "another", address: here, attempt: "theirs" });
    });
  }

  test("stays in doubt where it is to be sent to the address that it is of already", async () => {
    await record.restore();
    const { id = "" } = record.state ?? {};
    await record.begin(id, "mine");
    store.whose = "kept";
    await record.moveHere(here);
    assert.deepEqual([record.state?.id, record.state?.attempt], [id, "mine"]);
  });

  test("has in doubt again what was in doubt before, once what was begun in its place was refused", async () => {
    await record.restore();
    const { id = "" } = record.state ?? {};
    for (const attempt of ["first", "second"]) {
      assert.equal(await record.begin(id, attempt), true);
    }
    assert.deepEqual([record.state?.attempt, (await store.read())?.attempt], ["second", "second"]);
    await record.takeBack("first");
    assert.deepEqual([record.state?.attempt, (await store.read())?.attempt], ["first", "first"]);
    await record.takeBack(undefined);
    assert.deepEqual([record.state?.attempt, (await store.read())?.attempt], [undefined, undefined]);
  });

  test("is begun in the place of nothing that another window has begun", async () => {
    await record.restore();
    const { id = "" } = record.state ?? {};
    await record.begin(id, "mine");
    await store.put({ id, attempt: "theirs" });
    assert.equal(await record.begin(id, "again"), false);
    assert.deepEqual([record.state?.attempt, (await store.read())?.attempt], ["theirs", "theirs"]);
  });

  test("has in doubt what nobody can read, where another window has begun that: not what this one says", async () => {
    await record.restore();
    const { id = "" } = record.state ?? {};
    await store.put({ id, attempt: "theirs" });
    const read = store.read;
    let isReadable = true;
    const begin = store.begin.bind(store);
    store.begin = async (...sent) => {
      const isFirst = await begin(...sent);
      isReadable = false;
      return isFirst;
    };
    store.read = async () => (isReadable ? await read.call(store) : Promise.reject(new SendingNotKept()));
    assert.equal(await record.begin(id, "mine", "some"), false);
    assert.equal(record.state?.attempt, "some");
  });

  test("is what it was where nobody can keep that it may be sent to another address", async () => {
    await store.put({ id: "one", address: elsewhere, attempt: "sent there" });
    await record.restore();
    store.write = async () => {};
    await assert.rejects(record.moveHere(here), SendingNotKept);
    assert.deepEqual(record.state, { id: "one", address: elsewhere, attempt: "sent there" });
    assert.equal(record.otherAddress?.isInDoubt, true);
  });

  test("stays nothing where a save ends after it was over", async () => {
    await record.restore();
    const known = record.state ?? assert.fail();
    await record.discard();
    await record.keep(known);
    assert.deepEqual([record.state, await store.read()], [undefined, undefined]);
  });

  test("is nothing once it is over", async () => {
    await record.restore();
    await record.discard();
    assert.equal(record.state, undefined);
  });

  for (const { from, told } of [
    { from: elsewhere, told: elsewhere },
    { from: "", told: undefined },
  ]) {
    test(`tells the address ${JSON.stringify(from)} that it was begun at, where that is known`, async () => {
      await store.put({ id: "1", address: from, attempt: "mine" });
      await record.restore();
      assert.deepEqual(record.otherAddress, { from: told, to: here, isInDoubt: true });
    });
  }
});
