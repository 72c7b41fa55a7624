import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import {
  type CommentCopy,
  CommentDenied,
  type CommentedVersion,
  commentCopy,
  withComment,
} from "../../../../src/core/comment/commentKind.ts";
import { CommentRecord, type CommentState, commentForm } from "../../../../src/core/comment/commentRecord.ts";
import { commentMaybeSaved } from "../../../../src/core/sentences/comments.ts";
import { isServiceError, ServiceError } from "../../../../src/core/service/serviceError.ts";
import { type DraftStore, type Hold, SendingNotKept } from "../../../../src/core/windows/draftStore.ts";
import { MemoryDraftStore } from "../../../support/memoryDraftStore.ts";
import { me, SimulatedArtifact } from "./simulatedArtifact.ts";

const { signal } = new AbortController();
const document = "artifact://team/artifacts/5/comment.md";

suite("a new comment", () => {
  let service: SimulatedArtifact;
  let store: DraftStore<CommentState>;
  let record: CommentRecord;
  let copy: CommentCopy;

  setup(async () => {
    service = new SimulatedArtifact();
    store = new MemoryDraftStore<CommentState>();
    await open();
  });

  /** Its document is opened. */
  async function open(): Promise<void> {
    record = new CommentRecord(store);
    copy = commentCopy(5, service, record);
    const base = await copy.open(signal);
    assert.ok(base);
    await copy.adopt(document, base);
    await copy.track(document);
  }

  /** The window is closed, and shows the unsaved text again. */
  async function restart(): Promise<void> {
    record = new CommentRecord(store, () => true);
    copy = commentCopy(5, service, record);
    await copy.track(document, () => undefined);
  }

  /** A comment arrives, and the window is closed before the answer. */
  async function closeWhileSending(body: string): Promise<void> {
    const { updateArtifact } = service;
    const closed = Promise.withResolvers<void>();
    service.updateArtifact = async (...args) => {
      await updateArtifact.apply(service, args).catch(() => {});
      closed.resolve();
      return new Promise(() => {});
    };
    void save(body);
    await closed.promise;
    service.updateArtifact = updateArtifact;
    await restart();
  }

  const save = async (body: string) => (await copy.save(document, body, "plain", signal)).kind;

  /** A comment arrives, which nobody learns: the service is down when it is asked. */
  async function saveBeforeOutage(): Promise<void> {
    service.fates = ["stored"];
    const { updateArtifact } = service;
    service.updateArtifact = (...args) => {
      const answer = updateArtifact.apply(service, args);
      service.isDown = true;
      return answer;
    };
    assert.equal(await save("Works for me"), "unknown");
    service.updateArtifact = updateArtifact;
    service.isDown = false;
  }

  const isDenied = (denial: string) => (error: unknown) => error instanceof CommentDenied && error.denial === denial;

  test("is not sent to another address than it was begun at before that was answered", async () => {
    await saveBeforeOutage();
    Object.assign(store, { address: "https://other.example/api/v1" });
    service = new SimulatedArtifact();
    await restart();
    service.say("Works for me", me);
    await assert.rejects(save("Works for me"), isDenied("otherAddress"));
    assert.equal(service.puts, 0);
    assert.equal(record.otherAddress?.isInDoubt, true);
    await record.moveHere("https://other.example/api/v1");
    await restart();
    await assert.rejects(save("Works for me"), isDenied("saidBefore"));
    assert.equal(await save("Works for me"), "saved");
    assert.deepEqual(service.said, ["Done", "Works for me", "Works for me"]);
  });

  test("that was sent is another one at another address", async () => {
    assert.equal(await save("Works for me"), "saved");
    Object.assign(store, { address: "https://other.example/api/v1" });
    await restart();
    assert.equal(copy.base?.said, undefined);
  });

  test("is sent once, without values, under the version of the artifact", async () => {
    assert.equal(await save("Works for me"), "saved");
    assert.deepEqual(service.said, ["Done", "Works for me"]);
    assert.deepEqual(service.requests, ["GET artifact", "count", "self", "PUT"]);
  });

  test("asks for nothing when it is opened", () => {
    assert.deepEqual(service.requests, []);
  });

  for (const { body, kind } of [
    { body: "", kind: "unchanged" },
    { body: " \n\t", kind: "unchanged" },
    { body: "0", kind: "dropped" },
    { body: " 0\n", kind: "dropped" },
    { body: "half \ud83d", kind: "unsendable" },
  ]) {
    test(`${JSON.stringify(body)} is not sent`, async () => {
      assert.equal(await save(body), kind);
      assert.deepEqual(service.requests, []);
    });
  }

  test("is sent again under the version there is by then, without a conflict", async () => {
    service.edits = 2;
    assert.equal(await save("Works for me"), "saved");
    assert.deepEqual([service.said, copy.conflictOf(document)], [["Done", "Works for me"], undefined]);
  });

  test("is given up where the artifact never stands still", async () => {
    service.edits = 100;
    assert.equal(await save("Works for me"), "refusedUnmoved");
    assert.deepEqual([service.said, record.doubt], [["Done"], undefined]);
    service.edits = 3;
    assert.equal(await save("Works for me"), "saved");
  });

  test("is sent under the date of the version where something changes its Etag, and no more often", async () => {
    const conditions: unknown[] = [];
    service.updateArtifact = async (...[, , condition]) => {
      conditions.push(condition);
      return { kind: "preconditionFailed" };
    };
    const { artifact } = await service.readArtifact();
    const version = { etag: "1", lastModified: "Fri, 13 Mar 2026 14:00:00 GMT" };
    service.readArtifact = async () => ({ artifact, version });
    assert.equal(await save("Works for me"), "refusedUnmoved");
    assert.deepEqual(conditions, [{ ifMatch: "1" }, { ifUnmodifiedSince: "Fri, 13 Mar 2026 14:00:00 GMT" }]);
  });

  test("that arrives late is not joined by the words it was changed to, whose answer is lost as well", async () => {
    service.fates = ["late", "dropped"];
    await closeWhileSending("Works for me");
    assert.equal(await save("Works for you"), "alreadySent");
    await restart();
    assert.equal(await save("Works for all"), "alreadySent");
    assert.deepEqual(service.said, ["Done", "Works for me"]);
  });

  test("that arrives late is found after a restart, however its words were changed", async () => {
    service.fates = ["late", "dropped"];
    await closeWhileSending("Works for me");
    service.fates = ["dropped"];
    await closeWhileSending("Works for you");
    assert.equal(await save("Works for all"), "alreadySent");
    assert.deepEqual(service.said, ["Done", "Works for me"]);
  });

  test("that was refused is told so, and can be saved later", async () => {
    service.fates = ["refused"];
    await assert.rejects(save("Works for me"), (error) => isServiceError(error) && error.kind === "rejected");
    assert.equal(record.doubt, undefined);
    assert.equal(await save("Works for you"), "saved");
    assert.deepEqual(service.said, ["Done", "Works for you"]);
  });

  test("is not sent again when it is saved again", async () => {
    await save("Works for me");
    assert.equal(await save("Works for me"), "unchanged");
    assert.equal(await save("Works for me, mostly"), "alreadySent");
    assert.equal(service.puts, 1);
  });

  test("that the service took and dropped is not told as stored", async () => {
    service.isDropping = true;
    assert.equal(await save("Works for me"), "notStored");
    assert.equal(service.puts, 1);
  });

  test("that was taken without a new version is neither stored nor lost where the service gives no history", async () => {
    service.hasHistory = false;
    service.isDropping = true;
    const outcome = await copy.save(document, "Works for me", "plain", signal);
    assert.ok(outcome.kind === "unknown");
    assert.match(commentMaybeSaved(5, outcome.cause), /^The service took the comment on #5, but told no new version/);
    const lost = new ServiceError({ kind: "answerLost", method: "PUT", path: "/artifacts/5" });
    assert.match(commentMaybeSaved(5, lost), /^The connection broke/);
  });

  suite("whose answer was lost", () => {
    test("is looked for among what the same user has said since", async () => {
      service.fates = ["stored"];
      assert.equal(await save("Done"), "saved");
      assert.deepEqual([service.said, service.puts], [["Done", "Done"], 1]);
    });

    test("is found although line ends and blanks around it are others", async () => {
      service.fates = ["stored"];
      assert.equal(await save("One\r\nTwo\r\n"), "saved");
      assert.equal(service.puts, 1);
    });

    test("is not taken for what a colleague has said", async () => {
      service.fates = ["dropped"];
      const { updateArtifact } = service;
      service.updateArtifact = (...args) => {
        service.say("Me too");
        service.updateArtifact = updateArtifact;
        return updateArtifact.apply(service, args);
      };
      assert.equal(await save("Me too"), "saved");
      assert.deepEqual(service.said, ["Done", "Me too", "Me too"]);
    });

    test("is found beyond a page of what others have done since", async () => {
      service.fates = ["stored"];
      const { updateArtifact } = service;
      service.updateArtifact = async (...args) => {
        for (let n = 0; n < 60; n++) {
          service.steps.push({ id: 100 + n, authorId: 103, values: [] });
        }
        return updateArtifact.apply(service, args);
      };
      assert.equal(await save("Works for me"), "saved");
      assert.equal(service.puts, 1);
    });

    test("and that did not arrive is sent once more", async () => {
      service.fates = ["dropped"];
      assert.equal(await save("Done"), "saved");
      assert.deepEqual([service.said, service.puts], [["Done", "Done"], 2]);
    });

    test("and that did not arrive leaves the place to another text, which is in doubt from then on", async () => {
      service.fates = ["dropped", "dropped"];
      assert.equal(await save("Works for me"), "notSaved");
      await closeWhileSending("Works for you");
      assert.equal(await save("Works for you"), "unchanged");
      assert.deepEqual(service.said, ["Done", "Works for you"]);
    });

    test("and that arrives after it was looked for is not sent twice", async () => {
      service.fates = ["late"];
      assert.equal(await save("Works for me"), "saved");
      assert.deepEqual([service.said, service.puts], [["Done", "Works for me"], 2]);
      assert.equal(await save("Works for me"), "unchanged");
    });

    test("and that arrives as soon as it was looked for is not sent twice", async () => {
      service.fates = ["dropped"];
      const { readChangesets } = service;
      service.readChangesets = async (...args) => {
        service.readChangesets = readChangesets;
        const read = await readChangesets.apply(service, args);
        service.say("Works for me", me);
        return read;
      };
      assert.equal(await save("Works for me"), "saved");
      assert.deepEqual([service.said, service.puts], [["Done", "Works for me"], 2]);
    });

    test("and that arrives while it is sent again, which is refused, is not sent twice", async () => {
      service.fates = ["late", "refused"];
      await assert.rejects(save("Works for me"));
      assert.equal(await save("Works for me"), "saved");
      assert.deepEqual([service.said, service.puts], [["Done", "Works for me"], 2]);
    });

    test("again and again is told as not saved, and can be saved later", async () => {
      service.fates = ["dropped", "dropped"];
      assert.equal(await save("Done"), "notSaved");
      assert.equal(await save("Done"), "saved");
      assert.deepEqual(service.said, ["Done", "Done"]);
    });

    suite("and nobody could be asked", () => {
      setup(() => saveBeforeOutage());

      test("is looked for by the next save", async () => {
        assert.equal(await save("Works for me"), "unchanged");
        assert.deepEqual(service.said, ["Done", "Works for me"]);
      });

      test("is looked for after a restart", async () => {
        await restart();
        assert.equal(await save("Works for me"), "unchanged");
        assert.deepEqual(service.said, ["Done", "Works for me"]);
      });

      test("is looked for when its document is opened without its text", async () => {
        const later = commentCopy(5, service, new CommentRecord(store));
        await later.restore();
        assert.equal((await later.open(signal))?.said, "Works for me");
      });

      test("keeps nobody from opening its document while nobody can be asked", async () => {
        const later = commentCopy(5, service, new CommentRecord(store));
        await later.restore();
        service.isDown = true;
        assert.deepEqual(await later.open(signal), { version: {} });
        service.isDown = false;
        assert.equal((await later.save(document, "Works for you", "plain", signal)).kind, "alreadySent");
      });

      test("is not sent again with another text", async () => {
        assert.equal(await save("Works for you"), "alreadySent");
        assert.deepEqual(service.said, ["Done", "Works for me"]);
      });
    });

    test("is not sent again by itself where the service gives no history", async () => {
      service.hasHistory = false;
      service.fates = ["stored"];
      assert.equal(await save("Works for me"), "unknown");
      assert.equal(service.puts, 1);
      // That was told, and that the next save looks first.
      assert.deepEqual([await save("Works for me"), service.puts], ["inDoubt", 1]);
      assert.deepEqual([await save("Works for me"), service.puts], ["saved", 2]);
    });

    test("is not sent a third time by itself where it was sent again, and the service is gone since", async () => {
      service.hasHistory = false;
      service.fates = ["stored", "stored"];
      assert.deepEqual([await save("Works for me"), await save("Works for me")], ["unknown", "inDoubt"]);
      const { readArtifact } = service;
      service.readArtifact = async () => {
        service.isDown = service.puts === 2;
        return await readArtifact.call(service);
      };
      assert.equal(await save("Works for me"), "unknown");
      service.readArtifact = readArtifact;
      service.isDown = false;
      assert.deepEqual([await save("Works for me"), service.puts], ["inDoubt", 2]);
    });

    test("is sent again by the next save where the service took it without a new version, as the person was told", async () => {
      service.hasHistory = false;
      service.isDropping = true;
      assert.equal(await save("Works for me"), "unknown");
      service.isDropping = false;
      assert.equal(await save("Works for me"), "saved");
    });
  });

  suite("of which an earlier session has sent something, and nobody can say what came of that,", () => {
    for (const { what, inDoubt } of [
      {
        what: "as its note is damaged",
        inDoubt: () => store.begin({ id: "1", attempt: commentForm.lostAttempt("", undefined) }),
      },
      {
        what: "as the service gives no history",
        inDoubt: async () => {
          service.hasHistory = false;
          await closeWhileSending("Works for me");
        },
      },
    ]) {
      for (const body of ["Works for me", "Works for you"]) {
        test(`is sent again only by who knows that: ${what} («${body}»)`, async () => {
          store = new MemoryDraftStore<CommentState>({ id: "1" });
          await open();
          await inDoubt();
          await restart();
          const { puts } = service;
          assert.deepEqual([await save(body), service.puts], ["inDoubt", puts]);
          assert.deepEqual([await save(body), service.puts], ["saved", puts + 1]);
          assert.equal(await save(body), "unchanged");
        });
      }
    }

    test("is told like that where its text is fit to be sent", async () => {
      store = new MemoryDraftStore<CommentState>({ id: "1", attempt: commentForm.lostAttempt("", undefined) });
      await restart();
      assert.deepEqual([await save("0"), await save("Works for me")], ["dropped", "inDoubt"]);
    });
  });

  suite("after a restart", () => {
    test("is sent", async () => {
      await restart();
      assert.equal(await save("Works for me"), "saved");
    });

    test("is not sent again where the window was closed before the answer", async () => {
      await closeWhileSending("Works for me");
      assert.equal(await save("Works for me"), "unchanged");
      assert.deepEqual(service.said, ["Done", "Works for me"]);
    });

    test("is not sent again where the window was closed as soon as anything was kept of the answer", async () => {
      const { updateArtifact } = service;
      const { write } = store;
      service.updateArtifact = async (...args) => {
        const answer = await updateArtifact.apply(service, args);
        store.write = async (state) => {
          store.write = async () => {};
          await write.call(store, state);
        };
        return answer;
      };
      await save("Works for me");
      store.write = write;
      await restart();
      assert.equal(await save("Works for me"), "unchanged");
      assert.deepEqual(service.said, ["Done", "Works for me"]);
    });

    test("is not sent again where another text of it was refused before", async () => {
      service.fates = ["dropped", "dropped", "refused"];
      assert.equal(await save("Works for me"), "notSaved");
      await assert.rejects(save("Works for you"));
      await closeWhileSending("Works for me");
      assert.equal(await save("Works for me"), "unchanged");
      assert.deepEqual(service.said, ["Done", "Works for me"]);
    });

    test("is sent where it had not left", async () => {
      service.fates = ["dropped", "dropped"];
      await save("Works for me");
      await restart();
      assert.equal(await save("Works for me"), "saved");
      assert.deepEqual(service.said, ["Done", "Works for me"]);
    });

    test("is not sent again where it was sent and its document was not closed yet", async () => {
      await save("Works for me");
      await restart();
      assert.equal(await save("Works for me"), "unchanged");
      assert.equal(service.puts, 1);
    });
  });

  suite("of which all is removed with the connection", () => {
    const removed = async () => {
      await store.remove();
      store.hold = async () => "kept";
    };

    test("is still this window's, and sent once", async () => {
      await removed();
      assert.deepEqual([await save("Works for me"), await save("Works for me")], ["saved", "unchanged"]);
      assert.deepEqual(service.said, ["Done", "Works for me"]);
    });

    test("is looked for where nobody knows whether it arrived", async () => {
      await saveBeforeOutage();
      await removed();
      assert.equal(await save("Works for me"), "unchanged");
      assert.deepEqual(service.said, ["Done", "Works for me"]);
    });

    test("is over once another window has had it since", async () => {
      await removed();
      store.hold = async () => "elsewhere";
      await assert.rejects(save("Works for me"), isDenied("elsewhere"));
      store.hold = async () => "taken";
      await assert.rejects(save("Works for me"), isDenied("over"));
      assert.equal(service.puts, 0);
    });

    test("is not sent again before it was asked about, where a window is opened with its words later", async () => {
      await saveBeforeOutage();
      await store.remove();
      for (let windows = 1; windows <= 2; windows++) {
        await restart();
        await assert.rejects(save("Works for me"), isDenied("otherAddress"));
        assert.equal(record.otherAddress?.from, undefined);
      }
      assert.equal(service.puts, 1);
      await record.moveHere(store.address);
      assert.equal(await save("Works for me"), "saved");
    });

    test("is another one where it is begun anew", async () => {
      await saveBeforeOutage();
      await store.remove();
      await open();
      assert.equal(await save("Works for me"), "saved");
    });
  });

  test("gives the base of an open artifact the version it made, which is read before it is relied on", () => {
    const base = { artifactId: 5, version: { etag: "1" }, isRacy: false, fields: [] };
    const [one, two] = [{ etag: "1" }, { etag: "2" }];
    assert.deepEqual(withComment(base, { from: one, to: two }), { ...base, version: two, isRacy: true });
    assert.equal(withComment(base, { from: two, to: { etag: "3" } }), undefined, "it was another version");
    assert.equal(withComment(base, { from: one, to: undefined }), undefined, "the answer did not tell");
  });

  test("tells which artifact it was sent over, and how many steps that had, for a look after it", async () => {
    const told: CommentedVersion[] = [];
    record = new CommentRecord(store);
    copy = commentCopy(5, service, record, (version) => told.push(version));
    service.edits = 1;
    assert.equal(await save("Works for me"), "saved");
    const [{ put } = assert.fail(), ...others] = told;
    assert.deepEqual(
      [put?.comment, put?.target.version, put?.stepsBefore, put?.version, others],
      ["Works for me", { etag: '"2"' }, 2, { etag: '"3"' }, []],
    );
  });

  test("that is closed before its answer comes leaves nothing behind for the next one", async () => {
    const { updateArtifact } = service;
    service.updateArtifact = async (...args) => {
      copy.release();
      await record.remove();
      return await updateArtifact.apply(service, args);
    };
    assert.equal(await save("Works for me"), "saved");
    assert.equal(await store.read(), undefined);
  });

  test("is not sent where that cannot be kept before, and goes once it can", async () => {
    const { begin } = store;
    store.begin = () => Promise.reject(new SendingNotKept());
    await assert.rejects(save("Works for me"), SendingNotKept);
    assert.equal(service.puts, 0);
    store.begin = begin;
    assert.equal(await save("Works for me"), "saved");
    assert.equal(service.puts, 1);
  });

  suite("that two windows show", () => {
    /** The other window has sent these words and begun another comment; this one is opened with them. */
    async function beOpenedWithSaid(words: string): Promise<void> {
      await save(words);
      await copy.release();
      await store.remove();
      await open();
      await restart();
    }

    test("is not sent by the one that does not have it", async () => {
      store.hold = async () => "elsewhere";
      await restart();
      await assert.rejects(
        save("Works for me"),
        (error) => error instanceof CommentDenied && error.denial === "elsewhere",
      );
      assert.equal(service.puts, 0);
    });

    test("is known to be another one's when it is opened", async () => {
      const record = new CommentRecord(store);
      await record.read();
      assert.equal(await record.isElsewhere(), false);
      const holds: Hold[] = ["elsewhere", "elsewhere", "elsewhere", "taken"];
      store.hold = async () => holds.shift() ?? "kept";
      const other = new CommentRecord(store);
      await other.read();
      assert.equal(await other.isElsewhere(), true);
      const last = new CommentRecord(store);
      await last.read();
      assert.equal(await last.isElsewhere(), false, "that one was not there any more");
    });

    test("is not sent again by one that is opened with its words once the other has sent it and begun another", async () => {
      await beOpenedWithSaid("Works for me");
      const { puts } = service;
      await assert.rejects(save("Works for me"), isDenied("saidBefore"));
      assert.equal(service.puts, puts);
      assert.equal(await save("Works for me"), "saved", "the person wants it");
    });

    test("is not sent again where colleagues have changed the artifact often since", async () => {
      await beOpenedWithSaid("Works for me");
      for (let id = 100; id < 140; id++) {
        service.steps.push({ id, authorId: 103, values: [] });
      }
      await assert.rejects(save("Works for me"), isDenied("saidBefore"));
    });

    test("is not sent again where nobody knows what became of the one that the other has begun since", async () => {
      await beOpenedWithSaid("Works for me");
      service.fates = ["dropped"];
      await closeWhileSending("Me too");
      await assert.rejects(save("Works for me"), isDenied("saidBefore"));
      assert.equal(record.doubt?.body, "Me too");
      assert.deepEqual(service.said, ["Done", "Works for me"]);
    });

    test("is not sent again where the other was there at the first try", async () => {
      await beOpenedWithSaid("Works for me");
      const holds: Hold[] = ["elsewhere", "taken"];
      const { hold } = store;
      Object.assign(store, { hold: async (proof: boolean) => holds.shift() ?? hold.call(store, proof) });
      await assert.rejects(save("Works for me"), isDenied("elsewhere"));
      await assert.rejects(save("Works for me"), isDenied("saidBefore"));
    });

    for (const kind of ["unavailable", "unreachable"] as const) {
      test(`is not sent again, and not in doubt, where the history was ${kind} at the first try`, async () => {
        await beOpenedWithSaid("Works for me");
        const { puts, readChangesets } = service;
        const path = "/artifacts/5/changesets";
        service.readChangesets = async () => {
          service.readChangesets = readChangesets;
          throw new ServiceError({ kind, method: "GET", path, ...(kind === "unavailable" && { status: 503 }) });
        };
        await assert.rejects(save("Works for me"), (error) => isServiceError(error) && error.kind === kind);
        assert.equal(record.doubt, undefined);
        await assert.rejects(save("Works for me"), isDenied("saidBefore"));
        assert.equal(service.puts, puts);
      });
    }

    test("is not sent again by one that was closed while it looked for it", async () => {
      await beOpenedWithSaid("Works for me");
      const { readChangesets } = service;
      const closed = Promise.withResolvers<void>();
      service.readChangesets = async () => {
        closed.resolve();
        return new Promise(() => {});
      };
      void save("Works for me");
      await closed.promise;
      service.readChangesets = readChangesets;
      await restart();
      await assert.rejects(save("Works for me"), isDenied("saidBefore"));
    });

    test("is sent by one that is opened with its words where only a colleague has said the same", async () => {
      service.say("Works for me");
      await restart();
      assert.equal(await save("Works for me"), "saved");
    });

    test("is no other one's where it was sent before all windows were closed", async () => {
      await save("Works for me");
      const holds: Hold[] = ["elsewhere", "taken"];
      store.hold = async () => holds.shift() ?? "kept";
      const restored = new CommentRecord(store);
      assert.equal((await restored.read()).base.said, "Works for me");
      assert.equal(await restored.isElsewhere(), false, "that one was not there any more");
    });

    test("is another one's where that has sent it since it was opened here", async () => {
      const { hold } = store;
      store.hold = async () => "elsewhere";
      const other = new CommentRecord(store);
      await other.read();
      store.hold = hold;
      await save("Works for me");
      store.hold = async () => "taken";
      assert.equal(await other.isElsewhere(), true);
    });

    test("is not sent by the one where the other has begun to send it in the same moment", async () => {
      const { begin } = store;
      store.begin = async (sending) => {
        await begin.call(store, sending);
        service.say("Works for me", me);
        return false;
      };
      assert.equal(await save("Works for me"), "saved");
      assert.deepEqual([service.puts, service.said], [0, ["Done", "Works for me"]]);
    });

    test("is over where the other one has sent and closed it", async () => {
      const other = copy;
      await restart();
      await other.save(document, "Works for me", "plain", signal);
      await store.remove();
      await assert.rejects(save("Works for me"), (error) => error instanceof CommentDenied && error.denial === "over");
      assert.equal(service.puts, 1);
    });

    test("is over where the other one has sent it and shows it still", async () => {
      const other = copy;
      await restart();
      await other.save(document, "Works for me", "plain", signal);
      for (const body of ["Works for me", "Me too", "Me too"]) {
        await assert.rejects(save(body), (error) => error instanceof CommentDenied && error.denial === "over");
      }
      assert.equal(service.puts, 1);
    });

    test("is given back once another comment has its name", async () => {
      await store.remove();
      await new CommentRecord(store).read();
      let releases = 0;
      store.release = async () => void releases++;
      await assert.rejects(save("Me too"), (error) => error instanceof CommentDenied && error.denial === "over");
      assert.deepEqual([service.puts, releases], [0, 1]);
    });

    test("is looked for where the other one did not learn whether it arrived", async () => {
      const other = copy;
      await restart();
      service.fates = ["stored"];
      const { readChangesets } = service;
      service.readChangesets = async () => assert.fail("the window is closed");
      await other.save(document, "Works for me", "plain", signal);
      service.readChangesets = readChangesets;
      assert.equal(await save("Works for me"), "saved");
      assert.deepEqual(service.said, ["Done", "Works for me"]);
    });
  });
});
