import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { commentMaybeSaved, commentNotSaved } from "../../../../src/core/sentences/comments.ts";
import { askToSendThere } from "../../../../src/core/sentences/connections.ts";
import { whyNotDeleted } from "../../../../src/core/sentences/deletion.ts";
import { whyNotCreated } from "../../../../src/core/sentences/drafts.ts";
import { explain } from "../../../../src/core/sentences/explain.ts";
import { maybeChanged } from "../../../../src/core/sentences/quickChanges.ts";
import {
  isRepositoryYours,
  repositoryMaybeCreated,
  repositoryMaybeDeleted,
  whyRepositoryNotCreated,
} from "../../../../src/core/sentences/repositories.ts";
import { artifactConflict, maybeSaved, notSaved, sendingNotKept } from "../../../../src/core/sentences/saving.ts";
import { conflictSentence } from "../../../../src/core/sentences/svn.ts";
import { maybeAttached } from "../../../../src/core/sentences/uploads.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import { SendingNotKept } from "../../../../src/core/windows/draftStore.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const document = "artifact://team/artifacts/512.artifact.json";
const { signal } = new AbortController();
const facts = { method: "PUT", path: "/artifacts/512" } as const;
const broken = new ServiceError({
  ...facts,
  kind: "unavailable",
  status: 500,
  serviceMessage: "The mail was not sent",
});
const wordless = new ServiceError({ ...facts, kind: "answerLost", status: 502 });
const lost = new ServiceError({ ...facts, kind: "answerLost" });

suite("what is told of a save that was answered by a failure", () => {
  let service: MemoryArtifactService;
  let copy: ArtifactCopy;

  setup(async () => {
    service = new MemoryArtifactService({ 101: { kind: "string", members: { value: "It breaks" } } });
    copy = artifactCopy(512, service, { tracker: async () => undefined }, new MemoryStateStore());
    await copy.adopt(document, await copy.read(signal));
  });

  const told = async (error: ServiceError, meanwhile = () => {}): Promise<string> => {
    service.updateArtifact = async () => {
      meanwhile();
      throw error;
    };
    const outcome = await copy.save(document, [{ fieldId: 101, members: { value: "Mine" } }], "plain", signal);
    switch (outcome.kind) {
      case "conflict":
        return artifactConflict(outcome, 512);
      case "notSaved":
        return notSaved(512, outcome.cause);
      case "unknown":
        return maybeSaved(512, outcome.cause);
      default:
        return outcome.kind;
    }
  };
  const cutOff = () => {
    service.failReads = "unreachable";
  };

  test("has the words of the service where it cannot be asked what it has", async () => {
    assert.equal(
      await told(broken, cutOff),
      "The service failed while #512 was being saved (status 500). The service says: “The mail was not sent”. It may or may not have been stored, and the service cannot be asked now. Your text is kept. Save again once the service is reachable: it is checked first.",
    );
  });

  test("has them where the artifact is another by now", async () => {
    const theirs = await told(broken, () => service.edit(101, { value: "Theirs" }));
    assert.match(
      theirs,
      /^The service failed while #512 was being saved \(status 500\)\. The service says: “The mail was not sent”\. It may have been stored, and #512 has been changed/,
    );
  });

  for (const { what, error, why } of [
    { what: "connection broke", error: lost, why: "The connection broke" },
    { what: "service failed without a word", error: wordless, why: "The service failed" },
  ]) {
    const status = error.status === undefined ? "" : ` (status ${error.status})`;

    test(`is that the ${what} where that is so`, async () => {
      const start = `${why} while #512 was being saved${status}. It may or may not have been stored`;
      assert.equal((await told(error, cutOff)).slice(0, start.length), start);
    });

    test(`is that the ${what} where it was sent again in vain`, async () => {
      const saved = "#512 was not saved: the service still has the version from before.";
      const kept = "Your text is kept. Check the network, then save again.";
      assert.equal(await told(error), `${saved} ${why} each time it was sent${status}. ${kept}`);
    });
  }

  test("is the same of comments, single values and settings of repositories", () => {
    const said = /The service failed [^(]+ \(status 500\)\. The service says: “The mail was not sent”\./;
    assert.match(commentMaybeSaved(512, broken), said);
    assert.match(commentNotSaved(512, broken), said);
    assert.match(maybeChanged("#512", broken), said);
    assert.match(conflictSentence({ reason: "answerLost", cause: broken }, "repo01"), said);
  });

  const attempt = { name: "repo01", projectId: 122, settings: {}, beganOn: "2026-03-13T14:00:00.000Z" };

  test("is the same of deletions, drafts, new repositories and attachments, and that it may have been done", () => {
    const answered = /The service failed [^(]+ \(status 500\)\. The service says: “The mail was not sent”\. /;
    const mayBe = new RegExp(`${answered.source}.*may or may not`);
    assert.match(whyNotDeleted({ kind: "unknown", error: broken, copy: undefined }) ?? "", mayBe);
    assert.match(whyNotCreated({ kind: "unknown", attempt: { ...attempt, entries: [] }, cause: broken }) ?? "", mayBe);
    assert.match(whyRepositoryNotCreated({ kind: "unknown", attempt, cause: broken }) ?? "", mayBe);
    assert.match(
      whyRepositoryNotCreated({ kind: "unknown", attempt, cause: broken, isMissing: true }) ?? "",
      new RegExp(`${answered.source}The project lists none of that name`),
    );
    assert.match(maybeAttached("a.txt", 512, broken), answered);
    assert.match(repositoryMaybeDeleted("repo01", broken), mayBe);
  });

  test("says that nothing was sent, and what to do, where that could not be kept before", () => {
    assert.deepEqual(explain(new SendingNotKept(), "The draft could not be saved"), {
      message: sendingNotKept,
      actions: ["showLog"],
    });
  });

  test("says of no connection that it broke, where a save before this one is in doubt", () => {
    for (const words of [
      whyNotCreated({ kind: "unknown", attempt: { ...attempt, entries: [] } }) ?? "",
      whyRepositoryNotCreated({ kind: "unknown", attempt }) ?? "",
      isRepositoryYours("repo01"),
      repositoryMaybeCreated("repo01"),
    ]) {
      assert.doesNotMatch(words, /connection broke/);
      assert.match(words, /It is not known/);
    }
  });

  test("says that there may be two, where a draft of a repository was renamed since", () => {
    assert.match(repositoryMaybeCreated("repo01"), /the service refuses the name, which changes nothing/);
    const renamed = repositoryMaybeCreated("repo01", "repo02");
    assert.match(renamed, /If repo01 exists and you create repo02, the project has both\./);
    assert.doesNotMatch(renamed, /refuses/);
  });

  test("is that the answer was of no use, where it was a success that tells nothing", () => {
    const empty = new ServiceError({ ...facts, kind: "invalidAnswer", status: 200, problem: "incomplete" });
    assert.equal(
      whyNotDeleted({ kind: "unknown", error: empty, copy: undefined }),
      "The service gave no usable answer while it was being deleted (status 200). It may or may not be deleted.",
    );
  });
});

suite("what is asked of a draft that was begun at another address", () => {
  const to = "https://two.example";
  for (const { begun, told } of [
    { begun: { from: "https://one.example", isInDoubt: true }, told: /nobody knows whether it arrived/ },
    { begun: { from: undefined, isInDoubt: true }, told: /nobody knows whether it arrived/ },
    { begun: { from: undefined, isInDoubt: false }, told: /Nobody knows whether it was sent before/ },
    { begun: { from: "https://one.example", isInDoubt: false }, told: /two\.example now\. Send it to/ },
  ]) {
    test(`says what is known of its sending: ${JSON.stringify(begun)}`, () => {
      assert.match(askToSendThere("The draft", { ...begun, to }), told);
    });
  }
});
