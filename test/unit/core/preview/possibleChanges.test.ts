import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import { type FieldOption, OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { possibleChanges } from "../../../../src/core/preview/possibleChanges.ts";
import { previewOf } from "../../../../src/core/preview/previewModel.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { type Base, makeBase } from "../../../../src/core/workingCopy/base.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { clientOf } from "../service/loopbackServer.ts";

const bug = 501;
const story = 901;
const { signal } = new AbortController();

suite("what can be changed on the page of an artifact", () => {
  let service: ReferenceService;
  let client: ServiceClient;

  setup(async () => {
    service = await startReferenceService({ artifactCount: 0 });
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.member }).client;
  });

  teardown(() => service.close());

  async function read(id = bug): Promise<{ base: Base; tracker: Tracker }> {
    const artifact = await client.readArtifact(id, signal);
    const tracker = await client.readTracker(artifact.artifact.tracker?.id ?? 0, signal);
    return { base: makeBase(artifact, tracker), tracker };
  }

  const labels = ({ nextStates }: ReturnType<typeof possibleChanges>) => nextStates?.map(({ label }) => label);

  test("are the fields that may be written, and the states that the workflow allows next", async () => {
    const { base, tracker } = await read(story);
    const possible = possibleChanges(base, tracker, []);
    assert.ok(possible.editable.has(1301));
    const status = tracker.fields.find(({ fieldId }) => fieldId === tracker.statusFieldId);
    const current = base.fields.find(({ fieldId }) => fieldId === tracker.statusFieldId)?.entry?.members.bind_value_ids;
    const [from] = current as number[];
    const allowed = tracker.transitions?.filter(({ fromId }) => fromId === from).map(({ toId }) => toId);
    assert.ok(allowed && allowed.length > 0 && status);
    assert.deepEqual(possible.nextStates?.map(({ valueId }) => valueId).toSorted(), allowed.toSorted());
    assert.deepEqual(possible.stateIds, [String(from)]);
    assert.equal(possible.statusFieldId, tracker.statusFieldId);
    assert.ok(!labels(possible)?.includes(status.options.all.find(({ id }) => id === from)?.label ?? ""));
  });

  test("are judged by what is stored, whatever the text says", async () => {
    const { base, tracker } = await read(story);
    const fieldId = tracker.statusFieldId ?? 0;
    const stored = base.fields.find((field) => field.fieldId === fieldId)?.entry?.members.bind_value_ids as number[];
    const [next] = possibleChanges(base, tracker, []).nextStates ?? [];
    assert.ok(next);
    const mine = [{ fieldId, members: { bind_value_ids: [next.valueId] } }];
    const offered = possibleChanges(base, tracker, mine).nextStates?.map(({ valueId }) => valueId);
    assert.deepEqual(offered?.includes(next.valueId), false);
    assert.ok(offered?.includes(stored[0] ?? 0));
    const after = tracker.transitions?.filter(({ fromId }) => fromId === next.valueId).map(({ toId }) => toId) ?? [];
    assert.ok(after.some((id) => id !== stored[0] && !offered?.includes(id)));
  });

  test("are none of what may not be written, is frozen, or of a text that cannot be read", async () => {
    const { base, tracker } = await read();
    const statusFieldId = tracker.statusFieldId ?? 0;
    const frozen = possibleChanges({ ...base, notUpdatable: [statusFieldId] }, tracker, []);
    assert.deepEqual(
      [frozen.editable.has(statusFieldId), frozen.statusFieldId, frozen.nextStates],
      [false, undefined, undefined],
    );
    const readOnly = { ...base, fields: base.fields.map((field) => ({ ...field, isWritable: false })) };
    assert.deepEqual(possibleChanges(readOnly, tracker, []).editable.size, 0);
    const files = base.fields.filter(({ kind }) => kind === "files").map(({ fieldId }) => fieldId);
    assert.equal(possibleChanges(base, tracker, []).takesFiles, true);
    assert.equal(possibleChanges({ ...base, notUpdatable: files }, tracker, []).takesFiles, undefined);
    assert.ok(files.length > 0 && files.every((fieldId) => !possibleChanges(base, tracker, []).editable.has(fieldId)));
    const { artifact } = await client.readArtifact(bug, signal);
    assert.equal(previewOf({ artifact, base, tracker, isBroken: true }).possible, undefined);
    assert.ok(previewOf({ artifact, base, tracker }).possible);
  });

  /** The tracker without a workflow, whose status has `options`. */
  function withStates(tracker: Tracker, options: readonly FieldOption[]): Tracker {
    const { transitions: _, workflowFieldId: __, ...free } = tracker;
    const fields = tracker.fields.map((field) =>
      field.fieldId === tracker.statusFieldId ? { ...field, options: new OptionList(options) } : field,
    );
    return { ...free, fields };
  }

  test("are no endless row of states", async () => {
    const { base, tracker } = await read();
    const options = Array.from({ length: 40 }, (_, id) => ({ id: id + 1, label: `${id}`, isHidden: false }));
    assert.equal(possibleChanges(base, withStates(tracker, options), []).nextStates, undefined);
  });

  test("are no state that the tracker has hidden", async () => {
    const { base, tracker } = await read();
    const options = [
      { id: 1, label: "Open", isHidden: false },
      { id: 2, label: "Gone", isHidden: true },
    ];
    assert.deepEqual(labels(possibleChanges(base, withStates(tracker, options), [])), ["Open"]);
  });
});
