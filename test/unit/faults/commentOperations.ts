import assert from "node:assert/strict";
import { carrying, carryingComments } from "../../../src/core/comment/carrying.ts";
import { isSaid, isSaidIfKnown } from "../../../src/core/comment/commentHistory.ts";
import { commentCopy } from "../../../src/core/comment/commentKind.ts";
import { CommentOfSave } from "../../../src/core/comment/commentOfSave.ts";
import { CommentRecord, type CommentState } from "../../../src/core/comment/commentRecord.ts";
import { GivenWords } from "../../../src/core/comment/givenWords.ts";
import { PendingComments } from "../../../src/core/comment/pendingComments.ts";
import type { Entry } from "../../../src/core/model/entry.ts";
import { artifactCopy } from "../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactOutcome } from "../../../src/core/workingCopy/artifactTypes.ts";
import type { Base } from "../../../src/core/workingCopy/base.ts";
import { documentEntries } from "../../../src/core/workingCopy/base.ts";
import { encodeAs } from "../../../src/core/workingCopy/requestEncoding.ts";
import { uniteTexts } from "../../../src/core/workingCopy/textForm.ts";
import { commentSaveWords } from "../../../src/editor/comment/commentSaveWords.ts";
import { artifactSaveWords } from "../../../src/editor/documents/artifactSaveWords.ts";
import { createSaveReporter } from "../../../src/editor/documents/saveReporter.ts";
import { MemoryStateStore } from "../../support/memoryArtifactService.ts";
import { MemoryBox } from "../../support/memoryBox.ts";
import { MemoryDraftStore } from "../../support/memoryDraftStore.ts";
import { MemoryPending } from "../../support/memoryPending.ts";
import type { FaultyService } from "./faultyService.ts";
import type { Operation, Outcome } from "./operations.ts";

const { signal } = new AbortController();
const bug = 501;
const titleField = 1202;
const detailsField = 1203;
const words = "Said, and only once";
const title = "Mine, with a comment";

const timesSaid = ({ reference }: FaultyService) =>
  reference.control.readArtifact({ artifactId: bug }).comments.filter(({ body }) => body === words).length;

const saveAllWithComment: Operation = {
  name: "save two documents with a comment",
  what: "#501 could not be saved",
  writes: ["PUT"],
  beginsShort: true,
  maxRequests: 30,
  start: async (faulty) => {
    const { service } = faulty;
    faulty.reference.control.advanceClock({ ms: 10_000 });
    const [json, field, writer] = ["json", "field", "all"];
    const trackers = { tracker: async () => undefined };
    const copy = artifactCopy(bug, carryingComments(service, service), trackers, new MemoryStateStore());
    const base = await copy.read(signal);
    for (const document of [json, field]) {
      await copy.adopt(document, base);
      await copy.track(document);
    }
    const details = { content: "Mine, in a document of its own", format: "text" };
    const textsOver = (shown: Base) =>
      new Map<string, readonly Entry[]>([
        [
          json,
          documentEntries(shown).map((entry) =>
            entry.fieldId === titleField ? { ...entry, members: { value: title } } : entry,
          ),
        ],
        [field, [{ fieldId: detailsField, members: { value: details } }]],
      ]);
    let texts = textsOver(base);
    const box = new MemoryBox();
    const save = async () => {
      // As after a reload: what is known of the words is what the box has kept.
      const comment = CommentOfSave.of([new GivenWords(words, box.sentOf([json, field]), async () => {})]);
      const encode = comment ? carrying(comment, encodeAs("json")) : encodeAs("json");
      const outcome = await copy.saveTogether(writer, texts, uniteTexts, signal, encode);
      if (outcome.kind === "saved" || outcome.kind === "unchanged") {
        await comment?.left((body, mark) => isSaidIfKnown(service, bug, body, mark, signal));
      }
      return outcome;
    };
    const stored = () => {
      const { values } = faulty.reference.control.readArtifact({ artifactId: bug });
      return values["summary"] === title && JSON.stringify(values["details"]).includes(details.content);
    };
    const report = createSaveReporter(
      artifactSaveWords(() => {}),
      () => {},
    );
    return {
      isDone: () => stored() && timesSaid(faulty) === 1,
      mayChange: (thing) => thing === `artifact ${bug}`,
      run: async () => {
        const outcome = await save();
        assert.ok(outcome.kind !== "disagreeing");
        return ending(
          outcome.kind,
          report({ copy, artifactId: bug } as unknown as Parameters<typeof report>[0], outcome),
        );
      },
      after: async (_, isDamaged) => {
        assert.equal(timesSaid(faulty), stored() ? 1 : 0, "the comment and its values were parted");
        if (isDamaged || copy.conflictOf(json)) {
          // What is there is taken, and the changes are made in it once more.
          const now = await copy.read(signal);
          texts = textsOver(now);
          for (const document of texts.keys()) {
            await copy.adopt(document, now);
          }
        }
        assert.match((await save()).kind, /^(saved|unchanged)$/);
        assert.deepEqual([stored(), timesSaid(faulty)], [true, 1]);
      },
    };
  },
};

const addComment: Operation = {
  name: "add a comment",
  what: "Comment on #501 could not be saved",
  writes: ["PUT"],
  beginsShort: true,
  maxRequests: 24,
  start: async (faulty) => {
    faulty.reference.control.advanceClock({ ms: 10_000 });
    const store = new MemoryDraftStore<CommentState>();
    const document = "comment";
    const opened = async () => {
      const copy = commentCopy(bug, faulty.service, new CommentRecord(store));
      await copy.track(document, () => undefined);
      return copy;
    };
    const copy = await opened();
    const report = createSaveReporter(commentSaveWords, () => {});
    return {
      isDone: () => timesSaid(faulty) === 1,
      mayChange: (thing) => thing === `artifact ${bug}`,
      run: async () => {
        const outcome = await copy.save(document, words, "plain", signal);
        return ending(outcome.kind, report({ artifactId: bug } as Parameters<typeof report>[0], outcome));
      },
      after: async () => {
        assert.ok(timesSaid(faulty) <= 1, "it was sent twice");
        // After a reload: what is known of it is on the disk.
        const again = await (await opened()).save(document, words, "plain", signal);
        assert.match(again.kind, /^(saved|unchanged)$/);
        assert.equal(timesSaid(faulty), 1);
      },
    };
  },
};

const saveWithComment: Operation = {
  name: "save with a comment",
  what: "#501 could not be saved",
  writes: ["PUT"],
  beginsShort: true,
  maxRequests: 30,
  start: async (faulty) => {
    const { service } = faulty;
    faulty.reference.control.advanceClock({ ms: 10_000 });
    const document = "save";
    const disk = new MemoryPending();
    const window = disk.window();
    const trackers = { tracker: async () => undefined };
    const copy = artifactCopy(bug, carryingComments(service, service), trackers, new MemoryStateStore());
    const base = await copy.read(signal);
    await copy.adopt(document, base);
    await copy.track(document);
    const entries = documentEntries(base).map(
      (entry): Entry => (entry.fieldId === titleField ? { ...entry, members: { value: title } } : entry),
    );
    const save = async (pending: PendingComments, how: "plain" | "keepMine"): Promise<ArtifactOutcome> => {
      const comment = await pending.due(document);
      const encode = comment ? carrying(comment, encodeAs("json")) : encodeAs("json");
      const outcome = await copy.save(document, entries, how, signal, encode);
      if (outcome.kind === "saved" || outcome.kind === "unchanged") {
        await pending.left(document, (body, mark) => isSaid(service, bug, body, mark, signal).catch(() => false));
      }
      return outcome;
    };
    const stored = () => faulty.reference.control.readArtifact({ artifactId: bug }).values["summary"];
    const pending = new PendingComments(window.store, () => {});
    const report = createSaveReporter(
      artifactSaveWords(() => {}),
      () => {},
    );
    return {
      isDone: () => stored() === title && timesSaid(faulty) === 1,
      mayChange: (thing) => thing === `artifact ${bug}`,
      run: async () => {
        await pending.give(document, words);
        const outcome = await save(pending, "plain");
        return ending(
          outcome.kind,
          report({ copy, artifactId: bug } as unknown as Parameters<typeof report>[0], outcome),
        );
      },
      after: async () => {
        assert.equal(timesSaid(faulty), stored() === title ? 1 : 0, "the comment and its values were parted");
        await copy.adopt(document, await copy.read(signal));
        window.end();
        const again = new PendingComments(disk.window().store, () => {});
        await again.takeUp(document);
        const first = await save(again, "plain");
        const settled = first.kind === "conflict" ? await save(again, "keepMine") : first;
        assert.match(settled.kind, /^(saved|unchanged)$/);
        assert.deepEqual([stored(), timesSaid(faulty)], [title, 1]);
      },
    };
  },
};

function ending(kind: string, told: string | undefined): Outcome {
  if (kind === "saved" || kind === "unchanged") {
    return { kind: "done" };
  }
  return { kind: kind === "unknown" ? "unknown" : "notDone", words: told ?? "" };
}

export const commentOperations: readonly Operation[] = [addComment, saveWithComment, saveAllWithComment];
