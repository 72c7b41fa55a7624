import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { AttachmentSource } from "../../../../src/core/attachments/attachmentSource.ts";

suite("attachments that were read", () => {
  const signal = new AbortController().signal;
  const attachment = (n: number) => ({ n, fieldId: 1, name: `${n}.txt`, contentUrl: `/attachments/${n}` });

  test("are there for the editor that opens next, but no more of them than memory bears", async () => {
    const asked: string[] = [];
    const service = {
      readAttachment: async ({ contentUrl }: { readonly contentUrl: string }) => {
        asked.push(contentUrl);
        return new Uint8Array(40 * 1024 * 1024);
      },
    };
    const artifact = { id: 512, assignees: [], values: [], attachments: [1, 2].map(attachment) };
    const source = new AttachmentSource(
      { serviceOf: async () => service, readArtifact: async () => artifact },
      () => 50_000_000,
    );
    const read = (n: number) => source.read("team", 512, n, signal);
    await read(1);
    await read(1);
    await read(2);
    await read(2);
    assert.deepEqual(asked, ["/attachments/1", "/attachments/2"]);
    await read(1);
    assert.deepEqual(asked.slice(2), ["/attachments/1"]);
  });
});
