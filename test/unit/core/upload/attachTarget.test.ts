import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { artifactFields } from "../../../../src/core/language/documentFields.ts";
import { noFileField } from "../../../../src/core/sentences/uploads.ts";
import { fileFields } from "../../../../src/core/upload/attachTarget.ts";
import { editedArtifact } from "../../../support/editedArtifact.ts";
import { useCleanUps } from "../service/harness.ts";
import { openUploadFixture } from "./uploadFixture.ts";

const { signal } = new AbortController();
const [bug, story, doneStory] = [501, 901, 908];
/** Of bugs, and of stories. */
const [attachments, ofStories] = [1231, 1313];

suite("the field that files go to", () => {
  const cleanUpLater = useCleanUps();

  async function fixture() {
    const { service, client } = await openUploadFixture(cleanUpLater, { maxUploadBytes: 100 });
    const found = async (artifactId: number, fieldId?: number) => {
      const copy = editedArtifact(client, artifactId);
      await copy.read(signal);
      const base = await copy.read(signal); // Of the first one it is not known what its state freezes.
      const structure = await client.readTracker(base.trackerId ?? 0, signal);
      return fileFields(artifactFields(base, structure).all, structure.fields, fieldId);
    };
    /** What is told where there is none. */
    const told = async (artifactId: number, fieldId?: number) => {
      const why = await found(artifactId, fieldId);
      assert.ok("kind" in why);
      return noFileField(artifactId, why);
    };
    return { service, found, told };
  }

  test("is the one of the artifact, with the way that files go there and how large they may be", async () => {
    const { service, found } = await fixture();
    const field = { fieldId: attachments, label: "Attachments" };
    assert.deepEqual(await found(bug), [{ ...field, takesUploads: true, maxUploadBytes: 100 }]);
    service.control.changeSettings({ hasResumableUploads: false });
    assert.deepEqual(await found(bug, attachments), [{ ...field, takesUploads: false }]);
    assert.deepEqual(await found(story), [{ fieldId: ofStories, label: "Attachments", takesUploads: false }]);
  });

  test("is none that the state of the artifact keeps as it is", async () => {
    const { told } = await fixture();
    const frozen = "Nothing can be attached to #908: the state it is in keeps Attachments as it is.";
    assert.deepEqual([await told(doneStory), await told(doneStory, ofStories)], [frozen, frozen]);
  });

  test("is none that the user may not write", async () => {
    const { service, told } = await fixture();
    service.control.setFieldPermissions({ fieldId: attachments, update: [] });
    assert.equal(await told(bug), "Nothing can be attached to #501: your account may not change Attachments.");
  });

  test("is none that the user may not see", async () => {
    const { service, told } = await fixture();
    service.control.setFieldPermissions({ fieldId: attachments, read: [], update: [] });
    assert.equal(await told(bug), "Nothing can be attached to #501: it has no field for files that you may see.");
  });

  test("is no other one", async () => {
    const { told } = await fixture();
    assert.equal(await told(bug, 1202), "1202 is not a field for files of #501.");
  });
});
