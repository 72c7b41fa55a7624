import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Tracker } from "../../../../../src/core/model/tracker.ts";
import type { SearchResults } from "../../../../../src/core/search/artifactSearch.ts";
import type { SearchScope } from "../../../../../src/core/search/connectionSearch.ts";
import { firstChoice, searchRows } from "../../../../../src/core/search/list/searchRows.ts";
import { ServiceError } from "../../../../../src/core/service/serviceError.ts";
import { bugs } from "../../query/trackers.ts";

const team = { id: "team", url: "https://team.example/api/v1", label: "Team" };
const other = { id: "other", url: "https://other.example/api/v1", label: "Other" };
const tasks = { id: 14, label: "Tasks", projectLabel: "Guinea Pig" };
const nowhere = { searched: 0, hasMore: false, failures: [] } as const;

suite("The rows of a search", () => {
  interface Given extends Partial<SearchResults> {
    readonly scope?: SearchScope;
    readonly connections?: SearchResults["connections"];
    readonly searched?: readonly (typeof team)[];
    readonly structure?: Tracker;
  }

  function textsOf({ scope = { kind: "all" }, searched = [team], structure, ...results }: Given): string[] {
    const rows = searchRows({
      results: { text: "crash", isRunning: false, groups: [], connections: [], ...results },
      scope,
      connections: searched,
      allConnections: [team, other],
      structure,
    });
    return rows.map((row) =>
      row.kind === "group"
        ? `— ${row.label}`
        : [
            row.kind === "line" && row.icon !== undefined ? `$(${row.icon}) ${row.label}` : row.label,
            row.description,
            row.detail,
          ]
            .filter((part) => part !== undefined)
            .join(" | "),
    );
  }

  const connectionOf = (more: object) => [{ connectionId: "team", isRunning: false, ...more }];
  const trackers = (searched: number) => ({ reach: { ...nowhere, kind: "trackers", searched } as const });

  test("show number and title, status, tracker and project, below their tracker", () => {
    const artifacts = [
      { id: 12, title: "It crashes", status: "New", isOpen: true, tracker: tasks },
      { id: 13, title: "Crash", status: "Fixed", isOpen: false, tracker: tasks },
      { id: 14, title: "Crash", status: "Closed", isOpen: false, tracker: tasks },
    ];
    const groups = [
      { key: "team/14", connectionId: "team", kind: "found", tracker: tasks, artifacts, more: 3 } as const,
    ];
    assert.deepEqual(textsOf({ groups, connections: connectionOf(trackers(8)) }), [
      "— Tasks · Guinea Pig",
      "#12 It crashes | New",
      "#13 Crash | Fixed, closed",
      "#14 Crash | Closed",
      "3 more in Tasks…",
      "— ",
      "$(info) Searched the titles in 8 trackers of Team",
      "$(search) Search in Tracker…",
      "$(project) Search All Trackers of a Project…",
    ]);
  });

  test("show tracker and project beside an artifact that no tracker stands above", () => {
    const artifacts = [{ id: 12, title: "It crashes", status: "New", isOpen: true, tracker: tasks }];
    const groups = [{ key: "team/known", connectionId: "team", kind: "known", artifacts, more: 0 } as const];
    assert.deepEqual(textsOf({ groups }), ["— recent and pinned", "#12 It crashes | New · Tasks · Guinea Pig"]);
  });

  test("are taken by Enter at the first artifact, else at the first way on", () => {
    const view = (results: Partial<SearchResults>) =>
      searchRows({
        results: { text: "crash", isRunning: false, groups: [], connections: connectionOf(trackers(8)), ...results },
        scope: { kind: "all" },
        connections: [team],
        allConnections: [team],
      });
    const groups = [
      {
        key: "team/14",
        connectionId: "team",
        kind: "found",
        tracker: tasks,
        artifacts: [{ id: 12 }],
        more: 3,
      } as const,
    ];
    assert.equal(firstChoice(view({ groups }))?.kind, "artifact");
    const way = firstChoice(view({}));
    assert.equal(way?.kind === "line" && way.action?.kind, "pickTracker");
    assert.equal(firstChoice(view({ text: "", connections: [] })), undefined);
  });

  test("take no pictures and no hidden characters from the service", () => {
    const artifacts = [
      { id: 12, title: "$(bug)\u202eevil\nline", status: "$(x)", tracker: { id: 1, label: "$(zap)" } },
    ];
    const groups = [{ key: "team/known", connectionId: "team", kind: "known", artifacts, more: 0 } as const];
    assert.equal(textsOf({ groups })[1], "#12 $ (bug) evil line | $ (x) · $ (zap)");
  });

  test("lead straight to what the text names, one for each connection it may be of", () => {
    const artifacts = [{ id: 12, title: "It crashes", tracker: tasks }];
    const groups = [{ key: "other/known", connectionId: "other", kind: "known", artifacts, more: 0 } as const];
    assert.deepEqual(textsOf({ text: "#12", searched: [team, other], groups }), [
      "#12 | Open #12 of Team",
      "#12 It crashes | Open #12 of Other",
    ]);
    assert.deepEqual(textsOf({ text: "https://other.example/plugins/tracker/?aid=7" }), ["#7 | Open #7 of Other"]);
    assert.deepEqual(textsOf({ text: "https://third.example/plugins/tracker/?aid=7" }), [
      "There is no connection to https://third.example | Add one to open its artifacts.",
    ]);
  });

  test("show what else has a bare number in it below what it names, each once", () => {
    const artifacts = [
      { id: 404, title: "Answered" },
      { id: 7, title: "Says 404" },
    ];
    const groups = [{ key: "team/known", connectionId: "team", kind: "known", artifacts, more: 0 } as const];
    assert.deepEqual(textsOf({ text: "404", groups, isRunning: true }), [
      "#404 Answered | Open #404 of Team",
      "— recent and pinned",
      "#7 Says 404",
    ]);
  });

  const refused = new ServiceError({
    ...{ kind: "rejected", method: "GET", path: "/", status: 400 },
    serviceMessage: "We cannot search on 'x'",
  });
  const cases: readonly { readonly name: string; readonly given: Given; readonly expected: readonly string[] }[] = [
    {
      name: "say what can be typed while there is nothing",
      given: { text: "" },
      expected: ["— ", "Type words of a title, a number or an address"],
    },
    {
      name: "say that something is under way",
      given: { isRunning: true, connections: connectionOf({ isRunning: true }) },
      expected: ["— ", "Searching…"],
    },
    {
      name: "do not keep back what is known of one connection until another one has answered",
      given: {
        isRunning: true,
        searched: [team, other],
        connections: [...connectionOf(trackers(8)), { connectionId: "other", isRunning: true }],
      },
      expected: [
        "— ",
        "Nothing found for “crash” so far, still searching Other…",
        "$(info) Searched the titles in 8 trackers of Team",
        "$(search) Search in Tracker…",
        "$(project) Search All Trackers of a Project…",
      ],
    },
    {
      name: "tell what of a query does not fit the fields of the tracker",
      given: {
        text: 'statsu = "New" AND status = "Nwe"',
        scope: { kind: "tracker", tracker: tasks },
        structure: bugs,
        connections: connectionOf({ reach: { ...nowhere, kind: "trackers", searched: 1 } }),
      },
      expected: [
        "— ",
        'Nothing found for “statsu = "New" AND status = "Nwe"”',
        "$(warning) The tracker has no field “statsu”. Is “status” meant?",
        "$(warning) “Nwe” is not among the values of “Status”. Is “New” meant?",
      ],
    },
    {
      name: "take words for words, however they are put",
      given: {
        text: "crash (",
        scope: { kind: "tracker", tracker: tasks },
        structure: bugs,
        connections: connectionOf({ reach: { ...nowhere, kind: "trackers", searched: 1 } }),
      },
      expected: ["— ", "Nothing found for “crash (”"],
    },
    {
      name: "say that nothing was found, and that everything was searched",
      given: { connections: connectionOf({ reach: { ...nowhere, kind: "fullText" } }) },
      expected: [
        "— ",
        "Nothing found for “crash”",
        "$(info) Searched all of Team",
        "$(search) Search in Tracker…",
        "$(project) Search All Trackers of a Project…",
      ],
    },
    {
      name: "say why a service that lists nothing finds nothing",
      given: { connections: connectionOf({ reach: { ...nowhere, kind: "known" } }) },
      expected: [
        "— ",
        "Nothing found for “crash”",
        "$(info) Team lists nothing, so only what is recent and pinned was searched. Others open by number",
      ],
    },
    {
      name: "tell of a connection that failed, in one line",
      given: {
        connections: connectionOf({ error: new ServiceError({ kind: "unreachable", method: "GET", path: "/" }) }),
      },
      expected: [
        "— ",
        "$(error) Team could not be searched | The service cannot be reached. Press Enter to try again.",
      ],
    },
    {
      name: "give the service's words about a query",
      given: {
        text: "x = 3",
        scope: { kind: "tracker", tracker: tasks },
        connections: connectionOf({
          reach: { ...nowhere, kind: "trackers", failures: [{ kind: "tracker", ...tasks, error: refused }] },
        }),
      },
      expected: [
        "— ",
        "$(warning) The service does not take this query | The service says: “We cannot search on 'x'”.",
      ],
    },
  ];
  for (const { name, given, expected } of cases) {
    test(name, () => assert.deepEqual(textsOf(given), expected));
  }
});
