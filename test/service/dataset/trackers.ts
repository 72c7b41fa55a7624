import type { Report, StoredValue, Tracker } from "../state/model.ts";
import { camille, jane, max } from "./people.ts";
import {
  type FieldPlan,
  field,
  group,
  groupsBind,
  makeTracker,
  staticValues,
  type TrackerPlan,
  usersBind,
} from "./trackerBuilder.ts";

const people = usersBind(jane, max, camille, 108, 109);

/** Ids of trackers and of the bug tracker's fields, for the code that makes artifacts. */
export const trackerIds = {
  bugs: 12,
  stories: 13,
  tasks: 14,
  releases: 15,
  requests: 16,
  internal: 17,
  recipes: 20,
  wide: 21,
  incidents: 30,
  chores: 40,
  sprints: 41,
} as const;

export function list(...ids: (number | string)[]): StoredValue {
  return { kind: "list", ids };
}

/** Trackers of their own for a state: planned once, copied in what the state may change. */
export function makeTrackers(): Tracker[] {
  planned ??= [bugs, stories, tasks, releases, requests, internal, recipes, makeWide(), incidents, chores, sprints].map(
    makeTracker,
  );
  return planned.map((tracker) => ({
    ...tracker,
    fields: tracker.fields.map((each) => ({ ...each, freeValues: [...each.freeValues] })),
  }));
}

let planned: readonly Tracker[] | undefined;

const bugs: TrackerPlan = {
  id: trackerIds.bugs,
  projectId: 101,
  label: "Bugs",
  itemName: "bug",
  description: "What does not work as it should",
  colour: "fiesta-red",
  semantics: {
    title: 1202,
    description: 1203,
    status: { fieldId: 1207, openValueIds: [301, 302, 303] },
    contributor: 1211,
    initialEffort: 1221,
    progress: { totalFieldId: 1222, remainingFieldId: 1221 },
  },
  elements: [
    group(1200, "what", "What happens", [
      field(1202, "summary", "Summary", "string", { required: true, maxLength: 255 }),
      field(1203, "details", "Original Submission", "text"),
      field(1204, "notes", "Notes", "text", { description: "As the reporter sent them, often with Windows line ends" }),
      field(1205, "release_note", "Release note", "text", {
        defaultValue: { kind: "text", content: "", format: "html" },
      }),
      field(1206, "slogan", "Slogan", "string", { defaultValue: { kind: "string", value: "none yet" } }),
    ]),
    group(1201, "state", "State", [
      {
        ...field(1290, "column_1", "Column 1", "column", { access: "derived" }),
        content: [
          field(1207, "status", "Status", "sb", {
            required: true,
            bind: staticValues(301, [
              "New/lake-placid-blue",
              "Open/sherwood-green",
              "In progress/sherwood-green",
              "Closed/chrome-silver",
              "-Postponed",
            ]),
            defaultValue: list(301),
          }),
          field(1208, "severity", "Severity", "rb", {
            bind: staticValues(311, ["Low", "Medium/neon-green", "High/fiesta-red", "Blocking/red-wine"]),
          }),
          field(1209, "platforms", "Platforms", "cb", {
            bind: staticValues(321, ["Linux", "macOS", "Windows", "-Solaris"]),
          }),
          field(1210, "categories", "Categories", "msb", {
            bind: staticValues(331, [
              "User interface",
              "Performance",
              "Data loss",
              "Documentation & help",
              "Übersetzung",
            ]),
          }),
          field(1211, "assigned_to", "Assigned to", "sb", { bind: people }),
          field(1212, "reviewers", "Reviewers", "msb", { bind: people }),
          field(1213, "team", "Team", "sb", { bind: groupsBind("101_3", "101_4", "150", "151") }),
          field(1214, "audience", "Audience", "msb", { bind: groupsBind("101_3", "101_4", "150", "151") }),
        ],
      },
      {
        ...field(1291, "column_2", "Column 2", "column", { access: "derived" }),
        content: [
          field(1215, "tags", "Tags", "tbl", {
            bind: staticValues(341, ["regression", "crash", "first issue"]),
            free: [
              [12, "seen at the fair"],
              [13, "Größe XL"],
            ],
          }),
          field(1216, "watchers", "Watchers", "tbl", { bind: people, free: [[14, "customer@example.org"]] }),
          field(1217, "informed", "Informed groups", "tbl", { bind: groupsBind("101_3", "101_4", "150") }),
          field(1218, "due_date", "Due date", "date"),
          field(1219, "meeting", "Meeting", "date", { withTime: true }),
          field(1220, "points", "Points", "int", { defaultValue: { kind: "number", value: 1 } }),
          field(1221, "remaining_effort", "Remaining effort", "float"),
          field(1222, "capacity", "Capacity", "computed", { defaultValue: { kind: "computed", manualValue: null } }),
          field(1223, "resolution", "Resolution", "sb", {
            access: "updateOnly",
            bind: staticValues(351, ["Fixed", "Won't fix", "Duplicate"]),
          }),
          field(1224, "origin", "Origin", "sb", {
            access: "submitOnly",
            bind: staticValues(356, ["Phone", "Mail", "Fair"]),
          }),
          field(1225, "external_id", "External ID", "string", { access: "readOnly" }),
          field(1226, "security_note", "Security note", "text", { access: "hidden" }),
        ],
      },
    ]),
    group(1292, "more", "More", [
      field(1230, "links", "Links", "art_link"),
      field(1231, "attachments", "Attachments", "file"),
      field(1232, "permissions", "Who may see this", "perm"),
      field(1233, "steps", "Steps", "ttmstepdef"),
      field(1234, "step_results", "Step results", "ttmstepexec", { access: "derived" }),
      field(1235, "references", "References", "cross", { access: "derived" }),
      field(1236, "old_field", "Old field", "string", { unused: true }),
      field(1237, "vault_word", "Vault word", "Encrypted"),
      field(1238, "roman", "In Roman numerals", "roman_numeral", { access: "derived" }),
      field(1239, "constellation", "Constellation", "star_map", { access: "derived" }),
      field(1240, "burndown", "Burndown", "burndown", { access: "derived" }),
      field(1241, "burnup", "Burnup", "burnup", { access: "derived" }),
      field(1242, "artifact_id", "Artifact ID", "aid", { access: "derived" }),
      field(1243, "id_in_tracker", "Number", "atid", { access: "derived" }),
      field(1244, "rank", "Rank", "priority", { access: "derived" }),
      field(1245, "submitted_by", "Submitted by", "subby", { access: "derived" }),
      field(1246, "submitted_on", "Submitted on", "subon", { access: "derived" }),
      field(1247, "last_updated_by", "Last updated by", "luby", { access: "derived" }),
      field(1248, "last_updated_on", "Last updated on", "lud", { access: "derived" }),
      field(1293, "line", "Line", "linebreak", { access: "derived" }),
      field(1294, "separator", "Separator", "separator", { access: "derived" }),
      field(1295, "hint", "Hint", "staticrichtext", { access: "derived" }),
    ]),
  ],
};

const stories: TrackerPlan = {
  id: trackerIds.stories,
  projectId: 101,
  label: "User Stories",
  itemName: "story",
  description: "What people want to do",
  colour: "deep-blue",
  parent: trackerIds.releases,
  semantics: {
    title: 1301,
    description: 1302,
    status: { fieldId: 1303, openValueIds: [401, 402, 403] },
    contributor: 1304,
    timeframe: { startFieldId: 1307, endFieldId: 1308 },
  },
  workflow: {
    fieldId: 1303,
    isUsed: true,
    transitions: [
      transition(1, null, 401),
      transition(2, 401, 402),
      transition(3, 402, 403, { notEmptyFieldIds: [1304] }),
      transition(4, 403, 404, { isCommentRequired: true }),
      transition(5, 404, 401, { groupIds: ["101_4"] }),
      transition(6, 402, 401),
    ],
    dateRules: [{ sourceFieldId: 1308, targetFieldId: 1307, comparator: ">" }],
    listRules: [
      { sourceFieldId: 1305, sourceValueId: 411, targetFieldId: 1306, targetValueId: 421 },
      { sourceFieldId: 1305, sourceValueId: 411, targetFieldId: 1306, targetValueId: 422 },
      { sourceFieldId: 1305, sourceValueId: 412, targetFieldId: 1306, targetValueId: 423 },
      // 100 is None, which goes with everything here, and nothing else with None.
      ...[411, 412, 100].map((sourceValueId) => ({
        ...{ sourceFieldId: 1305, sourceValueId },
        ...{ targetFieldId: 1306, targetValueId: 100 },
      })),
    ],
    frozen: [{ valueId: 404, fieldIds: [1301, 1302, 1310, 1313] }],
  },
  elements: [
    group(1300, "story", "Story", [
      field(1301, "i_want_to", "I want to", "string", { required: true, maxLength: 120 }),
      field(1302, "so_that", "So that", "text"),
      field(1303, "status", "Status", "sb", {
        required: true,
        bind: staticValues(401, ["Wished", "Ready", "In the works", "Done/sherwood-green"]),
        defaultValue: list(401),
      }),
      field(1304, "assigned_to", "Assigned to", "msb", { bind: people }),
      field(1305, "area", "Area", "sb", { bind: staticValues(411, ["Editor", "Server"]) }),
      field(1306, "part", "Part", "sb", { bind: staticValues(421, ["Tree", "Diff", "Cache"]) }),
      field(1307, "start_date", "Start date", "date"),
      field(1308, "end_date", "End date", "date"),
      field(1309, "points", "Story points", "float"),
      field(1310, "acceptance", "Acceptance criteria", "text"),
      field(1311, "team", "Team", "sb", { required: true, bind: groupsBind("101_3", "150", "151") }),
      field(1312, "links", "Links", "art_link"),
      field(1313, "attachments", "Attachments", "file"),
      field(1314, "last_updated_on", "Last updated on", "lud", { access: "derived" }),
    ]),
  ],
};

function transition(
  id: number,
  fromId: number | null,
  toId: number,
  conditions: { notEmptyFieldIds?: number[]; isCommentRequired?: boolean; groupIds?: string[] } = {},
) {
  return {
    id,
    fromId,
    toId,
    notEmptyFieldIds: conditions.notEmptyFieldIds ?? [],
    isCommentRequired: conditions.isCommentRequired ?? false,
    groupIds: conditions.groupIds,
  };
}

function simple(first: number, status: readonly string[], firstValue: number): readonly FieldPlan[] {
  return [
    field(first, "title", "Title", "string", { required: true, maxLength: 255 }),
    field(first + 1, "description", "Description", "text"),
    field(first + 2, "status", "Status", "sb", {
      bind: staticValues(firstValue, status),
      defaultValue: list(firstValue),
    }),
    field(first + 3, "assigned_to", "Assigned to", "sb", { bind: people }),
    field(first + 4, "links", "Links", "art_link"),
    field(first + 5, "submitted_on", "Submitted on", "subon", { access: "derived" }),
  ];
}

function simpleSemantics(first: number, open: readonly number[]) {
  return {
    title: first,
    description: first + 1,
    status: { fieldId: first + 2, openValueIds: open },
    contributor: first + 3,
  };
}

const tasks: TrackerPlan = {
  id: trackerIds.tasks,
  projectId: 101,
  label: "Tasks",
  itemName: "task",
  colour: "clockwork-orange",
  parent: trackerIds.stories,
  semantics: simpleSemantics(1401, [501, 502]),
  elements: [
    ...simple(1401, ["Todo", "Doing", "Done"], 501),
    field(1410, "remaining_effort", "Remaining effort", "float"),
    field(1411, "day", "Day", "date", { today: true }),
  ],
};

const readOnly = { access: "readOnly" } as const;

const releases: TrackerPlan = {
  id: trackerIds.releases,
  projectId: 101,
  label: "Releases",
  itemName: "rel",
  description: "Only administrators change these",
  colour: "acid-green",
  semantics: { title: 1501, description: 1502, status: { fieldId: 1503, openValueIds: [551, 552] } },
  elements: [
    field(1501, "version", "Version", "string", { ...readOnly, required: true }),
    field(1502, "announcement", "Announcement", "text", readOnly),
    field(1503, "status", "Status", "sb", { ...readOnly, bind: staticValues(551, ["Planned", "In test", "Out"]) }),
    field(1504, "out_on", "Out on", "date", readOnly),
    field(1505, "links", "Links", "art_link", readOnly),
    field(1506, "files", "Downloads", "file", readOnly),
  ],
};

const requests: TrackerPlan = {
  id: trackerIds.requests,
  projectId: 101,
  label: "Requests",
  itemName: "req",
  description: "Whatever arrives by mail; as many as wanted",
  colour: "plum-crazy",
  semantics: simpleSemantics(1601, [601, 602]),
  elements: simple(1601, ["Received", "Answered", "Closed"], 601),
};

const internal: TrackerPlan = {
  id: trackerIds.internal,
  projectId: 101,
  label: "Internal",
  itemName: "internal",
  description: "Seen by project administrators only",
  readers: ["101_4"],
  semantics: simpleSemantics(1701, [651]),
  elements: simple(1701, ["Open", "Closed"], 651),
};

const recipes: TrackerPlan = {
  id: trackerIds.recipes,
  projectId: 102,
  label: "Recipes",
  itemName: "recipe",
  description: "Käse, Küche und 🧀",
  colour: "daphne-blue",
  semantics: simpleSemantics(2001, [701, 702]),
  elements: [
    ...simple(2001, ["Idee", "In Arbeit", "Fertig"], 701),
    field(2010, "servings", "Portionen", "int"),
    field(2011, "photo", "Fotos", "file"),
  ],
};

/** Sixty fields of the ordinary kinds, for measuring. */
function makeWide(): TrackerPlan {
  const elements: FieldPlan[] = [];
  for (let index = 0; index < 60; index += 1) {
    const id = 2101 + index;
    const label = `Field ${index + 1}`;
    const name = `field_${index + 1}`;
    switch (index % 6) {
      case 0:
        elements.push(field(id, name, label, "string", { required: index === 0 }));
        break;
      case 1:
        elements.push(field(id, name, label, "text"));
        break;
      case 2:
        elements.push(field(id, name, label, "int"));
        break;
      case 3:
        elements.push(
          field(id, name, label, "sb", { bind: staticValues(2200 + index * 10, ["One", "Two", "Three", "Four"]) }),
        );
        break;
      case 4:
        elements.push(field(id, name, label, "msb", { bind: people }));
        break;
      default:
        elements.push(field(id, name, label, "date", { withTime: index % 12 === 5 }));
    }
  }
  return {
    id: trackerIds.wide,
    projectId: 101,
    label: "Wide",
    itemName: "wide",
    description: "Sixty fields",
    semantics: { title: 2101, description: 2102 },
    elements,
  };
}

const incidents: TrackerPlan = {
  id: trackerIds.incidents,
  projectId: 103,
  label: "Incidents",
  itemName: "incident",
  semantics: simpleSemantics(3001, [801]),
  elements: simple(3001, ["Open", "Closed"], 801),
};

const chores: TrackerPlan = {
  id: trackerIds.chores,
  projectId: 122,
  label: "Chores",
  itemName: "chore",
  semantics: simpleSemantics(4001, [851]),
  elements: simple(4001, ["Open", "Closed"], 851),
};

/** A burndown amid dates, which puts those behind it in the zone of who asks (test/service/README.md, Dates). */
const sprints: TrackerPlan = {
  id: trackerIds.sprints,
  projectId: 122,
  label: "Sprints",
  itemName: "sprint",
  semantics: simpleSemantics(4101, [861]),
  elements: [
    ...simple(4101, ["Open", "Closed"], 861),
    field(4110, "planned_on", "Planned on", "date"),
    field(4111, "burndown", "Burndown", "burndown", { access: "derived" }),
    field(4112, "starts_on", "Starts on", "date", { today: true }),
    field(4113, "review", "Review", "date", {
      withTime: true,
      // 2026-02-24 10:30 in Paris
      defaultValue: { kind: "date", seconds: 1771925400 },
    }),
    field(4114, "ends_on", "Ends on", "date"),
    field(4115, "velocity", "Velocity", "int"),
    field(4116, "hours", "Hours", "float"),
    field(4117, "report", "Report", "file"),
    field(4118, "rights", "Who may see this", "perm"),
    field(4119, "remarks", "Remarks", "string"),
    field(4120, "last_updated_on", "Last updated on", "lud", { access: "derived" }),
  ],
};

export const reports: readonly Report[] = [
  ...Object.values(trackerIds).flatMap((trackerId) => [
    {
      id: trackerId * 10 + 1,
      trackerId,
      label: "All",
      isPublic: true,
      isDefault: true,
      ownerId: undefined,
      isOpenOnly: false,
    },
    {
      id: trackerId * 10 + 2,
      trackerId,
      label: "Open ones",
      isPublic: true,
      isDefault: false,
      ownerId: undefined,
      isOpenOnly: true,
    },
  ]),
  { id: 129, trackerId: 12, label: "Max's own", isPublic: false, isDefault: false, ownerId: max, isOpenOnly: true },
  { id: 128, trackerId: 12, label: "Jane's own", isPublic: false, isDefault: false, ownerId: jane, isOpenOnly: true },
];

/** The link types of the platform; the last two are the system's own and cannot be set by anybody. */
export const linkTypes: readonly { shortname: string; forward: string; reverse: string; isSystem: boolean }[] = [
  { shortname: "_is_child", forward: "Child", reverse: "Parent", isSystem: false },
  { shortname: "custom", forward: "Concerns", reverse: "Is concerned by", isSystem: false },
  { shortname: "fixed_in", forward: "Fixed in", reverse: "Fixed", isSystem: false },
  { shortname: "_mirrored_milestone", forward: "Mirrors", reverse: "Mirrored by", isSystem: true },
  { shortname: "_covered_by", forward: "Covered by", reverse: "Covers", isSystem: true },
];
