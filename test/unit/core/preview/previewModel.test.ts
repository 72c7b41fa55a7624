import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { ShownContent } from "../../../../src/core/field/shownContent.ts";
import { noNames } from "../../../../src/core/language/ports.ts";
import type { Artifact } from "../../../../src/core/model/artifact.ts";
import type { StepAuthor } from "../../../../src/core/model/changeset.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { noOptions, OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { linkedIn, type PreviewSource, previewOf, previewOfDraft } from "../../../../src/core/preview/previewModel.ts";
import { makeBase } from "../../../../src/core/workingCopy/base.ts";

suite("the preview of an artifact", () => {
  const artifact: Artifact = {
    id: 512,
    title: "It breaks",
    xref: "bug #512",
    status: "New",
    isOpen: true,
    tracker: { id: 12, label: "Bugs", projectId: 101, projectLabel: "Guinea Pig" },
    submittedBy: "Jane Doe (jdoe)",
    submittedOn: "2024-03-13T15:00:00+01:00",
    lastUpdatedBy: "Max (max)",
    lastModifiedOn: "2024-03-13T15:26:40+01:00",
    assignees: ["Max (max)"],
    values: [
      value(1, "string", "Summary", { value: "It breaks" }),
      value(2, "list", "Status", { bind_value_ids: [301] }, { "301": "New" }),
      value(3, "text", "Details", { value: { content: "<b>a</b>", format: "html" } }),
      value(4, "links", "Links", { links: [{ id: 9, type: "_is_child" }] }, { "9": "bug #9 Other" }),
      value(5, "files", "Files", { value: [457, 458] }),
      { fieldId: 6, type: "subby", label: "By", names: {}, shown: { kind: "words", words: ["Jane Doe (jdoe)"] } },
      { fieldId: 7, type: "burndown", label: "Chart", names: {} },
      { fieldId: 77, type: "Encrypted", label: "Secret", names: {} },
      value(8, "steps", "Steps", {
        value: [
          {
            description: "b",
            description_format: "text",
            expected_results: "",
            expected_results_format: "text",
            rank: 2,
          },
          { description: "a", description_format: "commonmark", expected_results: "c", rank: 1 },
        ],
      }),
    ],
    attachments: [
      { n: 457, fieldId: 5, name: "a.png", sizeBytes: 17, contentUrl: "/a" },
      { n: 458, fieldId: 5, name: "b.txt", contentUrl: "/b" },
    ],
  };
  const tracker: Tracker = {
    id: 12,
    label: "Bugs",
    titleFieldId: 1,
    statusFieldId: 2,
    fields: [
      field(1, "string", "Summary"),
      {
        ...field(2, "list", "Status"),
        options: new OptionList([
          { id: 301, label: "New", isHidden: false },
          { id: 304, label: "Closed", isHidden: false },
        ]),
      },
      field(9, "number", "Points"),
    ],
  };
  const base = makeBase({ artifact, version: { etag: "1" } }, tracker);

  const contents = (source: Partial<PreviewSource> = {}) => {
    const { details, sections } = previewOf({ artifact, tracker, ...source });
    return Object.fromEntries([...details, ...sections].map(({ label, content }) => [label, content]));
  };

  test("has names in the place of numbers, and all that may be read", () => {
    const links = [{ artifactId: 9, type: "_is_child", name: "bug #9 Other", isReverse: false }];
    const expected: Record<string, ShownContent> = {
      Status: { kind: "words", words: ["New"] },
      Details: { kind: "text", text: { content: "<b>a</b>", format: "html" } },
      Links: { kind: "links", links },
      Steps: {
        kind: "steps",
        steps: [
          { action: { content: "a", format: "commonmark" }, result: { content: "c", format: "text" } },
          { action: { content: "b", format: "text" }, result: { content: "", format: "text" } },
        ],
      },
    };
    assert.deepEqual(contents(), expected);
    assert.deepEqual(previewOf({ artifact, tracker }).notShown, ["Chart", "Secret"]);
    const { title, xref, status, facts, isUnsaved } = previewOf({ artifact });
    assert.deepEqual(
      [title, xref, status, isUnsaved, facts.map(({ label }) => label).join()],
      [
        "It breaks",
        "bug #512",
        { label: "New", isOpen: true },
        false,
        "Tracker,Project,Assigned to,Submitted by,Submitted on,Updated by,Updated on",
      ],
    );
  });

  test("says nothing twice", () => {
    const { submittedBy: _, ...anonymous } = artifact;
    assert.ok("By" in contents({ artifact: anonymous }));
    const factsOf = (contributorFieldId?: number) =>
      previewOf({
        artifact,
        tracker: { ...tracker, ...(contributorFieldId !== undefined && { contributorFieldId }) },
      }).facts.map(({ label }) => label);
    assert.ok(factsOf().includes("Assigned to"));
    // Who it is assigned to is a field that can be changed.
    assert.ok(!factsOf(2).includes("Assigned to"));
  });

  test("shows what is typed, and marks it", () => {
    const entries: readonly Entry[] = [
      { fieldId: 1, members: { value: "It is fine" } },
      { fieldId: 2, members: { bind_value_ids: [304] } },
      { fieldId: 3, members: { value: { content: "<b>a</b>", format: "html" } } },
      { fieldId: 5, members: { value: [458] } },
      { fieldId: 9, members: { value: 3 } },
    ];
    const shown = previewOf({ artifact, tracker, base, texts: [entries] });
    assert.deepEqual([shown.title, shown.isTitleChanged, shown.isUnsaved], ["It is fine", true, true]);
    assert.deepEqual(shown.status, { label: "Closed" });
    assert.deepEqual(
      [...shown.details, ...shown.sections].filter(({ isChanged }) => isChanged).map(({ label }) => label),
      ["Status", "Points"],
    );
    assert.deepEqual(
      shown.attachments.map(({ name, isRemoved }) => [name, isRemoved]),
      [
        ["a.png", true],
        ["b.txt", false],
      ],
    );
  });

  test("marks no file as removed where a text says nothing of its files", () => {
    const texts = [[{ fieldId: 1, members: { value: "It is fine" } }]];
    const { attachments } = previewOf({ artifact, tracker, base, texts });
    assert.deepEqual(
      attachments.map(({ isRemoved }) => isRemoved),
      [false, false],
    );
  });

  test("shows what each of several unsaved documents says, and names what they say different things of", () => {
    const said = (summary: string, status: number): readonly Entry[] => [
      { fieldId: 1, members: { value: summary } },
      { fieldId: 2, members: { bind_value_ids: [status] } },
    ];
    const [summary, status] = ["It breaks", 301];
    const shownOf = (...texts: (readonly Entry[])[]) => {
      const { title, status: shown, disagreeing } = previewOf({ artifact, tracker, base, texts });
      return [title, shown?.label, disagreeing];
    };
    const before = shownOf(said(summary, status));
    assert.deepEqual(shownOf(said("It is fine", status), said(summary, 304)), ["It is fine", "Closed", []]);
    assert.deepEqual(shownOf(said(summary, 304), said("It is fine", status)), ["It is fine", "Closed", []]);
    assert.deepEqual(shownOf(said(summary, status), [{ fieldId: 2, members: { bind_value_ids: [304] } }]), [
      summary,
      "Closed",
      [],
    ]);
    assert.deepEqual(shownOf(said("It is fine", status), said("It is not", status)), [
      "It is fine",
      before[1],
      ["Summary"],
    ]);
  });

  test("is unsaved where the text does nothing but take a file out", () => {
    const without = (value: readonly number[]) =>
      previewOf({ artifact, tracker, base, texts: [[{ fieldId: 5, members: { value: [...value] } }]] }).isUnsaved;
    assert.deepEqual([without([457, 458]), without([458])], [false, true]);
  });

  test("has a field at its place in the tracker's form, with a value and without", () => {
    const pointsFirst = { ...tracker, fields: tracker.fields.toReversed() };
    const labels = (given: Artifact) =>
      previewOf({ artifact: given, tracker: pointsFirst, base }).details.map(({ label }) => label);
    const points = value(9, "number", "Points", { value: 3 });
    assert.deepEqual(labels(artifact).slice(0, 2), ["Points", "Status"]);
    assert.deepEqual(labels({ ...artifact, values: [...artifact.values, points] }), labels(artifact));
  });

  test("shows a field without a value that could have one", () => {
    assert.deepEqual(contents({ base })["Points"], { kind: "empty" });
  });

  test("names what it links to as far as that is known", () => {
    const known = { id: 9, xref: "bug #9", title: "Crash at start", status: "Open" };
    const names = { ...noNames, artifact: (id: number) => (id === 9 ? known : undefined) };
    const entries: readonly Entry[] = [{ fieldId: 4, members: { links: [{ id: 9, type: "_is_child" }, { id: 10 }] } }];
    const source = { artifact, tracker, base, texts: [entries] };
    assert.deepEqual(linkedIn(previewOf(source)), [9, 10]);
    assert.deepEqual(contents({ ...source, names })["Links"], {
      kind: "links",
      links: [
        { artifactId: 9, type: "_is_child", name: "bug #9", title: "Crash at start", status: "Open", isReverse: false },
        { artifactId: 10, type: "", name: "#10", isReverse: false },
      ],
    });
  });

  test("names people who were found by name", () => {
    const people: Tracker = { ...tracker, fields: [{ ...field(10, "openList", "CC"), bindsTo: "users" }] };
    const names = { ...noNames, person: (id: number) => (id === 102 ? "Jane Doe (jdoe)" : undefined) };
    const objects: readonly JsonObject[] = [{ id: 102 }, { email: "max@example.org" }];
    const entries: readonly Entry[] = [{ fieldId: 10, members: { value: { bind_value_objects: objects } } }];
    assert.deepEqual(contents({ tracker: people, texts: [entries], names })["CC"], {
      kind: "words",
      words: ["Jane Doe (jdoe)", "max@example.org"],
    });
  });

  test("has the status that was saved, though the artifact was not read again", () => {
    const fields = base.fields.map((each) =>
      each.fieldId === 2 ? { ...each, entry: { fieldId: 2, members: { bind_value_ids: [304] } } } : each,
    );
    assert.deepEqual(previewOf({ artifact, base: { ...base, fields }, tracker }).status, { label: "Closed" });
    assert.deepEqual(previewOf({ artifact, base, tracker }).status, { label: "New", isOpen: true });
  });

  test("says after a save when that was, and not who saved before", () => {
    const saved = { ...base, version: { etag: "2", lastModified: "Thu, 14 Mar 2024 00:00:00 GMT" } };
    const facts = previewOf({ artifact, base: saved }).facts.filter(({ label }) => label.startsWith("Updated"));
    assert.deepEqual(facts, [{ label: "Updated on", value: "2024-03-14T00:00:00.000Z", isDate: true }]);
  });

  test("says after a save who made it where the history tells, and nobody of another step", () => {
    const second = "2024-03-14T00:00:00";
    const saved = { ...base, version: { etag: "2", lastModified: "Thu, 14 Mar 2024 00:00:00 GMT" } };
    const by = (step: StepAuthor, before = artifact) =>
      previewOf({ artifact: before, base: saved, step }).facts.find(({ label }) => label === "Updated by")?.value;
    const author = "Jane Doe (jdoe)";
    assert.equal(by({ author, submittedOn: `${second}Z` }), author);
    assert.equal(by({ author, submittedOn: "2024-03-14T00:00:09Z" }), undefined);
    // Saved in the second in which another person had saved before.
    const sameSecond = { ...artifact, lastModifiedOn: `${second}Z` };
    assert.equal(by({ submittedOn: `${second}Z` }, sameSecond), undefined);
    assert.equal(by({ author, submittedOn: `${second}Z` }, sameSecond), author);
  });

  test("gives what is known of an artifact that tells next to nothing", () => {
    const bare = previewOf({ artifact: { id: 7, assignees: [], values: [], attachments: [] } });
    assert.deepEqual([bare.title, bare.xref, bare.facts, bare.status], ["Artifact #7", "#7", [], undefined]);
  });
});

suite("the preview of a draft", () => {
  const tracker: Tracker = {
    id: 12,
    label: "Bugs",
    itemName: "bug",
    titleFieldId: 1,
    statusFieldId: 2,
    fields: [
      { ...field(1, "string", "Summary"), isRequired: true },
      {
        ...field(2, "list", "Status"),
        options: new OptionList([{ id: 301, label: "New", isHidden: false }]),
        defaultMembers: { bind_value_ids: [301] },
      },
      field(3, "text", "Details"),
      { ...field(4, "number", "Points"), isSubmittable: false },
    ],
  };
  const now = new Date(2026, 2, 13, 23, 30);
  const shown = (entries: readonly Entry[], structure: Tracker | undefined = tracker) => {
    const { title, xref, status, details, sections } = previewOfDraft({ tracker: structure, entries, now });
    const fields = [...details, ...sections].map(({ label, content, isMissing = false }) => ({
      label,
      content,
      isMissing,
    }));
    return { title, xref, status: status?.label, fields };
  };
  const empty = { kind: "empty" } as const;

  test("has the day of today where that is the default", () => {
    const structure = { ...tracker, fields: [{ ...field(5, "date", "Day"), isTodayByDefault: true }] };
    const content = { kind: "date", date: "2026-03-13" };
    assert.deepEqual(shown([], structure).fields, [{ label: "Day", content, isMissing: false }]);
  });

  test("has the fields that may be filled in, what the service fills in, and what is missing", () => {
    assert.deepEqual(shown([]), {
      title: "New Bug",
      xref: "New Bug",
      status: "New",
      fields: [
        { label: "Summary", content: empty, isMissing: true },
        { label: "Status", content: { kind: "words", words: ["New"] }, isMissing: false },
        { label: "Details", content: empty, isMissing: false },
      ],
    });
  });

  test("shows what is typed", () => {
    const entries: readonly Entry[] = [
      { fieldId: 1, members: { value: "It breaks" } },
      { fieldId: 3, members: { value: { content: "# a", format: "commonmark" } } },
    ];
    const { title, fields } = shown(entries);
    assert.equal(title, "It breaks");
    assert.deepEqual(
      fields.map(({ label, content }) => [label, content.kind]),
      [
        ["Status", "words"],
        ["Details", "text"],
      ],
    );
  });

  test("shows what can be read where nothing is known of the tracker", () => {
    const draft = previewOfDraft({
      tracker: undefined,
      entries: [{ fieldId: 1, members: { value: "It breaks" } }],
      now,
    });
    assert.equal(draft.title, "New artifact");
    assert.deepEqual(draft.details, [
      { fieldId: 1, label: "Field 1", isChanged: false, content: { kind: "words", words: ["It breaks"] } },
    ]);
  });
});

function value(
  fieldId: number,
  kind: NonNullable<Artifact["values"][number]["kind"]>,
  label: string,
  members: NonNullable<Artifact["values"][number]["entry"]>["members"],
  names: Record<string, string> = {},
): Artifact["values"][number] {
  return { fieldId, type: kind === "files" ? "file" : kind, label, kind, entry: { fieldId, members }, names };
}

function field(fieldId: number, kind: NonNullable<Tracker["fields"][number]["kind"]>, label: string) {
  const access = { isRequired: false, isUpdatable: true, isSubmittable: true };
  return { fieldId, name: label.toLowerCase(), label, type: kind, kind, ...access, options: noOptions };
}
