import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { artifactRules } from "../../../../src/core/workingCopy/artifactRules.ts";
import type { ArtifactTypes } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { type Base, documentEntries } from "../../../../src/core/workingCopy/base.ts";
import {
  type CopyState,
  documentIn,
  emptyState,
  withDocument,
} from "../../../../src/core/workingCopy/documentState.ts";
import { restored, savedState } from "../../../../src/core/workingCopy/keptState.ts";
import { Transitions } from "../../../../src/core/workingCopy/transitions.ts";

type State = CopyState<ArtifactTypes>;

const transitions = new Transitions(artifactRules);
const title = 101;
const [json, xml] = ["json", "xml"];

function base(value: string): Base {
  const names = { label: "Title", type: "string", isRequired: false, names: {} };
  const field = { ...names, fieldId: title, kind: "string", isWritable: true } as const;
  const version = { etag: `"${value}"`, lastModified: value };
  return { artifactId: 512, version, isRacy: false, fields: [{ ...field, entry: entry(value) }] };
}

function entry(value: string) {
  return { fieldId: title, members: { value } };
}

const [one, two] = [base("one"), base("two")];

/** Both documents open, and made from `one`. */
function bothOpen(): State {
  let state: State = emptyState();
  for (const document of [json, xml]) {
    state = transitions.opened(state, document).state;
    state = transitions.adopted(state, document, one).state;
  }
  return state;
}

function originOf(state: State, document: string): unknown {
  const { origin } = documentIn(state, document);
  return origin.kind === "behind" ? origin.base.version.lastModified : origin.kind;
}

suite("what is known of documents", () => {
  test("a base that moves leaves the other open documents with the one they were made from", () => {
    const { state, isKept, stored } = transitions.moved(bothOpen(), json, documentEntries(two), two);
    assert.deepEqual([originOf(state, json), originOf(state, xml)], ["current", "one"]);
    assert.deepEqual([isKept, stored], [true, undefined]);
  });

  test("a document stays behind what it was made from, however often the base moves", () => {
    const moved = transitions.moved(bothOpen(), json, documentEntries(two), two).state;
    const three = base("three");
    const { state } = transitions.moved(moved, json, documentEntries(three), three);
    assert.equal(originOf(state, xml), "one");
  });

  test("a text that does not show the base it was saved over is made from what it says", () => {
    const { state } = transitions.moved(bothOpen(), json, [entry("mine")], two);
    const { origin } = documentIn(state, json);
    assert.deepEqual(origin.kind === "behind" && documentEntries(origin.base), [entry("mine")]);
  });

  test("a change that was stored is counted, told of and kept", () => {
    const noted = { target: one, change: [entry("two")], base: two, answer: undefined, saved: undefined };
    const stored = { parts: artifactRules.partsOf(noted.change, one), noted };
    const step = transitions.moved(bothOpen(), json, [entry("two")], two, stored);
    assert.equal(step.state.storedCount, bothOpen().storedCount + 1);
    assert.deepEqual([step.isKept, step.stored], [true, noted]);
  });

  test("theirs that is accepted after the base has moved on does not bring it back", () => {
    const three = base("three");
    const met = transitions.conflictMet(bothOpen(), json, { ancestor: one, theirs: two }).state;
    const moved = transitions.moved(met, xml, documentEntries(three), three).state;
    const { state } = transitions.theirsAccepted(moved, json, [entry("mine")], { ancestor: one, theirs: two }, []);
    assert.deepEqual([state.base, originOf(state, json), originOf(state, xml)], [three, "two", "current"]);
  });

  test("theirs that is accepted after the base was confirmed does not bring back what was taken for it", () => {
    const [sent, made] = [base("two"), { ...base("two"), fields: base("as the service made it").fields }];
    const saved = transitions.moved(bothOpen(), xml, documentEntries(sent), sent).state;
    const met = transitions.conflictMet(saved, json, { ancestor: one, theirs: sent }).state;
    const confirmed = transitions.confirmed(met, made).state;
    const { state } = transitions.theirsAccepted(confirmed, json, [entry("mine")], { ancestor: one, theirs: sent }, []);
    assert.deepEqual([state.base, originOf(state, json), originOf(state, xml)], [made, "two", "two"]);
  });

  test("theirs that is accepted is the base where another conflict was met with an earlier version", () => {
    const three = base("three");
    const inJson = transitions.conflictMet(bothOpen(), json, { ancestor: one, theirs: two }).state;
    const inBoth = transitions.conflictMet(inJson, xml, { ancestor: one, theirs: three }).state;
    const accepted = transitions.theirsAccepted(inBoth, json, [], { ancestor: one, theirs: two }, []).state;
    const { state } = transitions.theirsAccepted(accepted, xml, [], { ancestor: one, theirs: three }, []);
    assert.deepEqual([accepted.base, state.base, originOf(state, json)], [two, three, "two"]);
  });

  test("theirs that is accepted ends the conflict and is settled against older texts", () => {
    const met = transitions.conflictMet(bothOpen(), json, { ancestor: one, theirs: two }).state;
    const { state } = transitions.theirsAccepted(
      met,
      json,
      [entry("mine")],
      {
        ancestor: one,
        theirs: two,
      },
      [],
    );
    const { decision, settling, compared, origin } = documentIn(state, json);
    assert.deepEqual([decision.kind, compared, origin.kind], ["none", two, "current"]);
    assert.deepEqual(settling?.settlement.outdated[title], [{ value: "one" }, { value: "mine" }]);
    assert.equal(originOf(state, xml), "one");
  });

  test("a part that says what theirs says is brought up once, whatever is typed elsewhere then", () => {
    const older = { kind: "behind", base: one } as const;
    const settlement = { outdated: { [title]: [{ value: "one" }] } };
    const opened = withDocument({ ...bothOpen(), base: two }, json, {
      origin: older,
      settling: { settlement, written: {}, text: [] },
    });
    const agreed = transitions.textNoted(opened, json, [entry("two")], false);
    const { origin } = documentIn(agreed.state, json);
    assert.deepEqual(origin.kind === "behind" && documentEntries(origin.base), [entry("two")]);
    assert.deepEqual(
      [agreed.isKept, transitions.textNoted(agreed.state, json, [entry("two")], false).isKept],
      [true, false],
    );
  });

  test("what the person writes is their decision, what undo brings back is none", () => {
    const met = { ancestor: one, theirs: two };
    const accepted = transitions.theirsAccepted(bothOpen(), json, [entry("mine")], met, []).state;
    const outdated = (isUndo: boolean) => {
      const { state } = transitions.textNoted(accepted, json, [entry("one")], isUndo);
      return documentIn(state, json).settling?.settlement.outdated[title];
    };
    assert.deepEqual(outdated(false), [{ value: "mine" }]);
    assert.deepEqual(outdated(true), [{ value: "one" }, { value: "mine" }]);
  });

  test("a document that takes the place of another has what that was made from, and waits in its conflict, which was never shown beside it", () => {
    const behind = transitions.moved(bothOpen(), json, documentEntries(two), two).state;
    const met = transitions.conflictMet(behind, xml, { ancestor: one, theirs: two }).state;
    const { state } = transitions.handedOver(met, xml, "field", documentEntries(one));
    assert.equal(originOf(state, "field"), "one");
    const { decision, isOpen, isGiven } = documentIn(state, "field");
    assert.deepEqual([decision.kind, isOpen, isGiven], ["left", true, true]);
  });

  test("a put of unknown fate goes along to the document that takes the place of its own", () => {
    const unanswered = { texts: { [json]: [entry("two")] }, target: one, change: [entry("two")] };
    const left = transitions.leftUnanswered(bothOpen(), unanswered).state;
    const { state } = transitions.handedOver(left, json, xml, [entry("two")]);
    assert.ok(state.unanswered);
    assert.deepEqual(Object.keys(state.unanswered.texts), [xml]);
    const recognised = transitions.recognised(state, state.unanswered, two).state;
    assert.deepEqual([originOf(recognised, json), originOf(recognised, xml)], ["one", "current"]);
  });

  test("a document that shows a base in the place of its changes is in no conflict any more", () => {
    const met = transitions.conflictMet(bothOpen(), json, { ancestor: one, theirs: two }).state;
    const { decision, origin } = documentIn(transitions.followed(met, json, one).state, json);
    assert.deepEqual([decision.kind, origin.kind], ["none", "current"]);
  });

  test("a document that is given what another reading of the base says is made from the base", () => {
    assert.equal(originOf(transitions.followed(bothOpen(), json, base("one")).state, json), "current");
  });

  test("what a document shows in the place of changes is the base, and is kept, where nothing was known", () => {
    const opened = transitions.opened(emptyState(), json).state;
    const unknown = transitions.takenUp(opened, json, () => [entry("mine")], undefined).state;
    const { state } = transitions.letGo(unknown, json, one);
    assert.deepEqual([originOf(state, json), savedState(state)?.base], ["current", one]);
  });

  test("a base that is confirmed is not shown beside a text that was shown beside the one before", () => {
    const shown = transitions.baseShown(bothOpen(), json).state;
    const moved = transitions.moved(shown, xml, documentEntries(two), two).state;
    const { state } = transitions.confirmed(moved, base("two"));
    assert.deepEqual([documentIn(state, json).compared, state.base], [one, two]);
  });

  test("a document that is forgotten leaves nothing", () => {
    const met = transitions.conflictMet(bothOpen(), json, { ancestor: one, theirs: two }).state;
    const { state, isKept } = transitions.forgotten(met, json);
    assert.deepEqual([[...state.documents.keys()], isKept], [[xml], false]);
  });

  test("a put of unknown fate that was stored is the base, and what was sent is what its document was made from", () => {
    const unanswered = { texts: { [json]: [entry("two")] }, target: one, change: [entry("two")] };
    const left = transitions.leftUnanswered(bothOpen(), unanswered).state;
    const { state, stored } = transitions.recognised(left, unanswered, two);
    assert.deepEqual([state.base, state.unanswered, originOf(state, xml)], [two, undefined, "one"]);
    assert.deepEqual(stored?.change, unanswered.change);
  });

  suite("that an earlier session kept", () => {
    const saved = {
      base: two,
      shown: { [xml]: one },
      settlements: { [json]: { outdated: { [title]: [{ value: "one" }] } } },
      conflicting: [json],
      unknown: ["field"],
    };

    test("comes back as it was", () => {
      const state = restored<ArtifactTypes>(emptyState(), saved);
      assert.deepEqual(savedState(state), saved);
      assert.equal(documentIn(state, json).decision.kind, "left");
    });

    test("gives way to what is held already", () => {
      const state = bothOpen();
      assert.equal(restored<ArtifactTypes>(state, saved), state);
    });

    test("is what a document with unsaved changes is made from, whatever has been read since", () => {
      const open = (document: string, isDirty: boolean, earlier: typeof saved | undefined) => {
        const state = transitions.opened(bothOpen(), document).state;
        return originOf(
          transitions.takenUp(state, document, isDirty ? () => undefined : undefined, earlier).state,
          document,
        );
      };
      assert.equal(open(xml, true, saved), "current", "it shows the same version");
      assert.equal(open(json, true, saved), "two");
      assert.equal(open(json, false, saved), "current");
      assert.equal(open("other", false, undefined), "unknown");
      const unknown = { ...saved, unknown: [json] };
      assert.equal(open(json, true, unknown), "unknown", "the earlier session did not know either");
    });
  });
});
