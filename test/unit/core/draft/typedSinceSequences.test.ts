import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { typedWords } from "../../../../src/core/draft/typedSince.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { randomRuns } from "../../../support/randomRuns.ts";

const runs = randomRuns(300);

const [title, text, values] = [101, 102, 103];
const document = "artifact://team/artifacts/512.artifact.json";
const { signal } = new AbortController();

/** What one of those who write says: a title, the paragraphs of a text, the members of a set. */
interface Said {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly members: readonly number[];
}

/** What somebody makes of what was sent; undefined where they leave it. */
type Change = { readonly [K in keyof Said]: Said[K] | undefined };

const sent: Said = { title: "sent", paragraphs: ["sent 1", "sent 2", "sent 3"], members: [1, 2] };
/** Mostly they leave it, so that not every run is a conflict. */
const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const writer = (name: string): fc.Arbitrary<Change> =>
  fc.record({
    title: seldom(fc.constantFrom(name, "agreed")),
    paragraphs: seldom(
      fc.tuple(...sent.paragraphs.map((was, index) => fc.constantFrom(was, was, `${name} ${index + 1}`))),
    ),
    members: seldom(fc.uniqueArray(fc.constantFrom(1, 2, 3, 4), { minLength: 1 })),
  });

const applied = (of: Said, change: Change): Said => ({
  title: change.title ?? of.title,
  paragraphs: change.paragraphs ?? of.paragraphs,
  members: change.members ?? of.members,
});

const entriesOf = (said: Said): readonly Entry[] => [
  { fieldId: title, members: { value: said.title } },
  { fieldId: text, members: { value: { content: said.paragraphs.join("\n\n"), format: "text" } } },
  { fieldId: values, members: { bind_value_ids: [...said.members].sort() } },
];
const membersOf = (said: Said) => entriesOf(said).map(({ members }) => members);
const isOther = (a: JsonObject | undefined, b: JsonObject | undefined) => JSON.stringify(a) !== JSON.stringify(b);

suite("Whatever is typed into a draft after a lost answer, changed by a colleague, and unsaved in the document", () => {
  /** The document takes the words; gives what it says then, and the fields of which it says something else, unsaved. */
  const move = (copy: ArtifactCopy, said: readonly Entry[], of: Said, now: Said) => {
    const words = typedWords({ sent: entriesOf(of), now: entriesOf(now) }, copy.base ?? assert.fail());
    const { taken, ...takeable } = copy.takeable(document, said, words);
    const put = new Map(words.mine.map((entry) => [entry.fieldId, entry]));
    const shown = said.map((entry) => (taken.includes(entry.fieldId) ? put.get(entry.fieldId) : undefined) ?? entry);
    copy.takeTyped(document, shown, { taken, ...takeable }, words);
    copy.noteText(document, shown, false);
    return { shown, left: takeable.left };
  };

  test("all words are in the document or stay in the draft, and a save replaces nothing of the colleague's", async () => {
    let conflicts = 0;
    await fc.assert(
      fc.asyncProperty(
        writer("theirs"),
        writer("own"),
        fc.array(writer("typed"), { minLength: 1, maxLength: 3 }),
        writer("theirs later"),
        fc.boolean(),
        async (theirs, own, typed, later, isRestarted) => {
          const [a = {}, b = {}, c = {}] = membersOf(sent);
          const service = new MemoryArtifactService({
            [title]: { kind: "string", members: a },
            [text]: { kind: "text", members: b },
            [values]: { kind: "list", type: "msb", members: c },
          });
          const store = new MemoryStateStore();
          const open = () => artifactCopy(512, service, { tracker: async () => undefined }, store);
          const change = (from: Said, to: Said) => {
            service.wait(60);
            const before = membersOf(from);
            for (const [index, { fieldId, members }] of entriesOf(to).entries()) {
              if (isOther(before[index], members)) {
                service.edit(fieldId, members);
              }
            }
            service.wait(60);
          };
          const there = applied(sent, theirs);
          change(sent, there);
          let copy = open();
          const base = await copy.read(signal);
          await copy.adopt(document, base);
          await copy.track(document);
          assert.deepEqual(documentEntries(base), entriesOf(there));
          const said = entriesOf(applied(there, own));
          copy.noteText(document, said, false);

          let [shown, inDraft, words] = [said, sent, sent];
          let left: readonly number[] = [];
          // What both said alike counts as said by the person, who may type over it.
          const agreed = new Set<number>();
          const agreedMembers = new Set<number>();
          for (const each of typed) {
            const before = shown;
            words = applied(words, each);
            const moved = move(copy, shown, inDraft, words);
            ({ shown, left } = moved);
            const [was, ofWords] = [membersOf(inDraft), membersOf(words)];
            for (const [index, { fieldId, members }] of shown.entries()) {
              if (!isOther(ofWords[index], membersOf(there)[index])) {
                agreed.add(fieldId);
              }
              const isTyped = isOther(was[index], ofWords[index]) && !left.includes(fieldId);
              assert.deepEqual(members, isTyped ? ofWords[index] : before[index]?.members);
            }
            for (const member of [1, 2, 3, 4]) {
              const [before, mine, other] = [sent, words, there].map(({ members }) => members.includes(member));
              if (mine === other && mine !== before) {
                agreedMembers.add(member);
              }
            }
            // What is left counts as not moved, as the draft notes it.
            inDraft = applied(words, {
              title: left.includes(title) ? inDraft.title : undefined,
              paragraphs: left.includes(text) ? inDraft.paragraphs : undefined,
              members: left.includes(values) ? inDraft.members : undefined,
            });
          }
          if (isRestarted) {
            copy = open();
            const restored = shown;
            await copy.track(document, () => restored);
          }
          const now = applied(there, later);
          change(there, now);
          const outcome = await copy.save(document, shown, "plain", signal);
          const stored = service.stored();
          if (outcome.kind !== "saved" && outcome.kind !== "unchanged") {
            assert.match(outcome.kind, /^(conflict|unsettled)$/);
            assert.deepEqual([stored[title], stored[text], stored[values]], membersOf(now));
            conflicts++;
            return;
          }
          // What was unsaved in the document was typed over what the colleague had made first.
          const isOwn = (fieldId: number) =>
            agreed.has(fieldId) ||
            isOther(membersOf(applied(there, own))[fieldId - title], membersOf(there)[fieldId - title]);
          if (!isOwn(title)) {
            assert.equal(stored[title]?.value, now.title === sent.title ? words.title : now.title);
          }
          for (const [index, paragraph] of isOwn(text) ? [] : now.paragraphs.entries()) {
            const was = sent.paragraphs[index] ?? "";
            assert.ok(
              JSON.stringify(stored[text]).includes(paragraph === was ? (words.paragraphs[index] ?? "") : paragraph),
            );
          }
          // A member that both made alike is the colleague's to change back: nobody makes it otherwise since.
          for (const member of isOwn(values) ? [] : [1, 2, 3, 4].filter((each) => !agreedMembers.has(each))) {
            const [before, mine, other] = [sent, words, now].map(({ members }) => members.includes(member));
            const isStored = JSON.stringify(stored[values]).includes(String(member));
            assert.equal(isStored, before === mine ? other : mine, `member ${member}`);
          }
        },
      ),
      { numRuns: runs },
    );
    console.log(`      ${runs} drafts, ${conflicts} conflicts`);
  }).timeout(0);
});
