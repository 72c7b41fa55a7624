import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const [title, notes] = [101, 103];
const json = "artifact://team/artifacts/512.artifact.json";
const field = "artifact://team/artifacts/512/fields/103.txt";
const { signal } = new AbortController();

const values: ConstructorParameters<typeof MemoryArtifactService>[0] = {
  [title]: { kind: "string", members: { value: "It breaks" } },
  [notes]: { kind: "text", members: { value: { content: "one", format: "text" } } },
};

/** Opens both documents. `withTitle` gives what the whole one says with another title. */
async function opened(service: MemoryArtifactService) {
  const copy = artifactCopy(512, service, { tracker: async () => undefined }, new MemoryStateStore());
  for (const key of [json, field]) {
    await copy.track(key);
    await copy.adopt(key, await copy.read(signal));
  }
  const shown = documentEntries(copy.base ?? assert.fail());
  const withTitle = (value: string) =>
    shown.map((entry) => (entry.fieldId === title ? { fieldId: title, members: { value } } : entry));
  return { copy, withTitle };
}

suite("a text that clashes with what another document has read", () => {
  test("takes what does not clash, is compared when it is saved, and puts nothing else back where mine is kept", async () => {
    const service = new MemoryArtifactService(values);
    const { copy, withTitle } = await opened(service);
    const mine = withTitle("Mine");
    const added = [{ fieldId: notes, members: { value: { content: "one\n\nAdded", format: "text" } } }];
    service.wait(5);
    service.edit(title, { value: "Theirs" });
    service.wait(5);
    assert.equal((await copy.save(field, added, "plain", signal)).kind, "conflict");
    await copy.merge(field, added);
    assert.equal((await copy.save(field, added, "plain", signal)).kind, "saved");
    const said = (await copy.rebase(json, mine))?.entries ?? assert.fail("nothing was taken");
    assert.deepEqual(said.find(({ fieldId }) => fieldId === notes)?.members, added[0]?.members);
    assert.equal(await copy.rebase(json, said), undefined);
    service.wait(5);
    assert.equal((await copy.save(json, said, "plain", signal)).kind, "conflict");
    assert.equal((await copy.save(json, said, "keepMine", signal)).kind, "saved");
    assert.deepEqual(service.stored(), { [title]: { value: "Mine" }, [notes]: added[0]?.members });
  });

  test("is compared as a whole where the newer version does not list what clashes", async () => {
    const service = new WithoutEmptied(values);
    const { copy, withTitle } = await opened(service);
    service.wait(5);
    service.edit(title, { value: "" });
    service.edit(notes, { value: { content: "two", format: "text" } });
    service.wait(5);
    await copy.adopt(field, await copy.read(signal));
    assert.equal(await copy.rebase(json, withTitle("Mine")), undefined);
    copy.noteText(json, withTitle("Mine, and more"), false);
    service.wait(5);
    assert.equal((await copy.save(json, withTitle("Mine, and more"), "plain", signal)).kind, "conflict");
    assert.deepEqual(service.stored()[title], { value: "" });
  });
});

/** Gives no field that is empty. */
class WithoutEmptied extends MemoryArtifactService {
  override async readArtifact(id: number) {
    const read = await super.readArtifact(id);
    const values = read.artifact.values.filter(({ entry }) => entry?.members["value"] !== "");
    return { ...read, artifact: { ...read.artifact, values } };
  }
}
