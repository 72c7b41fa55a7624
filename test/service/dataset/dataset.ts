import type {
  Artifact,
  Attachment,
  Changeset,
  Field,
  StoredValue,
  SvnRepository,
  TextFormat,
  Tracker,
  Values,
} from "../state/model.ts";
import { initialArtifacts, required, State, withoutUndefined } from "../state/state.ts";
import { parseDate, printDay } from "../wire/dates.ts";
import { usualZone } from "../wire/zones.ts";
import { makeNoise, makePdf, makePng, makeZip } from "./files.ts";
import { camille, groups, jane, keyNames, makeKey, makeProjects, max, users } from "./people.ts";
import {
  bugTitle,
  comments,
  htmlText,
  makeRandom,
  markdownText,
  pick,
  plainText,
  recipeTitle,
  sentence,
  storyTitle,
  taskTitle,
} from "./prose.ts";
import { list, makeTrackers, reports, trackerIds } from "./trackers.ts";

/** 2024-01-08T08:00:00Z: when the first artifact was submitted. */
const historyStart = 1704700800;
const hour = 3600;
const authors = [jane, max, camille, 108, 109];

/** First id and number of artifacts per tracker; the requests follow all others and are as many as wanted. */
const firstIds = {
  bugs: 501,
  stories: 901,
  tasks: 1101,
  releases: 1301,
  internal: 1321,
  recipes: 1401,
  wide: 1501,
  incidents: 1601,
  chores: 1701,
  sprints: 1801,
};
const counts = {
  bugs: 320,
  stories: 120,
  tasks: 140,
  releases: 6,
  internal: 5,
  recipes: 40,
  wide: 10,
  incidents: 5,
  chores: 12,
  sprints: 6,
};
const firstRequestId = 2001;

export const defaultArtifactCount = 250;

/** The state every service starts with: nothing in it depends on the clock or on chance. */
export function makeState(artifactCount = defaultArtifactCount, projectCount = 0, zone = usualZone): State {
  const trackers = new Map(makeTrackers().map((tracker) => [tracker.id, tracker]));
  const trackerOf = (name: keyof typeof trackerIds) => required(trackers.get(trackerIds[name]));
  const { artifacts, attachments, inUsualZone } = initialContent();
  return new State({
    zone,
    users,
    keys: keyNames.map((name, index) => makeKey(name, 22 + index)),
    groups,
    projects: makeProjects(projectCount),
    trackers: [...trackers.values()],
    reports,
    artifacts:
      zone === usualZone
        ? inUsualZone
        : initialArtifacts(artifacts.map((each) => ({ ...each, changesets: inZone(each.changesets, each.trackerId) }))),
    ranges: [
      {
        trackerId: trackerIds.requests,
        firstId: firstRequestId,
        count: artifactCount,
        make: (id) => makeRequest(trackerOf("requests"), id, id - firstRequestId),
      },
    ],
    attachments: attachments.map((each) => ({ ...each })),
    repositories: makeRepositories(),
  });

  /** Days are kept as the midnights of the server's zone. */
  function inZone(changesets: readonly Changeset[], trackerId: number): Changeset[] {
    const days = (trackers.get(trackerId)?.fields ?? []).filter(isDay);
    return changesets.map((changeset) => {
      const moved = days.flatMap(({ id }): [number, StoredValue][] => {
        const stored = changeset.values.get(id);
        return stored?.kind === "date" && stored.seconds !== null ? [[id, date(sameDay(stored.seconds, zone))]] : [];
      });
      return moved.length === 0 ? changeset : { ...changeset, values: new Map([...changeset.values, ...moved]) };
    });
  }
}

function isDay({ type, isTimeDisplayed }: Field): boolean {
  return type === "date" && !isTimeDisplayed;
}

/** The midnight, in another zone, of a day of the usual one. */
function sameDay(seconds: number, zone: string): number {
  return required(parseDate(printDay(seconds, usualZone), 0, zone));
}

/** Made once, since tests reset the service again and again; every state gets copies of what can change. */
const initialContent = lazily(() => {
  const trackers = new Map(makeTrackers().map((tracker) => [tracker.id, tracker]));
  const artifacts = (Object.keys(firstIds) as (keyof typeof firstIds)[]).flatMap((name) => {
    const tracker = required(trackers.get(trackerIds[name]));
    return Array.from({ length: counts[name] }, (_, index) => makers[name](tracker, firstIds[name] + index, index));
  });
  return { artifacts, inUsualZone: initialArtifacts(artifacts), attachments: makeAttachments() };
});

type Maker = (tracker: Tracker, id: number, index: number) => Artifact;

const makers: Readonly<Record<keyof typeof firstIds, Maker>> = {
  bugs: makeBug,
  stories: makeStory,
  tasks: makeTask,
  releases: makeRelease,
  internal: simpleMaker(1701, (random) => `Internal matter: ${taskTitle(random).toLowerCase()}`, [651, 652]),
  recipes: makeRecipe,
  wide: makeWideArtifact,
  incidents: simpleMaker(3001, (random) => `Incident: ${bugTitle(random)}`, [801, 802]),
  chores: simpleMaker(4001, taskTitle, [851, 852]),
  sprints: makeSprint,
};

const makeRequest = simpleMaker(1601, (random) => `Question: ${bugTitle(random)}?`, [601, 602, 603]);

function text(content: string, format: TextFormat): StoredValue {
  return { kind: "text", content, format };
}

function string(value: string): StoredValue {
  return { kind: "string", value };
}

function number(value: number | null): StoredValue {
  return { kind: "number", value };
}

function date(seconds: number | null): StoredValue {
  return { kind: "date", seconds };
}

/** Midnight of a day in the service's winter, 0 being 2024-01-15. */
function day(index: number): number {
  return 1705273200 + index * 24 * hour - (index > 76 && index < 286 ? hour : 0);
}

interface Story {
  readonly tracker: Tracker;
  readonly id: number;
  readonly index: number;
  readonly submittedOn: number;
  readonly values: Values;
  /** What later versions changed, oldest first. */
  readonly later?: readonly { readonly values?: Values; readonly comment?: string; readonly format?: TextFormat }[];
}

function artifact({ tracker, id, index, submittedOn, values, later = [] }: Story): Artifact {
  const changesets: Changeset[] = [
    { id: id * 10, submittedBy: authors[index % authors.length] ?? jane, submittedOn, values, comment: undefined },
  ];
  later.forEach((change, step) => {
    const before = required(changesets.at(-1));
    changesets.push({
      id: id * 10 + step + 1,
      submittedBy: authors[(index + step + 1) % authors.length] ?? jane,
      submittedOn: before.submittedOn + hour * (5 + ((index + step) % 40)) + 17 * (index % 50),
      values: change.values ? new Map([...before.values, ...change.values]) : before.values,
      comment: change.comment === undefined ? undefined : { body: change.comment, format: change.format ?? "text" },
    });
  });
  return { id, trackerId: tracker.id, idInTracker: index + 1, changesets };
}

function makeBug(tracker: Tracker, id: number, index: number): Artifact {
  const random = makeRandom(id);
  const submittedOn = historyStart + index * 7 * hour + random(hour);
  const status = index % 4 === 3 ? 304 : 301 + (index % 3);
  const due = index % 3 === 0 ? null : day(20 + (index % 200));
  const special = specialBugs[id];
  const values = withoutUndefined([
    [1202, string(bugTitle(random))],
    [
      1203,
      text(index % 5 === 4 ? plainText(random, "\n") : markdownText(random), index % 5 === 4 ? "text" : "commonmark"),
    ],
    [1204, text(index % 3 === 0 ? plainText(random, "\r\n") : "", "text")],
    [1205, text(index % 4 === 0 ? htmlText(random) : "", "html")],
    [1206, string(index % 6 === 0 ? `Never ${pick(random, ["lose", "miss", "type"])} it twice` : "")],
    [1207, list(301)],
    [1208, index % 5 === 0 ? list() : list(311 + random(4))],
    [1209, list(...[321, 322, 323].filter((_, bit) => ((index >> bit) & 1) === 1))],
    [1210, list(...(index % 4 === 0 ? [] : [331 + random(5)]))],
    [1211, index % 3 === 2 ? list() : list(pick(random, authors))],
    [1212, list(...(index % 2 === 0 ? [] : [jane, camille]))],
    [1213, index % 4 === 0 ? list() : list(pick(random, ["101_3", "150", "151"]))],
    [1214, index % 5 === 0 ? list("101_3", "150") : list()],
    [1215, { kind: "openList", items: index % 3 === 0 ? [{ id: 341 + random(3) }, { freeId: 12 }] : [] }],
    [1216, { kind: "openList", items: index % 7 === 0 ? [{ id: jane }, { freeId: 14 }] : [] }],
    [1217, { kind: "openList", items: index % 9 === 0 ? [{ id: "150" }] : [] }],
    [1218, date(due)],
    [1219, date(index % 4 === 0 ? day(30 + index) + 14.5 * hour : null)],
    [1220, number(index % 5 === 0 ? null : 1 + random(13))],
    [1221, number(index % 4 === 0 ? null : random(40) / 4)],
    [1222, { kind: "computed", manualValue: index % 3 === 0 ? random(20) : null }],
    [1223, list(...(status === 304 ? [351 + random(3)] : []))],
    [1224, list(356 + random(3))],
    [1225, string(`EXT-${10_000 + index}`)],
    [1226, text(index % 10 === 0 ? "Reachable without signing in. Do not tell anybody yet." : "", "text")],
    [1230, { kind: "links", links: linksOfBug(id, index) }],
    [1231, { kind: "files", ids: index % 11 === 5 ? [460 + index] : [] }],
    [1232, { kind: "permissions", groupIds: [] }],
    [1233, { kind: "steps", steps: [] }],
    [1237, { kind: "opaque", members: { value: `c2VjcmV0${index}` } }],
    [1238, { kind: "opaque", members: { value: "XLII", numeral_system: "roman" } }],
    [1239, { kind: "opaque", members: { stars: [{ name: "Vega", magnitude: 0.03 }], drawn_on: null } }],
    [1240, { kind: "opaque", members: { value: burndown(submittedOn) } }],
    [1241, { kind: "opaque", members: { value: burnup } }],
    ...(special?.values ?? []),
  ]);
  const later = special?.values.length
    ? [{ comment: pick(random, comments) }]
    : [
        { values: new Map([[1207, list(status)]]), comment: pick(random, comments) },
        ...(index % 2 === 0
          ? [{ comment: `**${sentence(random)}** See bug #${501 + random(300)}.`, format: "commonmark" as const }]
          : []),
      ];
  return artifact({ tracker, id, index, submittedOn, values, later });
}

function linksOfBug(id: number, index: number) {
  const links = index % 4 === 1 ? [{ id: id + 1, type: "" }] : [];
  if (index % 6 === 2) {
    links.push({ id: 901 + (index % 120), type: "custom" });
  }
  return index % 9 === 4 ? [...links, { id: 1301 + (index % 6), type: "fixed_in" }] : links;
}

function burndown(startsOn: number) {
  const start = new Date(startsOn * 1000).toISOString().slice(0, 10);
  return {
    start_date: `${start}T00:00:00+01:00`,
    duration: 5,
    capacity: 20,
    points: [20, 17.5, 12, 8, 3, 0],
    is_under_calculation: false,
    opening_days: [1, 2, 3, 4, 5],
    points_with_date: [{ date: `${start}T00:00:00+01:00`, remaining_effort: 20 }],
  };
}

const burnup = {
  start_date: "2024-01-15T00:00:00+01:00",
  duration: 5,
  capacity: null,
  is_under_calculation: false,
  opening_days: [1, 2, 3, 4, 5],
  points_with_date: [],
  points_with_date_count_elements: [],
};

/** Bugs that show something on purpose. */
const specialBugs: Readonly<Record<number, { readonly values: readonly (readonly [number, StoredValue])[] }>> = {
  // Every field type, every one of them filled.
  501: {
    values: [
      [1202, string("Every field of this one is filled")],
      [
        1203,
        text(
          "## What happens\n\nThe *whole* form, see art #502.\n\n- one\n- two **bold**\n\n```\nif (a < b) { return; }\n```",
          "commonmark",
        ),
      ],
      [1204, text("First line from a browser\r\nsecond line\r\n\r\n  indented «quotes» & <angles>\r\n", "text")],
      [1205, text("<p>Fixed the <em>form</em> &amp; more.</p>\r\n<script>alert(1)</script>", "html")],
      [1206, string('Füll\' alles aus 🦊 "quoted" / slashed \\ back')],
      [1207, list(302)],
      [1208, list(313)],
      [1209, list(321, 323)],
      [1210, list(331, 335)],
      [1211, list(jane)],
      [1212, list(camille, 108)],
      [1213, list("150")],
      [1214, list("101_3", "151")],
      [1215, { kind: "openList", items: [{ id: 341 }, { freeId: 12 }, { freeId: 13 }] }],
      [1216, { kind: "openList", items: [{ id: jane }, { freeId: 14 }] }],
      [1217, { kind: "openList", items: [{ id: "101_3" }, { id: "150" }] }],
      [1218, date(day(60))],
      [1219, date(day(200) + 14.5 * hour)],
      [1220, number(42)],
      [1221, number(3.25)],
      [1222, { kind: "computed", manualValue: 12 }],
      [1223, list()],
      [1226, text("Only administrators read this.", "text")],
      [
        1230,
        {
          kind: "links",
          links: [
            { id: 502, type: "" },
            { id: 901, type: "custom" },
            { id: 1301, type: "fixed_in" },
            { id: 1601, type: "" },
          ],
        },
      ],
      [1231, { kind: "files", ids: [401, 402] }],
      [
        1233,
        {
          kind: "steps",
          steps: [
            {
              id: 6001,
              description: "Open the **form**",
              descriptionFormat: "commonmark",
              expectedResults: "It is *empty*",
              expectedResultsFormat: "commonmark",
              rank: 1,
            },
            {
              id: 6002,
              description: "<p>Fill it</p>",
              descriptionFormat: "html",
              expectedResults: "Nothing is missing\r\nat all",
              expectedResultsFormat: "text",
              rank: 2,
            },
          ],
        },
      ],
    ],
  },
  // One attachment of each sort, among them a big one.
  502: {
    values: [
      [1202, string("Attachments of every sort")],
      [1231, { kind: "files", ids: [403, 404, 405, 406, 407, 408, 409] }],
    ],
  },
  // Nothing filled but what has to be.
  503: {
    values: [
      [1202, string("Nothing but a title")],
      [1203, text("", "commonmark")],
      [1204, text("", "text")],
      [1205, text("", "html")],
      [1206, string("")],
      ...[1208, 1209, 1210, 1211, 1212, 1213, 1214, 1223, 1224].map((id) => [id, list()] as const),
      ...[1215, 1216, 1217].map((id) => [id, { kind: "openList", items: [] }] as const),
      [1218, date(null)],
      [1219, date(null)],
      [1220, number(null)],
      [1221, number(null)],
      [1222, { kind: "computed", manualValue: null }],
      [1230, { kind: "links", links: [] }],
      [1231, { kind: "files", ids: [] }],
    ],
  },
  // Values that were taken out of the lists later.
  504: {
    values: [
      [1202, string("Chosen values that are hidden by now")],
      [1207, list(305)],
      [1209, list(321, 324)],
    ],
  },
  // Texts that XML cannot carry, or only with care.
  505: {
    values: [
      [1202, string("0042")],
      [1203, text("1e5", "commonmark")],
      [1204, text(" padded \r\n\r\n]]> &amp; <b>\ttab ", "text")],
      [1206, string("true")],
    ],
  },
  // Seen by testers only, so the reader gets a 403.
  506: {
    values: [
      [1202, string("For testers only")],
      [1232, { kind: "permissions", groupIds: ["150"] }],
    ],
  },
  // Seen by project administrators only, so the member gets a 403.
  507: {
    values: [
      [1202, string("For administrators only")],
      [1232, { kind: "permissions", groupIds: ["101_4"] }],
    ],
  },
};

function makeStory(tracker: Tracker, id: number, index: number): Artifact {
  const random = makeRandom(id);
  const target = 401 + (index % 4);
  const submittedOn = historyStart + index * 19 * hour + random(hour);
  const area = 411 + (index % 2);
  const values = withoutUndefined([
    [1301, string(storyTitle(random))],
    [1302, text(markdownText(random), "commonmark")],
    [1303, list(401)],
    [1304, list(...(target >= 403 ? [pick(random, authors)] : []))],
    [1305, list(area)],
    [1306, list(area === 411 ? 421 + (index % 4 < 2 ? 0 : 1) : 423)],
    [1307, date(index % 3 === 0 ? null : day(index))],
    [1308, date(index % 3 === 0 ? null : day(index + 14))],
    [1309, number(random(8) + 0.5)],
    [1310, text(plainText(random, "\r\n"), "text")],
    // The field came later than the first stories: the oldest ones have never had a value.
    [1311, index < 3 ? undefined : list("150")],
    [1312, { kind: "links", links: [{ id: 1101 + index, type: "_is_child" }] }],
    [1313, { kind: "files", ids: [] }],
  ]);
  const later = Array.from({ length: target - 401 }, (_, step) => ({
    values: new Map([[1303, list(402 + step)]]),
    ...(step === 2 ? { comment: pick(random, comments) } : {}),
  }));
  return artifact({ tracker, id, index, submittedOn, values, later });
}

function makeTask(tracker: Tracker, id: number, index: number): Artifact {
  const random = makeRandom(id);
  const values: Values = new Map<number, StoredValue>([
    [1401, string(taskTitle(random))],
    [1402, text(plainText(random, "\n"), "text")],
    [1403, list(501 + (index % 3))],
    [1404, index % 2 === 0 ? list(pick(random, authors)) : list()],
    [1405, { kind: "links", links: index % 10 === 0 ? [{ id: 501 + index, type: "" }] : [] }],
    [1410, number(random(16) / 2)],
    [1411, date(day(index))],
  ]);
  return artifact({ tracker, id, index, submittedOn: historyStart + index * 20 * hour, values });
}

/**
 * Nothing was ever given of its numbers, files and rights, so they have no value at all (test/service/README.md,
 * Reading an artifact).
 */
function makeSprint(tracker: Tracker, id: number, index: number): Artifact {
  const values: Values = new Map<number, StoredValue>([
    [4101, string(`Sprint ${index + 1}`)],
    [4102, text("", "commonmark")],
    [4103, list(861 + (index % 2))],
    [4104, list()],
    [4105, { kind: "links", links: [] }],
    [4110, date(day(index * 40))],
    [4111, { kind: "opaque", members: { value: burndown(historyStart) } }],
    [4112, date(day(index * 40 + 1))],
    [4113, date(day(index * 40 + 14) + 14.5 * hour)],
    [4114, date(null)],
  ]);
  return artifact({ tracker, id, index, submittedOn: historyStart + index * 40 * 24 * hour, values });
}

function makeRelease(tracker: Tracker, id: number, index: number): Artifact {
  const values: Values = new Map<number, StoredValue>([
    [1501, string(`4.${index}`)],
    [1502, text(`# 4.${index}\n\nSee what is *new*.`, "commonmark")],
    [1503, list(index < 4 ? 553 : 551 + (index - 4))],
    [1504, date(day(index * 30))],
    [1505, { kind: "links", links: [{ id: 901 + index, type: "_is_child" }] }],
    [1506, { kind: "files", ids: index === 0 ? [410] : [] }],
  ]);
  return artifact({ tracker, id, index, submittedOn: historyStart + index * 300 * hour, values });
}

function makeRecipe(tracker: Tracker, id: number, index: number): Artifact {
  const random = makeRandom(id);
  const description =
    "## Zutaten\n\n- 250 g Mehl\n- 3 Eier 🥚\n- 150 ml Wasser\n\nAlles **kräftig** schlagen, dann *ruhen* lassen.";
  const values: Values = new Map<number, StoredValue>([
    [2001, string(recipeTitle(random))],
    [2002, text(description, "commonmark")],
    [2003, list(701 + (index % 3))],
    [2004, list(pick(random, authors))],
    [2005, { kind: "links", links: [] }],
    [2010, number(2 + random(6))],
    [2011, { kind: "files", ids: index === 0 ? [411] : [] }],
  ]);
  return artifact({ tracker, id, index, submittedOn: historyStart + index * 50 * hour, values });
}

function makeWideArtifact(tracker: Tracker, id: number, index: number): Artifact {
  const random = makeRandom(id);
  const wideValue = (field: Field): StoredValue => {
    switch (field.type) {
      case "string":
        return string(field.id === 2101 ? `Wide one number ${index + 1}` : sentence(random));
      case "text":
        return text(markdownText(random), "commonmark");
      case "int":
        return number(random(1000));
      case "sb":
        return list(2200 + (field.id - 2101) * 10 + random(4));
      case "msb":
        return list(jane, camille);
      default:
        return date(day(random(300)));
    }
  };
  const values = new Map(tracker.fields.map((field) => [field.id, wideValue(field)]));
  return artifact({ tracker, id, index, submittedOn: historyStart + index * 100 * hour, values });
}

function simpleMaker(
  first: number,
  title: (random: ReturnType<typeof makeRandom>) => string,
  statusIds: readonly number[],
): Maker {
  return (tracker, id, index) => {
    const random = makeRandom(id);
    const values: Values = new Map<number, StoredValue>([
      [first, string(title(random))],
      [first + 1, text(plainText(random, index % 2 === 0 ? "\r\n" : "\n"), "text")],
      [first + 2, list(pick(random, statusIds))],
      [first + 3, index % 3 === 0 ? list() : list(pick(random, authors))],
      [first + 4, { kind: "links", links: [] }],
    ]);
    return artifact({ tracker, id, index, submittedOn: historyStart + index * 600, values });
  };
}

const bigSizeBytes = 8 * 1024 * 1024;

function makeAttachments(): Attachment[] {
  const logLines = Array.from(
    { length: 40 },
    (_, index) => `2024-01-08 09:00:${String(index).padStart(2, "0")} step ${index} done\n`,
  );
  const attachments = [
    attachment(
      401,
      501,
      1231,
      "screenshot.png",
      "image/png",
      lazily(() => makePng(96, 64)),
    ),
    attachment(
      402,
      501,
      1231,
      "my file 3.txt",
      "text/plain",
      lazily(() => Buffer.from("just some text\r\n\r\n")),
    ),
    attachment(
      403,
      502,
      1231,
      "server.log",
      "text/plain",
      lazily(() => Buffer.from(logLines.join(""))),
    ),
    attachment(
      404,
      502,
      1231,
      "Übersicht der Größen & Maße.txt",
      "text/plain",
      lazily(() => Buffer.from("Größe: 42 µm – ganz schön klein ✓\n")),
    ),
    attachment(
      405,
      502,
      1231,
      "window.png",
      "image/png",
      lazily(() => makePng(320, 200)),
    ),
    attachment(
      406,
      502,
      1231,
      "report.pdf",
      "application/pdf",
      lazily(() => makePdf("A report (of one page)")),
    ),
    attachment(
      407,
      502,
      1231,
      "logs.zip",
      "application/zip",
      lazily(() => makeZip({ "a.log": "first\n", "b/c.log": "second\n" })),
    ),
    attachment(
      408,
      502,
      1231,
      "dump.bin",
      "application/octet-stream",
      lazily(() => makeNoise(bigSizeBytes)),
      bigSizeBytes,
    ),
    attachment(
      409,
      502,
      1231,
      "empty.txt",
      "text/plain",
      lazily(() => Buffer.alloc(0)),
    ),
    attachment(
      410,
      1301,
      1506,
      "release-4.0.zip",
      "application/zip",
      lazily(() => makeZip({ "README.md": "# 4.0\n" })),
    ),
    attachment(
      411,
      1401,
      2011,
      "Käsespätzle.png",
      "image/png",
      lazily(() => makePng(64, 64)),
    ),
  ];
  for (let index = 7; index < counts.bugs; index += 1) {
    if (index % 11 === 5) {
      const bytes = lazily(() => Buffer.from(`Log of bug ${501 + index}\nline two\n`));
      attachments.push(attachment(460 + index, 501 + index, 1231, `log-${index}.txt`, "text/plain", bytes));
    }
  }
  // Index 5 is a special bug (506) that keeps the ordinary attachment.
  attachments.push(
    attachment(
      465,
      506,
      1231,
      "testers.txt",
      "text/plain",
      lazily(() => Buffer.from("For testers.\n")),
    ),
  );
  return attachments;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function attachment(
  id: number,
  artifactId: number,
  fieldId: number,
  name: string,
  type: string,
  bytes: () => Buffer,
  sizeBytes = bytes().length,
): Attachment {
  return { id, name, type, sizeBytes, description: "", submittedBy: jane, artifactId, fieldId, bytes };
}

function makeRepositories(): SvnRepository[] {
  const settings = {
    isReferenceMandatory: false,
    isCommitMessageChangeAllowed: false,
    paths: [],
    whitelist: [],
    accessFile: "",
    notifications: [],
    hasDefaultPermissions: true,
  };
  return [
    {
      id: 90,
      projectId: 122,
      name: "repo01",
      layout: ["/trunk", "/branches", "/tags"],
      isDeleted: false,
      settings: {
        ...settings,
        isReferenceMandatory: true,
        paths: ["/tags"],
        whitelist: ["/tags/moving"],
        accessFile: "[/]\n* = r\n@members = rw\n\n[/trunk/docs]\n@Developers = rw",
        notifications: [
          { path: "/trunk", emails: ["a@example.com", "b@example.com"], userIds: [jane], groupIds: ["152"] },
          { path: "/tags", emails: [], userIds: [], groupIds: ["122_3"] },
        ],
      },
    },
    { id: 91, projectId: 122, name: "tools", layout: [], isDeleted: false, settings },
    {
      id: 92,
      projectId: 122,
      name: "website",
      layout: [],
      isDeleted: false,
      settings: {
        ...settings,
        hasDefaultPermissions: false,
        accessFile: "[groups]\r\nwriters = jdoe, mmeier\r\n\r\n[/]\r\n* = \r\n@writers = rw",
      },
    },
  ];
}
