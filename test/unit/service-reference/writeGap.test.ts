import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { checkTwoBeforeWriting } from "../../support/writesAtOnce.ts";
import { type Reply, useService } from "./client.ts";

const summary = 1202;
const slogan = 1206;

suite("the reference service between the check of a PUT and its write", () => {
  const client = useService({ artifactCount: 0 });

  const put = (fieldId: number, value: string, etag: string | undefined, as: "member" | "colleague" = "member") =>
    client.putEntry(501, { field_id: fieldId, value }, { as, headers: { "If-Match": etag ?? "" } });
  const etagNow = async () => (await client.get("/artifacts/501")).headers.etag;
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);
  const changesets = async (suffix = "?limit=50") => (await client.get(`/artifacts/501/changesets${suffix}`)).json;

  const summaryOf = ({ values }: { values: { field_id: number; value: string }[] }) =>
    values.find(({ field_id }) => field_id === summary)?.value;

  test("two PUTs under way at once with the same valid condition both succeed, and the later undoes what it sends", async () => {
    checkTwoBeforeWriting(client.service);
    const etag = await etagNow();
    const replies = await Promise.all([put(summary, "First", etag), put(summary, "Second", etag, "colleague")]);
    assert.deepEqual(statuses(replies), [200, 200]);
    const written = (await changesets()).slice(-2).map(summaryOf);
    assert.deepEqual(written.toSorted(), ["First", "Second"]);
    assert.equal(client.control.readArtifact({ artifactId: 501 }).values.summary, written.at(-1));
  });

  const letIn = (values: { field: string; value: string }[]) =>
    client.control.addFault({
      method: "PUT",
      fault: { kind: "edit", when: "gap", edit: { artifactId: 501, values } },
    });

  test("what the later one does not send is copied from before the earlier one", async () => {
    checkTwoBeforeWriting(client.service);
    const { slogan: before, summary: title } = client.control.readArtifact({ artifactId: 501 }).values;
    const etag = await etagNow();
    await Promise.all([put(summary, "Mine", etag), put(slogan, "Theirs", etag, "colleague")]);
    const { values } = client.control.readArtifact({ artifactId: 501 });
    const isMineLast = values.summary === "Mine";
    assert.deepEqual([values.summary, values.slogan], isMineLast ? ["Mine", before] : [title, "Theirs"]);
    const written = (await changesets()).slice(-2).map(summaryOf);
    assert.deepEqual(written.toSorted(), [title, "Mine"].toSorted());
  });

  test("a comment alone copies all fields", async () => {
    letIn([
      { field: "summary", value: "Theirs" },
      { field: "slogan", value: "Theirs" },
    ]);
    const before = client.control.readArtifact({ artifactId: 501 }).values;
    const body = { values: [], comment: { body: "Done", format: "text" } };
    const options = { headers: { "If-Match": (await etagNow()) ?? "" } };
    assert.equal((await client.put("/artifacts/501", body, options)).status, 200);
    assert.deepEqual(client.control.readArtifact({ artifactId: 501 }).values, before);
  });

  test("without a gap the second of two is refused", async () => {
    const etag = await etagNow();
    assert.deepEqual(statuses([await put(summary, "First", etag), await put(summary, "Second", etag)]), [200, 412]);
  });

  test("somebody can be let in between, once", async () => {
    const etag = await etagNow();
    const edit = { artifactId: 501, values: [{ field: "summary", value: "Theirs" }] };
    client.control.addFault({ method: "PUT", fault: { kind: "edit", when: "gap", edit } });
    assert.equal((await put(summary, "Mine", etag)).status, 200);
    assert.equal(client.control.readArtifact({ artifactId: 501 }).values.summary, "Mine");
    const [theirs, mine] = (await changesets()).slice(-2);
    assert.deepEqual([summaryOf(theirs), summaryOf(mine)], ["Theirs", "Mine"]);
    assert.notEqual(theirs.submitted_by, mine.submitted_by);
  });

  test("a PUT that is refused has no gap, and an artifact deleted in it is 404", async () => {
    const edit = { artifactId: 501, values: [{ field: "summary", value: "Theirs" }] };
    client.control.addFault({ method: "PUT", fault: { kind: "edit", when: "gap", edit } });
    assert.equal((await put(summary, "Mine", "1")).status, 412);
    assert.notEqual(client.control.readArtifact({ artifactId: 501 }).values.summary, "Theirs");
    client.control.clearFaults();
    client.control.changeSettings({ writeGapMs: 100 });
    const waiting = put(summary, "Mine", await etagNow());
    while (client.service.requests.every(({ method }) => method !== "PUT")) {
      await new Promise(setImmediate);
    }
    client.control.deleteArtifact({ artifactId: 501 });
    assert.equal((await waiting).status, 404);
  });

  test("changesets without a visible difference are dropped from their page, save its first, and count all the same", async () => {
    client.control.setFieldPermissions({ fieldId: slogan, read: [] });
    for (const value of ["one", "two"]) {
      client.control.editArtifact({ artifactId: 501, values: [{ field: "slogan", value }] });
    }
    client.control.editArtifact({ artifactId: 501, values: [{ field: "summary", value: "Seen" }] });
    assert.equal((await client.get("/artifacts/501/changesets")).headers["x-pagination-size"], "5");
    const all = await changesets();
    assert.deepEqual([all.length, summaryOf(all[2])], [3, "Seen"]);
    assert.equal(all[2].last_modified_by.id, all[2].submitted_by);
    const hidden = await changesets("?limit=2&offset=2");
    assert.deepEqual([hidden.length, summaryOf(hidden[0]) === summaryOf(all[1])], [1, true]);
    assert.deepEqual((await changesets("?limit=1&offset=3")).length, 1);
  });
});
