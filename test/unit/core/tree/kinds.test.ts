import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { lastChanged, submitted } from "../../../../src/core/sentences/tree.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import { Formats } from "../../../../src/core/tree/formats.ts";
import { kindOf } from "../../../../src/core/tree/kinds/kindOf.ts";
import { Refusals } from "../../../../src/core/tree/refusals.ts";
import type { LookContext } from "../../../../src/core/tree/rowKind.ts";
import type { ConnectionRow, Row } from "../../../../src/core/tree/rows.ts";
import { readManifest } from "../../../support/manifest.ts";

const context: LookContext = {
  formats: new Formats("en"),
  refusedDeletions: new Refusals<number>(),
  below: (row) => kindOf(row).below?.(row) ?? "artifacts",
};

const base = { id: "team/row", connectionId: "team" };
const connection: ConnectionRow = {
  ...base,
  kind: "connection",
  connection: { id: "team", url: "https://host.example/api/v1", label: "Team" },
};
const project = { id: 101, label: "Guinea Pig", hasSvn: true };
const tracker = { id: 12, label: "Bugs", itemName: "bug" };
const filter = { status: "open", query: 'status IN("New")' } as const;
const report = { id: 7, label: "Mine", isDefault: true, isPublic: false };
const repository = { id: 90, name: "tools", projectLabel: "Guinea Pig", checkoutUrl: "https://host.example/svn/tools" };
const attachment = { n: 1, fieldId: 3, name: "log.txt", sizeBytes: 1500, mediaType: "text/plain", contentUrl: "/1" };
const query = { connectionId: "team", trackerId: 12, label: "Crashes", query: 'summary = "crash"' };
const artifact = { id: 501, title: "It breaks", status: "Open", xref: "bug #501", isOpen: true };
const repositories: Row = { ...base, kind: "repositories", project };
const list = { parent: connection, branchId: "team" };
const failed = (kind: "forbidden" | "unauthorized", status: number): Row => ({
  ...base,
  ...list,
  kind: "failed",
  error: new ServiceError({ kind, status, method: "GET", path: "/projects" }),
});

/** A row; its label and what stands beside it; the words menus look for; what a screen reader says; the tooltip. */
type Case = readonly [Row, string, string, string, string];

const cases: readonly Case[] = [
  [
    connection,
    "Team (host.example)",
    "connection branch refreshable",
    "Connection Team",
    "Team | https://host.example",
  ],
  [
    { ...base, kind: "group", group: "assigned", parent: connection },
    "Assigned to Me",
    "group assignedGroup branch refreshable",
    "Open artifacts assigned to me, Team",
    "Open artifacts that are assigned to you",
  ],
  [
    { ...base, kind: "group", group: "pinned", parent: connection },
    "Pinned",
    "group pinnedGroup branch refreshable",
    "Pinned artifacts and repositories, Team",
    "What you keep at the top",
  ],
  [
    { ...base, kind: "group", group: "recent", parent: connection },
    "Recent",
    "group recentGroup branch refreshable",
    "Recently opened artifacts, Team",
    "Artifacts you opened lately, the last one first",
  ],
  [
    { ...base, kind: "group", group: "queries", parent: connection },
    "Queries",
    "group queriesGroup branch refreshable",
    "Saved queries, Team",
    "Queries you saved, and how many artifacts each finds",
  ],
  [
    { ...base, kind: "query", query, count: 1234 },
    "Crashes (1,234)",
    "query branch refreshable",
    "Query Crashes, finds 1,234",
    'Crashes | summary = "crash" | Tracker 12',
  ],
  [
    { ...base, kind: "project", project: { ...project, shortname: "guinea-pig" }, isPinned: true },
    "Guinea Pig",
    "project svnProject pinned branch refreshable",
    "Favourite project Guinea Pig",
    "Guinea Pig | guinea-pig | One of your favourites",
  ],
  [
    { ...base, kind: "project", project: { id: 7, label: "Empty", hasTrackers: false }, isPinned: false },
    "Empty (no trackers)",
    "project unpinned branch refreshable",
    "Project Empty, no trackers",
    "Empty",
  ],
  [{ ...base, kind: "tracker", tracker }, "Bugs", "tracker branch refreshable", "Tracker Bugs", "Bugs | bug"],
  [
    { ...base, kind: "tracker", tracker, filter },
    "Bugs (open)",
    "tracker filterable filtered branch refreshable",
    "Tracker Bugs, open",
    "Bugs | bug | open",
  ],
  [
    { ...base, kind: "allArtifacts", tracker, filter: null },
    "All Artifacts",
    "allArtifacts filterable branch refreshable",
    "All artifacts of the tracker Bugs",
    "All artifacts of Bugs",
  ],
  [
    { ...base, kind: "allArtifacts", tracker, filter },
    "Artifacts (open)",
    "allArtifacts filterable filtered branch refreshable",
    "Filtered artifacts of the tracker Bugs, open",
    'Artifacts of Bugs | open | status IN("New")',
  ],
  [
    { ...base, kind: "report", report, tracker },
    "Mine (default, private)",
    "report branch refreshable",
    "Report Mine, default, private, of the tracker Bugs",
    "Mine | Report of Bugs",
  ],
  [
    { ...base, kind: "artifact", artifactId: 501, summary: { ...artifact, isOpen: false }, isPinned: true },
    "#501 It breaks (Open)",
    "artifact pinned deletable refreshable",
    "Artifact 501, It breaks, status Open, closed, pinned",
    "bug #501 It breaks | Status: Open (closed)",
  ],
  [
    { ...base, kind: "artifact", artifactId: 9, summary: { id: 9, assignees: ["Jane", "Joe"] }, isPinned: false },
    "#9",
    "artifact unpinned deletable refreshable",
    "Artifact 9",
    "#9 | Assigned to: Jane, Joe",
  ],
  [
    { ...base, kind: "attachment", artifactId: 501, n: 1, attachment },
    "log.txt (1.5 kB)",
    "attachment",
    "Attachment log.txt, 1.5 kB, of artifact 501",
    "log.txt | 1.5 kB | text/plain",
  ],
  [
    { ...base, kind: "links", sourceId: 501, link: { type: "_is_child", label: "Child", direction: "reverse" } },
    "Child (incoming)",
    "links branch refreshable",
    "Linked artifacts: Child, incoming, of artifact 501",
    "#501 ← Child | Artifacts that link to #501",
  ],
  [
    repositories,
    "SVN Repositories",
    "repositories branch refreshable",
    "SVN repositories of Guinea Pig",
    "SVN repositories of Guinea Pig",
  ],
  [
    { ...base, kind: "repository", repositoryId: 90, repository, isPinned: true },
    "tools (Guinea Pig)",
    "repository pinned",
    "SVN repository tools",
    "SVN repository tools (#90) | Guinea Pig | https://host.example/svn/tools",
  ],
  [
    { ...base, kind: "repository", repositoryId: 90, repository, isPinned: false, parent: repositories },
    "tools",
    "repository unpinned",
    "SVN repository tools",
    "SVN repository tools (#90) | Guinea Pig | https://host.example/svn/tools",
  ],
  [
    { ...base, ...list, kind: "more", shown: 1100, total: 1050, isReading: false },
    "Load more… ((1,100 of 1,100))",
    "more",
    "Load more projects of Team, 1,100 of 1,100 shown",
    "Click to load the next page",
  ],
  [
    { ...base, ...list, kind: "more", shown: 100, isReading: true },
    "Loading… ((100))",
    "more",
    "Loading more projects of Team, 100 shown, press Enter to stop",
    "Click to stop loading; what has arrived stays",
  ],
  [
    failed("forbidden", 403),
    "Your account may not do this (status 403).",
    "failed",
    "Failed, projects of Team: Your account may not do this (status 403). Press Enter to retry.",
    "This could not be read. Your account may not do this (status 403). Ask an administrator of the project for the permission.",
  ],
  [
    failed("unauthorized", 401),
    "The service does not accept the access key (status 401).",
    "failed",
    "Failed, projects of Team: The service does not accept the access key (status 401). Press Enter to set another access key.",
    "This could not be read. The service does not accept the access key (status 401). It may have expired or been revoked: set a new one.",
  ],
  [
    { ...base, ...list, kind: "message", text: "No projects that you may see" },
    "No projects that you may see",
    "message",
    "No projects that you may see, projects of Team",
    "No projects that you may see",
  ],
  [
    { ...base, ...list, kind: "message", text: "Lists nothing", whole: "It lists no projects", isWayToOpen: true },
    "Lists nothing",
    "message",
    "It lists no projects, press Enter to open one",
    "It lists no projects",
  ],
];

suite("Each kind of row", () => {
  test("has a label, words for menus and for screen readers, and a tooltip", () => {
    for (const [row, label, contextValue, spoken, tooltip] of cases) {
      const look = kindOf(row).look(row, context);
      const shown = look.description ? `${look.label} (${look.description})` : look.label;
      assert.deepEqual([shown, look.contextValue, look.spoken, tooltipOf(row)], [label, contextValue, spoken, tooltip]);
    }
    assert.equal(new Set(cases.map(([{ kind }]) => kind)).size, 15);
  });

  test("has a tooltip that leads to an artifact's page, and to none on another server", () => {
    const row = (browserUrl: string): Row => ({
      ...base,
      kind: "artifact",
      artifactId: 501,
      isPinned: false,
      summary: { ...artifact, browserUrl },
    });
    const { formats } = context;
    const linkOf = (browserUrl: string) =>
      kindOf(row(browserUrl)).tooltip?.(row(browserUrl), {
        formats,
        connection: connection.connection,
        mark: undefined,
      }).link?.address.href;
    assert.equal(
      linkOf("https://host.example/plugins/tracker/?aid=501"),
      "https://host.example/plugins/tracker/?aid=501",
    );
    assert.equal(linkOf("https://elsewhere.example/?aid=501"), undefined);
    assert.equal(linkOf("javascript:alert(1)"), undefined);
    assert.equal(linkOf("blob:https://host.example/x"), undefined);
  });

  test("says when an artifact was submitted and changed, and by whom, as far as that is known", () => {
    const { formats } = context;
    assert.equal(submitted("Jane Doe", undefined), "Submitted by Jane Doe");
    assert.match(
      submitted("Jane", formats.time("2024-03-13T15:26:00Z")) ?? "",
      /^Submitted Mar 1\d, 2024, .* by Jane$/,
    );
    assert.equal(lastChanged(undefined, formats.time("lately")), "Last changed lately");
    assert.equal(lastChanged(undefined, formats.time(undefined)), undefined);
  });

  test("has the buttons that are for it, and no others", () => {
    const lines = cases.map(([row]) => `${row.kind}: ${menusAt(row, "inline").join(", ")}`);
    assert.deepEqual(
      [...new Set(lines)],
      [
        "connection: findProject",
        "group: refresh",
        "query: editQuery",
        "project: unpin",
        "project: pin",
        "tracker: createArtifact",
        "allArtifacts: filterArtifacts",
        "allArtifacts: clearFilter",
        "report: refresh",
        "artifact: unpin",
        "artifact: pin",
        "attachment: saveAttachmentAs",
        "links: refresh",
        "repositories: createSvnRepository",
        "repository: unpin",
        "repository: pin",
        "more: ",
        "failed: retry",
        "message: ",
      ],
    );
  });
});

function tooltipOf(row: Row): string {
  const { tooltip } = kindOf(row).look(row, context);
  const { formats } = context;
  const shown = tooltip ?? kindOf(row).tooltip?.(row, { formats, connection: undefined, mark: undefined });
  return typeof shown === "object" ? shown.paragraphs.join(" | ") : (shown ?? "");
}

interface MenuItem {
  readonly command: string;
  readonly when: string;
  readonly group: string;
}

/** The commands that the manifest offers at a row, of the groups whose names begin so. */
function menusAt(row: Row, group: string): readonly string[] {
  const { contextValue } = kindOf(row).look(row, context);
  const items = manifest.contributes.menus["view/item/context"];
  return items
    .filter((item) => item.group.startsWith(group))
    .filter(({ when }) => new RegExp(/viewItem =~ \/(.*)\/$/.exec(when)?.[1] ?? "^$").test(contextValue))
    .map(({ command }) => command.replace("artifactDesk.", ""));
}

const manifest: { readonly contributes: { readonly menus: { readonly "view/item/context": readonly MenuItem[] } } } =
  readManifest();
