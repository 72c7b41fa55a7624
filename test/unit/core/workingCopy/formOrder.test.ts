import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { artifactRoutes } from "../../../../src/core/service/artifacts.ts";
import { trackerRoutes } from "../../../../src/core/service/trackers.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { type Base, documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { artifactForm } from "../../../../src/core/workingCopy/textForm.ts";
import { makeUnconnectedService, type UnconnectedService } from "../../../service/referenceService.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { askUnconnected, UnconnectedClient } from "../../../support/unconnectedClient.ts";

const sprint = 1801;
const signal = new AbortController().signal;
/** What may be written of a sprint, in the order of its form. */
const writable = [4101, 4102, 4103, 4104, 4105, 4110, 4112, 4113, 4114, 4115, 4116, 4117, 4118, 4119];
/** What nobody has ever given a sprint: the service has no entry for it. */
const neverGiven: Readonly<Record<number, { readonly empty: JsonObject; readonly first?: JsonObject }>> = {
  4115: { empty: { value: "" }, first: { value: 13 } },
  4116: { empty: { value: "" }, first: { value: 2.5 } },
  4117: { empty: { value: [] } },
  4118: { empty: { value: { granted_groups: [] } }, first: { value: { granted_groups: ["122_3"] } } },
  4119: { empty: { value: "" }, first: { value: "For the first time" } },
};

suite("the order of a document", () => {
  let service: UnconnectedService;
  let puts: number;
  let structure: Tracker | undefined;
  let copy: ArtifactCopy;

  setup(async () => {
    service = makeUnconnectedService({ artifactCount: 0 });
    puts = 0;
    const session = new UnconnectedClient((request) => {
      puts += request.method === "PUT" ? 1 : 0;
      return askUnconnected(service, service.keys.admin, request);
    });
    structure = await trackerRoutes(session).readTracker(41, signal);
    const trackers = { tracker: async () => structure };
    copy = artifactCopy(sprint, artifactRoutes(session), trackers, new MemoryStateStore());
  });

  const opened = async () => {
    const base = await copy.read(signal);
    await copy.adopt("document", base);
    return base;
  };
  const idsIn = (base: Base) => documentEntries(base).map(({ fieldId }) => fieldId);
  const printed = async (base: Base, format: "json" | "xml") => {
    const text = artifactForm(await documentCodec(format)).print(base);
    return text.kind === "text" ? text.text : assert.fail(text.kind);
  };
  const withEntry = (base: Base, fieldId: number, members: JsonObject): readonly Entry[] =>
    documentEntries(base).map((entry) => (entry.fieldId === fieldId ? { fieldId, members } : entry));

  test("is that of the tracker's form, with what the service has no entry for empty in its place", async () => {
    const base = await opened();
    assert.deepEqual(idsIn(base), writable);
    const empty = new Map(documentEntries(base).map(({ fieldId, members }) => [fieldId, members]));
    for (const [fieldId, field] of Object.entries(neverGiven)) {
      assert.deepEqual(empty.get(Number(fieldId)), field.empty, fieldId);
    }
    const stored = service.control.readArtifact({ artifactId: sprint }).values;
    assert.deepEqual(
      ["velocity", "hours", "report", "rights"].filter((name) => name in stored),
      [],
    );
  });

  test("lets an untouched document, and one that lacks entries, send nothing", async () => {
    const base = await opened();
    const entries = documentEntries(base);
    for (const mine of [entries, entries.filter(({ fieldId }) => !(fieldId in neverGiven)), []]) {
      assert.equal((await copy.save("document", mine, "plain", signal)).kind, "unchanged");
    }
    assert.equal(puts, 0);
  });

  for (const [id, { first, empty }] of Object.entries(neverGiven)) {
    if (!first) {
      continue;
    }
    const fieldId = Number(id);

    test(`stays when ${fieldId} is given for the first time, and when it is taken back`, async () => {
      const base = await opened();
      const mine = withEntry(base, fieldId, first);
      assert.equal((await copy.save("document", mine, "plain", signal)).kind, "saved");
      const again = await copy.read(signal);
      assert.deepEqual(documentEntries(again), mine);
      for (const format of ["json", "xml"] as const) {
        assert.equal(await printed(again, format), await printed(copy.base ?? assert.fail(), format));
      }
      const back = withEntry(again, fieldId, empty);
      copy.noteText("document", back, false);
      assert.equal((await copy.save("document", back, "plain", signal)).kind, "saved");
      assert.deepEqual(documentEntries(await copy.read(signal)), documentEntries(base));
    });
  }

  test("stays when a colleague attaches the first file", async () => {
    const base = await opened();
    const file = service.control.addAttachment({ artifactId: sprint, name: "burnt.txt", text: "Down" });
    const expected = withEntry(base, 4117, { value: [file.id] });
    assert.deepEqual(documentEntries(await copy.read(signal)), expected);
  });

  test("does not depend on the order of the answer", async () => {
    const base = await opened();
    structure = structure && { ...structure, fields: structure.fields.toReversed() };
    assert.deepEqual(idsIn(await copy.read(signal)), idsIn(base).toReversed());
  });

  test("is that of the answer where the structure is not to be had", async () => {
    structure = undefined;
    const given = writable.filter((fieldId) => fieldId < 4115);
    assert.deepEqual(idsIn(await opened()), given);
  });
});
