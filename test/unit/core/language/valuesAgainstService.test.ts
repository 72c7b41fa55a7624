import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { artifactFields, type DocumentField } from "../../../../src/core/language/documentFields.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import { documentEntries, makeBase } from "../../../../src/core/workingCopy/base.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { accepted, codesIn, completeAt, sourcesOf } from "./fixture.ts";

suite("values against the reference service", () => {
  const signal = new AbortController().signal;
  const bug = 501;
  const bugs = 12;
  let service: ReferenceService;
  let client: ServiceClient;

  setup(async () => {
    service = await startReferenceService();
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.member }).client;
  });

  teardown(() => service.close());

  async function fieldsOf(artifactId: number) {
    const [read, tracker] = await Promise.all([
      client.readArtifact(artifactId, signal),
      client.readTracker(bugs, signal),
    ]);
    const base = makeBase(read, tracker);
    return { base, fields: artifactFields(base, tracker) };
  }

  test("untouched documents have nothing wrong", async () => {
    const codec = await documentCodec("json");
    for (let artifactId = bug; artifactId < bug + 20; artifactId++) {
      const read = await fieldsOf(artifactId).catch((error: unknown) => error);
      if (isServiceError(read)) {
        continue;
      }
      const { base, fields } = read as Awaited<ReturnType<typeof fieldsOf>>;
      assert.deepEqual([artifactId, codesIn(codec.print(documentEntries(base)), codec, fields)], [artifactId, []]);
    }
  });

  /** What the first of a list's completions make of the document, each sent. */
  async function offered({ fieldId, kind }: DocumentField): Promise<readonly string[]> {
    const codec = await documentCodec("json");
    const { fields } = await fieldsOf(bug);
    const list = kind === "list" ? '"bind_value_ids":[$0]' : '"value":{"bind_value_objects":[$0]}';
    const { text, found } = await completeAt(
      `{"values":[{"field_id":${fieldId},${list}}]}`,
      "json",
      fields,
      sourcesOf(),
    );
    const items = (found?.items ?? []).filter(({ label }) => !label.startsWith("New value"));
    const outcomes: string[] = [];
    for (const item of items) {
      const after = accepted(text, found ?? assert.fail(), item);
      const entries = codec.parse(after, fields.kindOf).entries.map(({ members }) => ({ fieldId, members }));
      const sent = client.updateArtifact(bug, entries, undefined, signal);
      const outcome = await sent.then(
        () => "taken",
        (error: unknown) => (isServiceError(error) ? `${error.kind}: ${error.serviceMessage}` : String(error)),
      );
      const { base } = await fieldsOf(bug);
      const stored = base.fields.find((field) => field.fieldId === fieldId)?.entry?.members;
      assert.deepEqual([item.label, outcome, stored], [item.label, "taken", entries[0]?.members]);
      outcomes.push(item.label);
    }
    return outcomes;
  }

  for (const [fieldId, labels] of [
    [1209, ["Linux", "macOS", "Windows"]],
    [1211, ["Jane Doe (jdoe)", "Max Meier (mmeier)"]],
    [1213, ["Project members", "Project administrators", "Testers", "Support"]],
    [1214, ["Project members", "Project administrators", "Testers", "Support"]],
    [1215, ["regression", "crash", "first issue", "seen at the fair", "Größe XL"]],
  ] as const) {
    test(`what is offered for field ${fieldId} is taken, and stored as it is`, async () => {
      const { fields } = await fieldsOf(bug);
      const found = await offered(fields.get(fieldId) ?? assert.fail());
      assert.deepEqual(found.slice(0, labels.length), labels);
    });
  }
});
