import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import { artifactFields } from "../../../../src/core/language/documentFields.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { documentEntries, withEntries } from "../../../../src/core/workingCopy/base.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { editedArtifact, nothingKnown } from "../../../support/editedArtifact.ts";
import { clientOf } from "../service/loopbackServer.ts";

suite("the fields that a state freezes", () => {
  const { signal } = new AbortController();
  /** A story that is done: its title may not be changed. */
  const [doneStory, title] = [908, 1301];
  let service: ReferenceService;
  let client: ServiceClient;

  setup(async () => {
    service = await startReferenceService();
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.member }).client;
  });
  teardown(() => service.close());

  const copyOf = (artifactId: number) => editedArtifact(client, artifactId);
  const asked = () => service.requests.filter(({ path }) => path.includes("/artifacts/")).map(({ path }) => path);

  test("are known once an artifact is read again, without a request more", async () => {
    const copy = copyOf(doneStory);
    const first = await copy.read(signal);
    const again = await copy.read(signal);
    assert.deepEqual([first.notUpdatable, again.notUpdatable?.includes(title)], [undefined, true]);
    assert.deepEqual(
      asked().map((path) => path.includes("tracker_structure_format=complete")),
      [false, true],
    );
    const tracker = await client.readTracker(13, signal);
    assert.deepEqual(
      [first, again].map((base) => artifactFields(base, tracker).get(title)?.isFrozen),
      [false, true],
    );
    // The text is the same as before: nothing comes or goes by it.
    assert.deepEqual(again.fields, first.fields);
  });

  test("are known when an artifact is read again after a refresh, which forgets the structures of trackers", async () => {
    const known = nothingKnown(client);
    const copy = editedArtifact(client, doneStory, known);
    await copy.read(signal);
    await known.catalog.clear();
    assert.equal((await copy.read(signal)).notUpdatable?.includes(title), true);
  });

  test("are those of before where nothing was stored, and not known once anything was, of a field that nobody knows too", async () => {
    const copy = copyOf(doneStory);
    await copy.read(signal);
    const base = await copy.read(signal);
    const [stood] = documentEntries(base);
    const after = (...entries: Entry[]) => withEntries(base, entries, base.version, false);
    const unknown = { fieldId: 99_999, members: { bind_value_ids: [1] } };
    assert.ok(stood && base.notUpdatable);
    assert.deepEqual(after(stood).notUpdatable, base.notUpdatable);
    assert.equal(after({ ...stood, members: { value: "Other" } }).notUpdatable, undefined);
    assert.equal(after(unknown).notUpdatable, undefined);
    assert.deepEqual(after(unknown).fields, base.fields);
  });

  test("are not asked for of trackers whose workflow freezes none", async () => {
    const copy = copyOf(501);
    await copy.read(signal);
    assert.equal((await copy.read(signal)).notUpdatable, undefined);
    assert.ok(asked().every((path) => !path.includes("tracker_structure_format")));
  });

  test("are refused by the service without their name", async () => {
    const { version } = await client.readArtifact(doneStory, signal);
    const entries = [{ fieldId: title, members: { value: "Other" } }];
    const refusal = await client
      .updateArtifact(doneStory, entries, { ifMatch: version.etag ?? "" }, signal)
      .catch((error: unknown) => error);
    assert.equal((refusal as { serviceMessage?: string }).serviceMessage, "Fields are not valid");
  });
});
